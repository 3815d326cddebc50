/** The colours of code in a text that is shown, once they are loaded. */
import { signal } from "@preact/signals"
import type { DocumentNode } from "../api/Objects.js"
import type * as colouring from "./colouring.js"
import { type Run, textOf } from "./compare.js"

/** A part of a line of code, of a kind such as a keyword. */
export interface CodePart {
  readonly text: string
  readonly kind: string | undefined
}

/** The parts of one line of code. */
export type Line = ReadonlyArray<CodePart>

const colours = signal<typeof colouring.colouredParts | undefined>(undefined)
let isAsked = false

const ask = (): void => {
  if (isAsked) return
  isAsked = true
  import("./colouring.js").then(
    ({ colouredParts }) => {
      colours.value = colouredParts
    },
    () => {
      // Code without colours can be read as well.
      isAsked = false
    }
  )
}

/** Parts of a text, line by line. */
const inLines = (parts: Line): ReadonlyArray<Line> => {
  const lines: Array<Array<CodePart>> = [[]]
  for (const { kind, text } of parts) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([])
      if (part !== "") lines.at(-1)?.push({ text: part, kind })
    }
  }
  return lines
}

const known = new WeakMap<DocumentNode, Line>()

/** Colours the lines of a block of code, if its language is known; they are asked for by {@link lineOf}. */
export const colourLines = (code: DocumentNode): void => {
  const { data: { syntax } = {}, nodes = [] } = code
  if (typeof syntax !== "string" || syntax === "" || nodes[0] === undefined) return
  ask()
  if (colours.value === undefined || known.has(nodes[0])) return
  const text = nodes.map((line) => textOf([...(line.nodes ?? [])])).join("\n")
  const lines = inLines(colours.value(text, syntax) ?? [])
  for (const [index, node] of nodes.entries()) known.set(node, lines[index] ?? [])
}

/** The parts of a line whose block was coloured. */
export const lineOf = (line: DocumentNode): Line => known.get(line) ?? []

/** A run of a line of code, of a kind. */
export interface CodeRun extends Run {
  readonly kind?: string | undefined
}

/** The runs of a line of code from one version to another, split where its parts end. */
export const withKinds = (runs: ReadonlyArray<Run>, before: Line, after: Line): ReadonlyArray<CodeRun> => {
  const ends = (line: Line) => {
    let end = 0
    return line.map(({ kind, text }) => {
      end += text.length
      return { kind, end }
    })
  }
  const sides = { before: ends(before), after: ends(after) }
  const at = { before: 0, after: 0 }
  return runs.flatMap((run): ReadonlyArray<CodeRun> => {
    const side = run.mark === "removed" ? "before" : "after"
    const from = at[side]
    const to = from + run.text.length
    if (run.mark !== "added") at.before += run.text.length
    if (run.mark !== "removed") at.after += run.text.length
    const found: Array<CodeRun> = []
    let start = from
    for (const { end, kind } of sides[side]) {
      if (end <= start || start >= to) continue
      const stop = Math.min(end, to)
      found.push({ ...run, text: run.text.slice(start - from, stop - from), kind })
      start = stop
    }
    if (start < to || found.length === 0) found.push({ ...run, text: run.text.slice(start - from) })
    return found
  })
}
