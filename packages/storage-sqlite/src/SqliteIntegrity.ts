/**
 * Checks for damage in a file apart from the content of its rows: its pages, the pieces of blobs, and the search index.
 */
import { pagesOfBlock, placeOf } from "@lectern/core/internal/text/search-index/Postings"
import { quote } from "@lectern/storage-sql/internal/Dialect"
import { type IndexedPage, SearchWords, type StoredList } from "@lectern/storage-sql/internal/SearchWords"
import type { Damage } from "@lectern/storage-sql/internal/WorkspaceCopy"
import type { SqliteConnection } from "./connections/SqliteConnection.js"
import { blocksOfSpace } from "./SearchNumbers.js"
import { piecesOfUpload } from "./SqliteBlobStore.js"
import { tableNames, wrongIndexes } from "./SqliteSchema.js"

/** Additional facts about a problem. */
type More = Pick<Damage, "derived" | "searchOf">
type Problem = readonly [where: string, problem: string, more?: More]

const derived: More = { derived: true }

/** The maximum number of reported problems of one kind. */
const most = 100

/** Matches the reports of SQLite about an index that does not have the rows of its table. */
const outdatedIndex = /^(row \d+ missing from|wrong # of entries in) index /

/** Checks every page of a file, or those of the workspace's tables among the tables of an application. */
const pages = (database: SqliteConnection): ReadonlyArray<Problem> => {
  const parts = database.prefix === "" ? [String(most)] : tableNames(database).map(quote)
  const found = parts.flatMap((part) => database.prepare<[string]>(`pragma integrity_check(${part})`).all().flat())
  const foreign = tableNames(database).flatMap((table) =>
    database.prepare<[string, number, string]>(`pragma foreign_key_check(${quote(table)})`).all()
  )
  return [
    ...found
      .filter((line) => line !== "ok")
      .map((line): Problem => ["the file", line.replace(/\s+/g, " "), outdatedIndex.test(line) ? derived : {}]),
    ...foreign.map(([table, row]): Problem => [`table ${table} row ${row}`, "it refers to a row that does not exist"])
  ]
}

const ofStatement = (
  database: SqliteConnection,
  sql: string,
  problem: (...row: ReadonlyArray<string | number>) => Problem
): ReadonlyArray<Problem> =>
  database
    .prepare<Array<string | number>>(`${sql} limit ${most}`)
    .all()
    .map((row) => problem(...row))

/** Checks the pieces of blobs, which are found by the number of their upload. */
const blobs = (database: SqliteConnection): ReadonlyArray<Problem> => [
  ...ofStatement(
    database,
    `select h.hash, h.size, sum(length(p.bytes)) as actual, count(p.id), max(length(p.bytes))
    from {blob_heads} as h left join {blob_pieces} as p
      on p.id >= h.upload * ${piecesOfUpload} and p.id < (h.upload + 1) * ${piecesOfUpload}
    group by h.hash having coalesce(actual, 0) <> h.size`,
    (hash, size, actual) => [`blob ${hash}`, `it has ${size} bytes, but its pieces have ${actual ?? 0}`]
  ),
  ...ofStatement(
    database,
    `select id / ${piecesOfUpload} as upload, count(*) from {blob_pieces}
    where not exists (select 1 from {blob_heads} where upload = {blob_pieces}.id / ${piecesOfUpload})
      and not exists (select 1 from {blob_uploads} where id = {blob_pieces}.id / ${piecesOfUpload})
    group by upload`,
    (upload, count) => [`pieces of upload ${upload}`, `${count} belong to no blob and no upload`]
  )
]

/** Checks that sections belong to pages, and pages to spaces. */
const sections = (database: SqliteConnection): ReadonlyArray<Problem> => [
  ...ofStatement(
    database,
    `select page, count(*) from {search_sections}
    where not exists (select 1 from {search_pages} as p where p.id = {search_sections}.page and p.page is not null)
    group by page`,
    (page, count) => [`page ${page} of search`, `${count} sections belong to no page`, derived]
  ),
  ...ofStatement(
    database,
    "select id, page from {search_pages} where not exists (select 1 from {search_spaces} as s where s.id = {search_pages}.space)",
    (id, page) => [`page ${page ?? id} of search`, "it is of no space", derived]
  )
]

interface IndexedSpace {
  readonly number: number
  readonly space: string
}

type PageRow = readonly [id: number, path: string]
type SectionRow = readonly [section: number, anchor: string, heading: string, text: string, title: string, body: string]

/** Compares the posting lists of a space with its sections, and likewise the counted words. */
const spaceProblems = (database: SqliteConnection) => {
  const pagesOf = database.prepare<PageRow>(
    "select id, path from {search_pages} where id between ? and ? and page is not null order by id"
  )
  const sectionsOf = database.prepare<SectionRow>(
    "select section, anchor, heading, text, title, body from {search_sections} where page = ? order by section"
  )
  const listsOf = database.prepare<StoredList>("select token, list from {search_postings} where block = ?")
  const blocksOf = database.prepare<[number]>(
    `select distinct block from {search_postings} where block between ? and ?
      union select distinct id / ${pagesOfBlock} from {search_pages} where space = ? and page is not null order by block`
  )
  const countsOf = database.prepare<readonly [word: string, pages: number]>(
    "select word, pages from {search_words} where space = ?"
  )
  const sizeOf = database.prepare<readonly [pages: number, words: number]>(
    "select pages, words from {search_spaces} where id = ?"
  )
  const unnoted = database.prepare(
    `select block from {search_postings} as p where block between ? and ? and not exists (
      select 1 from {search_blocks} as t
      where t.part = p.block >> 6 and t.token = p.token and t.blocks & (1 << (p.block & 63)) <> 0)`
  )
  const pagesIn = (block: number): ReadonlyArray<IndexedPage> =>
    pagesOf.all([block * pagesOfBlock, (block + 1) * pagesOfBlock - 1]).map(([id, path]) => ({
      place: placeOf(id),
      path,
      sections: sectionsOf
        .all([id])
        .map(([section, anchor, heading, text, title, body]) => ({ section, anchor, heading, text, title, body }))
    }))
  return ({ number, space }: IndexedSpace): ReadonlyArray<Problem> => {
    const words = new SearchWords()
    const found: Array<Problem> = []
    const more: More = { derived: true, searchOf: space }
    const blocks = blocksOf.all([number * blocksOfSpace, (number + 1) * blocksOfSpace - 1, number]).flat()
    const wrong = blocks.filter((block) => !words.areLists(pagesIn(block), listsOf.all([block])))
    if (wrong.length > 0) found.push([`space ${space}`, "search does not find the words of its sections", more])
    const size = sizeOf.get([number])
    if (size !== undefined && !words.areMeasured({ pages: size[0], words: size[1] })) {
      found.push([`space ${space}`, "search measures it wrongly", more])
    }
    if (unnoted.get([number * blocksOfSpace, (number + 1) * blocksOfSpace - 1]) !== undefined) {
      found.push([`space ${space}`, "search does not know which of its blocks have which words", more])
    }
    if (!words.areCounted(countsOf.all([number])))
      found.push([`space ${space}`, "search counts its words wrongly", more])
    return found
  }
}

/** Checks that the lists have each word exactly where the sections have it. */
const words = (database: SqliteConnection): ReadonlyArray<Problem> => {
  const problemsOf = spaceProblems(database)
  const spaces = database.prepare<readonly [number: number, space: string]>("select id, space from {search_spaces}")
  return spaces.all().flatMap(([number, space]) => problemsOf({ number, space }))
}

const checks = {
  file: pages,
  indexes: (database: SqliteConnection) =>
    wrongIndexes(database).map(({ problem }): Problem => ["the file", problem, derived]),
  blobs,
  search: (database: SqliteConnection) => [...sections(database), ...words(database)]
}

/** All damage in a file itself. A part that cannot be read counts as damaged. */
export const findDamage = (database: SqliteConnection): ReadonlyArray<Damage> =>
  Object.entries(checks).flatMap(([check, find]): ReadonlyArray<Damage> => {
    try {
      return find(database).map(([where, problem, more]) => ({ check, where, problem, ...more }))
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return [{ check, where: "the file", problem: `it cannot be read: ${reason}` }]
    }
  })
