/** Pastes what was copied in other programs as markdown, and the pictures in it as files of the space. */
import "../parts/shared.js"
import { uploadFile } from "../files/Uploading.js"
import { complain } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"
import { askWorker } from "../worker/TextQuestions.js"

/** How many characters are converted; of more, the plain text is pasted. */
const most = 10_000_000

const fileOf = (data: string, number: number): File => {
  const [head = "", body = ""] = data.split(",", 2)
  const type = /^data:([^;,]+)/i.exec(head)?.[1] ?? "image/png"
  const written = /;base64$/i.test(head) ? atob(body) : decodeURIComponent(body)
  const name = `${texts.pastedPicture(number)}.${type.replace(/^image\/(?:x-)?|\+xml$/g, "")}`
  return new File([Uint8Array.from(written, (each) => each.charCodeAt(0))], name, { type })
}

/** The markdown of a clipboard; `undefined` if its plain text is to be pasted. */
export const pasteInto = async (model: SpaceModel, html: string): Promise<string | undefined> => {
  if (html.length > most) return undefined
  const { markdown, pictures } = await askWorker("clipboard", html)
  let text = markdown
  for (const [index, { data, placeholder }] of pictures.entries()) {
    try {
      const { path } = await uploadFile(model, fileOf(data, index + 1), () => {})
      text = text.replaceAll(placeholder, path)
    } catch (error) {
      complain(error)
      // Its description stays.
      text = text.replaceAll(new RegExp(`!\\[((?:[^\\]\\\\]|\\\\.)*)\\]\\(${placeholder}[^)]*\\)`, "g"), "$1")
    }
  }
  return text === "" ? undefined : text
}
