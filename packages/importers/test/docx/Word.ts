/** Word documents that a test builds of their parts, as Word writes them. */
import { archive } from "../archives/reading.js"

const office = "http://schemas.openxmlformats.org/officeDocument/2006"
const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
const names = [
  `xmlns:w="${main}"`,
  `xmlns:r="${office}/relationships"`,
  `xmlns:m="${office}/math"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"'
].join(" ")

const kind = "application/vnd.openxmlformats-officedocument.wordprocessingml"
const parts = ["styles", "numbering", "footnotes", "endnotes", "comments", "commentsExtended"] as const

/** The parts of a document besides its body, without their root elements. */
export type Parts = { readonly [Part in (typeof parts)[number]]?: string } & {
  readonly relationships?: string
  readonly files?: Readonly<Record<string, string | Uint8Array>>
}

/** A document with a body. */
export const word = (body: string, more: Parts = {}): Uint8Array => {
  const there = parts.filter((part) => more[part] !== undefined)
  const relations = there.map(
    (part) => `<Relationship Id="r${part}" Type="${office}/relationships/${part}" Target="${part}.xml"/>`
  )
  return archive({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${kind}.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join("")}${more.relationships ?? ""}</Relationships>`,
    "word/document.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<w:document ${names}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(
      there.map((part) => {
        const root = part === "commentsExtended" ? "w15:commentsEx" : `w:${part}`
        return [`word/${part}.xml`, `<${root} ${names}>${more[part]}</${root}>`]
      })
    ),
    ...more.files
  })
}

/** Words in a run. */
export const run = (text: string, properties = ""): string =>
  `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`

/** A paragraph: words or runs, with its properties. */
export const p = (content: string, properties = ""): string =>
  `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${content.startsWith("<") || content === "" ? content : run(content)}</w:p>`

/** The properties of a paragraph in a style. */
export const styled = (id: string): string => `<w:pStyle w:val="${id}"/>`

/** The properties of a paragraph in a list. */
export const numbered = (list: number, level = 0): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`

/** A table of cells of blocks. */
export const table = (...rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${cell}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`

/** A style of paragraphs. */
export const style = (id: string, name: string, properties = ""): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${properties}</w:style>`

const level = (index: number, format: string, more = ""): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}</w:lvl>`

/** Lists: 1 and 2 are numbered by one definition, 3 has bullets, 4 begins the first definition at 5. */
export const numbering = [
  `<w:abstractNum w:abstractNumId="0">${level(0, "decimal")}${level(1, "lowerLetter")}${level(2, "lowerRoman")}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="1">${level(0, "bullet")}${level(1, "bullet")}${level(2, "decimal")}</w:abstractNum>`,
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
  '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>',
  '<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>',
  '<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>'
].join("")

const pixel = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (each) => each.charCodeAt(0)
)

/** The parts of a document that {@link picture} needs. */
export const pictured: Parts = {
  relationships: `<Relationship Id="pic" Type="${office}/relationships/image" Target="media/dot.png"/>`,
  files: { "word/media/dot.png": pixel }
}

/** A picture in a run. */
export const picture = (alt: string): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture" descr="${alt}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="pic"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

/** A text box, as Word writes it for itself and for older programs. */
export const textBox = (...blocks: ReadonlyArray<string>): string => {
  const content = `<w:txbxContent>${blocks.join("")}</w:txbxContent>`
  return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="2" name="Box"/><a:graphic><a:graphicData><wps:wsp><wps:txbx>${content}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${content}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
}

/** A formula of runs and other elements of Office Math. */
export const formula = (content: string): string => `<m:oMath>${content}</m:oMath>`

/** A run of a formula. */
export const symbol = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`
