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
} from "@lectern/core/search/SearchIndex"
import type { Parameters, SqlDriver, SqlRow } from "@lectern/storage-sql/SqlDriver"
import { Effect } from "effect"

const spacesPerOrganization = 2 ** 20

const upsertSection = `
  insert into search_sections (id, space_number, space, page, section, anchor, heading, text)
  values (
    coalesce((select max(id) + 1 from search_sections where id >= ? << 25 and id < (? + 1) << 25), ? << 25),
    ?, ?, ?, ?, ?, ?, ?
  )
  on conflict (space, page, section) do update set
    anchor = excluded.anchor, heading = excluded.heading, text = excluded.text`

const oneSection = "select id from search_sections where space = ? and page = ? and section = ?"

/** How many sections are removed at a time: some ten milliseconds' work. */
const chunk = 250

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
  const putSection = driver.write(upsertSection)
  const removeSection = driver.write("delete from search_sections where space = ? and page = ? and section = ?")
  const putTokens = driver.write(`insert into search_tokens (id, title, body) select id, ?, ? from (${oneSection})`)
  const removeTokens = driver.write(`delete from search_tokens where id = (${oneSection})`)
  const index = driver.write(
    `insert into search_index (rowid, title, body) select id, title, body from search_tokens where id = (${oneSection})`
  )
  const unindex = driver.write(`delete from search_index where rowid = (${oneSection})`)
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

  const numberOf = Effect.fnUntraced(function* (organization: string, space: string) {
    const known = yield* spaceNumber([organization, space])
    if (known !== undefined) return known
    const last = yield* lastOfOrganization([organization])
    const next = last ? last + 1 : (((yield* lastOrganization([])) ?? 0) + 1) * spacesPerOrganization
    yield* insertSpace([next, Math.floor(next / spacesPerOrganization), organization, space])
    return next
  })

  const forgetTokens = Effect.fnUntraced(function* (key: Parameters) {
    yield* unindex(key)
    yield* removeTokens(key)
  })

  const put = Effect.fnUntraced(function* (document: SearchDocument, number: number, old: Stored | undefined) {
    const { space, page, section, anchor, heading, text, title, body } = document
    const key = [space, page, section]
    if (old?.anchor !== anchor || old.heading !== heading || old.text !== text) {
      yield* putSection([number, number, number, number, ...key, anchor, heading, text])
    }
    if (old?.title === title && old.body === body) return
    if (old !== undefined) yield* forgetTokens(key)
    yield* putTokens([title, body, ...key])
    yield* index(key)
  })

  /** Writes no more than what has changed of the page. */
  const replacePage = Effect.fnUntraced(function* (
    space: string,
    page: string,
    documents: ReadonlyArray<SearchDocument>
  ) {
    const number = documents[0] === undefined ? undefined : yield* numberOf(documents[0].organization, space)
    const wanted = new Set(documents.map((document) => document.section))
    const kept = new Map<number, Stored>()
    for (const old of yield* readSections([space, page])) {
      if (wanted.has(old.section) && old.number === number) {
        kept.set(old.section, old)
      } else {
        yield* forgetTokens([space, page, old.section])
        yield* removeSection([space, page, old.section])
      }
    }
    for (const document of documents) yield* put(document, number!, kept.get(document.section))
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

  return {
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
