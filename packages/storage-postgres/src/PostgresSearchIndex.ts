/**
 * Full-text search in ordinary tables: a row for each token of a block of 64 pages, which core creates and ranks. The
 * rows of a space and token are adjacent, so that a search reads one range for each of its tokens.
 */
import { giveWay } from "@lectern/core/internal/foundation/scheduling/Turns"
import { pagesOfBlock } from "@lectern/core/internal/text/search-index/Postings"
import { readLengths } from "@lectern/core/internal/text/search-index/ReadPostings"
import { remains } from "@lectern/core/internal/text/tokenization/Letters"
import {
  type BlockLengths,
  blocksAtOnce,
  type FoundPage,
  type FoundSection,
  type KnownWord,
  mostOfPrefixes,
  type PostingList,
  type SearchDocument,
  type SearchIndexService,
  type SearchScope
} from "@lectern/core/search-index/SearchIndex"
import type { SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Effect from "effect/Effect"
import type { PostgresDriver } from "./PostgresDriver.js"
import { makeSearchWrites } from "./PostgresSearchWrites.js"
import { eachOf } from "./SearchStatements.js"

const spacesOf = (where: string): string => `
  select s.id, s.space, (select max(p.number) from {search_pages} as p where p.space = s.id)
  from {search_spaces} as s where ${where} order by s.space`

/** Some blocks of each of some spaces, and some tokens; the last ones are prefixes. */
const ranges = "unnest($1::int[], $2::int[], $3::int[]) as r (space, first, last)"

const wholeTokens = `
  select t.place::int, r.space, p.block, p.list
  from unnest($4::text[]) with ordinality as t (token, place) cross join ${ranges}
  cross join ${eachOf(`
    select block, list from {search_postings}
    where space = r.space and token = t.token and block between r.first and r.last`)} as p`

const prefixedTokens = `
  select r.space, p.block, p.list
  from ${ranges}
  cross join lateral (
    select block, string_agg(list, '') as list from {search_postings}
    where space = r.space and token >= $4 and token < $5 and block between r.first and r.last group by block) as p`

const lengthLists = `
  select s.space, p.list from unnest($1::int[]) as a (id) join {search_spaces} as s using (id)
  cross join ${eachOf("select list from {search_postings} where space = s.id and token = ''")} as p`

const lengthsOf = `
  select b.space, b.block, p.list from unnest($1::text[], $2::int[]) as b (space, block)
  join {search_spaces} as s on s.space = b.space
  cross join ${eachOf("select list from {search_postings} where space = s.id and token = '' and block = b.block")} as p`

const nearWords = `
  select word, pages from {search_words}
  where space = (select id from {search_spaces} where space = $1) and length between $2 and $3
  and (letters & $4) = any($5::bigint[])`

const sameWords = `
  select p.word, p.pages from {search_spaces} as s cross join unnest($2::text[]) as w (same)
  cross join ${eachOf(`
    select word, pages from {search_words} where space = s.id and length = char_length(w.same) and word = w.same`)} as p
  where s.space = $1`

const readSections = `
  select a.place::int, p.page, p.path, p.title, s.section, s.anchor, s.heading, s.text, s.title, s.body
  from unnest($1::text[], $2::int[], $3::int[], $4::int[]) as a (space, number, section, place)
  join {search_spaces} as x on x.space = a.space
  cross join ${eachOf("select * from {search_pages} where space = x.id and number = a.number and page is not null")} as p
  left join ${eachOf(`
    select * from {search_sections}
    where space = p.space and number = p.number and (a.section = ${-1} or section = a.section)`)} as s on true
  order by a.place, s.section`

const pagesAfter = `
  select p.organization, p.space, p.page, p.path, s.section, s.anchor, s.heading, s.text, s.title, s.body
  from (
    select x.organization, x.space, x.id, p.number, p.page, p.path
    from {search_spaces} as x join {search_pages} as p on p.space = x.id
    where x.space >= $1 and p.page is not null and (x.space, p.page) > ($1, $2) order by x.space, p.page limit $3
  ) as p join {search_sections} as s on s.space = p.id and s.number = p.number
  order by p.space, p.page, s.section`

/** The section that stands for all sections, and the one that stands for none. */
const [everySection, noSection] = [-1, -2]

/** Consecutive blocks of a space. */
interface Blocks {
  readonly space: number
  readonly first: number
  readonly last: number
}

/** The blocks of some spaces, in order, in batches. */
const batches = (spaces: ReadonlyArray<{ readonly space: number; readonly blocks: number }>) => {
  const found: Array<Array<Blocks>> = []
  let room = 0
  for (const { blocks, space } of spaces) {
    for (let first = 0; first < blocks; ) {
      if (room === 0) {
        found.push([])
        room = blocksAtOnce
      }
      const last = Math.min(blocks, first + room) - 1
      found.at(-1)!.push({ space, first, last })
      room -= last - first + 1
      first = last + 1
    }
  }
  return found
}

const wordOf = (row: SqlRow): KnownWord => ({ word: row[0] as string, pages: row[1] as number })

const sectionOf = (row: SqlRow): FoundSection => ({
  section: row[4] as number,
  anchor: row[5] as string,
  heading: row[6] as string,
  text: row[7] as string,
  title: row[8] as string,
  body: row[9] as string
})

/** A search index in the database behind `driver`. */
export const make = (driver: PostgresDriver): SearchIndexService => {
  const coveredOf = (row: SqlRow) => ({
    number: row[0] as number,
    space: row[1] as string,
    blocks: row[2] === null ? 0 : Math.floor((row[2] as number) / pagesOfBlock) + 1
  })
  const inSpace = driver.all(spacesOf("organization = $1 and space = $2"), coveredOf)
  const inOrganization = driver.all(spacesOf("organization = $1"), coveredOf)
  const whole = driver.all(wholeTokens, (row) => row as readonly [number, number, number, string])
  const prefixed = driver.all(prefixedTokens, (row) => row as readonly [number, number, string])
  const lengthListsOf = driver.all(lengthLists, (row) => row as readonly [string, string])
  const lengthsIn = driver.all(
    lengthsOf,
    (row): BlockLengths => ({ space: row[0] as string, block: row[1] as number, list: row[2] as string })
  )
  const near = driver.all(nearWords, wordOf)
  const same = driver.all(sameWords, wordOf)
  const sections = driver.all(readSections, (row) => row)
  const after = driver.all(pagesAfter, (row): SearchDocument => {
    const [organization, space, page, path] = row as ReadonlyArray<string>
    return { organization: organization!, space: space!, page: page!, path: path!, ...sectionOf(row) }
  })

  const coveredBy = ({ covers, organization, space }: SearchScope) =>
    Effect.map(space === undefined ? inOrganization([organization]) : inSpace([organization, space]), (found) =>
      found.filter(({ blocks, space }) => blocks > 0 && covers(space))
    )

  const query: SearchIndexService["query"] = Effect.fnUntraced(function* ({ tokens, ...scope }) {
    const covered = yield* coveredBy(scope)
    const names = new Map(covered.map(({ number, space }) => [number, space]))
    const found: Array<PostingList> = []
    const add = (token: number, space: number, block: number, list: string): void => {
      if (list !== "") found.push({ token, space: names.get(space)!, block, list })
    }
    const exact = tokens.flatMap(({ prefix }, i) => (prefix ? [] : [i]))
    const exactTokens = exact.map((i) => tokens[i]!.token)
    let left = mostOfPrefixes
    for (const batch of batches(covered.map(({ blocks, number }) => ({ space: number, blocks })))) {
      const range = [batch.map(({ space }) => space), batch.map(({ first }) => first), batch.map(({ last }) => last)]
      if (exact.length > 0) {
        for (const [place, space, block, list] of yield* whole([...range, exactTokens])) {
          add(exact[place - 1]!, space, block, list)
        }
      }
      for (const [i, { prefix, token }] of tokens.entries()) {
        if (!prefix || left <= 0) continue
        for (const [space, block, list] of yield* prefixed([...range, token, `${token}\u{10ffff}`])) {
          add(i, space, block, list)
          left -= list.length
        }
      }
      yield* giveWay
    }
    return found
  })

  const sizes: SearchIndexService["sizes"] = Effect.fnUntraced(function* (scope) {
    const covered = yield* coveredBy(scope)
    const found = new Map(covered.map(({ space }) => [space, { space, pages: 0, words: 0 }]))
    for (const [space, list] of yield* lengthListsOf([covered.map(({ number }) => number)])) {
      const size = found.get(space)
      readLengths(list, (_place, _title, words) => {
        if (size === undefined) return
        size.pages++
        size.words += words
      })
    }
    return [...found.values()].filter(({ pages }) => pages > 0)
  })

  const lengths: SearchIndexService["lengths"] = (blocks) =>
    lengthsIn([blocks.map(({ space }) => space), blocks.map(({ block }) => block)])

  const read: SearchIndexService["read"] = Effect.fnUntraced(function* (places) {
    const asked = places.flatMap(({ number, sections, space }, place) => {
      const wanted = sections === undefined ? [everySection] : sections.length === 0 ? [noSection] : sections
      return wanted.map((section) => ({ space, number, section, place }))
    })
    if (asked.length === 0) return []
    const rows = yield* sections([
      asked.map(({ space }) => space),
      asked.map(({ number }) => number),
      asked.map(({ section }) => section!),
      asked.map(({ place }) => place)
    ])
    const found = new Map<number, FoundPage & { readonly sections: Array<FoundSection> }>()
    for (const row of rows) {
      const place = row[0] as number
      const { number, space } = places[place]!
      const page = found.get(place) ?? {
        space,
        number,
        page: row[1] as string,
        path: row[2] as string,
        title: row[3] as string,
        sections: []
      }
      found.set(place, page)
      if (row[4] !== null) page.sections.push(sectionOf(row))
    }
    return [...found.values()]
  })

  const vocabulary: SearchIndexService["vocabulary"] = Effect.fnUntraced(function* (space, wanted) {
    const found = new Map<string, KnownWord>()
    for (const { letters, longest, most, shortest } of wanted.near) {
      const left = [...remains(letters, most)]
      for (const known of yield* near([space, shortest, longest, letters, left])) found.set(known.word, known)
    }
    if (wanted.words.length > 0) {
      for (const known of yield* same([space, wanted.words])) found.set(known.word, known)
    }
    return [...found.values()]
  })

  return {
    ...makeSearchWrites(driver),
    query,
    sizes,
    lengths,
    vocabulary,
    read,
    list: (place, limit) => after([place?.space ?? "", place?.page ?? "", limit])
  }
}
