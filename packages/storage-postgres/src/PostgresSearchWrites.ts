/**
 * Writing the search index. A space has a number, a page in it another one, and 64 pages are a block. What a call
 * changes is read with one statement and written with another, however many pages it replaces. A deleted page leaves
 * its row, without a page, to the next new one.
 */
import type { Unavailable } from "@lectern/core/errors/Errors"
import { noEntries } from "@lectern/core/internal/search-index/EntryChanges"
import { lettersOf } from "@lectern/core/internal/search-index/Letters"
import { entriesInTurns } from "@lectern/core/internal/search-index/Postings"
import type { IndexedPageDocuments, SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import { compareLocks, spaceLock } from "@lectern/core/storage/Locks"
import type { SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Effect from "effect/Effect"
import type { PostgresDriver } from "./PostgresDriver.js"
import { Numbers, SearchChanges, type StoredSection } from "./SearchChanges.js"

const readKnown = `
  select x.id, x.organization, p.number, p.page, p.path, p.title,
    s.section, s.anchor, s.heading, s.text, s.title, s.body
  from search_spaces as x
  left join search_pages as p on p.space = x.id and p.page = any($2::text[])
  left join search_sections as s on s.space = p.space and s.number = p.number
  where x.space = $1 order by p.number, s.section`

const readNumbers = `
  (select number, true from search_pages where space = $1 and page is null order by number limit $2)
  union all select coalesce(max(number) + 1, 0), false from search_pages where space = $1`

const readLists = `
  select block, token, list from unnest($2::int[], $3::text[]) as c (block, token)
  join search_postings as p using (block, token) where p.space = $1`

/**
 * Each part writes rows of its own: lists that become empty, that change and that grow; words that fewer pages have, that
 * none has and that more have; pages; sections that go and that come.
 */
const writeChanges = `
  with
  changed as (select * from unnest($2::int[], $3::text[], $4::text[], $5::text[]) as c (block, token, gone, added)),
  emptied as (
    delete from search_postings as p using changed as c
    where p.space = $1 and p.token = c.token and p.block = c.block and c.added = '' and p.list = c.gone),
  rewritten as (
    update search_postings as p set list = replace(p.list, c.gone, '') || c.added from changed as c
    where p.space = $1 and p.token = c.token and p.block = c.block and (c.added <> '' or p.list <> c.gone)),
  grown as (
    insert into search_postings as p (space, token, block, list)
    select $1, token, block, added from unnest($6::int[], $7::text[], $8::text[]) as a (block, token, added)
    on conflict (space, token, block) do update set list = p.list || excluded.list),
  rarer as (select * from unnest($9::text[], $10::int[]) as r (word, pages)),
  forgotten as (
    delete from search_words as w using rarer as r
    where w.space = $1 and w.length = char_length(r.word) and w.word = r.word and w.pages <= r.pages),
  uncounted as (
    update search_words as w set pages = w.pages - r.pages from rarer as r
    where w.space = $1 and w.length = char_length(r.word) and w.word = r.word and w.pages > r.pages),
  counted as (
    insert into search_words as w (space, length, word, letters, pages)
    select $1, char_length(word), word, letters, pages
    from unnest($11::text[], $12::bigint[], $13::int[]) as m (word, letters, pages)
    on conflict (space, length, word) do update set pages = w.pages + excluded.pages),
  numbered as (
    insert into search_pages (space, number, page, path, title)
    select $1, number, page, path, title
    from unnest($14::int[], $15::text[], $16::text[], $17::text[]) as n (number, page, path, title)
    on conflict (space, number) do update set page = excluded.page, path = excluded.path, title = excluded.title),
  removed as (
    delete from search_sections as s using unnest($18::int[], $19::int[]) as d (number, section)
    where s.space = $1 and s.number = d.number and s.section = d.section)
  insert into search_sections (space, number, section, anchor, heading, text, title, body)
  select $1, number, section, anchor, heading, text, title, body
  from unnest($20::int[], $21::int[], $22::text[], $23::text[], $24::text[], $25::text[], $26::text[])
    as c (number, section, anchor, heading, text, title, body)
  on conflict (space, number, section) do update set
    anchor = excluded.anchor, heading = excluded.heading, text = excluded.text, title = excluded.title,
    body = excluded.body`

const removeAll = `
  with removed as (delete from search_spaces where space = $1 returning id),
  postings as (delete from search_postings where space in (select id from removed)),
  words as (delete from search_words where space in (select id from removed)),
  sections as (delete from search_sections where space in (select id from removed))
  delete from search_pages where space in (select id from removed)`

interface KnownPage {
  readonly number: number
  readonly page: string
  readonly path: string
  readonly title: string
  readonly sections: Array<StoredSection>
}

/** A space as it is in the index, with the requested ones of its pages. */
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
  const lockSpace = driver.all("select 1 from search_spaces where space = $1 for update", () => true)
  const addSpace = driver.returning(
    `insert into search_spaces as x (organization, space) values ($1, $2)
    on conflict (space) do update set organization = excluded.organization returning id`,
    (row) => row[0] as number
  )
  const known = driver.all(readKnown, (row) => row)
  const numbersOf = driver.all(readNumbers, (row) => ({ number: row[0] as number, isFree: row[1] === "t" }))
  const lists = driver.all(readLists, (row) => [`${row[0]} ${row[1]}`, row[2] as string] as const)
  const write = driver.write(writeChanges)
  const remove = driver.write(removeAll)

  /** Keeps others from writing to the index of a space, unless the transaction has locked the space already. */
  const lock = (space: string, organization: string | undefined): Effect.Effect<void, Unavailable> =>
    Effect.withFiberRuntime((fiber) => {
      const held = driver.active(fiber)?.held
      const own = spaceLock(space)
      if (held === undefined || held.some((each) => compareLocks(each, own) === 0)) return Effect.void
      return organization === undefined
        ? Effect.asVoid(lockSpace([space]))
        : Effect.asVoid(addSpace([organization, space]))
    })

  const writeAll = Effect.fnUntraced(function* (space: number, changes: SearchChanges) {
    const all = [...changes.lists.values()]
    const changed = all.filter(({ gone }) => gone.length > 0)
    const grown = all.filter(({ gone }) => gone.length === 0)
    // An entry is taken out as it is; where several go, the whole list is replaced.
    const several = changed.filter(({ gone }) => gone.length > 1)
    const current = new Map(
      several.length === 0
        ? []
        : yield* lists([space, several.map(({ block }) => block), several.map(({ token }) => token)])
    )
    const rewritten = changed.map(({ added, block, gone, token }) => {
      const list = gone.length > 1 ? current.get(`${block} ${token}`) : undefined
      if (list === undefined) return { gone: gone[0] ?? "", added }
      return { gone: list, added: gone.reduce((left, entry) => left.replace(entry, ""), list) + added }
    })
    const words = [...changes.words].filter(([, by]) => by !== 0)
    const [rarer, more] = [words.filter(([, by]) => by < 0), words.filter(([, by]) => by > 0)]
    const pages = [...changes.pages.values()]
    const sections = [...changes.sections.values()]
    const removed = sections.filter(({ section }) => section === undefined)
    const put = sections.flatMap(({ number, section }) => (section === undefined ? [] : [{ number, ...section }]))
    yield* write([
      space,
      changed.map(({ block }) => block),
      changed.map(({ token }) => token),
      rewritten.map(({ gone }) => gone),
      rewritten.map(({ added }) => added),
      grown.map(({ block }) => block),
      grown.map(({ token }) => token),
      grown.map(({ added }) => added),
      rarer.map(([word]) => word),
      rarer.map(([, by]) => -by),
      more.map(([word]) => word),
      more.map(([word]) => lettersOf(word)),
      more.map(([, by]) => by),
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
