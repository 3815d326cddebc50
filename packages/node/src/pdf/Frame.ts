/**
 * The frame of a document that is set in parts: its cover and contents, and one empty sheet for each that the parts have,
 * with head, foot and marks where the parts have titles and headings. So bookmarks, destinations, labels of sheets and
 * their numbers come from Typst as in a document that is set at once.
 */
import type { PdfBlock, PdfBlocks, PdfDocument, PdfInlines } from "@lectern/core/pdf/PdfDocument"
import { inside } from "./Contents.js"
import type { Fields } from "./Signs.js"

/** Where something stands: on which sheet, counted from 1, and there in points from its top left corner. */
export interface Spot {
  readonly place: string
  readonly sheet: number
  readonly x: number
  readonly y: number
}

/** A sheet that a part has. */
export interface FrameSheet {
  readonly isTurned: boolean
  /** The titles of pages and the headings on it. */
  readonly spots: ReadonlyArray<Spot>
}

/** How far from the top of a sheet a title may stand for its page to begin with the sheet, in points. */
const top = 110

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The sheets as data: `turned`, the `run` and the `page` of it that the head names, and the `marks` with what stands there
 * in `of`.
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

/** The numbers of the sheets on which titles and headings are. */
export const numbersOf = (sheets: ReadonlyArray<FrameSheet>): ReadonlyMap<string, number> =>
  new Map(sheets.flatMap(({ spots }, index) => spots.map(({ place }) => [place, index + 1] as const)).toReversed())

type Heading = Extract<PdfBlock, { readonly type: "heading" }>

/** The headings in some blocks. */
export const headingsIn = (blocks: PdfBlocks): ReadonlyArray<Heading> =>
  blocks.flatMap((block) => (block.type === "heading" ? [block] : headingsIn(inside(block))))

/** A document without its text: the titles of its pages, and their headings. */
export const headingsOnly = (document: PdfDocument): PdfDocument => ({
  ...document,
  pages: document.pages.map((page) => ({ ...page, children: headingsIn(page.children) })),
  files: []
})

const textOf = (inlines: PdfInlines): string =>
  inlines.map((each) => ("text" in each ? each.text : "children" in each ? textOf(each.children) : "")).join("")

/** The places of a document, with the titles and headings there. */
export const placesOf = ({ pages }: PdfDocument): ReadonlyMap<string, string> =>
  new Map(
    pages.flatMap(({ children, place, title }) => [
      [place, title] as const,
      ...headingsIn(children).map((heading) => [heading.place, textOf(heading.children)] as const)
    ])
  )
