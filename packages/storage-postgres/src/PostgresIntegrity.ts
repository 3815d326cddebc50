/** Checks for damage in a database below the ports: its tables and indexes, the pieces of blobs, and the search index. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import { tables } from "@lectern/core/internal/engine/Tables"
import { pagesOfBlock, placeOf } from "@lectern/core/internal/text/search-index/Postings"
import { createIndexes } from "@lectern/storage-sql/internal/Ddl"
import { type IndexedPage, SearchWords } from "@lectern/storage-sql/internal/SearchWords"
import type { SqlDriver, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import type { Damage } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/** Additional facts about a problem. */
type More = Pick<Damage, "derived" | "searchOf">
type Problem = readonly [where: string, problem: string, more?: More]

const derived: More = { derived: true }
type Check = (driver: SqlDriver) => Effect.Effect<ReadonlyArray<Problem>, Unavailable>

/** The maximum number of reported problems of one kind. */
const most = 100

const ofStatement =
  (sql: string, problem: (row: SqlRow) => Problem): Check =>
  (driver) =>
    driver.all(`${sql} limit ${most}`, problem)([])

/** Of the schema that the tables are in, which need not be that of the connection. */
const validIndexes = `
  select c.relname from pg_index as i join pg_class as c on c.oid = i.indexrelid
  where c.relnamespace = (select relnamespace from pg_class where oid = to_regclass('{counters}'))
    and i.indisvalid and i.indisready`

/** An index, the table that it is of, and the statement that creates it. */
type OwnIndex = Readonly<Record<"table" | "index" | "statement", string>>

/** The indexes of the tables of search, which are no tables of core. Their migrations create them. */
const ofSearch: ReadonlyArray<OwnIndex> = [
  {
    table: "search_spaces",
    index: "search_spaces_organization",
    statement: "create index search_spaces_organization on {search_spaces} (organization, space)"
  },
  {
    table: "search_pages",
    index: "search_pages_free",
    statement: "create index search_pages_free on {search_pages} (space, number) where page is null"
  }
]

/** The indexes that a database lacks, or that PostgreSQL does not use, with the statements that create them. */
export const missingIndexes = (driver: SqlDriver) =>
  Effect.map(driver.all(validIndexes, ([name]) => String(name))([]), (found) => {
    const valid = new Set(found)
    const declared = tables.flatMap((table) =>
      createIndexes(driver.dialect, table).map(
        ([index, statement]): OwnIndex => ({ table: table.name, index, statement })
      )
    )
    return [...declared, ...ofSearch].filter(({ index }) => !valid.has(index))
  })

/** Checks that every index is there and used. */
const indexes: Check = (driver) =>
  Effect.map(missingIndexes(driver), (missing) =>
    missing.map(({ index, table }): Problem => [`table ${table}`, `it has no valid index ${index}`, derived])
  )

const brokenBlobs = ofStatement(
  `select h.hash, h.size, coalesce(p.length, 0)
  from {blob_heads} as h cross join lateral (
    select sum(octet_length(bytes)) as length from {blob_pieces} where upload = h.upload) as p
  where coalesce(p.length, 0) <> h.size`,
  ([hash, size, length]) => [`blob ${hash}`, `it has ${size} bytes, but its pieces have ${length}`]
)

// Sets are compared with `except`, which hashes them: joins of this session go row by row.
const strayPieces = ofStatement(
  `select upload, (select count(*) from {blob_pieces} as p where p.upload = s.upload)
  from (select upload from {blob_pieces} except (select upload from {blob_heads} union all select id from {blob_uploads})) as s`,
  ([upload, count]) => [`pieces of upload ${upload}`, `${count} belong to no blob and no upload`]
)

const straySections = ofStatement(
  `select space, number from (
    select space, number from {search_sections} except select space, number from {search_pages} where page is not null) as s`,
  ([space, number]) => [`page ${number} of search in ${space}`, "its sections belong to no page", derived]
)

const strayPages = ofStatement(
  "select space from (select space from {search_pages} except select id from {search_spaces}) as s",
  ([space]) => [`pages of search in ${space}`, "they are of no space", derived]
)

/** Checks that the posting lists of each space have each word exactly where its sections have it. */
const words: Check = (driver) => {
  const spaces = driver.all("select id, space from {search_spaces} order by space", (row) => row)
  const blocksOf = driver.all(
    `select distinct block from (
      select block from {search_postings} where space = $1
      union select number / ${pagesOfBlock} from {search_pages} where space = $1 and page is not null) as b order by block`,
    ([block]) => Number(block)
  )
  const sectionsOf = driver.all(
    `select p.number, p.path, s.section, s.anchor, s.heading, s.text, s.title, s.body
    from {search_pages} as p join {search_sections} as s on s.space = p.space and s.number = p.number
    where p.space = $1 and p.number between $2 and $3 and p.page is not null order by p.number, s.section`,
    (row) => row
  )
  const listsOf = driver.all(
    "select token, list from {search_postings} where space = $1 and block = $2",
    ([token, list]) => [String(token), String(list)] as const
  )
  const countsOf = driver.all(
    "select word, pages from {search_words} where space = $1",
    ([word, pages]) => [String(word), Number(pages)] as const
  )
  const pagesIn = (rows: ReadonlyArray<SqlRow>): ReadonlyArray<IndexedPage> => {
    const pages = new Map<number, { place: string; path: string; sections: Array<IndexedPage["sections"][number]> }>()
    for (const row of rows) {
      const [number, path, section, anchor, heading, text, title, body] = row as [
        number,
        string,
        number,
        ...Array<string>
      ]
      const page = pages.get(number) ?? { place: placeOf(number), path, sections: [] }
      pages.set(number, page)
      page.sections.push({ section, anchor: anchor!, heading: heading!, text: text!, title: title!, body: body! })
    }
    return [...pages.values()]
  }
  return Effect.gen(function* () {
    const found: Array<Problem> = []
    for (const [id, space] of yield* spaces([])) {
      const known = new SearchWords()
      const more: More = { derived: true, searchOf: String(space) }
      let areRight = true
      for (const block of yield* blocksOf([Number(id)])) {
        const rows = yield* sectionsOf([Number(id), block * pagesOfBlock, (block + 1) * pagesOfBlock - 1])
        if (!known.areLists(pagesIn(rows), yield* listsOf([Number(id), block]))) areRight = false
      }
      if (!areRight) found.push([`space ${space}`, "search does not find the words of its sections", more])
      if (!known.areCounted(yield* countsOf([Number(id)]))) {
        found.push([`space ${space}`, "search counts its words wrongly", more])
      }
    }
    return found
  })
}

const checks: ReadonlyArray<readonly [name: string, check: Check]> = [
  ["indexes", indexes],
  ["blobs", brokenBlobs],
  ["blobs", strayPieces],
  ["search", straySections],
  ["search", strayPages],
  ["search", words]
]

/** All damage in a database itself. A part that cannot be read counts as damaged. */
export const findDamage = (driver: SqlDriver): Effect.Effect<ReadonlyArray<Damage>> =>
  Effect.map(
    Effect.forEach(checks, ([name, check]) =>
      check(driver).pipe(
        Effect.map((problems) =>
          problems.map(([where, problem, more]): Damage => ({ check: name, where, problem, ...more }))
        ),
        Effect.catchAllCause((cause) =>
          Cause.isInterrupted(cause)
            ? Effect.interrupt
            : Effect.succeed([
                { check: name, where: "the database", problem: `it cannot be read: ${Cause.pretty(cause)}` }
              ])
        )
      )
    ),
    (found) => found.flat()
  )
