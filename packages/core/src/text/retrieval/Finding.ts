/**
 * Finds the pages that answer a query, over an index. Code that waits for the index is a generator, so that the same
 * search runs as an effect of the engine, and in a browser over the index of an exported site.
 */

import type {
  BlockLengths,
  BlockPlace,
  FoundPage,
  KnownWord,
  PostingList,
  SearchPlace,
  SearchQuery,
  SearchScope,
  SearchToken,
  SpaceSize,
  WantedWords
} from "../search-index/SearchIndex.js"
import { otherForms, versionForms } from "../tokenization/Forms.js"
import { keptToken } from "../tokenization/KeptWords.js"
import { isRun, words } from "../tokenization/Words.js"
import { editsFor, nearest, nearWord, splits } from "./Corrections.js"
import { QueryPostings } from "./Evidence.js"
import { type Alternative, alternativesOf, isSmall, type ParsedQuery, type Unit } from "./Query.js"
import { type Ranked, type Ranking, rank } from "./Ranking.js"

const plain = (joined: string): string => ` ${joined.replaceAll("_", " ")} `

/** The pattern of a phrase: a run of a script without spaces may begin and end within another one. */
const wantedOf = (phrase: ReadonlyArray<string>): string => {
  const [first, last] = [phrase[0] ?? "", phrase.at(-1) ?? ""]
  const joined = phrase.join(" ").replaceAll("_", " ")
  return `${isRun(first) ? "" : " "}${joined}${isRun(last) ? "" : " "}`
}

/** Whether a page has every phrase, in its title, its path, a heading or a text. */
const hasPhrases = (page: FoundPage, phrases: ReadonlyArray<ReadonlyArray<string>>): boolean => {
  const texts = page.sections.flatMap(({ body, title }) => [plain(title), plain(body)])
  texts.push(plain(words(page.path).join(" ")))
  return phrases.every((phrase) => {
    const wanted = wantedOf(phrase)
    return texts.some((text) => text.includes(wanted))
  })
}

/** A value that a generator can wait for with `yield*`, such as an effect. */
export interface Awaited<Y, A> {
  readonly [Symbol.iterator]: () => Iterator<Y, A>
}

/** The operations of an index that search uses, as `SearchIndexService` describes them. */
export interface SearchedIndex<Q, V = Q, R = Q, S = Q, L = Q> extends ReadIndex<R> {
  readonly sizes: (scope: SearchScope) => Awaited<S, ReadonlyArray<SpaceSize>>
  readonly lengths: (blocks: ReadonlyArray<BlockPlace>) => Awaited<L, ReadonlyArray<BlockLengths>>
  readonly query: (query: SearchQuery) => Awaited<Q, ReadonlyArray<PostingList>>
  readonly vocabulary: (space: string, wanted: WantedWords) => Awaited<V, ReadonlyArray<KnownWord>>
}

/** The operation of an index that returns pages. */
export interface ReadIndex<R> {
  readonly read: (places: ReadonlyArray<SearchPlace>) => Awaited<R, ReadonlyArray<FoundPage>>
}

/** A part of a search, to be run with `yield*`. */
export type Searching<Y, A> = Generator<Y, A, unknown>

/** The result of a query. */
export interface Found {
  /** Best first; pages of equal rank are in no particular order. */
  readonly pages: ReadonlyArray<Ranked>
  readonly lists: QueryPostings
  /** The words of the query, corrected. */
  readonly units: ReadonlyArray<Unit>
  readonly rarities: ReadonlyArray<number>
}

const whole = (token: string): SearchToken => ({ token, prefix: false })

const ofOneEdit = 0.6
const ofTwoEdits = 0.45
const ofHalves = 0.7
const ofBeginning = 0.6
const ofVersion = 0.5

/** The maximum number of words, of all spaces, that a typo is compared with. */
const mostKnown = 400_000
/** The maximum number of equally ranked pages that are ordered by their titles. */
const mostNamed = 100

/** The limits on matching phrases, for which the texts of pages must be read. */
export interface PhraseLimits {
  /** The maximum number of pages to read, in all and in one batch. */
  readonly read: number
  readonly atOnce: number
  /** The number of matching pages that is enough. */
  readonly enough: number
}

const usualPhrases: PhraseLimits = { read: 5_000, atOnce: 100, enough: 1_000 }

const keyOf = ({ prefix, token }: SearchToken): string => (prefix ? `${token}*` : token)

/** Identifies a page of an index. */
export const keyOfPage = ({ number, space }: Pick<Ranked, "space" | "number">): string => `${space} ${number}`

