/** Reads an imported page from its markdown with the project's own reader. */
import { documentTree } from "@lectern/core/internal/text/markdown/DocumentTree"
import { takeFootnotes } from "./footnotes.mjs"
import { parsePiece } from "./html.mjs"
import { pictureName, plainReader, tableKey } from "./plain.mjs"
import { cellCodeOf, codeOf, keyOf } from "./words.mjs"

const { piece } = plainReader({ chrome: [] })

/** A text without footnote references, which the source numbers differently. */
const withoutMarks = (text, notes) => {
  const labels = new Set(notes.map(({ label }) => label))
  return labels.size === 0
    ? text
    : text.replaceAll(/\[\^([^\]\s]+)\]/g, (whole, label) => (labels.has(label) ? "" : whole))
}

const lineText = (node) => (node.nodes ?? []).map(({ text }) => text ?? "").join("")

/** Reads a text. `fileName` maps the id of a file to its name. */
export const readImported = (markdown, fileName) => {
  const text = []
  const found = { headings: [], codes: [], tables: [], links: [], pictures: [], cellCodes: [], hints: 0 }

  const picture = ({ file, url }) => {
    const name = file === undefined ? pictureName(url ?? "") : fileName(file)
    if (name !== undefined) found.pictures.push(name)
  }
  /** Open HTML tables whose cells contain markdown blocks, so that their tags are separate nodes. */
  const open = []
  const tags = (written) => {
    for (const [, end, name] of written.matchAll(/<(\/?)(table|tr)\b/gi)) {
      if (end === "" && name === "table") open.push({ start: text.length, row: text.length, rows: 0 })
      const at = open.at(-1)
      if (at === undefined) continue
      if (end === "" && name === "tr") at.row = text.length
      else if (end !== "" && name === "tr") at.rows += keyOf(text.slice(at.row).join("")) === "" ? 0 : 1
      else if (end !== "") {
        open.pop()
        found.tables.push(tableKey(at.rows, text.slice(at.start).join("")))
      }
    }
  }
  const html = (written) => {
    if (/<\/?(?:table|t[rhd]|thead|tbody)\b/i.test(written) && !/<table\b[\s\S]*<\/table/i.test(written)) tags(written)
    const { text: shown, ...rest } = piece(parsePiece(written))
    text.push("\n", shown, "\n")
    for (const kind of ["headings", "codes", "tables", "links", "pictures"]) found[kind].push(...rest[kind])
  }
  /** The text that `read` adds. */
  const textOf = (read) => {
    const start = text.length
    read()
    return text.slice(start).join("")
  }
  const inside = (nodes = []) => {
    for (const node of nodes) visit(node)
  }
  /** The code in a cell: lines of code separated only by breaks are one block. */
  const cellCodes = ({ nodes = [] }) => {
    let lines = []
    const end = () => {
      if (lines.length > 0) found.cellCodes.push(cellCodeOf(lines.join("\n")))
      lines = []
    }
    for (const { data, marks = [], text: written = "", type } of nodes) {
      if (marks.includes("code")) lines.push(written)
      else if (!(type === "html" && /^<br\b/i.test(data.html)) && written.trim() !== "") end()
    }
    end()
  }
  const table = ({ nodes: rows = [] }) => {
    const shown = rows.map(({ nodes: cells = [] }) =>
      textOf(() => {
        for (const cell of cells) {
          cellCodes(cell)
          inside(cell.nodes)
          text.push("\n")
        }
      })
    )
    const filled = shown.filter((row) => keyOf(row) !== "")
    found.tables.push(tableKey(filled.length, filled.join("\n")))
  }
  const code = ({ data = {}, nodes = [] }) => {
    const written = nodes.map(lineText).join("\n")
    if (typeof data.title === "string") text.push(data.title, "\n")
    text.push(written)
    if (written.trim() !== "") found.codes.push(codeOf(written))
  }
  const block = (node) => {
    const { data = {}, nodes, type } = node
    if (type === "code") code(node)
    else if (type === "table") table(node)
    else if (type === "html") html(data.html)
    else if (type === "image") picture(data.ref)
    else if (/^heading-\d$/.test(type)) found.headings.push(keyOf(textOf(() => inside(nodes))))
    else {
      if (type === "hint") found.hints++
      if (typeof data.title === "string") text.push(data.title, "\n")
      inside(nodes)
    }
  }
  const inline = ({ data = {}, nodes, type }) => {
    if (type === "image") picture(data.ref)
    else if (type === "html") {
      if (/^<br\b/i.test(data.html)) text.push("\n")
      else if (/^<img\b/i.test(data.html)) found.pictures.push(...piece(parsePiece(data.html)).pictures)
    } else if (type === "link") {
      const words = keyOf(textOf(() => inside(nodes)))
      if (words !== "") found.links.push(words)
    } else inside(nodes)
  }
  function visit(node) {
    if (node.object === "text") return text.push(node.text)
    if (node.object === "inline") return inline(node)
    text.push("\n")
    if (node.object === "document") inside(node.nodes)
    else block(node)
    return text.push("\n")
  }
  const { notes, text: body } = takeFootnotes(markdown)
  for (const each of [body, ...notes.map((note) => note.text)]) visit(documentTree(each))
  return { text: withoutMarks(text.join(""), notes), ...found }
}
