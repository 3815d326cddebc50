/**
 * The blocks around lines: those of `{% tags %}`, and the elements of HTML that documentation uses as blocks. They are
 * found line by line in the whole text, and again only when a line that may begin or end one has changed.
 */
import { type EditorState, StateField, type Text, type Transaction } from "@codemirror/state"
import type { BlockWord } from "./texts.js"

/** A block. Positions are those of whole lines. */
export interface Block {
  /** The name of its tag or element. */
  readonly name: string
  readonly word: BlockWord
  /** What its label says beside the word: a title or an address. */
  readonly detail: string
  /** The line of its opening tag. */
  readonly from: number
  readonly openTo: number
  /** The line of its end; the opening line if it has no end. */
  readonly closeFrom: number
  readonly to: number
  /** How many blocks are around it. */
  readonly depth: number
  /** The number of a step among its siblings. */
  readonly number: number
}

const words: Readonly<Record<string, BlockWord>> = {
  hint: "info",
  tabs: "tabs",
  tab: "tab",
  stepper: "stepper",
  step: "step",
  columns: "columns",
  column: "column",
  embed: "embed",
  file: "file",
  "content-ref": "content-ref",
  include: "include",
  openapi: "openapi",
  "openapi-operation": "openapi",
  "openapi-webhook": "openapi",
  "openapi-schemas": "openapi",
  swagger: "swagger",
  "swagger-description": "part",
  "swagger-parameter": "part",
  "swagger-response": "part",
  update: "update",
  code: "code",
  if: "if",
  details: "details",
  table: "cards",
  figure: "figure"
}

