/**
 * The frame of a document that is typeset in parts: its cover, its table of contents, and one empty sheet for each
 * sheet of the parts, with header, footer and marks where the parts have titles and headings. Thus bookmarks,
 * destinations, page labels and page numbers come from Typst, as in a document that is typeset as a whole.
 */
import type { PdfBlock, PdfBlocks, PdfDocument, PdfInlines } from "@lectern/core/pdf/PdfDocument"
import { inside } from "./Contents.js"
import type { Fields } from "./EmojiSplitting.js"

/**
 * The position of a title or heading: its sheet, counted from 1, and its distance in points from the top left corner.
 */
export interface Spot {
  readonly place: string
  readonly sheet: number
  readonly x: number
  readonly y: number
}

/** A sheet of a part. */
export interface FrameSheet {
  readonly isTurned: boolean
  /** The page titles and headings on it. */
  readonly spots: ReadonlyArray<Spot>
}

/** A page begins with a sheet if its title is at most this far from the top, in points. */
const top = 110

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The sheets as data for the template: `turned`, the `run` and `page` that the header names, and the `marks`, whose
 * `of` is the title or heading.
 */
export const frameOf = (
  runs: ReadonlyArray<ReadonlyArray<Fields>>,
  sheets: ReadonlyArray<FrameSheet>
): ReadonlyArray<Fields> => {
  const titles = new Map<string, { readonly run: number; readonly page: number }>()
  const marked = new Map<string, Fields>()
  for (const [run, pages] of runs.entries()) {
    for (const [page, { children, ...title }] of pages.entries()) {
      titles.set(String(title.place), { run, page })
      marked.set(String(title.place), title)
      for (const heading of Array.isArray(children) ? children.filter(isFields) : []) {
        if (!marked.has(String(heading.place))) marked.set(String(heading.place), heading)
      }
    }
  }
  const order = new Map([...marked.keys()].map((place, index) => [place, index]))
  const orderOf = ({ place }: Spot): number => order.get(place) ?? 0
  let current = { run: 0, page: 0 }
  return sheets.map(({ isTurned, spots }) => {
    const inOrder = spots.toSorted((left, right) => orderOf(left) - orderOf(right))
    const titled = inOrder.flatMap(({ place, y }) => {
      const title = titles.get(place)
      return title === undefined ? [] : [{ ...title, y }]
    })
    const first = titled[0]
    const shown = first !== undefined && first.y < top ? first : current
    current = titled.at(-1) ?? current
    const marks = inOrder.flatMap(({ place, x, y }) => {
      const of = marked.get(place)
      return of === undefined ? [] : [{ x, y, of }]
    })
    return { turned: isTurned, run: shown.run, page: shown.page, marks }
  })
}

/** The number of the sheet that each title and heading is on. */
export const numbersOf = (sheets: ReadonlyArray<FrameSheet>): ReadonlyMap<string, number> =>
  new Map(sheets.flatMap(({ spots }, index) => spots.map(({ place }) => [place, index + 1] as const)).toReversed())

type Heading = Extract<PdfBlock, { readonly type: "heading" }>

/** The headings in some blocks, including nested ones. */
export const headingsIn = (blocks: PdfBlocks): ReadonlyArray<Heading> =>
  blocks.flatMap((block) => (block.type === "heading" ? [block] : headingsIn(inside(block))))

/** A document reduced to its page titles and headings. */
export const headingsOnly = (document: PdfDocument): PdfDocument => ({
  ...document,
  pages: document.pages.map((page) => ({ ...page, children: headingsIn(page.children) })),
  files: []
})

const textOf = (inlines: PdfInlines): string =>
  inlines.map((each) => ("text" in each ? each.text : "children" in each ? textOf(each.children) : "")).join("")

/** The titles and headings of a document, by their places. */
export const placesOf = ({ pages }: PdfDocument): ReadonlyMap<string, string> =>
  new Map(
    pages.flatMap(({ children, place, title }) => [
      [place, title] as const,
      ...headingsIn(children).map((heading) => [heading.place, textOf(heading.children)] as const)
    ])
  )
