/** Collects the content of a PDF: pages with their texts, and the files in them. */
import * as Effect from "effect/Effect"
import { makeToFile } from "../../content/files/FileAnswer.js"
import { DocumentRepository } from "../../content/items/DocumentRepository.js"
import type { FileItem, PageItem } from "../../content/items/Item.js"
import { ItemRepository } from "../../content/items/ItemRepository.js"
import type { View } from "../../content/items/View.js"
import { ComputedPages } from "../../content/openapi-registry/ComputedPages.js"
import { PageId } from "../../content/pages/Page.js"
import { evaluatedText } from "../../content/reading/EvaluatedText.js"
import { childrenOf } from "../../content/reading/PageTree.js"
import { type Opened, shownItem } from "../../content/reading/ShownContent.js"
import { Conflict, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { PublicUrls, pageAppUrl } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import type { PdfDocument, PdfFile } from "../../text/blocks/BlockDocument.js"
import type { DocumentReference } from "../../text/markdown/DocumentReference.js"
import { makeEmbeddedSpecs } from "./EmbeddedSpecs.js"
import type { Making, SourcePage } from "./PdfPages.js"
import { pagesTask, type ReferredFile } from "./PdfTask.js"

/** The part of some content that is shown. */
export interface Selection extends Opened {
  readonly page?: PageId
  readonly only: boolean
  /** Whether the changes of the view's change request are marked. */
  readonly changes: boolean
}

/** The parts of a document that come from the content. */
export type PdfContent = Pick<PdfDocument, "pages" | "removed" | "files">

/** The maximum number of characters of text in a document: a few thousand pages. */
const textLimit = 16_000_000

const tooLong = new Conflict({
  message: `the content is too large for one PDF: its text has more than ${textLimit / 1_000_000} million characters; use \`page\` to make PDFs of parts of it`
})

/** The maximum size in bytes of the specifications that one document may show parts of. */
const specsLimit = 40 * 1024 * 1024

interface Placed {
  readonly page: PageItem
  readonly depth: number
}

/** Pages in reading order, each before its descendants. */
const inOrder = (pages: ReadonlyArray<PageItem>): ReadonlyArray<Placed> => {
  const children = childrenOf(pages)
  const walk = (parent: string, depth: number): ReadonlyArray<Placed> =>
    (children.get(parent) ?? []).flatMap((page) => [{ page, depth }, ...walk(page.id, depth + 1)])
  return walk("", 0)
}

const targetReference = ({ target }: PageItem): DocumentReference | undefined => {
  if (target === undefined) return undefined
  if (target.kind === "url") return { kind: "url", url: target.url }
  return target.kind === "page" ? { kind: "page", page: target.page } : { kind: "file", file: target.file }
}

/** Collects the {@link PdfContent} of a selection; takes time proportional to the selection. */
export const makePdfContent = Effect.gen(function* () {
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const blobs = yield* BlobStore
  const workers = yield* Workers
  const computedPages = yield* ComputedPages
  const embeddedSpecs = yield* makeEmbeddedSpecs
  const { base } = yield* PublicUrls
  const toFile = yield* makeToFile

  const pageIn = (view: View, id: string) =>
    Effect.map(items.find(view, id), (found) => (found?.value.value.kind === "page" ? found.value.value : undefined))

  const selected = Effect.fnUntraced(function* ({ hidden, only, page, view }: Selection) {
    const isShown = ({ id }: PageItem) => hidden?.hides(id) !== true
    if (page === undefined) return inOrder((yield* items.all(view, "page")).map(({ value }) => value).filter(isShown))
    const first = yield* pageIn(view, page)
    if (first === undefined) return yield* notFound("page")
    if (only) return [{ page: first, depth: 0 }]
    const { all } = yield* items.children(view)
    const walk = (parent: PageItem, depth: number): Effect.Effect<ReadonlyArray<Placed>, Unavailable> =>
      Effect.gen(function* () {
        const below: Array<Placed> = []
        for (const { value } of yield* all(parent.id)) {
          if (isShown(value.value)) below.push(...(yield* walk(value.value, depth + 1)))
        }
        return [{ page: parent, depth }, ...below]
      })
    return yield* walk(first, 0)
  })

  /** The base of a change request, and the pages whose text may differ there. */
  const comparison = Effect.fnUntraced(function* ({ changes, view }: Selection) {
    if (!changes || view.base === undefined) return undefined
    const before: View = view.base
    const changed = yield* items.changedBetween(before, view)
    let everywhere = false
    const removed: Array<string> = []
    for (const id of changed) {
      const [old, young] = [yield* items.find(before, id), yield* items.find(view, id)]
      const value = (old ?? young)?.value.value
      if (value?.kind === "reusable-content" || value?.kind === "variables") everywhere = true
      if (value?.kind === "page" && young === undefined) removed.push(value.title)
    }
    return { before, removed, differs: (id: string) => everywhere || changed.has(id) }
  })

  const source = Effect.fnUntraced(function* (
    { hidden, space, view }: Selection,
    { depth, page }: Placed,
    compared: Effect.Effect.Success<ReturnType<typeof comparison>>
  ) {
    const read = (at: View, item: PageItem) =>
      item.type === "document"
        ? evaluatedText({ items, documents, workers, space: space.id, view: at, hidden }, item)
        : Effect.succeed("")
    const written = yield* read(view, page)
    const text = hidden === undefined ? written : hidden.visible(written).markdown
    const old = compared?.differs(page.id) === true ? yield* pageIn(compared.before, page.id) : undefined
    const before = compared === undefined || old === undefined ? undefined : yield* read(compared.before, old)
    const isNew = compared?.differs(page.id) === true && old === undefined
    const isEdited = before !== undefined && (before !== text || old?.title !== page.title)
    const link = page.type === "link" ? targetReference(page) : undefined
    const found: SourcePage = {
      id: page.id,
      title: page.title,
      ...(page.label !== undefined && { label: page.label }),
      depth,
      type: page.type === "computed" ? "document" : page.type,
      text,
      ...(page.dialect !== undefined && { dialect: page.dialect }),
      ...(page.emoji !== undefined && { emoji: page.emoji }),
      ...(page.description !== undefined && { description: page.description }),
      ...(isEdited && { before, change: "edited" as const }),
      ...(isNew && { before: "", change: "added" as const }),
      ...(link !== undefined && { link })
    }
    return found
  })

  /** A page and, if it is computed, the pages below it. */
  const withComputed = Effect.fnUntraced(function* (
    selection: Selection,
    { computed, id }: PageItem,
    found: SourcePage
  ) {
    if (computed === undefined) return [found]
    const shown = (markdown: string) => selection.hidden?.visible(markdown).markdown ?? markdown
    const { introduction, pages } = yield* computedPages.evaluate(selection, computed)
    const below = pages.map(
      ({ markdown, slug, title }): SourcePage => ({
        id: PageId.make(`${id}.${slug}`),
        title,
        depth: found.depth + 1,
        type: "document",
        text: shown(markdown)
      })
    )
    return [{ ...found, text: shown(introduction) }, ...below]
  })

  /** Looks up the targets that texts refer to by id, except for known ones. */
  const lookUp = Effect.fnUntraced(function* (
    selection: Selection,
    sources: ReadonlyArray<SourcePage>,
    placed: ReadonlyArray<Placed>
  ) {
    const { space } = selection
    const addressOf = ({ path }: PageItem) => pageAppUrl(base, space.id, path)
    const pages = new Map<string, string>(placed.map(({ page }) => [page.id, addressOf(page)]))
    const files = new Map<string, ReferredFile & { readonly item: FileItem }>()
    const look = Effect.fnUntraced(function* (id: string) {
      if (pages.has(id) || files.has(id)) return
      const found = yield* shownItem(items, selection, id)
      if (found?.value.kind === "page") pages.set(id, addressOf(found.value))
      if (found?.value.kind !== "file") return
      const { line, value: item } = found
      const { downloadURL: url } = yield* toFile(space, { line, value: item }, false)
      files.set(id, { url, size: item.size, isImage: item.contentType.startsWith("image/"), item })
    })
    for (const { link, text } of sources) {
      for (const [, id] of text.matchAll(/\/(?:pages|files)\/([\w-]+)/g)) {
        if (id === undefined) continue
        yield* giveWay
        yield* look(id)
      }
      if (link?.kind === "page") yield* look(link.page)
      if (link?.kind === "file") yield* look(link.file)
    }
    return { pages, files }
  })

  return Effect.fnUntraced(function* (selection: Selection, making: Making) {
    const placed = yield* selected(selection)
    const compared = yield* comparison(selection)
    const sources: Array<SourcePage> = []
    let left = textLimit
    for (const one of placed) {
      const found = yield* withComputed(selection, one.page, yield* source(selection, one, compared))
      for (const { text } of found) left -= text.length
      if (left < 0) return yield* tooLong
      for (const one of found) sources.push(one)
    }
    const texts = sources.map(({ text }) => text)
    const referred = yield* lookUp(selection, sources, placed)
    const specs = yield* embeddedSpecs(selection, texts, specsLimit)
    const { pages, shown } = yield* workers.run(pagesTask, { ...making, sources, ...referred, specs })
    const files: Array<PdfFile> = []
    for (const id of shown) {
      const item = referred.files.get(id)?.item
      const bytes = item === undefined ? undefined : yield* blobs.get(item.hash)
      if (item !== undefined && bytes !== undefined) files.push({ id, contentType: item.contentType, bytes })
    }
    const content: PdfContent = { pages, removed: selection.page === undefined ? (compared?.removed ?? []) : [], files }
    return content
  })
})
