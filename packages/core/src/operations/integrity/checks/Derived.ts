/**
 * Checks the data derived from texts, which must equal the result of reading them again: links, backlinks and the
 * search index.
 */
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import type { PendingIndexService } from "../../../content/indexing/PendingIndex.js"
import { isSearchable } from "../../../content/indexing/Searchable.js"
import type { DocumentRepositoryService } from "../../../content/items/DocumentRepository.js"
import { type ItemVersion, open } from "../../../content/items/Item.js"
import { Items } from "../../../content/items/ItemTables.js"
import type { BacklinkRecord, LinkCountsRecord, LinkRecord, PageLinksRecord } from "../../../content/links/LinkRows.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../../../content/links/LinkTables.js"
import { holderOf } from "../../../content/links/PageLinks.js"
import { count, nothing, targetsOf } from "../../../content/links/StoredLinks.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { turn } from "../../../foundation/scheduling/Turns.js"
import type { SpaceRecord } from "../../../people/places/Space.js"
import { documents as searchDocuments } from "../../../text/search-index/PageIndex.js"
import type { SearchDocument, SearchIndexService } from "../../../text/search-index/SearchIndex.js"
import type { Check, Mend, Report } from "../Finding.js"
import { type ReindexingPorts, reindexing } from "../Mending.js"
import { eachRow, parsed } from "../Scanning.js"
import { eachSpace } from "../Spaces.js"

interface Ports extends ReindexingPorts {
  readonly documents: DocumentRepositoryService
  readonly search: SearchIndexService
  readonly pending: PendingIndexService
}

/** Checks a space, some of whose items are queued. */
type CheckOfSpace = (
  ports: Ports,
  space: SpaceRecord,
  queued: ReadonlySet<string>,
  mend: Mend,
  report: Report
) => Effect.Effect<void, Unavailable>

/** The number of texts that are read before yielding to other work of the process. */
const textsInATurn = 16

/**
 * A link as it must be stored. Whether a URL belongs to this server depends on the public base URL, which may have
 * changed since.
 */
const comparable = ({ included, section, status, written }: LinkRecord): string =>
  JSON.stringify([written, status === "in-app" ? undefined : status, included, section])

const same = (a: ReadonlyArray<LinkRecord>, b: ReadonlyArray<LinkRecord>): boolean =>
  a.length === b.length && a.every((link, index) => comparable(link) === comparable(b[index] ?? link))

const linksOf: CheckOfSpace = Effect.fnUntraced(function* (
  { links: index, storage },
  { id: space },
  queued,
  mend,
  report
) {
  const where = `space ${space}`
  const counts = nothing()
  const seen = new Set<string>()
  let rows = 0
  let pairs = 0
  /** The stored links of a page, each with its backlink. */
  const storedOf = Effect.fnUntraced(function* (page: string, at: string) {
    const row = yield* storage.get(PageLinksTable, [space, page])
    if (row === undefined) return []
    const stored = parsed<PageLinksRecord>(PageLinksTable, row.json)?.links ?? []
    rows++
    count(counts, stored, 1)
    for (const [target, links] of targetsOf(page, stored)) {
      pairs++
      const backlink = yield* storage.get(BacklinksTable, [space, target, page])
      const counted = backlink && parsed<BacklinkRecord>(BacklinksTable, backlink.json)?.links
      if (counted === links) continue
      report(at, `${links} of its links lead to ${target}, but backlinks say ${counted ?? 0}`, mend)
    }
    return stored
  })
  const checkOne = Effect.fnUntraced(function* (version: ItemVersion) {
    const holder = holderOf(version.value)
    if (holder === undefined) return
    seen.add(holder.id)
    const at = `${where} ${holder.kind} ${holder.id}`
    const stored = yield* storedOf(holder.id, at)
    // Whether a link to a queued item is broken may be known only later.
    const isQueued = queued.has(holder.id) || [...targetsOf(holder.id, stored).keys()].some((to) => queued.has(to))
    const derived = isQueued
      ? stored
      : yield* Effect.catchTag(index.derive({ line: space }, space, holder), "Conflict", (conflict) =>
          Effect.sync(() => report(at, `its links cannot be compared with its text: ${conflict.message}`))
        )
    if (derived !== undefined && !same(stored, derived)) report(at, "its stored links are not those of its text", mend)
    if (seen.size % textsInATurn === 0) yield* turn
  })
  yield* eachRow<ItemVersion>(storage, Items, { index: "alive", prefix: [space, open] }, ({ value }) => {
    const version = value
    return version?.value === undefined ? undefined : checkOne(version)
  })
  for (const id of queued) if (!seen.has(id)) yield* storedOf(id, `${where} item ${id}`)
  const surplus = (yield* storage.count(PageLinksTable, { prefix: [space] })) - rows
  if (surplus > 0) report(where, `it has stored links of ${surplus} pages that do not exist`, mend)
  const unfounded = (yield* storage.count(BacklinksTable, { prefix: [space] })) - pairs
  if (unfounded > 0) report(where, `it has ${unfounded} backlinks that no page's links account for`, mend)
  const read = yield* storage.get(LinkCountsTable, [space])
  const stored = read === undefined ? nothing() : parsed<LinkCountsRecord>(LinkCountsTable, read.json)?.counts
  if (JSON.stringify(stored) !== JSON.stringify(counts)) {
    report(where, `its count of links is ${JSON.stringify(stored)}, but it has ${JSON.stringify(counts)}`, mend)
  }
})

