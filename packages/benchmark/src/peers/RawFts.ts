/**
 * Hand-written search: one FTS5 table over the texts of sections, one query, and responses assembled by plain
 * functions.
 */
import type { SearchPageResult } from "@lectern/core/search/SearchResult"
import Sqlite from "better-sqlite3"

/** A section of a page. */
export interface RawSection {
  readonly page: string
  readonly section: number
  readonly anchor: string
  /** The title of the page together with the heading. */
  readonly title: string
  readonly heading: string
  readonly text: string
}

/** The content of the tables. */
export interface RawFtsData {
  readonly space: string
  readonly user: string
  readonly pages: ReadonlyArray<{ readonly id: string; readonly title: string; readonly path: string }>
  readonly sections: ReadonlyArray<RawSection>
}

const schema = `
  create virtual table sections using fts5(
    title, text, page unindexed, section unindexed, space unindexed, anchor unindexed, heading unindexed,
    tokenize = "porter unicode61"
  );
  create table pages (id text primary key, title text not null, path text not null) without rowid;
  create table members (space text, user text, primary key (space, user)) without rowid;
`

/** Creates the database file. */
export const create = (filename: string, data: RawFtsData): void => {
  const db = new Sqlite(filename)
  db.pragma("journal_mode = wal")
  db.exec(schema)
  const section = db.prepare("insert into sections values (?, ?, ?, ?, ?, ?, ?)")
  const page = db.prepare("insert into pages values (?, ?, ?)")
  db.transaction(() => {
    db.prepare("insert into members values (?, ?)").run(data.space, data.user)
    for (const each of data.pages) page.run(each.id, each.title, each.path)
    for (const each of data.sections) {
      section.run(each.title, each.text, each.page, each.section, data.space, each.anchor, each.heading)
    }
  })()
  db.close()
}

/** The words of a query; the last one may be incomplete. */
const wordsOf = (query: string): ReadonlyArray<string> => {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word, i) => (i === words.length - 1 ? `"${word}"*` : `"${word}"`))
}

const excerpt = (text: string, word: string): string => {
  if (text.length <= 200) return text
  const found = Math.max(text.toLowerCase().indexOf(word), 0)
  const start = found <= 60 ? 0 : text.indexOf(" ", found - 60) + 1
  return `${start > 0 ? "…" : ""}${text.slice(start, start + 200)}…`
}

interface Hit {
  readonly rowid: number
  readonly page: string
}
interface SectionRow {
  readonly section: number
  readonly anchor: string
  readonly heading: string
  readonly text: string
}

/** Searches a peer's database. */
export interface RawFts {
  /**
   * The first 50 pages, and how many there are, up to 1,000: first pages with all words in one section, then, as
   * Lectern does, pages with some of them. With `allWords`, only the former.
   */
  readonly search: (
    user: string,
    space: string,
    query: string,
    allWords?: boolean
  ) => { readonly count: number; readonly items: ReadonlyArray<SearchPageResult> } | undefined
  /** The size of the index in the file in bytes, including the texts of the sections. */
  readonly bytes: () => number
  readonly close: () => void
}

/** Opens the database; `base` is the public base URL. */
export const open = (filename: string, base: string): RawFts => {
  const db = new Sqlite(filename, { readonly: true })
  const member = db.prepare("select 1 from members where space = ? and user = ?")
  const hits = db.prepare<[string, string], Hit>(
    "select rowid, page from sections where sections match ? and space = ? order by bm25(sections, 5, 1), page, section"
  )
  const text = db.prepare<[number], SectionRow>("select section, anchor, heading, text from sections where rowid = ?")
  const page = db.prepare<[string], { title: string; path: string }>("select title, path from pages where id = ?")
  return {
    search: (user, space, query, allWords = false) => {
      if (member.get(space, user) === undefined) return undefined
      const words = wordsOf(query)
      if (words.length === 0) return { count: 0, items: [] }
      const pages = new Map<string, Array<number>>()
      const add = (match: string): void => {
        const before = new Set(pages.keys())
        for (const hit of hits.iterate(match, space)) {
          if (before.has(hit.page)) continue
          const rows = pages.get(hit.page)
          if (rows !== undefined) rows.push(hit.rowid)
          else if (pages.size === 1000) break
          else pages.set(hit.page, [hit.rowid])
        }
      }
      add(words.join(" AND "))
      if (!allWords && words.length > 1 && pages.size < 1000) add(words.join(" OR "))
      const word = query.split(" ")[0] ?? ""
      const items = [...pages].slice(0, 50).map(([id, rowids]) => {
        const { path = "", title = "" } = page.get(id) ?? {}
        const app = `${base}/app/s/${space}/${path}`
        const sections = rowids.map((rowid) => {
          const { anchor = "", heading = "", section = 0, text: whole = "" } = text.get(rowid) ?? {}
          const suffix = anchor === "" ? "" : `#${anchor}`
          return {
            id: `${id}/${anchor === "" ? section : anchor}`,
            title: heading,
            path: `${path}${suffix}`,
            body: excerpt(whole, word),
            urls: { app: `${app}${suffix}` }
          }
        })
        return { id, title, path, sections, urls: { app } }
      })
      return { count: pages.size, items }
    },
    bytes: () => bytesOf(db, "sections*"),
    close: () => db.close()
  }
}

/** The size in bytes of the tables, with their indexes, whose names match a `GLOB` pattern. */
export const bytesOf = (db: Sqlite.Database, pattern: string): number =>
  db
    .prepare<[string], number>(
      `select coalesce(sum(pgsize), 0) from dbstat
       where name in (select name from sqlite_schema where tbl_name glob ?)`
    )
    .pluck()
    .get(pattern) ?? 0
