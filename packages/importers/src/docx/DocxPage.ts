/** A Word document as one page with its pictures. */
import { openZip } from "@lectern/core/internal/git-layout/Zip"
import { type HtmlPage, readHtml } from "../html/HtmlPage.js"

/** A picture of a document, under the address by which the page's text refers to it. */
export interface DocumentPicture {
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** What a document holds. */
export interface DocxPage {
  readonly page: HtmlPage
  readonly pictures: ReadonlyArray<DocumentPicture>
  /** What could not be taken over, without the name of the document. */
  readonly problems: ReadonlyArray<string>
}

const limits = { entries: 10_000, file: 50 * 1024 * 1024, total: 200 * 1024 * 1024, ratio: 1_000 }

const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Heading 7'] => h6:fresh",
  "p[style-name='Heading 8'] => h6:fresh",
  "p[style-name='Heading 9'] => h6:fresh",
  ...["Quote", "Intense Quote", "Block Text", "Quotations"].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`
  ),
  ...["Code", "Source Code", "HTML Preformatted", "Preformatted Text", "Code Block", "Plain Text"].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`
  ),
  ...["Verbatim Char", "HTML Code", "Source Text", "Code Char", "Inline Code"].map(
    (name) => `r[style-name='${name}'] => code`
  )
]

const endings: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "image/x-emf": "emf",
  "image/x-wmf": "wmf"
}
const ending = (contentType: string): string => endings[contentType] ?? /^image\/(\w+)$/.exec(contentType)?.[1] ?? "bin"

const maxProblems = 50

/** Whether some bytes are a Word document. */
export const isDocx = (bytes: Uint8Array): boolean => openZip(bytes, limits).paths.includes("word/document.xml")

/** Everything in the archive once, so that what lies about its size or is damaged is refused before it is read. */
const check = (bytes: Uint8Array): string | undefined => {
  const archive = openZip(bytes, limits)
  const [problem] = archive.problems
  if (problem !== undefined) return problem.message
  if (!archive.paths.includes("word/document.xml")) return "expected a Word document (.docx)"
  for (const path of archive.paths) {
    const content = archive.read(path)
    if (typeof content === "string") return `${path}: ${content}`
  }
  return undefined
}

const convert = async (bytes: Uint8Array<ArrayBuffer>): Promise<DocxPage> => {
  const { default: mammoth } = await import("mammoth")
  const pictures: Array<DocumentPicture> = []
  const convertImage = mammoth.images.imgElement(async (image) => {
    const name = `image-${pictures.length + 1}.${ending(image.contentType)}`
    const key = `import:/${name}`
    pictures.push({ key, name, contentType: image.contentType, bytes: new Uint8Array(await image.readAsArrayBuffer()) })
    return { src: key }
  })
  const input = { buffer: bytes.buffer, arrayBuffer: bytes.buffer }
  const { value, messages } = await mammoth.convertToHtml(input, { styleMap: styles, convertImage, idPrefix: "" })
  const problems = [...new Set(messages.map(({ message }) => message))]
  return { page: readHtml(value, "import:/document"), pictures, problems: problems.slice(0, maxProblems) }
}

/** Reads a document, or tells what is wrong with it. */
export const readDocx = async (bytes: Uint8Array): Promise<DocxPage | { readonly problem: string }> => {
  const problem = check(bytes)
  if (problem !== undefined) return { problem }
  try {
    return await convert(new Uint8Array(bytes))
  } catch {
    return { problem: "the Word document is damaged or too deeply nested" }
  }
}
