/**
 * Full-text search by FTS5 over the tokens that core has cut. FTS5 keeps only the index; the tokens that it was made of
 * are in `search_tokens`, because it needs them to take a section out again. (With `contentless_delete` it does without,
 * but goes on counting sections that are gone, and its ranking drifts.)
 *
 * The rowids of a space are one range, and so are those of an organization: a search walks only that part of a token's
 * list, and no other space's sections are ever matched.
 *
 * A rowid is the number of its space times 2^25, plus a number within the space; the number of a space is that of its
 * organization times 2^20, plus a number within the organization. Checks keep every number within its range.
 */
import {
  type SearchDocument,
  type SearchHit,
  type SearchIndexService,
  type SearchTerm,
  type SearchToken,
  type SectionText,
  titleWeight
} from "@lectern/core/search-index/SearchIndex"
import type { SqlDriver, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import { Effect } from "effect"

const spacesPerOrganization = 2 ** 20

/** The sections that a statement is about: those of a page, of which the last parameter lists the numbers as JSON. */
const listed = `
  select id from search_sections
  where space = ? and page = ? and section in (select value from json_each(?))`

/** Adds sections, or changes what is shown of them; the last parameter lists them as JSON. */
const upsertSections = `
  insert into search_sections (id, space_number, space, page, section, anchor, heading, text)
  select ? + key, ?, ?, ?, value ->> 'section', value ->> 'anchor', value ->> 'heading', value ->> 'text'
  from json_each(?)
  where true
  on conflict (space, page, section) do update set
    anchor = excluded.anchor, heading = excluded.heading, text = excluded.text`

const insertTokens = `
  insert into search_tokens (id, title, body)
  select s.id, value ->> 'title', value ->> 'body'
  from json_each(?) cross join search_sections as s
  on s.space = ? and s.page = ? and s.section = cast(value ->> 'section' as integer)`

/** How many sections are written or removed at a time: some ten milliseconds' work. */
const chunk = 250

/** How much text is written at a time, in UTF-16 units. */
const textChunk = 100_000

const someSections = `select id from search_sections where space = ? limit ${chunk}`

/** A search within the range of rowids that two expressions over the scope's row of `search_spaces` give. */
const search = (first: string, last: string, scope: string): string => `
  select s.space, s.page, s.section, -bm25(search_index, ${titleWeight}, 1) as score
  from search_index cross join search_sections as s on s.id = search_index.rowid
  where search_index match ?
    and search_index.rowid >= coalesce((select ${first} from search_spaces where ${scope}), -1)
    and search_index.rowid <= coalesce((select ${last} from search_spaces where ${scope}), -1)
  order by round(score, 9) desc, s.page, s.section
  limit ?`

const searchSpace = search("id << 25", "((id + 1) << 25) - 1", "organization = ? and space = ?")

const searchOrganization = search(
  "min(organization_number) << 45",
  "((min(organization_number) + 1) << 45) - 1",
  "organization = ?"
)

const hitOf = (row: SqlRow): SearchHit => ({
  space: row[0] as string,
  page: row[1] as string,
  section: row[2] as number,
  score: row[3] as number
})

/** A section as it is in the index. `number` is that of its space. */
type Stored = Omit<SearchDocument, "organization" | "space" | "page"> & { readonly number: number }

const storedOf = (row: SqlRow): Stored => ({
  section: row[0] as number,
  number: row[1] as number,
  anchor: row[2] as string,
  heading: row[3] as string,
  text: row[4] as string,
  title: row[5] as string,
  body: row[6] as string
})

const textOf = (row: SqlRow): SectionText => ({
  page: row[0] as string,
  section: row[1] as number,
  anchor: row[2] as string,
  heading: row[3] as string,
  text: row[4] as string
})

/** The token as FTS5's query language has it: within quotes everything is plain text. */
const expressionOf = ({ token, prefix }: SearchToken): string =>
  `"${token.replaceAll("\0", " ").replaceAll('"', '""')}"${prefix ? " *" : ""}`

const expression = (terms: ReadonlyArray<SearchTerm>): string =>
  terms.map(({ alternatives }) => `(${alternatives.map(expressionOf).join(" OR ")})`).join(" AND ")

/** Lets the process do something else, then goes on. */
const breath = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Documents in pieces that are written at once. */
const inPieces = (documents: ReadonlyArray<SearchDocument>): ReadonlyArray<ReadonlyArray<SearchDocument>> => {
  const pieces: Array<Array<SearchDocument>> = []
  let left = 0
  for (const document of documents) {
    if (left <= 0 || pieces.at(-1)!.length === chunk) {
      pieces.push([])
      left = textChunk
    }
    pieces.at(-1)!.push(document)
    left -= document.body.length
  }
  return pieces
}

/** A search index in the database behind `driver`. */
export const make = (driver: SqlDriver): SearchIndexService => {
  const spaceNumber = driver.first(
    "select id from search_spaces where organization = ? and space = ?",
    (row) => row[0] as number
  )
  const lastOfOrganization = driver.first(
    "select max(id) from search_spaces where organization = ?",
    (row) => row[0] as number | null
  )
  const lastOrganization = driver.first(
    "select max(organization_number) from search_spaces",
    (row) => row[0] as number | null
  )
  const insertSpace = driver.write(
    "insert into search_spaces (id, organization_number, organization, space) values (?, ?, ?, ?)"
  )
  const readSections = driver.all(
    `select section, space_number, anchor, heading, text, title, body
    from search_sections join search_tokens using (id) where space = ? and page = ?`,
    storedOf
  )
  const nextId = driver.first(
    "select coalesce(max(id) + 1, ? << 25) from search_sections where id >= ? << 25 and id < (? + 1) << 25",
    (row) => row[0] as number
  )
  const putSections = driver.write(upsertSections)
  const removeSections = driver.write(`delete from search_sections where id in (${listed})`)
  const putTokens = driver.write(insertTokens)
  const removeTokens = driver.write(`delete from search_tokens where id in (${listed})`)
  const index = driver.write(
    `insert into search_index (rowid, title, body) select id, title, body from search_tokens where id in (${listed})`
  )
  const unindex = driver.write(`delete from search_index where rowid in (${listed})`)
  const unindexSome = driver.write(`delete from search_index where rowid in (${someSections})`)
  const removeSomeTokens = driver.write(`delete from search_tokens where id in (${someSections})`)
  const removeSomeSections = driver.write(`delete from search_sections where id in (${someSections})`)
  const removeNumber = driver.write("delete from search_spaces where space = ?")
  const querySpace = driver.all(searchSpace, hitOf)
  const queryOrganization = driver.all(searchOrganization, hitOf)
  const readText = driver.first(
    "select page, section, anchor, heading, text from search_sections where space = ? and page = ? and section = ?",
    textOf
  )

  const pagesAfter = driver.all(
    "select distinct space, page from search_sections where (space, page) > (?, ?) order by space, page limit ?",
    (row) => ({ space: row[0] as string, page: row[1] as string })
  )
  const organizationOf = driver.first("select organization from search_spaces where id = ?", (row) => row[0] as string)

  const numberOf = Effect.fnUntraced(function* (organization: string, space: string) {
    const known = yield* spaceNumber([organization, space])
    if (known !== undefined) return known
    const last = yield* lastOfOrganization([organization])
    const next = last ? last + 1 : (((yield* lastOrganization([])) ?? 0) + 1) * spacesPerOrganization
    yield* insertSpace([next, Math.floor(next / spacesPerOrganization), organization, space])
    return next
  })

  /** Takes sections out of the index, with what they were indexed by. */
  const forget = Effect.fnUntraced(function* (space: string, page: string, sections: ReadonlyArray<number>) {
    const key = [space, page, JSON.stringify(sections)]
    yield* unindex(key)
    yield* removeTokens(key)
  })

  /** Writes some sections of a page: what is shown of them, and what they are found by. */
  const put = Effect.fnUntraced(function* (
    number: number,
    space: string,
    page: string,
    documents: ReadonlyArray<SearchDocument>,
    kept: ReadonlyMap<number, Stored>
  ) {
    const shown = documents.filter(({ anchor, heading, section, text }) => {
      const old = kept.get(section)
      return old?.anchor !== anchor || old.heading !== heading || old.text !== text
    })
    if (shown.length > 0) {
      const next = yield* nextId([number, number, number])
      yield* putSections([next ?? 0, number, space, page, JSON.stringify(shown)])
    }
    const found = documents.filter(({ body, section, title }) => {
      const old = kept.get(section)
      return old?.title !== title || old.body !== body
    })
    if (found.length === 0) return
    const known = found.filter(({ section }) => kept.has(section)).map(({ section }) => section)
    if (known.length > 0) yield* forget(space, page, known)
    yield* putTokens([JSON.stringify(found), space, page])
    yield* index([space, page, JSON.stringify(found.map(({ section }) => section))])
  })

  /** Writes no more than what has changed of the page, in a few statements. */
  const replacePage = Effect.fnUntraced(function* (
    space: string,
    page: string,
    documents: ReadonlyArray<SearchDocument>
  ) {
    const number = documents[0] === undefined ? 0 : yield* numberOf(documents[0].organization, space)
    const wanted = new Set(documents.map((document) => document.section))
    const kept = new Map<number, Stored>()
    const gone: Array<number> = []
    for (const old of yield* readSections([space, page])) {
      if (wanted.has(old.section) && old.number === number) kept.set(old.section, old)
      else gone.push(old.section)
    }
    for (let from = 0; from < gone.length; from += chunk) {
      if (from > 0) yield* breath
      const sections = gone.slice(from, from + chunk)
      yield* forget(space, page, sections)
      yield* removeSections([space, page, JSON.stringify(sections)])
    }
    for (const [at, some] of inPieces(documents).entries()) {
      if (at > 0) yield* breath
      yield* put(number, space, page, some, kept)
    }
  })

  /** Removes some sections, and gives how many. */
  const removeSome = Effect.fnUntraced(function* (space: string) {
    yield* unindexSome([space])
    yield* removeSomeTokens([space])
    const removed = yield* removeSomeSections([space])
    if (removed < chunk) yield* removeNumber([space])
    return removed
  })
  const removeSpace = Effect.fnUntraced(function* (space: string) {
    while ((yield* driver.transaction(removeSome(space))) === chunk) yield* breath
  })

  const list: SearchIndexService["list"] = Effect.fnUntraced(function* (after, limit) {
    const found: Array<SearchDocument> = []
    for (const { page, space } of yield* pagesAfter([after?.space ?? "", after?.page ?? "", limit])) {
      const sections = (yield* readSections([space, page])).toSorted((a, b) => a.section - b.section)
      for (const { number, ...section } of sections) {
        found.push({ organization: (yield* organizationOf([number])) ?? "", space, page, ...section })
      }
    }
    return found
  })

  return {
    list,
    replacePage: (space, page, documents) => driver.transaction(replacePage(space, page, documents)),
    removeSpace,
    query: ({ terms, organization, space, limit }) => {
      if (terms.length === 0 || limit <= 0) return Effect.succeed([])
      const match = expression(terms)
      return space === undefined
        ? queryOrganization([match, organization, organization, limit])
        : querySpace([match, organization, space, organization, space, limit])
    },
    read: (hits) =>
      Effect.map(
        Effect.forEach(hits, (hit) => readText([hit.space, hit.page, hit.section])),
        (texts) => texts.filter((text) => text !== undefined)
      )
  }
}
