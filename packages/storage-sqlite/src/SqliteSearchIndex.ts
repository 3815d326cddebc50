/** Full-text search in ordinary tables: posting lists, which core creates and ranks. */
import { giveWay } from "@lectern/core/internal/scheduling/Turns"
import { remains } from "@lectern/core/internal/search-index/Letters"
import {
  blocksAtOnce,
  type FoundPage,
  type FoundSection,
  type KnownWord,
  mostOfPrefixes,
  type PostingList,
  type SearchDocument,
  type SearchIndexService
} from "@lectern/core/search-index/SearchIndex"
import type { SqlDriver, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Effect from "effect/Effect"
import { blockOf, blocksOfSpace, makeSearchWrites, pagesOfSpace } from "./SqliteSearchWrites.js"

const spacesOf = (where: string): string => `
  select s.id, s.space,
    (select max(p.id) from search_pages as p where p.id between s.id * ${pagesOfSpace} and (s.id + 1) * ${pagesOfSpace} - 1)
  from search_spaces as s where ${where} order by s.space`

const exactly = `
  with tokens (place, token) as materialized (select key, value from json_each(?))
  select t.place, b.value, p.list
  from json_each(?) as b cross join tokens as t cross join search_postings as p
  on p.block = b.value and p.token = t.token`

const beginningWith = `
  select b.value, (select group_concat(list, '') from search_postings where block = b.value and token >= ? and token < ?)
  from json_each(?) as b`

const nearWords = `
  select word, pages from search_words
  where space = (select id from search_spaces where space = ?) and length between ? and ?
  and (letters & ?) in (select value from json_each(?))`

const sameWords = `
  select word, pages from search_words
  where space = (select id from search_spaces where space = ?)
  and (length, word) in (select length(value), value from json_each(?))`

interface Covered {
  readonly space: string
  readonly number: number
  readonly last: number | null
}

const spaceOf = (row: SqlRow): Covered => ({
  number: row[0] as number,
  space: row[1] as string,
  last: row[2] as number | null
})

const wordOf = (row: SqlRow): KnownWord => ({ word: row[0] as string, pages: row[1] as number })

const sectionColumns = "s.section, s.anchor, s.heading, s.text, s.title, s.body"

const sectionOf = (row: SqlRow): FoundSection => ({
  section: row[1] as number,
  anchor: row[2] as string,
  heading: row[3] as string,
  text: row[4] as string,
  title: row[5] as string,
  body: row[6] as string
})

/** A search index in the database behind `driver`. */
export const make = (driver: SqlDriver): SearchIndexService => {
  const inSpace = driver.all(spacesOf("organization = ? and space = ?"), spaceOf)
  const inOrganization = driver.all(spacesOf("organization = ?"), spaceOf)
  const exact = driver.all(exactly, (row) => [row[0] as number, row[1] as number, row[2] as string] as const)
  const prefixed = driver.all(beginningWith, (row) => [row[0] as number, row[1] as string | null] as const)
  const near = driver.all(nearWords, wordOf)
  const same = driver.all(sameWords, wordOf)
  const numberOf = driver.first("select id from search_spaces where space = ?", (row) => row[0] as number)
  const readPages = driver.all(
    `select p.id, p.page, p.path, p.title from json_each(?) as j cross join search_pages as p on p.id = j.value
    where p.page is not null`,
    (row) => ({ id: row[0] as number, page: row[1] as string, path: row[2] as string, title: row[3] as string })
  )
  const readAll = driver.all(
    `select s.page, ${sectionColumns} from json_each(?) as j cross join search_sections as s on s.page = j.value
    order by s.page, s.section`,
    (row) => ({ id: row[0] as number, section: sectionOf(row) })
  )
  const readSome = driver.all(
    `select s.page, ${sectionColumns} from json_each(?) as j cross join search_sections as s
    on s.page = j.value ->> 0 and s.section = j.value ->> 1 order by s.page, s.section`,
    (row) => ({ id: row[0] as number, section: sectionOf(row) })
  )
  const pagesAfter = driver.all(
    `select s.organization, s.space, p.page, p.path, p.id
    from search_spaces as s cross join search_pages as p on p.space = s.id
    where s.space >= ? and p.page is not null and (s.space, p.page) > (?, ?) order by s.space, p.page limit ?`,
    (row) => ({
      place: {
        organization: row[0] as string,
        space: row[1] as string,
        page: row[2] as string,
        path: row[3] as string
      },
      id: row[4] as number
    })
  )

  const query: SearchIndexService["query"] = Effect.fnUntraced(function* ({ covers, organization, space, tokens }) {
    const known = yield* space === undefined ? inOrganization([organization]) : inSpace([organization, space])
    const spaces = new Map<number, string>()
    const blocks: Array<number> = []
    for (const { last, number, space } of known) {
      if (last === null || !covers(space)) continue
      spaces.set(number, space)
      for (let block = number * blocksOfSpace; block <= blockOf(last); block++) blocks.push(block)
    }
    const found: Array<PostingList> = []
    const add = (token: number, block: number, list: string): void => {
      const number = Math.floor(block / blocksOfSpace)
      found.push({ token, space: spaces.get(number)!, block: block - number * blocksOfSpace, list })
    }
    const whole = tokens.flatMap(({ prefix }, i) => (prefix ? [] : [i]))
    const wholeTokens = JSON.stringify(whole.map((i) => tokens[i]!.token))
    let left = mostOfPrefixes
    for (let from = 0; from < blocks.length; from += blocksAtOnce) {
      const some = JSON.stringify(blocks.slice(from, from + blocksAtOnce))
      for (const [i, block, list] of yield* exact([wholeTokens, some])) add(whole[i]!, block, list)
      for (const [i, { prefix, token }] of tokens.entries()) {
        if (!prefix || left <= 0) continue
        for (const [block, list] of yield* prefixed([token, `${token}\u{10ffff}`, some])) {
          if (list === null) continue
          add(i, block, list)
          left -= list.length
        }
      }
      yield* giveWay
    }
    return found
  })

  const read: SearchIndexService["read"] = Effect.fnUntraced(function* (places) {
    const numbers = new Map<string, number | undefined>()
    const whole: Array<number> = []
    const some: Array<readonly [number, number]> = []
    const asked = new Map<number, (typeof places)[number]>()
    for (const place of places) {
      const { number, sections, space } = place
      if (!numbers.has(space)) numbers.set(space, yield* numberOf([space]))
      const ofSpace = numbers.get(space)
      if (ofSpace === undefined) continue
      const id = ofSpace * pagesOfSpace + number
      asked.set(id, place)
      if (sections === undefined) whole.push(id)
      else for (const section of sections) some.push([id, section])
    }
    const sections = new Map<number, Array<FoundSection>>()
    const texts = [
      ...(whole.length === 0 ? [] : yield* readAll([JSON.stringify(whole)])),
      ...(some.length === 0 ? [] : yield* readSome([JSON.stringify(some)]))
    ]
    for (const { id, section } of texts) {
      const known = sections.get(id)
      if (known === undefined) sections.set(id, [section])
      else known.push(section)
    }
    const found = asked.size === 0 ? [] : yield* readPages([JSON.stringify([...asked.keys()])])
    return found.map(({ id, page, path, title }): FoundPage => {
      const { number, space } = asked.get(id)!
      return { space, number, page, path, title, sections: sections.get(id) ?? [] }
    })
  })

  const list: SearchIndexService["list"] = Effect.fnUntraced(function* (after, limit) {
    const found: Array<SearchDocument> = []
    const space = after?.space ?? ""
    for (const { id, place } of yield* pagesAfter([space, space, after?.page ?? "", limit])) {
      for (const { section } of yield* readAll([JSON.stringify([id])])) found.push({ ...place, ...section })
    }
    return found
  })

  const vocabulary: SearchIndexService["vocabulary"] = Effect.fnUntraced(function* (space, wanted) {
    const found = new Map<string, KnownWord>()
    for (const { letters, longest, most, shortest } of wanted.near) {
      const left = JSON.stringify([...remains(letters, most)])
      for (const known of yield* near([space, shortest, longest, letters, left])) found.set(known.word, known)
    }
    if (wanted.words.length > 0) {
      for (const known of yield* same([space, JSON.stringify(wanted.words)])) found.set(known.word, known)
    }
    return [...found.values()]
  })

  return { ...makeSearchWrites(driver), list, query, vocabulary, read }
}
