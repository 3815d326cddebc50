/** Prepares the input of Typst for a document. */
import { wordsIn } from "@lectern/core/internal/text/blocks/DocumentWords"
import type { PdfDocument, PdfPage } from "@lectern/core/pdf/PdfDocument"
import { contentsOf, levelOf } from "./Contents.js"
import type { Fields } from "./EmojiSplitting.js"
import { type FontChoice, fontsFor, packagesFor } from "./Fonts.js"
import { type FrameSheet, frameOf, headingsIn, numbersOf } from "./Frame.js"
import { beginningsOf } from "./Parts.js"
import { Preparing, type Trials } from "./Preparing.js"
import { allText } from "./Words.js"

/** The input of Typst, and the parts that could not be prepared. */
export interface Prepared {
  readonly data: Fields
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly fontFiles: ReadonlyArray<string>
  /** The scripts that no installed font covers. */
  readonly missing: ReadonlyArray<string>
  /** How many formulas are partly shown as source text. */
  readonly unread: number
}

/** The share of a document that one run of Typst typesets, if it is typeset in parts. */
export type Share = {
  /** The fonts of the whole document. */
  readonly fonts: FontChoice
} & (
  | {
      /** The sheets of some pages, without header and footer. */
      readonly mode: "body"
      readonly beginnings: ReadonlyArray<boolean>
      /** Which pages continue one of the previous part. */
      readonly continued: ReadonlyArray<boolean>
    }
  | {
      /** The front matter, and empty sheets with everything that depends on page numbers. */
      readonly mode: "frame"
      readonly sheets: ReadonlyArray<FrameSheet>
      /** Whether all parts conform to PDF/UA-1. */
      readonly isAccessible: boolean
    }
)

/** The fonts for the whole text of a document. */
export const fontsOf = ({ author, language, pages, removed, subtitle, title, version }: PdfDocument): FontChoice =>
  fontsFor(allText([title, author, subtitle, version, removed, pages, wordsIn(language)]))

const dated = (date: Date, language: string): string => {
  const [tag] = Intl.DateTimeFormat.supportedLocalesOf([language === "en" ? "en-GB" : language, "en-GB"])
  return new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }).format(date)
}

/** The parts of a language tag, in the form that Typst expects. */
export const languageFields = (tag: string): Fields => {
  const [language = "en", ...rest] = tag.split("-")
  const region = rest.find((part) => /^[a-z]{2}$/i.test(part))
  return { lang: language.toLowerCase(), region: region === undefined ? null : region.toUpperCase() }
}

/** The problems of a document that could not be shown properly, in sentences for users. */
export const problemsOf = (missing: ReadonlyArray<string>, formulas: number): ReadonlyArray<string> => {
  const wanted = packagesFor(missing)
  const remedy = wanted.length === 0 ? "" : ` Install ${wanted.join(", ")} where PDFs are made.`
  const letters =
    missing.length === 0 ? [] : [`Letters without a font are shown as boxes: ${missing.join(", ")}.${remedy}`]
  if (formulas === 0) return letters
  return [...letters, `${formulas === 1 ? "1 formula is" : `${formulas} formulas are`} shown in part as written.`]
}

/** How many levels of headings are above the first title or heading of a part. */
const leadOf = (first: PdfPage | undefined, isContinued: boolean): number => {
  if (first === undefined) return 0
  const heading = isContinued ? headingsIn(first.children)[0] : undefined
  return heading === undefined ? Math.min(first.depth, 5) : levelOf(first.depth, heading.depth) - 1
}

/** Prepares a document, or a share of one. */
export const prepare = (document: PdfDocument, trials: Trials, share?: Share): Prepared => {
  const { author, contentsDepth, date, language, pages, removed, subtitle, title, version } = document
  const preparing = new Preparing(document, trials)
  const words = wordsIn(language)
  const contents = share?.mode === "body" ? [] : contentsOf(pages, contentsDepth)
  const sheetNumbers = share?.mode === "frame" ? numbersOf(share.sheets) : undefined
  const fonts = share?.fonts ?? fontsOf(document)
  const beginnings = share?.mode === "body" ? share.beginnings : beginningsOf(pages)
  const continued = share?.mode === "body" ? share.continued : []
  const runs: Array<Array<Fields>> = []
  let chapter = ""
  for (const [index, page] of pages.entries()) {
    if (beginnings[index] === true || runs.length === 0) runs.push([])
    const made = preparing.page(page)
    if (page.depth === 0) chapter = String(made.name)
    runs.at(-1)?.push({ ...made, chapter, continued: continued[index] ?? false })
  }
  const at = new Date(date)
  const data: Fields = {
    title,
    heading: preparing.text(title),
    author,
    subtitle: subtitle === undefined ? null : preparing.text(subtitle),
    version: version === undefined ? null : [{ type: "text", text: `${words.version} ` }, ...preparing.text(version)],
    date: {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds()
    },
    "shown-date": dated(at, language),
    ...languageFields(language),
    fonts: [...fonts.families, "DejaVu Sans Mono", "New Computer Modern Math"],
    words,
    contents: contents.map((entry) => {
      const sheet = sheetNumbers?.get(entry.place)
      return { ...entry, title: preparing.inlines(entry.title), ...(sheet !== undefined && { sheet: String(sheet) }) }
    }),
    removed,
    runs,
    mode: share?.mode ?? "whole",
    lead: share?.mode === "body" ? leadOf(pages[0], continued[0] ?? false) : 0,
    ...(share?.mode === "frame" && { frame: frameOf(runs, share.sheets) })
  }
  const unread = preparing.unread.size
  return { data, files: preparing.files, fontFiles: fonts.files, missing: fonts.missing, unread }
}
