/**
 * Writing the search index. A space has a number, a page in it another one, and 64 pages are a block; every table is
 * ordered by these numbers, so that a search only scans the searched spaces.
 *
 * The id of a page is the number of its space times 2^24, plus its number within the space. A deleted page leaves its
 * row, without a page, to the next new one.
 */
import { giveWay } from "@lectern/core/internal/scheduling/Turns"
import { compareEntries, noEntries } from "@lectern/core/internal/search-index/EntryChanges"
import { lettersOf } from "@lectern/core/internal/search-index/Letters"
import { entriesInTurns, pagesOfBlock, placeOf } from "@lectern/core/internal/search-index/Postings"
import type {
  IndexedPageDocuments,
  PageEntries,
  SearchDocument,
  SearchIndexService
} from "@lectern/core/search-index/SearchIndex"
import type { SqlDriver, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Effect from "effect/Effect"
import { Additions, listed, mostAtOnce, pieces } from "./SearchAdditions.js"

/** The maximum number of pages in a space. */
export const pagesOfSpace = 2 ** 24

/** The maximum number of blocks in a space. */
export const blocksOfSpace = pagesOfSpace / pagesOfBlock

/** The block that a page is in, by the page's id. */
export const blockOf = (page: number): number => Math.floor(page / pagesOfBlock)

/**
 * Removes outdated entries, given as a JSON object by token. All of them exist, so each row is a conflict; as an
 * update, SQLite would scan all lists of the block.
 */
const takeOutEntries = `
  insert into search_postings (block, token, list)
  select ?, key, value from json_each(?) where true
  on conflict (block, token) do update set list = replace(list, excluded.list, '')`

const removeEmptyLists = `
  delete from search_postings
  where block = ? and list = '' and token in (select value from json_each(?))`

const putEntries = `
  insert into search_postings (block, token, list)
  select ?, key, value from json_each(?) where true
  on conflict (block, token) do update set list = list || excluded.list`

const upsertSection = `
  insert into search_sections (page, section, anchor, heading, text, title, body) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (page, section) do update set
    anchor = excluded.anchor, heading = excluded.heading, text = excluded.text, title = excluded.title,
    body = excluded.body`

/** How many words one statement counts. */
const wordsAtOnce = 16
const countWords = (words: number): string => `
  insert into search_words (space, length, word, letters, pages)
  values ${Array.from({ length: words }, () => "(?, length(?), ?, ?, ?)").join(", ")}
  on conflict (space, length, word) do update set pages = pages + excluded.pages`

const uncountWords = `
  update search_words set pages = pages - 1
  where space = ? and (length, word) in (select length(value), value from json_each(?))`

const removeUncounted = `
  delete from search_words
  where space = ? and pages <= 0 and (length, word) in (select length(value), value from json_each(?))`

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

/** The order of the table, as far as UTF-16 units tell: rows that are written one after another are near each other. */
const inTableOrder = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

type Replace = SearchIndexService["replacePages"]

/** Writes to the index in the database behind `driver`. */
export const makeSearchWrites = (driver: SqlDriver): Pick<SearchIndexService, "replacePages" | "removeSpace"> => {
  const findSpace = driver.first("select id, organization from search_spaces where space = ?", (row) => ({
    id: row[0] as number,
    organization: row[1] as string
  }))
  const insertSpace = driver.returning(
    "insert into search_spaces (organization, space) values (?, ?) returning id",
    (row) => row[0] as number
  )
  const moveSpace = driver.write("update search_spaces set organization = ? where id = ?")
  const findPage = driver.first(
    "select id, path, title from search_pages where space = ? and page = ?",
    (row): KnownPage => ({ id: row[0] as number, path: row[1] as string, title: row[2] as string })
  )
  const freePage = driver.first(
    "select min(id) from search_pages where page is null and id between ? and ?",
    (row) => row[0] as number | null
  )
  const lastPage = driver.first(
    "select max(id) from search_pages where id between ? and ?",
    (row) => row[0] as number | null
  )
  const putPage = driver.write(`
    insert into search_pages (id, space, page, path, title) values (?, ?, ?, ?, ?)
    on conflict (id) do update set page = excluded.page, path = excluded.path, title = excluded.title`)
  const leavePage = driver.write("update search_pages set page = null, path = '', title = '' where id = ?")
  const readSections = driver.all(
    "select section, anchor, heading, text, title, body from search_sections where page = ? order by section",
    storedOf
  )
  const putSection = driver.write(upsertSection)
  const removeSections = driver.write(
    "delete from search_sections where page = ? and section in (select value from json_each(?))"
  )
  const takeOut = driver.write(takeOutEntries)
  const removeEmpty = driver.write(removeEmptyLists)
  const put = driver.write(putEntries)
  const countOne = driver.write(countWords(1))
  const countSome = driver.write(countWords(wordsAtOnce))
  const uncount = driver.write(uncountWords)
  const removeWords = driver.write(removeUncounted)
  const removeBlock = driver.write("delete from search_postings where block = ?")
  const removeSectionsOf = driver.write("delete from search_sections where page between ? and ?")
  const removePages = driver.write("delete from search_pages where id between ? and ?")
  const removeAllWords = driver.write("delete from search_words where space = ?")
  const removeNumber = driver.write("delete from search_spaces where id = ?")

  const spaceNumber = Effect.fnUntraced(function* (organization: string, space: string) {
    const known = yield* findSpace([space])
    if (known === undefined) return yield* insertSpace([organization, space])
    if (known.organization !== organization) yield* moveSpace([organization, known.id])
    return known.id
  })

  /** Assigns numbers to the new pages of a space, free ones first; it is told about newly freed ones. */
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

  /** Removes what a page no longer has, and collects what is new. */
  const index = Effect.fnUntraced(function* (
    page: number,
    before: PageEntries,
    after: PageEntries,
    additions: Additions
  ) {
    const block = blockOf(page)
    const place = placeOf(page)
    const gone = new Map<string, string>()
    const lost: Array<string> = []
    const unused: Array<string> = []
    compareEntries(before, after, {
      entryGone: (token, entry, isReplaced) => {
        gone.set(token, place + entry)
        if (!isReplaced) lost.push(token)
      },
      entryCame: (token, entry) => additions.add(block, token, place + entry),
      wordGone: (word) => unused.push(word),
      wordCame: (word) => additions.count(word)
    })
    for (const some of listed(gone.keys(), (token) => gone.get(token) ?? "")) {
      yield* takeOut([block, some])
      yield* giveWay
    }
    for (const some of pieces(lost, () => 1, mostAtOnce)) {
      yield* removeEmpty([block, JSON.stringify(some)])
    }
    for (const some of pieces(unused, () => 1, mostAtOnce)) {
      const words = JSON.stringify(some)
      const space = Math.floor(page / pagesOfSpace)
      yield* uncount([space, words])
      yield* removeWords([space, words])
    }
  })

  const writeAdditions = Effect.fnUntraced(function* (space: number, { blocks, words }: Additions) {
    for (const [block, lists] of blocks) {
      for (const some of listed(lists.keys(), (token) => lists.get(token)?.list ?? "")) {
        yield* put([block, some])
        yield* giveWay
      }
    }
    const sorted = [...words.keys()].sort(inTableOrder)
    for (let from = 0; from < sorted.length; ) {
      const whole = from + wordsAtOnce <= sorted.length
      const parameters: Array<string | number> = []
      for (const to = whole ? from + wordsAtOnce : from + 1; from < to; from++) {
        const word = sorted[from]!
        parameters.push(space, word, word, lettersOf(word), words.get(word)?.pages ?? 0)
      }
      yield* (whole ? countSome : countOne)(parameters)
      yield* giveWay
    }
  })

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
      yield* removeNumber([number])
      return false
    }
    const block = blockOf(last)
    yield* removeBlock([block])
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
