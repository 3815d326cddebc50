/** Writing posting lists, which blocks have a token, and the words of a space. */
import { giveWay } from "@lectern/core/internal/foundation/scheduling/Turns"
import { compareEntries, sizeChange } from "@lectern/core/internal/text/search-index/EntryChanges"
import { placeOf } from "@lectern/core/internal/text/search-index/Postings"
import { lettersOf } from "@lectern/core/internal/text/tokenization/Letters"
import type { PageEntries } from "@lectern/core/search-index/SearchIndex"
import type { SqlDriver } from "@lectern/storage-sql/internal/SqlDriver"
import { chunksOf } from "effect/Array"
import * as Effect from "effect/Effect"
import { type Additions, listed, mostAtOnce } from "./SearchAdditions.js"
import { blockOf, blocksOfPart, pagesOfSpace, partOf } from "./SearchNumbers.js"

/**
 * Removes outdated entries, given as a JSON object by token. All of them exist, so each row is a conflict; as an
 * update, SQLite would scan all lists of the block.
 */
const takeOutEntries = `
  insert into {search_postings} (block, token, list)
  select ?, key, value from json_each(?) where true
  on conflict (block, token) do update set list = replace(list, excluded.list, '')`

const removeEmptyLists = `
  delete from {search_postings}
  where block = ? and list = '' and token in (select value from json_each(?))`

/**
 * Notes that a block has tokens, which are the keys or the values of some JSON. The note stays when the last page of the
 * block loses the token: then a search looks for it there in vain, which costs less than to write about every such token.
 */
const addBlock = (tokens: "key" | "value"): string => `
  insert into {search_blocks} (part, token, blocks)
  select ?, ${tokens}, 1 << ? from json_each(?) where true
  on conflict (part, token) do update set blocks = blocks | excluded.blocks`

const putEntries = `
  insert into {search_postings} (block, token, list)
  select ?, key, value from json_each(?) where true
  on conflict (block, token) do update set list = list || excluded.list
  returning token, length(list)`

/** The same for a block that has no entries yet: all lists of a block that an import fills. */
const beginLists = `
  insert into {search_postings} (block, token, list)
  select ?, key, value from json_each(?)`

/** How many words one statement counts. */
const wordsAtOnce = 16
const countWords = (words: number): string => `
  insert into {search_words} (space, length, word, letters, pages)
  values ${Array.from({ length: words }, () => "(?, length(?), ?, ?, ?)").join(", ")}
  on conflict (space, length, word, letters) do update set pages = pages + excluded.pages`

const uncountWords = `
  update {search_words} set pages = pages - 1
  where space = ? and (length, word) in (select length(value), value from json_each(?))`

const removeUncounted = `
  delete from {search_words}
  where space = ? and pages <= 0 and (length, word) in (select length(value), value from json_each(?))`

/** Frequent words first, as new ones come into the table, and otherwise as in its index, as far as UTF-16 units tell. */
const byFrequency =
  (words: Additions["words"]) =>
  (a: string, b: string): number =>
    (words.get(b)?.pages ?? 0) - (words.get(a)?.pages ?? 0) || a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** Writes to the posting lists and words in the database behind `driver`. */