const place = ({ page, section }: Pick<SearchDocument, "page" | "section">): string => `page ${page} section ${section}`

const textual = ({ anchor, body, heading, organization, path, text, title }: SearchDocument): string =>
  JSON.stringify([organization, path, anchor, heading, text, title, body])

/** The number of entries of the search index that are read together. */
const pagesAtOnce = 100

const sectionsOf: CheckOfSpace = Effect.fnUntraced(function* (
  { documents, search, storage },
  { deletedAt, id: space, organization },
  queued,
  mend,
  report
) {
  const where = `space ${space}`
  const isDeleted = deletedAt !== undefined
  /** The expected index entry of a page, if it exists and is searchable. */
  const wanted = (page: string): Effect.Effect<ReadonlyArray<SearchDocument>, Unavailable> =>
    Effect.flatMap(
      storage.scan(Items, { prefix: [space, page], reverse: true, limit: 1 }),
      ([row]): Effect.Effect<ReadonlyArray<SearchDocument>, Unavailable> => {
        const version = row && parsed<ItemVersion>(Items, row.json)
        const value = version?.until === open ? version.value : undefined
        if (isDeleted || !isSearchable(value)) return Effect.succeed([])
        return Effect.map(documents.markdown(space, value.document), (markdown) =>
          searchDocuments({ organization, space, page, path: value.path, title: value.title, markdown })
        )
      }
    )
  const indexed = new Set<string>()
  const compare = Effect.fnUntraced(function* (page: string, found: ReadonlyArray<SearchDocument>) {
    indexed.add(page)
    if (queued.has(page)) return
    const expected = new Map((yield* wanted(page)).map((document) => [document.section, document]))
    for (const document of found) {
      const right = expected.get(document.section)
      expected.delete(document.section)
      if (right === undefined) report(`${where} ${place(document)}`, "search has it, but its text does not", mend)
      else if (textual(right) !== textual(document)) {
        report(`${where} ${place(document)}`, "what search knows of it is not what its text says", mend)
      }
    }
    for (const missing of expected.values()) report(`${where} ${place(missing)}`, "search does not have it", mend)
    if (indexed.size % textsInATurn === 0) yield* turn
  })
  for (let after = ""; ; ) {
    const found = (yield* search.list({ space, page: after }, pagesAtOnce)).filter((each) => each.space === space)
    const pages = Array.groupBy(found, ({ page }) => page)
    for (const [page, sections] of Object.entries(pages)) yield* compare(page, sections)
    const last = found.at(-1)
    if (last === undefined) break
    after = last.page
  }
  yield* eachRow<ItemVersion>(storage, Items, { index: "alive", prefix: [space, open, "page"] }, ({ value }) => {
    const page = value?.value
    if (!isDeleted && isSearchable(page) && !indexed.has(page.id) && !queued.has(page.id)) {
      report(`${where} page ${page.id}`, "search does not have it", mend)
    }
    return undefined
  })
})

/** The ids of the queued items of a space; `undefined` if its removal from search is queued. */
const queuedIn = Effect.fnUntraced(function* (pending: PendingIndexService, space: string) {
  const ids = new Set<string>()
  for (const { value } of yield* pending.first(space, Number.MAX_SAFE_INTEGER)) {
    if (value.items === undefined) return undefined
    for (const { id } of value.items) ids.add(id)
  }
  return ids
})

/** One unit for each space, without what its queued items account for: these may differ from their texts. */
const inEachSpace = (ports: Ports, run: CheckOfSpace) =>
  eachSpace(ports.storage, (space, report) =>
    Effect.flatMap(queuedIn(ports.pending, space.id), (queued) =>
      queued === undefined ? Effect.void : run(ports, space, queued, reindexing(ports, space.id), report)
    )
  )

/** The check of stored links, backlinks and their counts. */
export const derivedLinks = (ports: Ports): Check => ({ name: "links", units: inEachSpace(ports, linksOf) })

/** The check of the search index. */
export const derivedSearch = (ports: Ports): Check => ({ name: "search", units: inEachSpace(ports, sectionsOf) })
