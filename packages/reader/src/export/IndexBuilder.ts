/** Builds the search index of an exported site from the engine's own index of its pages. */
import { entriesOf, pagesOfBlock, placeOf } from "@lectern/core/internal/text/search-index/Postings"
import type { SearchDocument } from "@lectern/core/search-index/SearchIndex"
import type { Directory, IndexedSpace, TextShard, TokenShard } from "./client/IndexFormat.js"
import { directoryName, type Shard, shardName, shardOf } from "./SearchScript.js"

/** The size of a shard, in characters. A longer list gets its own shard. */
const shardSize = { tokens: 24_000, texts: 16_000, words: 64_000 }

/** A page to be indexed. */
export interface FindablePage {
  /** Its path below the URL of the site. */
  readonly href: string
  /** The titles of its ancestors, outermost first. */
  readonly where: ReadonlyArray<string>
  readonly documents: ReadonlyArray<SearchDocument>
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Splits a list into parts of at most the size of a shard, or of a single item. */
const cut = <A>(all: Iterable<A>, most: number, sizeOf: (item: A) => number): ReadonlyArray<ReadonlyArray<A>> => {
  const parts: Array<Array<A>> = []
  let left = 0
  for (const item of all) {
    left -= sizeOf(item)
    if (left >= 0) parts.at(-1)?.push(item)
    else {
      parts.push([item])
      left = most - sizeOf(item)
    }
  }
  return parts
}

/** For how many pages one pass collects tokens. */
const pagesOfPass = 3_000

/** The first tokens of the passes for this many pages, balanced by a sample of the pages. */
export const passesFor = (pages: number, some: ReadonlyArray<ReadonlyArray<SearchDocument>>): ReadonlyArray<string> => {
  const passes = Math.max(1, Math.ceil(pages / pagesOfPass))
  const sizes = new Map<string, number>()
  for (const documents of passes === 1 ? [] : some) {
    const { entries, tokens } = entriesOf(documents)
    for (const [i, token] of tokens.entries()) sizes.set(token, (sizes.get(token) ?? 0) + entries[i]!.length + 1)
  }
  const all = Array.from(sizes.values()).reduce((sum, size) => sum + size, 0)
  const firsts = [""]
  let before = 0
  for (const [token, size] of Array.from(sizes).sort(([a], [b]) => compare(a, b))) {
    if (firsts.length < passes && before >= (all * firsts.length) / passes) firsts.push(token)
    before += size
  }
  return firsts
}

/**
 * Collects pages, space by space and ordered by id. Each pass over all pages collects only a range of tokens, so that
 * the tokens of many pages are never in memory together.
 */
export class IndexBuilder {
  private readonly spaces: Array<IndexedSpace & { readonly lengths: Array<string>; pages: number }> = []
  private readonly titles: Array<string> = []
  private readonly vocabulary = new Map<string, number>()
  private readonly textShards: Array<readonly [first: number, shard: string]> = []
  private readonly tokenShards: Array<readonly [first: string, shard: string]> = []
  private pass = 0
  private tokens = new Map<string, Array<readonly [block: number, list: string]>>()
  private block = new Map<string, string>()
  private blocks = 0
  private number = 0
  private texts: Array<TextShard[number]> = []
  private textSize = 0

  /** `firsts` contains the first token of each pass. */
  constructor(private readonly firsts: ReadonlyArray<string>) {}

  /** Begins a space. */
  space(title: string, synonyms: IndexedSpace["synonyms"]): void {
    this.closeBlock()
    this.number = 0
    if (this.pass === 0) this.spaces.push({ title, synonyms, lengths: [], pages: 0 })
  }

  private closeBlock(): void {
    if (this.block.size === 0) return
    for (const [token, list] of this.block) {
      const known = this.tokens.get(token)
      if (token === "") {
        if (this.pass === 0) this.spaces.at(-1)?.lengths.push(list)
      } else if (known === undefined) this.tokens.set(token, [[this.blocks, list]])
      else known.push([this.blocks, list])
    }
    this.block = new Map()
    this.blocks++
  }

  private closeTexts(): ReadonlyArray<Shard> {
    if (this.texts.length === 0) return []
    const name = shardName("text", this.texts)
    this.textShards.push([this.titles.length - this.texts.length, name])
    const shard = shardOf(name, this.texts)
    this.texts = []
    this.textSize = 0
    return [shard]
  }

  private isCollected(token: string): boolean {
    const next = this.firsts[this.pass + 1]
    return token === "" || (token >= (this.firsts[this.pass] ?? "") && (next === undefined || token < next))
  }

  /** Adds a page of the current space; returns the shards that are complete. */
  add(page: FindablePage): ReadonlyArray<Shard> {
    const { entries, tokens, words } = entriesOf(page.documents)
    const place = placeOf(this.number)
    for (const [i, token] of tokens.entries()) {
      if (this.isCollected(token)) this.block.set(token, `${this.block.get(token) ?? ""}${place}${entries[i]}`)
    }
    this.number++
    if (this.number % pagesOfBlock === 0) this.closeBlock()
    return this.pass === 0 ? this.show(page, words) : []
  }

  private show({ documents, href, where }: FindablePage, words: ReadonlyArray<string>): ReadonlyArray<Shard> {
    const space = this.spaces.at(-1)
    if (space !== undefined) space.pages = this.number
    for (const word of words) this.vocabulary.set(word, (this.vocabulary.get(word) ?? 0) + 1)
    const size = documents.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
    const closed = this.textSize + size > shardSize.texts ? this.closeTexts() : []
    const [first] = documents
    this.titles.push(first?.heading ?? "")
    this.texts.push([
      href,
      where,
      first?.path ?? "",
      documents.map(({ anchor, heading, text }) => [anchor, heading, text])
    ])
    this.textSize += size
    return closed
  }

  /** Ends a pass; returns the shards that are then complete. */
  *endPass(): Generator<Shard> {
    this.closeBlock()
    yield* this.closeTexts()
    const listed = Array.from(this.tokens).sort(([a], [b]) => compare(a, b))
    this.tokens = new Map()
    const sizeOf = ([token, lists]: TokenShard[number]) =>
      lists.reduce((sum, [, list]) => sum + list.length + 8, token.length + 6)
    for (const part of cut(listed, shardSize.tokens, sizeOf)) {
      const name = shardName("tokens", part)
      this.tokenShards.push([part[0]?.[0] ?? "", name])
      yield shardOf(name, part)
    }
    this.pass++
    this.blocks = 0
  }

  /** The remaining shards after all passes, and the directory. */
  *finish(): Generator<Shard> {
    const words: Array<readonly [longest: number, shard: string]> = []
    const byLength = new Map<number, Array<readonly [word: string, pages: number]>>()
    for (const known of this.vocabulary) {
      const length = Array.from(known[0]).length
      const some = byLength.get(length)
      if (some === undefined) byLength.set(length, [known])
      else some.push(known)
    }
    const lengths = Array.from(byLength).sort(([a], [b]) => a - b)
    for (const part of cut(lengths, shardSize.words, ([length, some]) => some.length * (length + 8))) {
      const known = part.flatMap(([, some]) => some).sort(([a], [b]) => compare(a, b))
      const name = shardName("words", known)
      words.push([part.at(-1)?.[0] ?? 0, name])
      yield shardOf(name, known)
    }
    const titles = shardName("titles", this.titles)
    yield shardOf(titles, this.titles)
    const { spaces, textShards: texts, tokenShards: tokens } = this
    const directory: Directory = { spaces, titles, tokens, words, texts }
    yield shardOf(directoryName, directory)
  }
}
