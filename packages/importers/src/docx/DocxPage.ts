/** Converts a Word document to one page with its images. */
import type { Root } from "hast"
import { codeBlocks } from "../google-docs/Styles.js"
import { signCheckboxes } from "../html/Checkboxes.js"
import { element, elements, isElement } from "../html/Hast.js"
import { type HtmlPage, readWhole } from "../html/HtmlPage.js"
import { parseHtml } from "../html/Parse.js"
import { child, childrenOf, descendants, isXml, type XmlElement, xmlText } from "../xml/Xml.js"
import { type BodyContext, bodyReader, type Formula } from "./Body.js"
import { type DocumentComment, readComments } from "./Comments.js"
import { codeStyle, codeStyles, lookOf } from "./Looks.js"
import { applyMarks } from "./Marks.js"
import { counting } from "./Numbering.js"
import { Damaged, openPackage, type Package, type Relationship } from "./Package.js"
import { readStyles } from "./Styles.js"

/** An image of a document, under the key by which the page refers to it. */
export interface DocumentPicture {
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** The content of a document. */
export interface DocxPage {
  readonly page: HtmlPage
  readonly pictures: ReadonlyArray<DocumentPicture>
  readonly comments: ReadonlyArray<DocumentComment>
  /** The losses of the conversion, without the name of the document. */
  readonly problems: ReadonlyArray<string>
}

const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Heading 7'] => h6:fresh",
  "p[style-name='Heading 8'] => h6:fresh",
  "p[style-name='Heading 9'] => h6:fresh",
  ...["Quote", "Intense Quote", "Block Text", "Quotations"].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`
  ),
  "p[style-name='caption'] => p:fresh",
  ...codeStyles.map((name) => `p[style-name='${name}'] => pre:separator('\\n')`),
  "u => u",
  "highlight => mark",
  `r.${codeStyle} => code`,
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

/** Styles that only lay out a paragraph, and those of runs, whose formats are kept, so that losing them is not reported. */
const placing =
  /^Unrecognised run style: |^Run style with ID LecternCode |^Unrecognised paragraph style: '(?:List|Body Text|No Spacing|Compact|First Paragraph|TOC|toc) ?/

/** The rewritten documents that mammoth reads: the same package, in a shape that it reads without loss. */
interface Prepared {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly formulas: ReadonlyArray<Formula>
  readonly comments: ReadonlyArray<DocumentComment>
  readonly problems: ReadonlyArray<string>
}

const noteIds = (root: XmlElement | undefined, kind: string): ReadonlyArray<string> =>
  childrenOf(root, `w:${kind}`).map(({ attributes }) => `${kind}/${attributes["w:id"]}`)

/** The texts of a diagram's points, in the order in which they are stored. */
const diagramWords = (root: XmlElement | undefined): ReadonlyArray<string> =>
  root === undefined
    ? []
    : [...descendants(root, ({ name }) => name !== "a:p")]
        .filter(({ name }) => name === "a:p")
        .map((each) => xmlText(each).trim())
        .filter((text) => text !== "")

/** Whether the text of a document is in a font of code unless it is stated otherwise. */
const isMono = (styles: XmlElement | undefined): boolean => {
  const defaults = child(child(child(styles, "w:docDefaults"), "w:rPrDefault"), "w:rPr")
  return readStyles(styles).get("")?.look.code ?? lookOf(defaults).code ?? false
}

const prepare = (document: Package): Prepared => {
  const formulas: Array<Formula> = []
  const quotes = new Map<string, string>()
  const problems = new Set<string>()
  const paths = {
    footnote: document.related("footnotes"),
    endnote: document.related("endnotes"),
    comments: document.related("comments"),
    numbering: document.related("numbering")
  }
  const footnotes = document.part(paths.footnote)
  const endnotes = document.part(paths.endnote)
  const styles = document.part(document.related("styles"))
  const shared = {
    styles: readStyles(styles),
    characters: readStyles(styles, "character"),
    isMono: isMono(styles),
    notes: new Set([...noteIds(footnotes, "footnote"), ...noteIds(endnotes, "endnote")]),
    formulas,
    report: (problem: string) => void problems.add(problem)
  }
  const read = (path: string, quotes: Map<string, string>): BodyContext => {
    const relationships = document.relationships(path)
    const diagram = (id: string) => diagramWords(document.part(relationships.get(id)?.target))
    const related = new Set(relationships.keys())
    const isThere = ({ external, target }: Relationship) => !external && document.has(target)
    const pictures = new Set([...relationships].filter(([, each]) => isThere(each)).map(([id]) => id))
    return { ...shared, counting: counting(document.part(paths.numbering)), related, pictures, quotes, diagram }
  }
  const changed = new Map<string, XmlElement | undefined>()
  const main = document.part(document.main)
  if (main === undefined) throw new Damaged("expected a Word document (.docx)")
  const blocks = bodyReader(read(document.main, quotes))
  changed.set(document.main, {
    ...main,
    children: main.children.map((each) => (isXml(each, "w:body") ? { ...each, children: blocks(each.children) } : each))
  })
  for (const [path, root] of [[paths.footnote, footnotes] as const, [paths.endnote, endnotes] as const]) {
    if (path === undefined || root === undefined) continue
    const blocks = bodyReader(read(path, new Map()))
    changed.set(path, {
      ...root,
      children: childrenOf(root).map((each) => ({ ...each, children: blocks(each.children) }))
    })
  }
  if (paths.numbering !== undefined) changed.set(paths.numbering, undefined)
  if (paths.comments !== undefined) changed.set(paths.comments, undefined)
  const comments = readComments(
    document.part(paths.comments),
    document.part(document.related("commentsExtended")),
    quotes
  )
  return { bytes: new Uint8Array(document.with(changed)), formulas, comments, problems: [...problems] }
}

const convert = async ({ bytes, comments, formulas, problems }: Prepared): Promise<DocxPage> => {
  const { mammoth } = await import("./Mammoth.js")
  const pictures: Array<DocumentPicture> = []
  const convertImage = mammoth.images.imgElement(async (image) => {
    const name = `image-${pictures.length + 1}.${ending(image.contentType)}`
    const key = `import:/${name}`
    pictures.push({ key, name, contentType: image.contentType, bytes: new Uint8Array(await image.readAsArrayBuffer()) })
    return { src: key }
  })
  const input = { buffer: bytes.buffer, arrayBuffer: bytes.buffer }
  const { value, messages } = await mammoth.convertToHtml(input, { styleMap: styles, convertImage, idPrefix: "" })
  const all = new Set([...problems, ...messages.map(({ message }) => message).filter((each) => !placing.test(each))])
  const tree = parseHtml(value)
  applyMarks(tree, formulas)
  for (const each of elements(tree)) each.children = codeBlocks(each.children)
  signCheckboxes(tree)
  const { losses, ...page } = readWhole(mainOf(tree), "import:/document")
  return { page, pictures, comments, problems: [...all, ...losses].slice(0, maxProblems) }
}

/** The document's tree, with all of it as page content. */
const mainOf = (tree: Root): Root => {
  const html = tree.children.find((each) => isElement(each, "html"))
  const body = isElement(html) ? html.children.find((each) => isElement(each, "body")) : undefined
  return { type: "root", children: [element("main", isElement(body) ? body.children : [])] }
}

/** Converts a document, or describes the problem with it. */
export const readDocx = async (bytes: Uint8Array): Promise<DocxPage | { readonly problem: string }> => {
  try {
    return await convert(prepare(openPackage(bytes)))
  } catch (error) {
    return { problem: error instanceof Damaged ? error.message : "the Word document is damaged or too deeply nested" }
  }
}
