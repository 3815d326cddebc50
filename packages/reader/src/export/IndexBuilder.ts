/** Makes the index of an exported site from what the engine's own search knows of its pages. */
import { entriesOf, pagesOfBlock, placeOf } from "@lectern/core/internal/search-index/Postings"
import type { SearchDocument } from "@lectern/core/search-index/SearchIndex"
import type { Directory, IndexedSpace, TextShard, TokenShard } from "./client/IndexFormat.js"
import { directoryName, type Shard, shardName, shardOf } from "./SearchScript.js"

/** How much is in a shard, in characters; a list that is longer is one of its own. */
const shardSize = { tokens: 24_000, texts: 16_000, words: 64_000 }

/** A page to be found. */
export interface FindablePage {
  /** Below the address of the site. */
  readonly href: string
  /** The titles of what it lies in, from the outside. */
  readonly where: ReadonlyArray<string>
  readonly documents: ReadonlyArray<SearchDocument>
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Parts of a list, each as large as a shard may be, or a single item. */
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

/** Collects pages, space by space and in the order of their ids. */
export class IndexBuilder {
  private readonly spaces: Array<IndexedSpace & { readonly lengths: Array<string>; pages: number }> = []
  private readonly titles: Array<string> = []
  private readonly vocabulary = new Map<string, number>()
  private readonly tokens = new Map<string, Array<readonly [block: number, list: string]>>()
  private block = new Map<string, string>()
  private blocks = 0
  private texts: Array<TextShard[number]> = []
  private textSize = 0
  private readonly textShards: Array<readonly [first: number, shard: string]> = []

  /** Begins a space. */
  space(title: string, synonyms: IndexedSpace["synonyms"]): void {
    this.closeBlock()
    this.spaces.push({ title, synonyms, lengths: [], pages: 0 })
  }

  private closeBlock(): void {
    if (this.block.size === 0) return
    const space = this.spaces.at(-1)
    for (const [token, list] of this.block) {
      if (token === "") space?.lengths.push(list)
      else {
        const known = this.tokens.get(token)
        if (known === undefined) this.tokens.set(token, [[this.blocks, list]])
        else known.push([this.blocks, list])
      }
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

  /** Adds a page of the space that was begun last; answers the shards that are complete. */
  add({ documents, href, where }: FindablePage): ReadonlyArray<Shard> {
    const space = this.spaces.at(-1)
    const [first] = documents
    if (space === undefined || first === undefined) return []
    const { entries, words } = entriesOf(documents)
    const place = placeOf(space.pages)
    for (const [token, entry] of entries) this.block.set(token, `${this.block.get(token) ?? ""}${place}${entry}`)
    for (const word of words) this.vocabulary.set(word, (this.vocabulary.get(word) ?? 0) + 1)
    space.pages++
    if (space.pages % pagesOfBlock === 0) this.closeBlock()
    const size = documents.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
    const closed = this.textSize + size > shardSize.texts ? this.closeTexts() : []
    this.titles.push(first.heading)
    this.texts.push([href, where, first.path, documents.map(({ anchor, heading, text }) => [anchor, heading, text])])
    this.textSize += size
    return closed
  }

  /** The shards that are left, and the directory. */
  *finish(): Generator<Shard> {
    this.closeBlock()
    yield* this.closeTexts()
    const tokens: Array<readonly [first: string, shard: string]> = []
    const listed = Array.from(this.tokens).sort(([a], [b]) => compare(a, b))
    const sizeOf = ([token, lists]: TokenShard[number]) =>
      lists.reduce((sum, [, list]) => sum + list.length + 8, token.length + 6)
    for (const part of cut(listed, shardSize.tokens, sizeOf)) {
      const name = shardName("tokens", part)
      tokens.push([part[0]?.[0] ?? "", name])
      yield shardOf(name, part)
    }
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
    const directory: Directory = { spaces: this.spaces, titles, tokens, words, texts: this.textShards }
    yield shardOf(directoryName, directory)
  }
}
