/** The places of pages and headings in the outline of a document: their depths and their numbers. */

/** The place of a heading in the outline: `depth` counts from 1 below its page and skips no level. */
export interface HeadingPlace {
  readonly depth: number
  readonly number?: string
}

/**
 * Follows a document from its first page to its last. The pages below a page continue the numbering of its headings.
 */
export class Outline {
  readonly #numbered: boolean
  readonly #counts: Array<number> = []
  #page = 0
  /** The levels of the headings that enclose the last one, including its own. */
  #levels: Array<number> = []

  constructor(numbered: boolean) {
    this.#numbered = numbered
  }

  /** The number of the next page; `undefined` if pages have none. */
  page(depth: number): string | undefined {
    this.#page = depth
    this.#levels = []
    return this.#next(depth)
  }

  /** The next heading of the page, given its level as written. */
  heading(level: number): HeadingPlace {
    while (this.#levels.length > 0 && (this.#levels.at(-1) ?? 0) >= level) this.#levels.pop()
    this.#levels.push(level)
    const depth = this.#levels.length
    const number = this.#next(this.#page + depth)
    return { depth, ...(number !== undefined && { number }) }
  }

  #next(depth: number): string | undefined {
    this.#counts.length = Math.min(this.#counts.length, depth + 1)
    while (this.#counts.length <= depth) this.#counts.push(0)
    this.#counts[depth]! += 1
    return this.#numbered ? this.#counts.join(".") : undefined
  }
}
