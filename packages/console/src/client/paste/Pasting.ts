/** Pastes what was copied in other programs as markdown, and the pictures in it as files of the space. */
import { at } from "../api/Session.js"
import { uploadFile } from "../files/Uploading.js"
import { complain } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"

/** What the worker is asked. */
export interface Asked {
  readonly id: number
  readonly html: string
}

interface Copied {
  readonly markdown: string
  readonly pictures: ReadonlyArray<{ readonly placeholder: string; readonly data: string }>
}

/** How many characters are converted; of more, the plain text is pasted. */
const most = 10_000_000

let worker: Worker | undefined
let asked = 0

/** Converts a clipboard, away from the thread that somebody types in. The worker starts with the first paste. */
const convert = (html: string): Promise<Copied> =>
  new Promise((resolve, reject) => {
    const id = asked++
    worker ??= new Worker(at(`/app/assets/${document.documentElement.dataset.clipboard}`))
    const running = worker
    const end = () => {
      running.removeEventListener("message", answered)
      running.removeEventListener("error", failed)
    }
    const answered = ({ data }: MessageEvent<{ readonly id: number; readonly copied: Copied }>) => {
      if (data.id !== id) return
      end()
      resolve(data.copied)
    }
    const failed = () => {
      end()
      worker = undefined
      reject(new Error("the conversion did not start"))
    }
    running.addEventListener("message", answered)
    running.addEventListener("error", failed)
    running.postMessage({ id, html } satisfies Asked)
  })

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
  const { markdown, pictures } = await convert(html)
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
