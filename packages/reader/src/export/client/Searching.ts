/** Searches the index of an exported site with the engine's own search. */

import { withSynonyms } from "@lectern/core/internal/publishing/search/Synonyms"
import { finding, type SearchedIndex, type Searching } from "@lectern/core/internal/text/retrieval/Finding"
import { parseQuery } from "@lectern/core/internal/text/retrieval/Query"
import type { Ranked } from "@lectern/core/internal/text/retrieval/Ranking"
import { bySpace, renderResults, windows } from "@lectern/core/internal/text/retrieval/ResultRendering"
import { readLengths } from "@lectern/core/internal/text/search-index/ReadPostings"
import { lacks, lettersOf } from "@lectern/core/internal/text/tokenization/Letters"
import { words } from "@lectern/core/internal/text/tokenization/Words"
import type {
  BlockLengths,
  BlockPlace,
  FoundPage,
  KnownWord,
  NearWord,
  PostingList,
  SearchPlace,
  SearchToken,
  SpaceSize,
  WantedWords
} from "@lectern/core/search-index/SearchIndex"
import { itemsOf, type ResultItem, resultList } from "../../site/SearchView.js"
import type { Directory, LoadShard, TextShard, TokenShard, WordShard } from "./IndexFormat.js"

/** The maximum number of pages shown. */
const mostShown = 10

/** The limits on phrase searches, since each page to read may be in a different shard. */
const phrases = { read: 60, atOnce: 12, enough: mostShown } as const

/** A value that a search waits for. */
class Waiting<A> {
  constructor(readonly promise: Promise<A>) {}
  *[Symbol.iterator](): Generator<Waiting<A>, A, A> {
    return yield this
  }
}

type AnyWaiting = Waiting<unknown>

const run = async <A>(search: Searching<AnyWaiting, A>): Promise<A> => {
  for (let step = search.next(); ; ) {
    if (step.done === true) return step.value
    step = search.next(await step.value.promise)
  }
}

const waiting = <A>(promise: Promise<A>): Waiting<A> => new Waiting(promise)

/** The shards that contain a range of keys, in a list with the first key of each shard. */
const shardsIn = (all: Directory["tokens"], from: string, to: string): ReadonlyArray<string> =>
  all.flatMap(([first, shard], i) => {
    const next = all[i + 1]?.[0]
    return first <= to && (next === undefined || next > from) ? [shard] : []
  })

const isNear = (word: string, { letters, longest, most, shortest }: NearWord): boolean => {
  const length = Array.from(word).length
  return length >= shortest && length <= longest && !lacks(letters, lettersOf(word), most)
}

