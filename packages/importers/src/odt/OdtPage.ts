/** Converts an OpenDocument text to one page with its images. */

import { join } from "@lectern/core/internal/content/git-layout/Paths"
import { openZip } from "@lectern/core/internal/content/git-layout/Zip"
import type { Element, Root } from "hast"
import type { DocumentComment } from "../docx/Comments.js"
import type { DocumentPicture, DocxPage } from "../docx/DocxPage.js"
import { flattenTables, placeBookmarks } from "../docx/Marks.js"
import { element } from "../html/Hast.js"
import { readWhole } from "../html/HtmlPage.js"
import { texOfMathMl } from "../html/MathMl.js"
import { child, type Namespaces, parseXml, type XmlElement } from "../xml/Xml.js"
import { readOdtStyles } from "./OdtStyles.js"
import { OdtReader } from "./OdtText.js"

const limits = { entries: 10_000, file: 50 * 1024 * 1024, total: 200 * 1024 * 1024, ratio: 1_000 }

const office = "urn:oasis:names:tc:opendocument:xmlns:"
const namespaces: Namespaces = new Map([
  ...["office", "text", "table", "style", "meta"].map((name) => [`${office}${name}:1.0`, name] as const),
  [`${office}drawing:1.0`, "draw"],
  [`${office}xsl-fo-compatible:1.0`, "fo"],
  [`${office}svg-compatible:1.0`, "svg"],
  ["http://www.w3.org/1999/xlink", "xlink"],
  ["http://purl.org/dc/elements/1.1/", "dc"],
  ["http://www.w3.org/1998/Math/MathML", "math"],
  ["urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0", "loext"]
])

const types: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  svg: "image/svg+xml",
  webp: "image/webp",
  bmp: "image/bmp",
  tif: "image/tiff",
  tiff: "image/tiff",
  emf: "image/x-emf",
  wmf: "image/x-wmf"
}

/** An element of XML as one of HTML, without prefixes. */
const asElement = ({ attributes, children, name }: XmlElement): Element =>
  element(
    name.slice(name.indexOf(":") + 1),
    children.map((each) => (typeof each === "string" ? { type: "text", value: each } : asElement(each))),
    attributes
  )

/** The TeX of an embedded formula. */
const formulaOf = (root: XmlElement): string | undefined =>
  root.name === "math:math" ? texOfMathMl(asElement(root)).trim() : undefined

const convert = (bytes: Uint8Array): DocxPage | { readonly problem: string } => {
  const archive = openZip(bytes, limits)
  const wrong = archive.problems.find(({ severity }) => severity === "error")
  if (wrong !== undefined) return { problem: wrong.file === "" ? wrong.message : `${wrong.file}: ${wrong.message}` }
  const paths = new Set(archive.paths)
  const part = (path: string): XmlElement | string => {
    const found = archive.read(path)
    const root = typeof found === "string" ? found : parseXml(found, namespaces)
    return typeof root === "string" ? `${path}: ${root}` : root
  }
  if (!paths.has("content.xml")) return { problem: "expected an OpenDocument text (.odt)" }
  if (/<manifest:encryption-data/.test(textOf(archive.read("META-INF/manifest.xml"))))
    return { problem: "the document is protected by a password" }
  const content = part("content.xml")
  const styles = paths.has("styles.xml") ? part("styles.xml") : undefined
  if (typeof content === "string") return { problem: content }
  if (typeof styles === "string") return { problem: styles }
  const body = child(child(content, "office:body"), "office:text")
  if (body === undefined) return { problem: "expected an OpenDocument text (.odt)" }

  const pictures = new Map<string, DocumentPicture>()
  const problems = new Set<string>()
  const comments: Array<DocumentComment> = []
  const picture = (href: string): string | undefined => {
    if (/^https?:/.test(href)) return href
    const path = join("", href)
    if (path === undefined || !paths.has(path)) return undefined
    const known = pictures.get(path)
    if (known !== undefined) return known.key
    const found = archive.read(path)
    if (typeof found === "string") return undefined
    const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "bin"
    const name = `image-${pictures.size + 1}.${ending}`
    const made = {
      key: `import:/${name}`,
      name,
      contentType: types[ending] ?? "application/octet-stream",
      bytes: found
    }
    pictures.set(path, made)
    return made.key
  }
  const formula = (href: string): string | undefined => {
    const path = href === "" ? undefined : join("", `${href}/content.xml`)
    const root = path === undefined || !paths.has(path) ? undefined : part(path)
    return root === undefined || typeof root === "string" ? undefined : formulaOf(root)
  }
  const report = (problem: string): void => void problems.add(problem)
  const reader = new OdtReader({ styles: readOdtStyles([content, styles]), picture, formula, comments, report })
  const tree: Root = { type: "root", children: [element("main", reader.read(body))] }
  flattenTables(tree)
  placeBookmarks(tree)
  const { losses, ...page } = readWhole(tree, "import:/document")
  const all = [...problems, ...losses]
  return { page, pictures: [...pictures.values()], comments, problems: all.slice(0, 50) }
}

const textOf = (bytes: Uint8Array | string): string =>
  typeof bytes === "string" ? "" : new TextDecoder().decode(bytes)

/** Converts a document, or describes the problem with it. */
export const readOdt = (bytes: Uint8Array): DocxPage | { readonly problem: string } => {
  try {
    return convert(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { problem: "the document is too deeply nested" }
  }
}
