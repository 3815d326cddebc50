/** Batches of writes to the search index. */

/** How many tokens or sections are written at a time: a few milliseconds of work. */
export const mostAtOnce = 1_000

/**
 * Values by key as JSON objects of at most this many keys, in the order of the keys. Serialized by hand, since an
 * object would first have to intern every token as a property name, which takes several times as long.
 */
export function* listed(keys: Iterable<string>, valueOf: (key: string) => string): Generator<string, void> {
  const sorted = [...keys].sort()
  for (let from = 0; from < sorted.length; from += mostAtOnce) {
    const some = sorted.slice(from, from + mostAtOnce)
    yield `{${some.map((key) => `${JSON.stringify(key)}:${JSON.stringify(valueOf(key))}`).join(",")}}`
  }
}

/**
 * The additions of several pages to the index: entries by block and token, the tokens that some of them lost by block,
 * the number of pages for each word, and the growth of the space. Pages share most of their words, so adding them
 * together writes a fraction of the rows.
 */
export class Additions {
  readonly blocks = new Map<number, Map<string, string>>()
  readonly lost = new Map<number, Set<string>>()
  readonly words = new Map<string, { pages: number }>()
  readonly size = { pages: 0, words: 0 }

  /** Adds the entry of a page to the list of a token. */
  add(block: number, token: string, entry: string): void {
    let lists = this.blocks.get(block)
    if (lists === undefined) {
      lists = new Map()
      this.blocks.set(block, lists)
    }
    const known = lists.get(token)
    lists.set(token, known === undefined ? entry : known + entry)
  }

  /** Notes that a page does not have a token any more. */
  lose(block: number, token: string): void {
    const known = this.lost.get(block)
    if (known === undefined) this.lost.set(block, new Set([token]))
    else known.add(token)
  }

  /** Counts one more page that has a word. */
  count(word: string): void {
    const known = this.words.get(word)
    if (known === undefined) this.words.set(word, { pages: 1 })
    else known.pages++
  }

  /** Adds to the size of the space. */
  resize({ pages, words }: { readonly pages: number; readonly words: number }): void {
    this.size.pages += pages
    this.size.words += words
  }
}