export const makePostingWrites = (driver: SqlDriver) => {
  const takeOut = driver.write(takeOutEntries)
  const removeEmpty = driver.write(removeEmptyLists)
  const put = driver.writeAll(putEntries, (row) => row as readonly [token: string, length: number])
  const addTo = driver.write(addBlock("value"))
  const isBegun = driver.first("select 1 from {search_postings} where block = ? limit 1", () => true)
  const beginAll = driver.write(beginLists)
  const addToAll = driver.write(addBlock("key"))
  const resize = driver.write("update {search_spaces} set pages = pages + ?, words = words + ? where id = ?")
  const countOne = driver.write(countWords(1))
  const countSome = driver.write(countWords(wordsAtOnce))
  const uncount = driver.write(uncountWords)
  const removeWords = driver.write(removeUncounted)

  /** Removes words that a page no longer has, and collects its new ones. */
  const index = Effect.fnUntraced(function* (
    page: number,
    before: PageEntries,
    after: PageEntries,
    additions: Additions
  ) {
    const block = blockOf(page)
    const place = placeOf(page)
    const gone = new Map<string, string>()
    const unused: Array<string> = []
    compareEntries(before, after, {
      entryGone: (token, entry, isReplaced) => {
        gone.set(token, place + entry)
        if (!isReplaced) additions.lose(block, token)
      },
      entryCame: (token, entry) => additions.add(block, token, place + entry),
      wordGone: (word) => unused.push(word),
      wordCame: (word) => additions.count(word)
    })
    for (const some of listed(gone.keys(), (token) => gone.get(token) ?? "")) {
      yield* takeOut([block, some])
      yield* giveWay
    }
    additions.resize(sizeChange(before, after))
    for (const some of chunksOf(unused, mostAtOnce)) {
      const words = JSON.stringify(some)
      const space = Math.floor(page / pagesOfSpace)
      yield* uncount([space, words])
      yield* removeWords([space, words])
    }
  })

  /** Removes the lists of a block that have become empty, among the lists of tokens that a page lost. */
  const removeLost = Effect.fnUntraced(function* (block: number, lost: Iterable<string>) {
    for (const some of chunksOf([...lost].sort(), mostAtOnce)) {
      yield* removeEmpty([block, JSON.stringify(some)])
      yield* giveWay
    }
  })

  /** Adds to the lists of a block. Some of them may not exist yet. */
  const addToLists = Effect.fnUntraced(function* (block: number, lists: ReadonlyMap<string, string>) {
    const begun: Array<string> = []
    for (const some of listed(lists.keys(), (token) => lists.get(token) ?? "")) {
      // A list that is as long as the addition to it did not exist.
      for (const [token, length] of yield* put([block, some])) {
        if (length === lists.get(token)?.length) begun.push(token)
      }
      yield* giveWay
    }
    for (const some of chunksOf(begun, mostAtOnce)) {
      yield* addTo([partOf(block), block % blocksOfPart, JSON.stringify(some)])
      yield* giveWay
    }
  })

  /** Writes the lists of a block that has none. */
  const writeLists = Effect.fnUntraced(function* (block: number, lists: ReadonlyMap<string, string>) {
    for (const some of listed(lists.keys(), (token) => lists.get(token) ?? "")) {
      yield* beginAll([block, some])
      yield* addToAll([partOf(block), block % blocksOfPart, some])
      yield* giveWay
    }
  })

  /** Writes additions; the lists of lost tokens may have been filled again by then. */
  const writeAdditions = Effect.fnUntraced(function* (space: number, { blocks, lost, size, words }: Additions) {
    // Only an import fills whole blocks; when one page changes, looking for the first list is one more page to read.
    const mayBegin = size.pages > 1
    for (const [block, lists] of blocks) {
      if (mayBegin && (yield* isBegun([block])) === undefined) yield* writeLists(block, lists)
      else yield* addToLists(block, lists)
    }
    for (const [block, tokens] of lost) yield* removeLost(block, tokens)
    if (size.pages !== 0 || size.words !== 0) yield* resize([size.pages, size.words, space])
    const sorted = [...words.keys()].sort(byFrequency(words))
    for (let from = 0; from < sorted.length; ) {
      const whole = from + wordsAtOnce <= sorted.length
      const parameters: Array<string | number> = []
      for (const to = whole ? from + wordsAtOnce : from + 1; from < to; from++) {
        const word = sorted[from]!
        parameters.push(space, word, word, lettersOf(word), words.get(word)?.pages ?? 0)
      }
      yield* (whole ? countSome : countOne)(parameters)
      yield* giveWay
    }
  })

  return { index, writeAdditions }
}
