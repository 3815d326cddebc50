/** What can be damaged in a file besides what its rows say: its pages, how blobs are cut, and the index of search. */
import type { Finding } from "@lectern/core/integrity/Finding"
import type Sqlite from "better-sqlite3"
import { piecesOfUpload } from "./SqliteBlobStore.js"
import { indexProblems } from "./SqliteSchema.js"

type Problem = readonly [where: string, problem: string]

/** How many problems of one kind are told. */
const most = 100

const pages = (database: Sqlite.Database): ReadonlyArray<Problem> => {
  const found = database.prepare<[], string>(`pragma integrity_check(${most})`).pluck().all()
  const foreign = database.prepare<[], [string, number, string]>("pragma foreign_key_check").raw().all()
  return [
    ...found.filter((line) => line !== "ok").map((line): Problem => ["the file", line.replace(/\s+/g, " ")]),
    ...foreign.map(([table, row]): Problem => [`table ${table} row ${row}`, "it refers to a row that does not exist"])
  ]
}

const ofStatement = (
  database: Sqlite.Database,
  sql: string,
  problem: (...row: ReadonlyArray<string | number>) => Problem
): ReadonlyArray<Problem> =>
  database
    .prepare<[], Array<string | number>>(`${sql} limit ${most}`)
    .raw()
    .all()
    .map((row) => problem(...row))

/** Blobs are cut into pieces, which are found by the number of their upload. */
const blobs = (database: Sqlite.Database): ReadonlyArray<Problem> => [
  ...ofStatement(
    database,
    `select h.hash, h.size, sum(length(p.bytes)) as actual, count(p.id), max(length(p.bytes))
    from blob_heads as h left join blob_pieces as p
      on p.id >= h.upload * ${piecesOfUpload} and p.id < (h.upload + 1) * ${piecesOfUpload}
    group by h.hash having coalesce(actual, 0) <> h.size`,
    (hash, size, actual) => [`blob ${hash}`, `it has ${size} bytes, but its pieces have ${actual ?? 0}`]
  ),
  ...ofStatement(
    database,
    `select id / ${piecesOfUpload} as upload, count(*) from blob_pieces
    where not exists (select 1 from blob_heads where upload = blob_pieces.id / ${piecesOfUpload})
      and not exists (select 1 from blob_uploads where id = blob_pieces.id / ${piecesOfUpload})
    group by upload`,
    (upload, count) => [`pieces of upload ${upload}`, `${count} are of no blob and of no upload`]
  )
]

/** Sections have numbers in the range of their space, tokens, and an entry in the index. */
const sections = (database: Sqlite.Database): ReadonlyArray<Problem> => [
  ...ofStatement(
    database,
    `select space, page, section from search_sections as s
    where not exists (select 1 from search_tokens where id = s.id)`,
    (space, page, section) => [`space ${space} page ${page} section ${section}`, "search has no words of it"]
  ),
  ...ofStatement(
    database,
    `select id from search_tokens as t where not exists (select 1 from search_sections where id = t.id)`,
    (id) => [`words ${id} of search`, "they are of no section"]
  ),
  ...ofStatement(
    database,
    `select s.space, s.page, s.section from search_sections as s
    where not exists (select 1 from search_spaces as p where p.id = s.space_number and p.space = s.space)`,
    (space, page, section) => [`space ${space} page ${page} section ${section}`, "search has it under another space"]
  )
]

/** The sum of a word's place; sums of places are equal for equal places, whatever their order. */
const placeSum = (term: string, section: number, column: number, offset: number): number => {
  let sum = section * 31 + column * 7 + offset + 1
  for (let at = 0; at < term.length; at++) sum = (Math.imul(sum ^ term.charCodeAt(at), 0x01000193) + section) | 0
  return sum >>> 0
}

/** How many sections the numbers of a space have room for. */
const sectionsOfSpace = 2 ** 25

/** The index finds each word where the tokens have it, and nowhere else; the spaces in which that is not so. */
const words = (database: Sqlite.Database): ReadonlyArray<Problem> => {
  const sums = new Map<number, number>()
  const add = (section: number, term: string, column: number, offset: number, sign: 1 | -1) => {
    const space = Math.floor(section / sectionsOfSpace)
    sums.set(space, (sums.get(space) ?? 0) + sign * placeSum(term, section, column, offset))
  }
  const tokens = database.prepare<[], [number, string, string]>("select id, title, body from search_tokens").raw()
  for (const [id, title, body] of tokens.iterate()) {
    for (const [column, text] of [title, body].entries()) {
      if (text === "") continue
      for (const [offset, term] of text.split(" ").entries()) add(id, term, column, offset, 1)
    }
  }
  database.exec("create virtual table temp.search_words using fts5vocab('main', 'search_index', 'instance')")
  try {
    const indexed = database
      .prepare<[], [string, number, string, number]>(`select term, doc, col, "offset" from temp.search_words`)
      .raw()
    for (const [term, section, column, offset] of indexed.iterate()) {
      add(section, term, column === "title" ? 0 : 1, offset, -1)
    }
  } finally {
    database.exec("drop table temp.search_words")
  }
  const spaceOf = database.prepare<[number], string>("select space from search_spaces where id = ?").pluck()
  return [...sums].flatMap(
    ([number, sum]): ReadonlyArray<Problem> =>
      sum === 0 ? [] : [[`space ${spaceOf.get(number) ?? number}`, "search does not find the words of its sections"]]
  )
}

const checks = {
  file: pages,
  indexes: (database: Sqlite.Database) => indexProblems(database).map((problem): Problem => ["the file", problem]),
  blobs,
  search: (database: Sqlite.Database) => [...sections(database), ...words(database)]
}

/** Everything that is damaged in a file itself; what cannot be read is damaged too. */
export const findDamage = (database: Sqlite.Database): ReadonlyArray<Finding> =>
  Object.entries(checks).flatMap(([check, find]): ReadonlyArray<Finding> => {
    try {
      return find(database).map(([where, problem]) => ({ check, where, problem }))
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return [{ check, where: "the file", problem: `it cannot be read: ${reason}` }]
    }
  })
