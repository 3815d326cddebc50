/**
 * The slow parts of reading sources, as tasks for the worker pool. Libraries are loaded on first use.
 * @since 0.1.0
 */
import type { Task } from "@lectern/core/workers/Workers"
import type { AsciiDocPage, AsciiDocText } from "./asciidoc/AsciiDocPage.js"
import type { StoragePage, StorageReading } from "./confluence/StoragePage.js"
import type { DocxPage } from "./docx/DocxPage.js"
import type { Book } from "./epub/Book.js"
import type { Known } from "./html/Common.js"
import type { MeasuredPage } from "./html/HtmlPage.js"
import type { PageText } from "./markdown/MarkdownText.js"
import type { SitePage } from "./website/SitePage.js"

/** How much longer HTML takes to convert than markdown of the same length. */
const htmlWeight = 4

/** An HTML page in bytes, with the content type that its server sent, if any. */
export interface HtmlBytes {
  readonly bytes: Uint8Array
  readonly contentType?: string | undefined
  readonly address: string
}

const htmlSize = ({ bytes }: Pick<HtmlBytes, "bytes">): number => bytes.length * htmlWeight

/** Converts an HTML page; `document` says that it comes from Google Docs. */
export const htmlTask: Task<HtmlBytes & { readonly document?: boolean }, MeasuredPage> = {
  name: "html/page",
  size: htmlSize,
  run: async ({ address, bytes, contentType, document = false }) => {
    const { decodeHtml, parseHtml } = await import("./html/Parse.js")
    const { measureHtml, measureTree } = await import("./html/HtmlPage.js")
    const html = decodeHtml(bytes, contentType)
    if (!document) return measureHtml(html, address)
    const { plainDocument } = await import("./google-docs/Styles.js")
    return measureTree(plainDocument(parseHtml(html)), address)
  }
}

/** Converts a crawled page, in the scope of a URL; `headers` are the response headers. */
export const siteTask: Task<
  HtmlBytes & {
    readonly headers: Readonly<Record<string, string>>
    readonly scope: string
    readonly first: boolean
  },
  SitePage
> = {
  name: "website/page",
  size: htmlSize,
  run: async ({ address, bytes, first, headers, scope }) => {
    const { readSitePage } = await import("./website/SitePage.js")
    const { scopeOf } = await import("./website/Addresses.js")
    return readSitePage(bytes, headers, address, scopeOf(scope), first)
  }
}

/**
 * Converts a page that the crawler kept. `queries` are the keys of pages with a query string; `known` holds the facts
 * about the page from its site.
 */
export const keptTask: Task<
  HtmlBytes & { readonly scope: string; readonly queries: ReadonlyArray<string>; readonly known: Known },
  MeasuredPage
> = {
  name: "website/kept",
  size: htmlSize,
  run: async ({ address, bytes, contentType, known, queries, scope }) => {
    const { decodeHtml } = await import("./html/Parse.js")
    const { measureHtml } = await import("./html/HtmlPage.js")
    const { renaming, scopeOf } = await import("./website/Addresses.js")
    return measureHtml(decodeHtml(bytes, contentType), address, renaming(scopeOf(scope), new Set(queries)), known)
  }
}

/** Converts an HTML page of an archive. */
export const htmlTextTask: Task<{ readonly bytes: Uint8Array; readonly path: string }, PageText> = {
  name: "html/text",
  size: htmlSize,
  run: async ({ bytes, path }) => (await import("./archive/HtmlText.js")).readHtmlText(bytes, path)
}

/** Converts a markdown text of a documentation generator. */
export const markdownTask: Task<{ readonly text: string; readonly components: boolean }, PageText> = {
  name: "markdown/text",
  size: ({ text }) => text.length,
  run: async ({ components, text }) => (await import("./markdown/MarkdownText.js")).readMarkdown(text, components)
}

/** Converts a Word document, or describes the problem with it. */
export const docxTask: Task<Uint8Array, DocxPage | { readonly problem: string }> = {
  name: "docx/page",
  size: ({ length }) => length * htmlWeight,
  run: async (bytes) => (await import("./docx/DocxPage.js")).readDocx(bytes)
}

/** Converts an OpenDocument text, or describes the problem with it. */
export const odtTask: Task<Uint8Array, DocxPage | { readonly problem: string }> = {
  name: "odt/page",
  size: ({ length }) => length * htmlWeight,
  run: async (bytes) => (await import("./odt/OdtPage.js")).readOdt(bytes)
}

/** Reads the metadata of an EPUB, or describes the problem with it. */
export const epubBookTask: Task<Uint8Array, Book | { readonly problem: string }> = {
  name: "epub/book",
  size: ({ length }) => length,
  run: async (bytes) => (await import("./epub/Book.js")).readBook(bytes)
}

/** Converts a document of an EPUB. */
export const epubPageTask: Task<{ readonly bytes: Uint8Array; readonly path: string }, PageText> = {
  name: "epub/page",
  size: htmlSize,
  run: async ({ bytes, path }) => (await import("./epub/EpubPage.js")).readEpubPage(bytes, path)
}

/** Converts an AsciiDoc text. */
export const asciiDocTask: Task<AsciiDocText, AsciiDocPage> = {
  name: "asciidoc/page",
  size: ({ files, text }) =>
    [...files.values()].reduce((sum, each) => sum + (each?.length ?? 0), text.length) * htmlWeight,
  run: async (input) => (await import("./asciidoc/AsciiDocPage.js")).readAsciiDoc(input)
}

/** Converts a page in Confluence's storage format. */
export const storageTask: Task<StoragePage, StorageReading> = {
  name: "confluence/page",
  size: ({ storage }) => storage.length * htmlWeight,
  run: async (page) => (await import("./confluence/StoragePage.js")).readStorage(page)
}

/** Converts a markdown page from Notion; `row` says that it belongs to a database. */
export const notionTask: Task<{ readonly text: string; readonly row: boolean }, PageText> = {
  name: "notion/page",
  size: ({ text }) => text.length,
  run: async ({ row, text }) => (await import("./notion/NotionText.js")).notionMarkdown(text, row)
}

/** Converts a Notion database to a table; `pages` maps the titles of its rows to the destinations of their pages. */
export const notionTableTask: Task<{ readonly text: string; readonly pages: ReadonlyMap<string, string> }, PageText> = {
  name: "notion/table",
  size: ({ text }) => text.length,
  run: async ({ pages, text }) => {
    const { notionTable } = await import("./notion/NotionText.js")
    return notionTable(text, (title) => pages.get(title) ?? pages.get(title.replaceAll(/[\\/:*?"<>|]/g, " ").trim()))
  }
}

/** All tasks. */
export const tasks: ReadonlyArray<Task<never, unknown>> = [
  htmlTask,
  siteTask,
  keptTask,
  htmlTextTask,
  markdownTask,
  docxTask,
  odtTask,
  epubBookTask,
  epubPageTask,
  asciiDocTask,
  storageTask,
  notionTask,
  notionTableTask
]
