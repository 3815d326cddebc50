/** The look of HTML: its tags are dim, those of captions, summaries, cards and expressions are hidden. */
import type { SyntaxNodeRef } from "@lezer/common"
import { scanIn } from "../blocks.js"
import { type Sheet, styled } from "./sheet.js"

const tagLook = styled("html", { spellcheck: "false" })
const expression = styled("expression", { spellcheck: "false" })
const card = styled("card")
const cardTitle = styled("strong")

const opening = '<code class="expression">'
const closing = "</code>"

/** A tag within a line. */
export const htmlTag = (sheet: Sheet, { from, to }: SyntaxNodeRef): void => {
  const { doc } = sheet.state
  const text = doc.sliceString(from, to)
  if (text === opening) {
    const line = doc.lineAt(from)
    const end = doc.sliceString(to, line.to).indexOf(closing)
    if (end < 0) {
      sheet.mark(from, to, tagLook)
      return
    }
    const last = to + end + closing.length
    const isTouched = sheet.touches(from, last)
    sheet.mark(to, to + end, expression)
    sheet.syntax(from, to, isTouched)
    sheet.syntax(to + end, last, isTouched)
  } else if (text === closing) {
    const before = doc.sliceString(doc.lineAt(from).from, from)
    // The end of an expression is hidden together with its beginning.
    if (before.lastIndexOf(opening) <= before.lastIndexOf(closing)) sheet.mark(from, to, tagLook)
  } else sheet.mark(from, to, tagLook)
}

const tag = /<!--.*?-->|<\/?[A-Za-z][^<>]*>/g
const blockTag = /^\s*<\/?(?:details|table|figure)\b[^>]*>/i

/** The rows of cards that are written in one line, as GitBook writes them, look like cards. */
const cards = (sheet: Sheet, lineFrom: number, text: string): void => {
  const start = Math.max(0, text.indexOf("<tbody"))
  for (const row of text.slice(start).matchAll(/<tr\b[^>]*>.*?<\/tr>/gi)) {
    const from = lineFrom + start + row.index
    sheet.mark(from, from + row[0].length, card)
  }
  for (const bold of text.matchAll(/<strong>([^<]+)<\/strong>/gi)) {
    const from = lineFrom + bold.index + "<strong>".length
    sheet.mark(from, from + bold[1]!.length, cardTitle)
  }
  for (const cell of text.matchAll(/<td\b[^>]*>(.*?)<\/td>/gi)) {
    const from = lineFrom + cell.index
    sheet.mark(from, from + cell[0].length, styled("card-part"))
  }
}

/** A block of HTML. */
export const htmlBlock = (sheet: Sheet, ref: SyntaxNodeRef): void => {
  const around = scanIn(sheet.state).blocks.find(
    ({ from, to, word }) => word === "cards" && from <= ref.from && to >= ref.from
  )
  sheet.lines(ref.from, ref.to, ({ classes }, line) => {
    const { text } = line
    const isSummary = /^\s*<summary>.*<\/summary>\s*$/.test(text)
    const isFigure = /^\s*<figure\b.*<\/figure>\s*$/.test(text)
    const isCards = around !== undefined && /<tr\b.*<\/tr>/i.test(text)
    if (isSummary) classes.push("summary")
    if (isFigure) classes.push("caption")
    if (isCards) {
      classes.push("cards")
      cards(sheet, line.from, text)
    }
    const isTouched = sheet.touches(line.from, line.to)
    const isHidden = isFigure || isSummary
    for (const found of text.matchAll(tag)) {
      const from = line.from + found.index
      const to = from + found[0].length
      if (isCards) {
        // In a long line, only the tag that the caret is at is shown.
        if (found.index > 0) sheet.syntax(from, to, sheet.touches(from + 1, to - 1))
      } else if (found.index === text.search(/\S/) && blockTag.test(text)) continue
      else if (isHidden || /^<\/?(?:summary|figcaption)\b/.test(found[0])) sheet.syntax(from, to, isTouched)
      else sheet.mark(from, to, tagLook)
    }
  })
}