const tokensOf = (units: ReadonlyArray<Unit>, lists?: QueryPostings): ReadonlyArray<SearchToken> => {
  const found = new Map<string, SearchToken>()
  for (const { alternatives } of units) {
    for (const { tokens } of alternatives) {
      for (const token of tokens) if (lists?.has(token) !== true) found.set(keyOf(token), token)
    }
  }
  return [...found.values()]
}

const occurs = (lists: QueryPostings, { alternatives }: Unit): boolean =>
  alternatives.some(({ tokens }) => tokens.every((token) => lists.occurs(token)))

/** A word that is replaced by its parts, each searched for separately. */
const inParts = (unit: Unit): ReadonlyArray<Unit> => {
  if (isRun(unit.word)) {
    const [first] = unit.alternatives
    return first === undefined || first.tokens.length < 2
      ? [unit]
      : first.tokens.map((token) => ({
          word: token.token,
          prefix: token.prefix,
          alternatives: [{ tokens: [token], weight: 1 }]
        }))
  }
  if (!unit.word.includes("_")) return [unit]
  const parts = unit.word.split("_")
  return parts.map((word, i) => {
    const prefix = unit.prefix && i === parts.length - 1
    return { word, prefix, alternatives: alternativesOf(word, prefix) }
  })
}

const scaled = (alternatives: ReadonlyArray<Alternative>, by: number): ReadonlyArray<Alternative> =>
  alternatives.map((each) => ({ ...each, weight: each.weight * by }))

/** Whether a word may be a typo. */
const isCorrectable = ({ word }: Unit): boolean => editsFor(word) > 0 && !isRun(word) && /\p{L}/u.test(word)

/** The correction of an unknown word: a known word near it, or two words, of which the second may be a prefix. */
const corrected = (unit: Unit, known: ReadonlyMap<string, KnownWord>): Unit => {
  const { prefix, word } = unit
  const versions = versionForms(word).filter((form) => form.includes("."))
  const more: Array<Alternative> = versions.map((form) => ({
    tokens: [{ token: form, prefix: false }],
    weight: ofVersion
  }))
  if (isCorrectable(unit)) {
    const closed = nearest(word, known.values(), { open: false })
    const isBegun = prefix && closed.length === 0
    for (const { edits, word: meant } of isBegun ? nearest(word, known.values(), { open: true }) : closed) {
      more.push(...scaled(alternativesOf(meant, false), edits === 1 ? ofOneEdit : ofTwoEdits))
    }
    for (const [first, second] of splits(word)) {
      const isKnown = (half: string): boolean => known.has(half) || /^\d+$/.test(half) || isSmall(half)
      if (!isKnown(first) || !(isKnown(second) || isBegun)) continue
      for (const token of [{ token: second, prefix }, ...otherForms(second, true).map(whole)]) {
        more.push({ tokens: [whole(first), token], weight: ofHalves })
      }
    }
    if (!prefix) more.push({ tokens: [{ token: word, prefix: true }], weight: ofBeginning })
  }
  return more.length === 0 ? unit : { ...unit, alternatives: [...unit.alternatives, ...more] }
}

const sameWords = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  some.length === others.length && some.every((word, i) => word === others[i])

const telling = (all: ReadonlyArray<string>): ReadonlyArray<string> => all.filter((word) => !isSmall(word))

/** The likeness of a title to the query: word for word, or except for stop words. */
const likeness = (title: string, query: ParsedQuery): number => {
  const named = words(title)
  if (sameWords(named, query.words)) return 2
  const [some, others] = [telling(named), telling(query.words)]
  return some.length > 0 && sameWords(some, others) ? 1 : 0
}

