/** The occurrences of the words of a query in pages, read from the posting lists of the index. */
import { inParents, inSlug, inTitle, pagesOfBlock } from "../search-index/Postings.js"
import { readLengths, readList } from "../search-index/ReadPostings.js"
import type { BlockLengths, BlockPlace, PostingList, SearchToken, SpaceSize } from "../search-index/SearchIndex.js"
import type { Unit } from "./Query.js"

/** The posting lists that a query has read, by token and block. */
export class QueryPostings {
  /** The blocks in which any of the tokens occurs. */
  readonly blocks: Array<BlockPlace> = []
  /** The number of pages of all covered spaces. */
  readonly pages: number
  /** The average number of words of a page. */
  readonly average: number
  /** The number of words in the title and the text of each page of the {@link blocks}. */
  titles = new Uint32Array(0)
  texts = new Uint32Array(0)
  private readonly places = new Map<string, number>()
  private readonly byToken = new Map<string, Array<string | undefined>>()

  constructor(sizes: ReadonlyArray<SpaceSize>) {
    const words = sizes.reduce((sum, { words }) => sum + words, 0)
    this.pages = sizes.reduce((sum, { pages }) => sum + pages, 0)
    this.average = this.pages === 0 ? 1 : Math.max(1, words / this.pages)
  }

  private placeOf(space: string, block: number): number {
    const key = `${space} ${block}`
    let place = this.places.get(key)
    if (place === undefined) {
      place = this.blocks.length
      this.places.set(key, place)
      this.blocks.push({ space, block })
    }
    return place
  }

  /** The place of a block among the {@link blocks}. */
  blockOf(space: string, block: number): number | undefined {
    return this.places.get(`${space} ${block}`)
  }

  /** Adds the lists of some tokens. */
  add(tokens: ReadonlyArray<SearchToken>, found: ReadonlyArray<PostingList>): void {
    const lists = tokens.map((token) => {
      const known: Array<string | undefined> = []
      this.byToken.set(keyOf(token), known)
      return known
    })
    for (const { block, list, space, token } of found) {
      const known = lists[token]
      if (known !== undefined) known[this.placeOf(space, block)] = list
    }
  }

  /** Sets the lengths of the pages of all {@link blocks}; pages that were removed meanwhile have none. */
  measure(found: ReadonlyArray<BlockLengths>): void {
    this.titles = new Uint32Array(this.blocks.length * pagesOfBlock)
    this.texts = new Uint32Array(this.blocks.length * pagesOfBlock)
    for (const { block, list, space } of found) {
      const first = this.placeOf(space, block) * pagesOfBlock
      readLengths(list, (place, title, text) => {
        this.titles[first + place] = title
        this.texts[first + place] = text
      })
    }
  }

  /** Whether the lists of a token were added. */
  has(token: SearchToken): boolean {
    return this.byToken.has(keyOf(token))
  }

  /** Whether a token occurs. */
  occurs(token: SearchToken): boolean {
    return this.of(token).some((list) => list !== undefined)
  }

  /** The lists of a token, by the place of their block. */
  of(token: SearchToken): ReadonlyArray<string | undefined> {
    return this.byToken.get(keyOf(token)) ?? []
  }
}

const keyOf = ({ prefix, token }: SearchToken): string => (prefix ? `${token}*` : token)

/** The number of sections of a page that are distinguished; the ones after them count as one. */
const sectionsApart = 31
/** A match in the names of a page counts for all of its sections. */
const everywhere = -1

/** The occurrences of a token or a word in the pages of a block. */
export class Places {
  readonly touched: Array<number> = []
  readonly title = new Float64Array(pagesOfBlock)
  readonly slug = new Float64Array(pagesOfBlock)
  readonly parents = new Float64Array(pagesOfBlock)
  readonly headings = new Float64Array(pagesOfBlock)
  readonly text = new Float64Array(pagesOfBlock)
  readonly sections = new Int32Array(pagesOfBlock)
  private readonly isTouched = new Uint8Array(pagesOfBlock)

  touch(place: number): void {
    if (this.isTouched[place] === 1) return
    this.isTouched[place] = 1
    this.touched.push(place)
  }

  clear(): void {
    for (const place of this.touched) {
      this.isTouched[place] = 0
      this.title[place] = 0
      this.slug[place] = 0
      this.parents[place] = 0
      this.headings[place] = 0
      this.text[place] = 0
      this.sections[place] = 0
    }
    this.touched.length = 0
  }

  read(list: string): void {
    readList(list, this)
  }

  page(place: number): void {
    this.touch(place)
  }

  fields(place: number, fields: number): void {
    if ((fields & inTitle) !== 0) this.title[place] = 1
    if ((fields & inSlug) !== 0) this.slug[place] = 1
    if ((fields & inParents) !== 0) this.parents[place] = 1
    this.sections[place] = everywhere
  }

  section(place: number, section: number, count: number, heading: boolean): void {
    if (heading) this.headings[place]!++
    this.text[place]! += count
    this.sections[place]! |= 1 << Math.min(section, sectionsApart - 1)
  }
}

