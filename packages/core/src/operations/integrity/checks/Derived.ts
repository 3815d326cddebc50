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
import type { LinkIndexService } from "../../../content/links/LinkIndex.js"
import type { BacklinkRecord, LinkCountsRecord, LinkRecord, PageLinksRecord } from "../../../content/links/LinkRows.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../../../content/links/LinkTables.js"
import { holderOf } from "../../../content/links/PageLinks.js"
import { count, nothing, targetsOf } from "../../../content/links/StoredLinks.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { turn } from "../../../foundation/scheduling/Turns.js"
import type { SpaceRecord } from "../../../people/places/Space.js"
import type { StorageService } from "../../../storage/rows/Storage.js"
import { documents as searchDocuments } from "../../../text/search-index/PageIndex.js"
import type { SearchDocument, SearchIndexService } from "../../../text/search-index/SearchIndex.js"
import type { Check, Mend, Report } from "../Finding.js"
import { type ReindexingPorts, reindexing } from "../Mending.js"
import { eachRow, parsed } from "../Scanning.js"
import { eachSpace } from "../Spaces.js"

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

const linksOf = Effect.fnUntraced(function* (
  storage: StorageService,
  index: LinkIndexService,
  { id: space }: SpaceRecord,
  mend: Mend,
  report: Report
) {
  const where = `space ${space}`
  const counts = nothing()
  let rows = 0
  let pairs = 0
  let examined = 0
  const read = yield* storage.get(LinkCountsTable, [space])
  const checkOne = Effect.fnUntraced(function* (version: ItemVersion) {
    const holder = holderOf(version.value)
    if (holder === undefined) return
    const row = yield* storage.get(PageLinksTable, [space, holder.id])
    const stored = row === undefined ? [] : (parsed<PageLinksRecord>(PageLinksTable, row.json)?.links ?? [])
    if (row !== undefined) rows++
    const at = `${where} ${holder.kind} ${holder.id}`
    if (read !== undefined) {
      const derived = yield* Effect.catchTag(index.derive({ line: space }, space, holder), "Conflict", (conflict) =>
        Effect.sync(() => report(at, `its links cannot be compared with its text: ${conflict.message}`))
      )
      if (derived !== undefined && !same(stored, derived))
        report(at, "its stored links are not those of its text", mend)
    }
    count(counts, stored, 1)
    for (const [target, links] of targetsOf(holder.id, stored)) {
      pairs++
      const backlink = yield* storage.get(BacklinksTable, [space, target, holder.id])
      const counted = backlink && parsed<BacklinkRecord>(BacklinksTable, backlink.json)?.links
      if (counted === links) continue
      report(at, `${links} of its links lead to ${target}, but backlinks say ${counted ?? 0}`, mend)
    }
    if (++examined % textsInATurn === 0) yield* turn
  })
  yield* eachRow<ItemVersion>(storage, Items, { index: "alive", prefix: [space, open] }, ({ value }) => {
    const version = value
    return version?.value === undefined ? undefined : checkOne(version)
  })
  const surplus = (yield* storage.count(PageLinksTable, { prefix: [space] })) - rows
  if (surplus > 0) report(where, `it has stored links of ${surplus} pages that do not exist`, mend)
  const unfounded = (yield* storage.count(BacklinksTable, { prefix: [space] })) - pairs
  if (unfounded > 0) report(where, `it has ${unfounded} backlinks that no page's links account for`, mend)
  const stored = read && parsed<LinkCountsRecord>(LinkCountsTable, read.json)?.counts
  if (read === undefined ? rows > 0 : JSON.stringify(stored) !== JSON.stringify(counts)) {
    report(where, `its count of links is ${JSON.stringify(stored)}, but it has ${JSON.stringify(counts)}`, mend)
  }
})

const place = ({ page, section }: Pick<SearchDocument, "page" | "section">): string => `page ${page} section ${section}`

const textual = ({ anchor, body, heading, organization, path, text, title }: SearchDocument): string =>
  JSON.stringify([organization, path, anchor, heading, text, title, body])

/** The number of entries of the search index that are read together. */
const pagesAtOnce = 100

const sectionsOf = Effect.fnUntraced(function* (
  { documents, search, storage }: Ports,
  { deletedAt, id: space, organization }: SpaceRecord,
  mend: Mend,
  report: Report
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
    if (!isDeleted && isSearchable(page) && !indexed.has(page.id)) {
      report(`${where} page ${page.id}`, "search does not have it", mend)
    }
    return undefined
  })
})

interface Ports extends ReindexingPorts {
  readonly documents: DocumentRepositoryService
  readonly search: SearchIndexService
  readonly pending: PendingIndexService
}

/**
 * One unit for each space whose search and links are up to date. While a large write is still queued, they may differ
 * from the texts.
 */
const eachSettled = (
  ports: Ports,
  run: (space: SpaceRecord, mend: Mend, report: Report) => Effect.Effect<void, Unavailable>
) =>
  eachSpace(ports.storage, (space, report) =>
    Effect.flatMap(ports.pending.last(space.id), (last) =>
      last === undefined ? run(space, reindexing(ports, space.id), report) : Effect.void
    )
  )

/** The check of stored links, backlinks and their counts. */
export const derivedLinks = (ports: Ports): Check => ({
  name: "links",
  units: eachSettled(ports, (space, mend, report) => linksOf(ports.storage, ports.links, space, mend, report))
})

/** The check of the search index. */
export const derivedSearch = (ports: Ports): Check => ({
  name: "search",
  units: eachSettled(ports, (space, mend, report) => sectionsOf(ports, space, mend, report))
})