const tag = /^[\s>]*\{%-?\s*([A-Za-z][\w-]*)(.*?)-?%\}\s*$/
const element = /^[\s>]*<(\/?)(details|table|figure)\b([^>]*)>/i
const fence = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?(`{3,}|~{3,})(.*)$/

/** Whether a line may begin or end a block, or code, in which nothing does. */
const mayMatter = (text: string): boolean => /\{%|`{3}|~{3}|<\/?(?:details|table|figure)\b/i.test(text)

const argument = (text: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`)
    .exec(text)
    ?.slice(1)
    .find((value) => value !== undefined)

const wordOf = (name: string, text: string): BlockWord | undefined => {
  if (name === "hint") {
    const style = argument(text, "style")
    return style === "success" || style === "warning" || style === "danger" ? style : "info"
  }
  if (name === "table") return /data-view=["']?cards/.test(text) ? "cards" : "html"
  return Object.hasOwn(words, name) ? words[name] : undefined
}

const detailOf = (name: string, text: string): string => {
  if (name === "if") return text.trim()
  if (name === "include") return /"([^"]*)"/.exec(text)?.[1] ?? text.trim()
  if (name === "figure") return ""
  for (const key of ["title", "url", "path", "name", "summary", "status", "date", "src", "spec"]) {
    const value = argument(text, key)
    if (value !== undefined && value !== "") {
      const method = argument(text, "method")
      return method === undefined ? value : `${method.toUpperCase()} ${value}`
    }
  }
  return ""
}

interface Open {
  readonly name: string
  readonly text: string
  readonly from: number
  readonly openTo: number
}

/** What a scan of a text finds: its blocks in the order of their opening lines, and where code is. */
export interface Scan {
  readonly blocks: ReadonlyArray<Block>
  readonly code: ReadonlyArray<{ readonly from: number; readonly to: number }>
}

/** Finds the blocks of a text. */
export const scanned = (doc: Text): Scan => {
  const codes: Array<{ from: number; to: number }> = []
  const found: Array<Open & { closeFrom: number; to: number }> = []
  const open: Array<Open> = []
  let code = ""
  let from = 0
  const close = (name: string, start: number, end: number): void => {
    const at = open.findLastIndex((each) => each.name === name)
    if (at < 0) return
    const [closed] = open.splice(at)
    found.push({ ...closed!, closeFrom: start, to: end })
  }
  for (let lines = doc.iterLines(), next = lines.next(); !next.done; next = lines.next()) {
    const text = next.value
    const to = from + text.length
    if (code !== "" || mayMatter(text)) {
      const fenced = fence.exec(text)
      if (code !== "") {
        codes.at(-1)!.to = to
        if (fenced?.[1]?.startsWith(code) && fenced[2]!.trim() === "") code = ""
      } else if (fenced !== null && !(fenced[1]!.startsWith("`") && fenced[2]!.includes("`"))) {
        code = fenced[1]!
        codes.push({ from, to })
      } else {
        const tagged = tag.exec(text)
        const name = tagged?.[1] ?? ""
        if (name.startsWith("end")) close(name.slice(3), from, to)
        else if (tagged !== null && Object.hasOwn(words, name)) {
          const single = { name, text: tagged[2]!, from, openTo: to }
          open.push(single)
          // Until its end is found, a tag is a block of one line.
          found.push({ ...single, closeFrom: from, to })
        } else {
          const html = element.exec(text)
          if (html !== null) {
            const named = html[2]!.toLowerCase()
            if (html[1] === "/") close(named, from, to)
            else {
              const single = { name: named, text: html[3]!, from, openTo: to }
              if (text.toLowerCase().includes(`</${named}>`)) found.push({ ...single, closeFrom: from, to })
              else open.push(single)
            }
          } else
            for (const [, named] of text.matchAll(/<\/(details|table|figure)>/gi)) close(named!.toLowerCase(), from, to)
        }
      }
    }
    from = to + 1
  }
  return { blocks: nested(found), code: codes }
}

/** The blocks in order, each once with its end if it has one, and with its depth. */
const nested = (found: ReadonlyArray<Open & { closeFrom: number; to: number }>): ReadonlyArray<Block> => {
  const ends = new Map<number, (typeof found)[number]>()
  for (const each of found) {
    const other = ends.get(each.from)
    if (other === undefined || other.to < each.to) ends.set(each.from, each)
  }
  const around: Array<{ to: number; steps: number }> = []
  return [...ends.values()]
    .sort((a, b) => a.from - b.from)
    .flatMap(({ closeFrom, from, name, openTo, text, to }): ReadonlyArray<Block> => {
      while (around.length > 0 && around.at(-1)!.to < from) around.pop()
      const word = wordOf(name, text)
      if (word === undefined) return []
      const parent = around.at(-1)
      const number = name === "step" && parent !== undefined ? ++parent.steps : 0
      const block = {
        name,
        word,
        detail: detailOf(name, text),
        from,
        openTo,
        closeFrom,
        to,
        depth: around.length,
        number
      }
      if (to > openTo) around.push({ to, steps: 0 })
      return [block]
    })
}

const changedMatter = ({ changes, newDoc, startState: { doc } }: Transaction): boolean => {
  let matters = false
  const some = (text: Text, from: number, to: number): boolean =>
    mayMatter(text.sliceString(text.lineAt(from).from, text.lineAt(to).to))
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    matters ||= some(doc, fromA, toA) || some(newDoc, fromB, toB)
  })
  return matters
}

const field = StateField.define<Scan>({
  create: ({ doc }) => scanned(doc),
  update: (scan, transaction) => {
    if (!transaction.docChanged) return scan
    if (changedMatter(transaction)) return scanned(transaction.newDoc)
    const { changes } = transaction
    return {
      blocks: scan.blocks.map((block) => ({
        ...block,
        from: changes.mapPos(block.from, 1),
        openTo: changes.mapPos(block.openTo, -1),
        closeFrom: changes.mapPos(block.closeFrom, 1),
        to: changes.mapPos(block.to, -1)
      })),
      code: scan.code.map(({ from, to }) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }))
    }
  }
})

/** Finds the blocks of the text. */
export const blocks = field

/** The blocks and the code of a state. */
export const scanIn = (state: EditorState): Scan => state.field(field)