/** The weight of a word in a page, from the places and the number of its occurrences there. */
export type Strength = (places: Places, place: number, page: number) => number

/** The pages in which a word occurs, as parallel arrays of length `count`. */
export class Evidence {
  count = 0
  pages = new Int32Array(256)
  /** The weight of the word as a word of the title. */
  title = new Float64Array(256)
  /** The total weight. */
  strength = new Float64Array(256)
  /** The sections, as a bit set. */
  sections = new Int32Array(256)

  add(page: number, title: number, strength: number, sections: number): void {
    if (this.count === this.pages.length) {
      const [pages, title, strength, sections] = [this.pages, this.title, this.strength, this.sections]
      this.pages = new Int32Array(2 * this.count)
      this.title = new Float64Array(2 * this.count)
      this.strength = new Float64Array(2 * this.count)
      this.sections = new Int32Array(2 * this.count)
      this.pages.set(pages)
      this.title.set(title)
      this.strength.set(strength)
      this.sections.set(sections)
    }
    this.pages[this.count] = page
    this.title[this.count] = title
    this.strength[this.count] = strength
    this.sections[this.count] = sections
    this.count++
  }
}

const unit = new Places()
const token = new Places()
const joint = new Places()

/** Merges two ways in which a word occurs in a page, keeping the better one in each field. */
const better = (from: Places, weight: number): void => {
  for (const place of from.touched) {
    unit.touch(place)
    unit.title[place] = Math.max(unit.title[place]!, weight * from.title[place]!)
    unit.slug[place] = Math.max(unit.slug[place]!, weight * from.slug[place]!)
    unit.parents[place] = Math.max(unit.parents[place]!, weight * from.parents[place]!)
    unit.headings[place] = Math.max(unit.headings[place]!, weight * from.headings[place]!)
    unit.text[place] = Math.max(unit.text[place]!, weight * from.text[place]!)
    unit.sections[place]! |= from.sections[place]!
  }
}

/** An alternative of a word, with the lists of each of its tokens. */
interface Way {
  readonly spaces: ReadonlySet<string> | undefined
  readonly weight: number
  readonly lists: ReadonlyArray<ReadonlyArray<string | undefined>>
}

/** The places where all tokens of an alternative occur together: in one section, or in the names of the page. */
const together = (lists: Way["lists"], block: number): void => {
  joint.clear()
  for (const [i, each] of lists.entries()) {
    token.clear()
    const list = each[block]
    if (list === undefined) {
      joint.clear()
      return
    }
    if (i === 0) {
      joint.read(list)
      continue
    }
    token.read(list)
    for (const place of joint.touched) {
      joint.title[place] = Math.min(joint.title[place]!, token.title[place]!)
      joint.slug[place] = Math.min(joint.slug[place]!, token.slug[place]!)
      joint.parents[place] = Math.min(joint.parents[place]!, token.parents[place]!)
      joint.headings[place] = Math.min(joint.headings[place]!, token.headings[place]!)
      joint.text[place] = Math.min(joint.text[place]!, token.text[place]!)
      joint.sections[place]! &= token.sections[place]!
    }
  }
}

const isThere = (place: number): boolean =>
  joint.sections[place] !== 0 || joint.title[place] !== 0 || joint.slug[place] !== 0 || joint.parents[place] !== 0

const addWay = ({ lists, weight }: Way, block: number): void => {
  if (lists.length === 1) {
    const list = lists[0]![block]
    if (list === undefined) return
    if (weight === 1 && unit.touched.length === 0) {
      unit.read(list)
      return
    }
    token.clear()
    token.read(list)
    better(token, weight)
    return
  }
  together(lists, block)
  const absent = joint.touched.filter((place) => !isThere(place))
  if (absent.length > 0) {
    const left = joint.touched.filter(isThere)
    joint.touched.splice(0, joint.touched.length, ...left)
    better(joint, weight)
    joint.touched.push(...absent)
  } else better(joint, weight)
}

/** The occurrences of a word, in any of its alternatives. */
export const evidenceOf = (lists: QueryPostings, { alternatives }: Unit, strength: Strength): Evidence => {
  const found = new Evidence()
  const ways = alternatives.flatMap(({ spaces, tokens, weight }): ReadonlyArray<Way> => {
    const isFound = tokens.length > 0 && tokens.every((each) => lists.occurs(each))
    return isFound ? [{ spaces, weight, lists: tokens.map((each) => lists.of(each)) }] : []
  })
  for (let block = 0; block < lists.blocks.length; block++) {
    unit.clear()
    for (const way of ways) {
      if (way.spaces === undefined || way.spaces.has(lists.blocks[block]!.space)) addWay(way, block)
    }
    for (const place of unit.touched) {
      const page = block * pagesOfBlock + place
      found.add(page, unit.title[place]!, strength(unit, place, page), unit.sections[place]!)
    }
  }
  return found
}
