/**
 * The index of an exported site: a directory, which every search reads, and shards, which are loaded on demand. Each is
 * JSON in a script, since a page that was opened from a disk may load only scripts.
 */

/** A space of a site. */
export interface IndexedSpace {
  /** The titles that tell it from the other spaces; empty on a site of one space. */
  readonly title: string
  readonly synonyms: ReadonlyArray<ReadonlyArray<string>>
  /** The number of words of the pages in each block, in the format of the list of the empty token. */
  readonly lengths: ReadonlyArray<string>
  readonly pages: number
}

/** The part of the index that every search reads. */
export interface Directory {
  readonly spaces: ReadonlyArray<IndexedSpace>
  /** The titles of all pages. */
  readonly titles: string
  /** The first token of each shard. */
  readonly tokens: ReadonlyArray<readonly [first: string, shard: string]>
  /** The words that typos are compared with: the maximum length of the words in each shard. */
  readonly words: ReadonlyArray<readonly [longest: number, shard: string]>
  /** The number of the first page of each shard. */
  readonly texts: ReadonlyArray<readonly [first: number, shard: string]>
}

/** The places where tokens occur: the lists of each, by block of pages. Blocks are numbered across all spaces. */
export type TokenShard = ReadonlyArray<
  readonly [token: string, lists: ReadonlyArray<readonly [block: number, list: string]>]
>

/** Words, with the number of pages that contain each. */
export type WordShard = ReadonlyArray<readonly [word: string, pages: number]>

/** A section of a page: its anchor, its heading and its text. */
export type IndexedText = readonly [anchor: string, heading: string, text: string]

/**
 * Some pages: the path below the URL of the site, the titles of the ancestors, the path in the space, and the sections.
 */
export type TextShard = ReadonlyArray<
  readonly [href: string, where: ReadonlyArray<string>, path: string, sections: ReadonlyArray<IndexedText>]
>

/** Reads a shard by its name. */
export type LoadShard = (name: string) => Promise<unknown>
