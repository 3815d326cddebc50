/**
 * Writing the search index. A space has a number, a page in it another one, and 64 pages are a block. The rows that a
 * call changes are read with one statement and written with another, however many pages it replaces. A deleted page
 * leaves its row, without a page, to the next new one.
 */
import type { Unavailable } from "@lectern/core/errors/Errors"
import { noEntries } from "@lectern/core/internal/text/search-index/EntryChanges"
import { entriesInTurns } from "@lectern/core/internal/text/search-index/Postings"
import { lettersOf } from "@lectern/core/internal/text/tokenization/Letters"
import type { IndexedPageDocuments, SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import { compareLocks, spaceLock } from "@lectern/core/storage/Locks"
import type { SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Effect from "effect/Effect"
import type { PostgresDriver } from "./PostgresDriver.js"
import { Numbers, SearchChanges, type StoredSection } from "./SearchChanges.js"
import { readKnown, readNumbers, removeAll, writeChanges } from "./SearchStatements.js"

interface KnownPage {
  readonly number: number
  readonly page: string
  readonly path: string
  readonly title: string
  readonly sections: Array<StoredSection>
}

/** The entry of a space in the index, with the requested pages. */
interface KnownSpace {
  readonly id: number
  readonly organization: string
  readonly pages: ReadonlyMap<string, KnownPage>
}

const sectionOf = (row: SqlRow): StoredSection => ({
  section: row[6] as number,
  anchor: row[7] as string,
  heading: row[8] as string,
  text: row[9] as string,
  title: row[10] as string,
  body: row[11] as string
})

const knownSpace = (rows: ReadonlyArray<SqlRow>): KnownSpace | undefined => {
  const [first] = rows
  if (first === undefined) return undefined
  const pages = new Map<string, KnownPage>()
  for (const row of rows) {
    const page = row[3]
    if (typeof page !== "string") continue
    const known = pages.get(page) ?? {
      number: row[2] as number,
      page,
      path: row[4] as string,
      title: row[5] as string,
      sections: []
    }
    pages.set(page, known)
    if (row[6] !== null) known.sections.push(sectionOf(row))
  }
  return { id: first[0] as number, organization: first[1] as string, pages }
}

/** Writes to the index in the database behind `driver`. */
export const makeSearchWrites = (driver: PostgresDriver): Pick<SearchIndexService, "removeSpace" | "replacePages"> => {
  const lockSpace = driver.all("select 1 from {search_spaces} where space = $1 for update", () => true)
  const addSpace = driver.returning(
    `insert into {search_spaces} as x (organization, space) values ($1, $2)
    on conflict (space) do update set organization = excluded.organization returning id`,
    (row) => row[0] as number
  )
  const known = driver.all(readKnown, (row) => row)
  const numbersOf = driver.all(readNumbers, (row) => ({ number: row[0] as number, isFree: row[1] === "t" }))
  const write = driver.write(writeChanges)
  const remove = driver.write(removeAll)

  /** Keeps others from writing to the index of a space, unless the transaction has locked the space already. */
  const lock = (space: string, organization: string | undefined): Effect.Effect<void, Unavailable> =>
    Effect.withFiberRuntime((fiber) => {
      const held = driver.active(fiber)?.held
      const own = spaceLock(space)
      if (held === undefined || held.some((each) => compareLocks(each, own) === 0 && each.shared !== true))
        return Effect.void
      return organization === undefined
        ? Effect.asVoid(lockSpace([space]))
        : Effect.asVoid(addSpace([organization, space]))
    })

  const writeAll = Effect.fnUntraced(function* (space: number, changes: SearchChanges) {
    const all = [...changes.lists.values()]
    const changed = all.filter(({ gone }) => gone.length > 0)
    const grown = all.filter(({ gone }) => gone.length === 0)
    const words = [...changes.words].filter(([, by]) => by !== 0)
    const pages = [...changes.pages.values()]
    const sections = [...changes.sections.values()]
    const removed = sections.filter(({ section }) => section === undefined)
    const put = sections.flatMap(({ number, section }) => (section === undefined ? [] : [{ number, ...section }]))
    yield* write([
      space,
      changed.map(({ block }) => block),
      changed.map(({ token }) => token),
      changed.map(({ gone }) => gone.join("|")),
      changed.map(({ added }) => added),
      grown.map(({ block }) => block),
      grown.map(({ token }) => token),
      grown.map(({ added }) => added),
      words.map(([word]) => word),
      words.map(([word]) => lettersOf(word)),
      words.map(([, by]) => by),
      pages.map(({ number }) => number),
      pages.map(({ page }) => page),
      pages.map(({ path }) => path),
      pages.map(({ title }) => title),
      removed.map(({ number }) => number),
      removed.map(({ ordinal }) => ordinal),
      put.map(({ number }) => number),
      put.map(({ section }) => section),
      put.map(({ anchor }) => anchor),
      put.map(({ heading }) => heading),
      put.map(({ text }) => text),
      put.map(({ title }) => title),
      put.map(({ body }) => body)
    ])
  })

  const replacePage = Effect.fnUntraced(function* (
    changes: SearchChanges,
    numbers: Numbers,
    space: string,
    { documents, entries, page }: IndexedPageDocuments,
    old: KnownPage | undefined
  ) {
    const [first] = documents
    if (old === undefined && first === undefined) return
    const stored = old?.sections ?? []
    const path = old?.path ?? ""
    const before =
      old === undefined
        ? noEntries
        : yield* entriesInTurns(stored.map((each) => ({ organization: "", space, page, path, ...each })))
    if (first === undefined) {
      if (old === undefined) return
      changes.entries(old.number, before, noEntries)
      changes.replaceSections(old.number, stored, [])
      changes.pages.set(old.number, { number: old.number, page: null, path: "", title: "" })
      numbers.release(old.number)
      return
    }
    const number = old?.number ?? numbers.take()
    const ordered = documents.toSorted((a, b) => a.section - b.section)
    const title = ordered[0]?.section === 0 ? ordered[0].heading : ""
    if (old?.path !== first.path || old.title !== title) {
      changes.pages.set(number, { number, page, path: first.path, title })
    }
    changes.entries(number, before, entries ?? (yield* entriesInTurns(ordered)))
    changes.replaceSections(number, stored, ordered)
  })

  const replacePages = Effect.fnUntraced(function* (space: string, pages: ReadonlyArray<IndexedPageDocuments>) {
    // Of a page that is given twice, the last state counts.
    const last = new Map(pages.map((page) => [page.page, page]))
    const organization = pages.find(({ documents }) => documents.length > 0)?.documents[0]?.organization
    yield* lock(space, organization)
    const found = knownSpace(yield* known([space, [...last.keys()]]))
    if (found === undefined && organization === undefined) return
    const id =
      found === undefined || (organization !== undefined && found.organization !== organization)
        ? yield* addSpace([organization ?? "", space])
        : found.id
    const isNew = ({ documents, page }: IndexedPageDocuments) => documents.length > 0 && !found?.pages.has(page)
    const newPages = [...last.values()].filter(isNew).length
    const given = newPages === 0 || found === undefined ? [] : yield* numbersOf([id, newPages])
    const free = given.filter(({ isFree }) => isFree).map(({ number }) => number)
    const numbers = new Numbers(free, given.find(({ isFree }) => !isFree)?.number ?? 0)
    const changes = new SearchChanges()
    for (const page of last.values()) {
      yield* replacePage(changes, numbers, space, page, found?.pages.get(page.page))
    }
    yield* writeAll(id, changes)
  })

  return {
    replacePages: (space, pages) => driver.together(replacePages(space, pages), [spaceLock(space)]),
    removeSpace: (space) =>
      driver.together(Effect.zipRight(lock(space, undefined), Effect.asVoid(remove([space]))), [spaceLock(space)])
  }
}
