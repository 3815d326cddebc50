/** From a document to what Typst is given. */
import type { PdfDocument, PdfPage } from "@lectern/core/pdf/PdfDocument"
import { fontsFor, packagesFor } from "./Fonts.js"
import { type Fields, Preparing, type Trials } from "./Preparing.js"
import { allText } from "./Words.js"

/** What is given to Typst. */
export interface Prepared {
  readonly data: Fields
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly fontFiles: ReadonlyArray<string>
  /** The scripts of letters that no installed font has. */
  readonly missing: ReadonlyArray<string>
}

const words: Fields = {
  contents: "Contents",
  removed: "Removed pages",
  image: "Image",
  untitled: "without a description",
  info: "Info",
  success: "Success",
  warning: "Warning",
  danger: "Danger"
}

/** Which pages begin a new sheet: those at the top, and those of a group but its first. */
const beginningsOf = (pages: ReadonlyArray<PdfPage>): ReadonlyArray<boolean> => {
  const groups: Array<boolean> = []
  return pages.map((page, index) => {
    groups[page.depth] = page.type === "group"
    const isFirst = pages[index - 1]?.type === "group" && pages[index - 1]?.depth === page.depth - 1
    return page.depth === 0 || (groups[page.depth - 1] === true && !isFirst)
  })
}

const shownDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })

const notice = (missing: ReadonlyArray<string>): string | null => {
  if (missing.length === 0) return null
  const wanted = packagesFor(missing)
  const remedy = wanted.length === 0 ? "" : ` Install ${wanted.join(", ")} where this document is made.`
  return `Some characters are shown as boxes, because no font for them is installed: ${missing.join(", ")}.${remedy}`
}

/** Everything Typst needs for a document. */
export const prepare = (document: PdfDocument, trials: Trials): Prepared => {
  const { author, date, pages, removed, revision, subtitle, title } = document
  const preparing = new Preparing(document, trials)
  const fonts = fontsFor(allText([title, author, subtitle, removed, pages]))
  const beginnings = beginningsOf(pages)
  const runs: Array<Array<Fields>> = []
  for (const [index, page] of pages.entries()) {
    if (beginnings[index] === true || runs.length === 0) runs.push([])
    runs.at(-1)?.push(preparing.page(page))
  }
  const at = new Date(date)
  const data: Fields = {
    title,
    heading: preparing.text(title),
    author,
    subtitle: subtitle === undefined ? null : preparing.text(subtitle),
    date: {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds()
    },
    "shown-date": shownDate.format(at),
    "shown-revision": `Revision ${revision}`,
    fonts: [...fonts.families, "DejaVu Sans Mono", "New Computer Modern Math"],
    missing: notice(fonts.missing),
    words,
    removed,
    runs
  }
  return { data, files: preparing.files, fontFiles: fonts.files, missing: fonts.missing }
}
