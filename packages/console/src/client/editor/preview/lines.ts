/** The lines of blocks: rules at their side, labels in place of their tags. */
import type { Block } from "../blocks.js"
import { lineEnd } from "../lineEndings.js"
import type { BlockWord, EditorTexts } from "../texts.js"
import type { Sheet } from "./sheet.js"

const colours: Readonly<Partial<Record<BlockWord, string>>> = {
  info: "var(--e-accent)",
  success: "var(--e-good)",
  warning: "var(--e-warn)",
  danger: "var(--e-bad)"
}
const quiet = "var(--e-line)"

/** The label of a block. */
const labelOf = ({ name, number, word }: Block, { blocks }: EditorTexts): string =>
  name === "step" && number > 0 ? `${blocks.step} ${number}` : blocks[word]

const isContainer = ({ openTo, to }: Block): boolean => to > openTo

/** The elements whose lines are markup, not text between tags. */
const isMarkup = ({ name }: Block): boolean => name === "table" || name === "figure"

/** Styles the lines of a range by the blocks around them. */
export const paintBlocks = (
  sheet: Sheet,
  blocks: ReadonlyArray<Block>,
  from: number,
  to: number,
  texts: EditorTexts
): void => {
  const { doc } = sheet.state
  const near = blocks.filter((block) => block.from <= to && block.to >= from)
  for (let at = from; at <= to; ) {
    const line = doc.lineAt(at)
    const look = sheet.line(line.from)
    for (const block of near) {
      if (block.from > line.from || block.to < line.from) continue
      const isOpening = block.from === line.from
      if (isContainer(block)) {
        const colour = colours[block.word]
        look.rules.push(colour ?? quiet)
        if (colour !== undefined) look.tint = `color-mix(in srgb,${colour} 7%,transparent)`
        else delete look.tint
        if (isOpening && look.rules.length === 1)
          look.classes.push("first", ...(colour === undefined ? [] : ["tinted"]))
        if (block.closeFrom === line.from && look.rules.length === 1)
          look.classes.push("last", ...(colour === undefined ? [] : ["tinted"]))
      }
      if (isOpening) {
        const isShown = isContainer(block) || isMarkup(block)
        look.classes.push("tag", isShown ? "opening" : "single", `is-${block.word}`)
        look.attributes["data-label"] = labelOf(block, texts)
        if (block.detail !== "") look.attributes["data-detail"] = block.detail
        hideTag(sheet, line.from, line.text)
      } else if (block.closeFrom === line.from && !isMarkup(block)) {
        look.classes.push("tag", "closing")
        hideTag(sheet, line.from, line.text)
      } else if (isMarkup(block)) look.classes.push("markup")
    }
    at = line.to + 1
  }
}

/** Hides a line that is only tags, unless the selection touches it. */
const hideTag = (sheet: Sheet, lineFrom: number, text: string): void => {
  const start = /^[\s>]*/.exec(text)![0].length
  const found = /^(?:\{%.*%\}|<\/?(?:details|table|figure)\b[^>]*>)/i.exec(text.slice(start))
  if (found === null) return
  const from = lineFrom + start
  const isTouched = sheet.touches(lineFrom, lineEnd(sheet.state.doc, lineFrom))
  if (isTouched) sheet.line(lineFrom).classes.push("touched")
  sheet.syntax(from, from + found[0].length, isTouched)
}