/** Opens the index of a directory; spaces are identified by their numbers. */
const openIndex = (directory: Directory, load: LoadShard) => {
  let [blocks, pages] = [0, 0]
  const spaces = directory.spaces.map(({ lengths, pages: own }, i) => {
    const placed = { name: String(i), lengths, firstBlock: blocks, firstPage: pages }
    blocks += lengths.length
    pages += own
    return placed
  })
  const sizes = spaces.flatMap(({ lengths, name }): ReadonlyArray<SpaceSize> => {
    let [pages, words] = [0, 0]
    for (const list of lengths) {
      readLengths(list, (_place, _title, text) => {
        pages++
        words += text
      })
    }
    return pages === 0 ? [] : [{ space: name, pages, words }]
  })
  const lengthsOf = (blocks: ReadonlyArray<BlockPlace>): ReadonlyArray<BlockLengths> =>
    blocks.flatMap(({ block, space }) => {
      const list = spaces[Number(space)]?.lengths[block]
      return list === undefined ? [] : [{ space, block, list }]
    })

  const listsOf = async ({ prefix, token }: SearchToken, at: number): Promise<ReadonlyArray<PostingList>> => {
    const to = prefix ? `${token}\uffff` : token
    const found = new Map<number, string>()
    for (const shard of await Promise.all(shardsIn(directory.tokens, token, to).map(load))) {
      for (const [own, lists] of shard as TokenShard) {
        if (own < token || own > to) continue
        for (const [block, list] of lists) found.set(block, (found.get(block) ?? "") + list)
      }
    }
    return Array.from(found).flatMap(([block, list]) => {
      const place = spaces.findLast(({ firstBlock, lengths }) => firstBlock <= block && lengths.length > 0)
      return place === undefined ? [] : [{ token: at, space: place.name, block: block - place.firstBlock, list }]
    })
  }

  const vocabulary = async ({ near, words: same }: WantedWords): Promise<ReadonlyArray<KnownWord>> => {
    const exactly = same.map((word) => Array.from(word).length)
    const lengths = [...near, ...exactly.map((length) => ({ shortest: length, longest: length }))]
    const shards = directory.words.filter(([most], i) => {
      const least = (directory.words[i - 1]?.[0] ?? 0) + 1
      return lengths.some(({ longest, shortest }) => shortest <= most && longest >= least)
    })
    const known = (await Promise.all(shards.map(([, shard]) => load(shard)))).flat() as WordShard
    const wanted = new Set(same)
    return known.flatMap(([word, pages]) =>
      wanted.has(word) || near.some((each) => isNear(word, each)) ? [{ word, pages }] : []
    )
  }

  const numberOf = ({ number, space }: Pick<FoundPage, "number" | "space">): number =>
    (spaces[Number(space)]?.firstPage ?? 0) + number

  /** The stored text of a page. */
  const textOf = async (place: Pick<FoundPage, "number" | "space">): Promise<TextShard[number]> => {
    const number = numberOf(place)
    const [first, shard] = directory.texts.findLast(([first]) => first <= number) ?? [0, ""]
    return ((await load(shard)) as TextShard)[number - first] ?? ["", [], "", []]
  }

  const read = async ({ number, sections: wanted, space }: SearchPlace): Promise<FoundPage> => {
    const page = numberOf({ number, space })
    const title = ((await load(directory.titles)) as ReadonlyArray<string>)[page] ?? ""
    // Pages are numbered in the order of their ids, by which the engine orders equally ranked pages.
    const base = { space, number, page: String(page).padStart(8, "0"), title }
    if (wanted?.length === 0) return { ...base, path: "", sections: [] }
    const [, , path, sections] = await textOf({ number, space })
    const found = sections.map(([anchor, heading, text], section) => ({ section, anchor, heading, text }))
    return {
      ...base,
      path,
      sections: found
        .filter(({ section }) => wanted?.includes(section) !== false)
        .map((each) => ({ ...each, title: words(each.heading).join(" "), body: words(each.text).join(" ") }))
    }
  }

  const index: SearchedIndex<AnyWaiting> = {
    sizes: () => waiting(Promise.resolve(sizes)),
    lengths: (blocks) => waiting(Promise.resolve(lengthsOf(blocks))),
    query: ({ tokens }) => waiting(Promise.all(tokens.map(listsOf)).then((found) => found.flat())),
    // The words of all spaces are stored together, and returned for the first space.
    vocabulary: (space, wanted) => waiting(space === sizes[0]?.space ? vocabulary(wanted) : Promise.resolve([])),
    read: (places) => waiting(Promise.all(places.map(read)))
  }
  return { index, textOf }
}

/** The pages found for a query, best first, each with the sections to show. */
export const searchExport = async (
  directory: Directory,
  load: LoadShard,
  asked: string,
  root: string
): Promise<ReadonlyArray<ReadonlyArray<ResultItem>>> => {
  const { index, textOf } = openIndex(directory, load)
  const synonyms = directory.spaces.map((space, i) => ({ space: String(i), synonyms: space.synonyms }))
  const query = withSynonyms(
    parseQuery(asked.slice(0, 512)),
    synonyms.filter((each) => each.synonyms.length > 0)
  )
  const found = await run(finding(index, phrases)(query, { organization: "", covers: () => true }))
  const groups: Array<ReadonlyArray<Ranked>> = []
  let room = mostShown
  for (const pages of bySpace(found.pages)) {
    if (room <= 0) break
    groups.push(pages)
    room -= pages.length
  }
  const chosen = await run(windows(index, groups, 0, mostShown))
  const shown = await run(renderResults(index, found, chosen.flat().slice(0, mostShown)))
  return Promise.all(
    shown.map(async (page) => {
      const [href, where] = await textOf(page)
      const place = directory.spaces[Number(page.space)]?.title ?? ""
      const named = place === "" ? where : [place, ...where]
      return itemsOf(
        { href: `${root}${href}`, where: named, title: page.title },
        page.sections.map(({ anchor, excerpt, heading }) => ({ anchor, heading, body: excerpt }))
      )
    })
  )
}

/** The results of a query as HTML, in the words of the pages' scripts. */
export const searchHtml = async (
  directory: Directory,
  load: LoadShard,
  asked: string,
  root: string,
  words: ReadonlyArray<string>
): Promise<string> => {
  const [typeWords = "", nothingFound = "", onePage = "", somePages = ""] = words.slice(-4)
  const found = asked.trim() === "" ? [] : await searchExport(directory, load, asked, root)
  return resultList(asked, found, { typeWords, nothingFound, onePage, somePages }).text
}
