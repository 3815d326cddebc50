/** Chooses the language to read, if a site has its pages in several. */
import type { Root } from "hast"
import { attribute, elements, isElement } from "../html/Hast.js"
import type { KeyOf } from "./Navigation.js"

/** The same page in a language. */
export interface Alternate {
  readonly language: string
  /** Its key; absent if it is out of the scope. */
  readonly key: string | undefined
}

const maxAlternates = 200
const tag = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i

/** The languages that a page says it has. */
export const alternatesIn = (root: Root, keyOf: KeyOf): ReadonlyArray<Alternate> => {
  const found: Array<Alternate> = []
  for (const each of elements(root)) {
    if (found.length === maxAlternates) break
    if (!isElement(each, "a", "link")) continue
    const language = attribute(each, "hrefLang")
    const url = attribute(each, "href")
    if (url !== "" && tag.test(language)) found.push({ language, key: keyOf(url) })
  }
  return found
}

/** Whether two tags name one language: regions count only where both have one. */
export const isSameLanguage = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((each) => each.toLowerCase().split(/[-_]/))
  return a?.[0] === b?.[0] && (a?.[1] === undefined || b?.[1] === undefined || a[1] === b[1])
}

const suffix = /\.x?html?\.([a-z]{2}(?:-[a-z]{2})?)$/i

/** The language that an address ends with, such as `install.html.en` as servers that negotiate have it. */
export const suffixOf = (key: string): string | undefined => suffix.exec(new URL(key).pathname)?.[1]

/** What is known of the languages of a site. */
export interface Languages {
  /**
   * Whether a page is read: it is in the language of the site, or says nothing of others. The first page that has other
   * languages decides, and the first page of all where it names its own.
   */
  readonly takes: (key: string, language: string | undefined, alternates: ReadonlyArray<Alternate>) => boolean
  /** Whether an address is worth asking for: its end names no other language. */
  readonly asks: (url: string) => boolean
  /** The languages of pages that were left out. */
  readonly left: () => ReadonlyMap<string, number>
}

/** Creates the choice of language, initially open. */
export const makeLanguages = (start: string): Languages => {
  let own = suffixOf(start)
  const left = new Map<string, number>()
  const isOwn = (language: string | undefined): boolean =>
    own === undefined || language === undefined || isSameLanguage(own, language)
  return {
    takes: (key, language, alternates) => {
      const said = suffixOf(key) ?? language
      const stated = said === undefined || !tag.test(said) ? undefined : said
      if (own === undefined && stated !== undefined && (key === start || alternates.length > 0)) own = stated
      const isTranslated = alternates.length > 0 || suffixOf(key) !== undefined
      if (isOwn(stated) || !isTranslated || stated === undefined) return true
      if (alternates.some((each) => each.key === key && isOwn(each.language))) return true
      left.set(stated, (left.get(stated) ?? 0) + 1)
      return false
    },
    asks: (url) => isOwn(suffixOf(url)),
    left: () => left
  }
}
