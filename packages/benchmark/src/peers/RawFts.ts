/** Search by hand: one FTS5 table over the same tokens, one query, answers put together by plain functions. */

import { queryTerms } from "@lectern/core/internal/search-index/Tokeniser"
import type { SearchPageResult } from "@lectern/core/search/SearchResult"
import type { SearchDocument } from "@lectern/core/search-index/SearchIndex"
import Sqlite from "better-sqlite3"

/** What the table is filled with. */
export interface RawFtsData {
  readonly space: string
  readonly organization: string
  readonly user: string
  readonly pages: ReadonlyArray<{ readonly id: string; readonly title: string; readonly path: string }>
  readonly documents: ReadonlyArray<SearchDocument>
}

const schema = `
  create virtual table sections using fts5(
    title, body, page unindexed, section unindexed, space unindexed, anchor unindexed, heading unindexed, text unindexed,
    tokenize = "unicode61 remove_diacritics 0"
  );
  create table pages (id text primary key, title text not null, path text not null) without rowid;
  create table members (space text, user text, primary key (space, user)) without rowid;
`

/** Makes the database file. */
export const create = (filename: string, data: RawFtsData): void => {
  const db = new Sqlite(filename)
  db.pragma("journal_mode = wal")
  db.exec(schema)
  const section = db.prepare("insert into sections values (?, ?, ?, ?, ?, ?, ?, ?)")
  const page = db.prepare("insert into pages values (?, ?, ?)")
  db.transaction(() => {
    db.prepare("insert into members values (?, ?)").run(data.space, data.user)
    for (const each of data.pages) page.run(each.id, each.title, each.path)
    for (const each of data.documents) {
      section.run(each.title, each.body, each.page, each.section, each.space, each.anchor, each.heading, each.text)
    }
  })()
  db.close()
}

const matchOf = (query: string): string =>
  queryTerms(query)
    .map(({ alternatives }) => alternatives.map(({ prefix, token }) => `"${token}"${prefix ? "*" : ""}`).join(" OR "))
    .map((term) => `(${term})`)
    .join(" AND ")

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

/** The searches of a peer. */
export interface RawFts {
  /** The first 50 pages that match and their number, up to 1,000. */
  readonly search: (
    user: string,
    space: string,
    query: string
  ) => { readonly count: number; readonly items: ReadonlyArray<SearchPageResult> } | undefined
  readonly close: () => void
}

/** Opens the database; `base` is the public base address. */
export const open = (filename: string, base: string): RawFts => {
  const db = new Sqlite(filename, { readonly: true })
  const member = db.prepare("select 1 from members where space = ? and user = ?")
  const hits = db.prepare<[string, string], Hit>(
    "select rowid, page from sections where sections match ? and space = ? order by bm25(sections, 5, 1), page, section"
  )
  const text = db.prepare<[number], SectionRow>("select section, anchor, heading, text from sections where rowid = ?")
  const page = db.prepare<[string], { title: string; path: string }>("select title, path from pages where id = ?")
  return {
    search: (user, space, query) => {
      if (member.get(space, user) === undefined) return undefined
      const pages = new Map<string, Array<number>>()
      for (const hit of hits.iterate(matchOf(query), space)) {
        const rows = pages.get(hit.page)
        if (rows !== undefined) rows.push(hit.rowid)
        else if (pages.size === 1000) break
        else pages.set(hit.page, [hit.rowid])
      }
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
    close: () => db.close()
  }
}