/** The search over an index. */
export const finding = <Q, V, R, S, L>(index: SearchedIndex<Q, V, R, S, L>, phrases: PhraseLimits = usualPhrases) => {
  type Y = Q | V | R | S | L

  /**
   * The words of some spaces that are similar or equal to others, and the number of pages of all of these spaces that
   * have them.
   */
  function* vocabulary(spaces: ReadonlyArray<string>, wanted: WantedWords): Searching<Y, Map<string, KnownWord>> {
    const found = new Map<string, KnownWord>()
    if (wanted.near.length + wanted.words.length === 0) return found
    for (const space of spaces) {
      if (found.size >= mostKnown) break
      for (const { pages, word } of yield* index.vocabulary(space, wanted)) {
        found.set(word, { word, pages: pages + (found.get(word)?.pages ?? 0) })
      }
    }
    return found
  }

  /**
   * The words of some spaces that unknown words are compared with: similar words, and parts of the unknown words that
   * are words themselves.
   */
  function* knownWords(
    spaces: ReadonlyArray<string>,
    unknown: ReadonlyArray<Unit>
  ): Searching<Y, Map<string, KnownWord>> {
    const wrong = unknown.filter(isCorrectable)
    const closed = yield* vocabulary(spaces, {
      near: wrong.map(({ word }) => nearWord(word, { open: false })),
      words: [...new Set(wrong.flatMap(({ word }) => splits(word).flat()))]
    })
    const begun = wrong.filter(
      ({ prefix, word }) => prefix && nearest(word, closed.values(), { open: false }).length === 0
    )
    const open = yield* vocabulary(spaces, { near: begun.map(({ word }) => nearWord(word, { open: true })), words: [] })
    return new Map([...open, ...closed])
  }

  /** Orders pages so that pages whose title is the query come first; equal ones by id. */
  function* named(
    pages: ReadonlyArray<Ranked>,
    candidates: ReadonlyArray<Ranked>,
    query: ParsedQuery
  ): Searching<Y, ReadonlyArray<Ranked>> {
    if (candidates.length === 0) return pages
    const read = yield* index.read(candidates.map(({ number, space }) => ({ space, number, sections: [] })))
    const alike = new Map(read.map((page) => [keyOfPage(page), likeness(page.title, query)]))
    const likenessOf = (page: Ranked): number => alike.get(keyOfPage(page)) ?? 0
    const first = candidates.filter((page) => likenessOf(page) > 0).sort((a, b) => likenessOf(b) - likenessOf(a))
    if (first.length === 0) return pages
    const chosen = new Set(first.map(keyOfPage))
    return [
      ...first.map((page): Ranked => ({ ...page, tier: -likenessOf(page) })),
      ...pages.filter((page) => !chosen.has(keyOfPage(page)))
    ]
  }

  /** The pages in which every phrase occurs verbatim. */
  function* phrased(pages: ReadonlyArray<Ranked>, query: ParsedQuery): Searching<Y, ReadonlyArray<Ranked>> {
    const found: Array<Ranked> = []
    const most = Math.min(pages.length, phrases.read)
    for (let from = 0; from < most && found.length < phrases.enough; from += phrases.atOnce) {
      const some = pages.slice(from, from + phrases.atOnce)
      const read = yield* index.read(some.map(({ number, space }) => ({ space, number })))
      const having = new Set<string>()
      for (const page of read) if (hasPhrases(page, query.phrases)) having.add(keyOfPage(page))
      found.push(...some.filter((page) => having.has(keyOfPage(page))))
    }
    return found
  }

  /** Finds the best pages: at least `most`, and all that rank equal to the last one; all pages without `most`. */
  function* run(query: ParsedQuery, scope: SearchScope, most: number = Number.POSITIVE_INFINITY): Searching<Y, Found> {
    const read = (tokens: ReadonlyArray<SearchToken>) => index.query({ ...scope, tokens: tokens.map(keptToken) })
    const sizes = yield* index.sizes(scope)
    const lists = new QueryPostings(sizes)
    function* fetch(units: ReadonlyArray<Unit>): Searching<Y, void> {
      const tokens = tokensOf(units, lists)
      if (tokens.length > 0) lists.add(tokens, yield* read(tokens))
    }
    yield* fetch(query.units)
    const parts = query.units.flatMap((unit) => (occurs(lists, unit) ? [unit] : inParts(unit)))
    yield* fetch(parts)
    const unknown = parts.filter((unit) => !occurs(lists, unit))
    const known = yield* knownWords(sizes.map(({ space }) => space).sort(), unknown)
    const isUnknown = new Set(unknown)
    const units = parts.map((unit) => (isUnknown.has(unit) ? corrected(unit, known) : unit))
    yield* fetch(units)
    if (lists.blocks.length > 0) lists.measure(yield* index.lengths(lists.blocks))
    const hasPhrases = query.phrases.length > 0
    const wanted = hasPhrases ? { pages: phrases.read, named: phrases.read } : { pages: most, named: mostNamed }
    const ranking: Ranking = rank(lists, { ...query, units }, wanted)
    const pages = hasPhrases ? yield* phrased(ranking.pages, query) : ranking.pages
    const isFound = new Set(hasPhrases ? pages.map(keyOfPage) : [])
    const candidates = hasPhrases ? ranking.named.filter((page) => isFound.has(keyOfPage(page))) : ranking.named
    return {
      pages: yield* named(pages, candidates.slice(0, mostNamed), query),
      lists,
      units,
      rarities: ranking.rarities
    }
  }

  return run
}
