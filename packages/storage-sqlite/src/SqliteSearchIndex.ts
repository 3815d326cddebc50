/** Full-text search in ordinary tables: posting lists, which core creates and ranks. */
import { giveWay } from "@lectern/core/internal/foundation/scheduling/Turns"
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
  type SearchScope,
  type SearchToken,
  type SpaceSize
} from "@lectern/core/search-index/SearchIndex"
import type { SqlDriver, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import { chunksOf } from "effect/Array"
import * as Effect from "effect/Effect"
import { blockOf, blocksOfPart, blocksOfSpace, pagesOfSpace, partOf, partsOfSpace } from "./SearchNumbers.js"
import { makeSearchWrites } from "./SqliteSearchWrites.js"

const spacesOf = (where: string): string => `
  select s.id, s.space, s.pages, s.words,
    (select max(p.id) from {search_pages} as p where p.id between s.id * ${pagesOfSpace} and (s.id + 1) * ${pagesOfSpace} - 1)
  from {search_spaces} as s where ${where} and s.pages > 0 order by s.space`

/** The upper and the lower half of a bit set, since a number cannot hold all of it. */
const halves = "blocks >> 32 & 0xffffffff, blocks & 0xffffffff"

const blocksWith = `
  select part, ${halves} from json_each(?) as e cross join {search_blocks} on part = e.value and token = ?`

const blocksWithBeginning = `
  select part, ${halves} from json_each(?) as e cross join {search_blocks}
  on part = e.value and token >= ? and token < ?`

const exactly = `
  select b.value, p.list from json_each(?) as b cross join {search_postings} as p on p.block = b.value and p.token = ?`

const beginningWith = `
  select b.value, (select group_concat(list, '') from {search_postings} where block = b.value and token >= ? and token < ?)
  from json_each(?) as b`

const lengthsOf = `
  select b.value ->> 0, b.value ->> 1, p.list
  from json_each(?) as b cross join {search_spaces} as s on s.space = b.value ->> 0 cross join {search_postings} as p
  on p.block = s.id * ${blocksOfSpace} + (b.value ->> 1) and p.token = ''`

const nearWords = `
  select word, pages from {search_words}
  where space = (select id from {search_spaces} where space = ?) and length between ? and ?
  and (letters & ?) in (select value from json_each(?))`

const sameWords = `
  select word, pages from {search_words}
  where space = (select id from {search_spaces} where space = ?)
  and (length, word) in (select length(value), value from json_each(?))`

interface Covered extends SpaceSize {
  readonly number: number
  readonly last: number
}

const spaceOf = (row: SqlRow): Covered => ({
  number: row[0] as number,
  space: row[1] as string,
  pages: row[2] as number,
  words: row[3] as number,
  last: row[4] as number
})

/** Some of the blocks of a part, as the two halves of a bit set. */
type Present = readonly [part: number, upper: number, lower: number]

const presentOf = (row: SqlRow): Present => [row[0] as number, row[1] as number, row[2] as number]

/** The blocks that are in any of some bit sets, in order. */
const blocksIn = (found: ReadonlyArray<Present>): ReadonlyArray<number> => {
  const parts = new Map<number, { upper: number; lower: number }>()
  for (const [part, upper, lower] of found) {
    const known = parts.get(part)
    if (known === undefined) parts.set(part, { upper, lower })
    else {
      known.upper |= upper
      known.lower |= lower
    }
  }
  const blocks: Array<number> = []
  for (const [part, { lower, upper }] of [...parts].sort(([a], [b]) => a - b)) {
    const first = part * blocksOfPart
    for (let bit = 0; bit < 32; bit++) if ((lower & (1 << bit)) !== 0) blocks.push(first + bit)
    for (let bit = 0; bit < 32; bit++) if ((upper & (1 << bit)) !== 0) blocks.push(first + 32 + bit)
  }
  return blocks
}

/** How many parts are looked into at a time. */
const partsAtOnce = 1_024

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
  const withToken = driver.all(blocksWith, presentOf)
  const withBeginning = driver.all(blocksWithBeginning, presentOf)
  const exact = driver.all(exactly, (row) => [row[0] as number, row[1] as string] as const)
  const prefixed = driver.all(beginningWith, (row) => [row[0] as number, (row[1] ?? "") as string] as const)
  const lengthsIn = driver.all(
    lengthsOf,
    (row): BlockLengths => ({ space: row[0] as string, block: row[1] as number, list: row[2] as string })
  )
  const near = driver.all(nearWords, wordOf)
  const same = driver.all(sameWords, wordOf)
  const numberOf = driver.first("select id from {search_spaces} where space = ?", (row) => row[0] as number)
  const readPages = driver.all(
    `select p.id, p.page, p.path, p.title from json_each(?) as j cross join {search_pages} as p on p.id = j.value
    where p.page is not null`,
    (row) => ({ id: row[0] as number, page: row[1] as string, path: row[2] as string, title: row[3] as string })
  )
  const readAll = driver.all(
    `select s.page, ${sectionColumns} from json_each(?) as j cross join {search_sections} as s on s.page = j.value
    order by s.page, s.section`,
    (row) => ({ id: row[0] as number, section: sectionOf(row) })
  )
  const readSome = driver.all(
    `select s.page, ${sectionColumns} from json_each(?) as j cross join {search_sections} as s
    on s.page = j.value ->> 0 and s.section = j.value ->> 1 order by s.page, s.section`,
    (row) => ({ id: row[0] as number, section: sectionOf(row) })
  )
  const pagesAfter = driver.all(
    `select s.organization, s.space, p.page, p.path, p.id
    from {search_spaces} as s cross join {search_pages} as p on p.space = s.id
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

  const covered = ({ covers, organization, space }: SearchScope) =>
    Effect.map(space === undefined ? inOrganization([organization]) : inSpace([organization, space]), (found) =>
      found.filter(({ space }) => covers(space))
    )

  /** The blocks of some parts in which a token occurs. */
  const blocksOf = Effect.fnUntraced(function* (parts: ReadonlyArray<string>, { prefix, token }: SearchToken) {
    const found: Array<Present> = []
    for (const some of parts) {
      const more = yield* prefix ? withBeginning([some, token, `${token}\u{10ffff}`]) : withToken([some, token])
      for (const each of more) found.push(each)
      yield* giveWay
    }
    return chunksOf(blocksIn(found), blocksAtOnce)
  })

  const query: SearchIndexService["query"] = Effect.fnUntraced(function* ({ tokens, ...scope }) {
    const spaces = new Map<number, string>()
    const parts: Array<number> = []
    for (const { last, number, space } of yield* covered(scope)) {
      spaces.set(number, space)
      for (let part = number * partsOfSpace; part <= partOf(blockOf(last)); part++) parts.push(part)
    }
    const all = chunksOf(parts, partsAtOnce).map((some) => JSON.stringify(some))
    const found: Array<PostingList> = []
    let left = mostOfPrefixes
    for (const [i, each] of tokens.entries()) {
      const { prefix, token } = each
      for (const some of yield* blocksOf(all, each)) {
        if (prefix && left <= 0) break
        const blocks = JSON.stringify(some)
        const lists = yield* prefix ? prefixed([token, `${token}\u{10ffff}`, blocks]) : exact([blocks, token])
        for (const [block, list] of lists) {
          if (prefix) left -= list.length
          const number = Math.floor(block / blocksOfSpace)
          found.push({ token: i, space: spaces.get(number)!, block: block - number * blocksOfSpace, list })
        }
        yield* giveWay
      }
    }
    return found
  })

  const sizes: SearchIndexService["sizes"] = (scope) =>
    Effect.map(covered(scope), (found) => found.map(({ pages, space, words }) => ({ space, pages, words })))

  const lengths: SearchIndexService["lengths"] = Effect.fnUntraced(function* (blocks) {
    const found: Array<BlockLengths> = []
    for (const some of chunksOf(blocks, blocksAtOnce)) {
      found.push(...(yield* lengthsIn([JSON.stringify(some.map(({ block, space }) => [space, block]))])))
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

  return { ...makeSearchWrites(driver), sizes, lengths, list, query, vocabulary, read }
}
