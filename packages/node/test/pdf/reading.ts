/** Documents from markdown, and PDFs read back. */
import type { PageId } from "@lectern/core/content/Page"
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { type Making, type SourcePage, type Surroundings, toPages } from "@lectern/core/publishing/pdf/PdfPages"
import { getDocumentProxy } from "unpdf"

/** A page of a document; its id is its title in lower case. */
export const page = (title: string, text: string, more: Partial<SourcePage> = {}): SourcePage => ({
  id: title.toLowerCase() as PageId,
  title,
  depth: 0,
  type: "document",
  text,
  ...more
})

/** A document of some pages; links to files are pictures of it. */
export const documentOf = (
  pages: ReadonlyArray<SourcePage>,
  more: Partial<PdfDocument> = {},
  making: Making & Pick<Surroundings, "spec"> = {}
): PdfDocument => ({
  title: "Handbook",
  author: "Acme",
  revision: "r1",
  language: "en",
  contentsDepth: 2,
  date: "2026-03-04T10:00:00.000Z",
  pages: toPages(
    pages,
    {
      ...making,
      outside: (reference) => (reference.kind === "url" ? { kind: "url", url: reference.url } : undefined),
      picture: (reference) =>
        reference.kind === "file" ? { file: reference.file } : reference.kind === "url" ? { url: reference.url } : {}
    },
    making
  ),
  removed: [],
  files: [],
  ...more
})

/** A bookmark of a PDF. */
export interface Bookmark {
  readonly title: string
  readonly items: ReadonlyArray<Bookmark>
}

const bookmarks = (found: ReadonlyArray<Bookmark>): ReadonlyArray<Bookmark> =>
  found.map(({ items, title }) => ({ title, items: bookmarks(items) }))

/** The elements of the structure of a PDF, sheet by sheet. */
const elementsIn = async (pdf: Uint8Array): Promise<ReadonlyArray<object>> => {
  const proxy = await getDocumentProxy(new Uint8Array(pdf))
  const found: Array<object> = []
  const walk = (node: object): void => {
    found.push(node)
    if ("children" in node && Array.isArray(node.children)) for (const child of node.children) walk(child)
  }
  for (let number = 1; number <= proxy.numPages; number++) {
    const structure = await (await proxy.getPage(number)).getStructTree()
    if (structure !== null) walk(structure)
  }
  return found
}

/** The descriptions of the pictures of a PDF, sheet by sheet. */
export const descriptionsIn = async (pdf: Uint8Array): Promise<ReadonlyArray<string>> =>
  (await elementsIn(pdf)).flatMap((each) => ("alt" in each && typeof each.alt === "string" ? [each.alt] : []))

/** The kinds of elements in the structure of a PDF. */
export const rolesIn = async (pdf: Uint8Array): Promise<ReadonlyArray<string>> => [
  ...new Set(
    (await elementsIn(pdf)).flatMap((each) => ("role" in each && typeof each.role === "string" ? [each.role] : []))
  )
]

/**
 * The content of a PDF: the text of each of its sheets, its bookmarks, and the targets of its links: addresses and
 * sheets.
 */
export const read = async (pdf: Uint8Array) => {
  const proxy = await getDocumentProxy(new Uint8Array(pdf))
  const sheets: Array<string> = []
  const addresses: Array<string> = []
  const jumps: Array<number> = []
  for (let number = 1; number <= proxy.numPages; number++) {
    const sheet = await proxy.getPage(number)
    const { items } = await sheet.getTextContent()
    sheets.push(
      items
        .map((item) => ("str" in item ? item.str + (item.hasEOL ? " " : "") : ""))
        .join("")
        .replaceAll("\u200b", "")
    )
    for (const { dest, url } of await sheet.getAnnotations()) {
      if (typeof url === "string") addresses.push(url)
      const place = typeof dest === "string" ? await proxy.getDestination(dest) : dest
      if (Array.isArray(place)) jumps.push((await proxy.getPageIndex(place[0])) + 1)
    }
  }
  const { info } = await proxy.getMetadata()
  return {
    sheets,
    text: sheets.join("\n"),
    addresses,
    jumps,
    bookmarks: bookmarks((await proxy.getOutline()) ?? []),
    info: info as Readonly<Record<string, unknown>>
  }
}
