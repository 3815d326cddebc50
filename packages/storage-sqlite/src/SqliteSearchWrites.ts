/**
 * Writing the search index. A space has a number, a page in it another one, 64 pages are a block, and 64 blocks a part;
 * every table is ordered by these numbers, so that a search only scans the searched spaces. Which blocks of a part have
 * a token is kept as a bit set, so that a rare word is not looked for in every block.
 *
 * The id of a page is the number of its space times 2^24, plus its number within the space. A deleted page leaves its
 * row, without a page, to the next new one.
 */
import { giveWay } from "@lectern/core/internal/foundation/scheduling/Turns"
import { noEntries } from "@lectern/core/internal/text/search-index/EntryChanges"
import { entriesInTurns, pagesOfBlock } from "@lectern/core/internal/text/search-index/Postings"
import type { IndexedPageDocuments, SearchDocument, SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import type { SqlDriver, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Effect from "effect/Effect"
import { Additions } from "./SearchAdditions.js"
import { blockOf, blocksOfPart, pagesOfSpace, partOf, partsOfSpace } from "./SearchNumbers.js"
import { makePostingWrites } from "./SqlitePostingWrites.js"

const upsertSection = `
  insert into {search_sections} (page, section, anchor, heading, text, title, body) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (page, section) do update set
    anchor = excluded.anchor, heading = excluded.heading, text = excluded.text, title = excluded.title,
    body = excluded.body`

type Stored = Omit<SearchDocument, "organization" | "space" | "page" | "path">

const storedOf = (row: SqlRow): Stored => ({
  section: row[0] as number,
  anchor: row[1] as string,
  heading: row[2] as string,
  text: row[3] as string,
  title: row[4] as string,
  body: row[5] as string
})

interface KnownPage {
  readonly id: number
  readonly path: string
  readonly title: string
}

const same = (a: Stored, b: Stored): boolean =>
  a.anchor === b.anchor && a.heading === b.heading && a.text === b.text && a.title === b.title && a.body === b.body

type Replace = SearchIndexService["replacePages"]

/** Writes to the index in the database behind `driver`. */
export const makeSearchWrites = (driver: SqlDriver): Pick<SearchIndexService, "replacePages" | "removeSpace"> => {
  const findSpace = driver.first("select id, organization from {search_spaces} where space = ?", (row) => ({
    id: row[0] as number,
    organization: row[1] as string
  }))
  const insertSpace = driver.returning(
    "insert into {search_spaces} (organization, space) values (?, ?) returning id",
    (row) => row[0] as number
  )
  const moveSpace = driver.write("update {search_spaces} set organization = ? where id = ?")
  const findPage = driver.first(
    "select id, path, title from {search_pages} where space = ? and page = ?",
    (row): KnownPage => ({ id: row[0] as number, path: row[1] as string, title: row[2] as string })
  )
  const freePage = driver.first(
    "select min(id) from {search_pages} where page is null and id between ? and ?",
    (row) => row[0] as number | null
  )
  const lastPage = driver.first(
    "select max(id) from {search_pages} where id between ? and ?",
    (row) => row[0] as number | null
  )
  const putPage = driver.write(`
    insert into {search_pages} (id, space, page, path, title) values (?, ?, ?, ?, ?)
    on conflict (id) do update set page = excluded.page, path = excluded.path, title = excluded.title`)
  const leavePage = driver.write("update {search_pages} set page = null, path = '', title = '' where id = ?")
  const readSections = driver.all(
    "select section, anchor, heading, text, title, body from {search_sections} where page = ? order by section",
    storedOf
  )
  const putSection = driver.write(upsertSection)
  const removeSections = driver.write(
    "delete from {search_sections} where page = ? and section in (select value from json_each(?))"
  )
  const removeBlock = driver.write("delete from {search_postings} where block = ?")
  const removeTokens = driver.write("delete from {search_blocks} where part between ? and ?")
  const removeSectionsOf = driver.write("delete from {search_sections} where page between ? and ?")
  const removePages = driver.write("delete from {search_pages} where id between ? and ?")
  const removeAllWords = driver.write("delete from {search_words} where space = ?")
  const { index, writeAdditions } = makePostingWrites(driver)
  const removeNumber = driver.write("delete from {search_spaces} where id = ?")

  const spaceNumber = Effect.fnUntraced(function* (organization: string, space: string) {
    const known = yield* findSpace([space])
    if (known === undefined) return yield* insertSpace([organization, space])
    if (known.organization !== organization) yield* moveSpace([organization, known.id])
    return known.id
  })

  /** Assigns numbers to the new pages of a space, free ones first; newly freed ones are reported to it. */
  const numbering = (space: number) => {
    const [first, last] = [space * pagesOfSpace, (space + 1) * pagesOfSpace - 1]
    let known: number | undefined
    return {
      next: Effect.gen(function* () {
        if (known === undefined) {
          const free = yield* freePage([first, last])
          if (free !== undefined && free !== null) return free
          known = ((yield* lastPage([first, last])) ?? first - 1) + 1
        }
        return known++
      }),
      freed: (): void => {
        known = undefined
      }
    }
  }

  const replacePage = Effect.fnUntraced(function* (
    { number, numbers, space }: { space: string; number: number; numbers: ReturnType<typeof numbering> },
    { documents, entries, page }: IndexedPageDocuments,
    additions: Additions
  ) {
    const [first] = documents
    const known = yield* findPage([number, page])
    if (known === undefined && first === undefined) return
    const stored = known === undefined ? [] : yield* readSections([known.id])
    const before =
      known === undefined
        ? noEntries
        : yield* entriesInTurns(stored.map((each) => ({ organization: "", space, page, path: known.path, ...each })))
    if (first === undefined) {
      if (known === undefined) return
      yield* index(known.id, before, noEntries, additions)
      yield* removeSectionsOf([known.id, known.id])
      yield* leavePage([known.id])
      numbers.freed()
      return
    }
    const id = known?.id ?? (yield* numbers.next)
    const title = documents.find(({ section }) => section === 0)?.heading ?? ""
    if (known?.path !== first.path || known.title !== title) yield* putPage([id, number, page, first.path, title])
    const ordered = documents.toSorted((a, b) => a.section - b.section)
    yield* index(id, before, entries ?? (yield* entriesInTurns(ordered)), additions)
    const kept = new Map(stored.map((each) => [each.section, each]))
    for (const document of ordered) {
      const old = kept.get(document.section)
      kept.delete(document.section)
      if (old !== undefined && same(old, document)) continue
      const { anchor, body, heading, section, text, title } = document
      yield* putSection([id, section, anchor, heading, text, title, body])
      yield* giveWay
    }
    if (kept.size > 0) yield* removeSections([id, JSON.stringify([...kept.keys()])])
  })

  const replacePages = Effect.fnUntraced(function* (space: string, pages: Parameters<Replace>[1]) {
    // Of a page that is given twice, the last state counts.
    const last = new Map(pages.map((page) => [page.page, page]))
    const organization = pages.find(({ documents }) => documents.length > 0)?.documents[0]?.organization
    const number =
      organization === undefined ? (yield* findSpace([space]))?.id : yield* spaceNumber(organization, space)
    if (number === undefined) return
    const additions = new Additions()
    const place = { space, number, numbers: numbering(number) }
    for (const page of last.values()) yield* replacePage(place, page, additions)
    yield* writeAdditions(number, additions)
  })

  /** Removes the last block of a space; returns whether there was one. */
  const removeSome = Effect.fnUntraced(function* (space: string) {
    const number = (yield* findSpace([space]))?.id
    if (number === undefined) return false
    const last = yield* lastPage([number * pagesOfSpace, (number + 1) * pagesOfSpace - 1])
    if (last === undefined || last === null) {
      yield* removeAllWords([number])
      yield* removeTokens([number * partsOfSpace, (number + 1) * partsOfSpace - 1])
      yield* removeNumber([number])
      return false
    }
    const block = blockOf(last)
    yield* removeBlock([block])
    if (block % blocksOfPart === 0) yield* removeTokens([partOf(block), partOf(block)])
    yield* removeSectionsOf([block * pagesOfBlock, last])
    yield* removePages([block * pagesOfBlock, last])
    return true
  })

  return {
    replacePages: (space, pages) => driver.transaction(replacePages(space, pages)),
    removeSpace: Effect.fnUntraced(function* (space) {
      while (yield* driver.transaction(removeSome(space))) yield* giveWay
    })
  }
}
