/** What is written into the search index at a time. */

/** How many tokens or sections are written at a time: some milliseconds' work. */
export const mostAtOnce = 1_000

/** A list in pieces of so much weight at most, unless one thing alone has more. */
export const pieces = <A>(all: ReadonlyArray<A>, weightOf: (one: A) => number, heaviest: number) => {
  const found: Array<Array<A>> = []
  let left = 0
  for (const one of all) {
    left -= weightOf(one)
    if (left < 0 || found.length === 0) {
      found.push([])
      left = heaviest - weightOf(one)
    }
    found.at(-1)!.push(one)
  }
  return found
}

/**
 * Values by key as JSON objects of so many keys at most, in the order of the keys. Written out, since an object would have
 * to make a name of every token first, which takes several times as long.
 */
export const listed = (keys: Iterable<string>, valueOf: (key: string) => string): ReadonlyArray<string> =>
  pieces([...keys].sort(), () => 1, mostAtOnce).map(
    (some) => `{${some.map((key) => `${JSON.stringify(key)}:${JSON.stringify(valueOf(key))}`).join(",")}}`
  )

/**
 * What some pages add to the index: entries by block and token, and by word how many of them have it. Pages share most
 * of their words, so that adding them together writes a fraction of the rows.
 */
export class Additions {
  readonly blocks = new Map<number, Map<string, { list: string }>>()
  readonly words = new Map<string, { pages: number }>()

  /** Adds the entry of a page to the list of a token. */
  add(block: number, token: string, entry: string): void {
    let lists = this.blocks.get(block)
    if (lists === undefined) {
      lists = new Map()
      this.blocks.set(block, lists)
    }
    const known = lists.get(token)
    if (known === undefined) lists.set(token, { list: entry })
    else known.list += entry
  }

  /** Counts one more page that has a word. */
  count(word: string): void {
    const known = this.words.get(word)
    if (known === undefined) this.words.set(word, { pages: 1 })
    else known.pages++
  }
}
