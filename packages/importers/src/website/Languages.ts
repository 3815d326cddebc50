/** Chooses the language to import if a site has its pages in several. */
import type { Root } from "hast"
import { attribute, elements, isElement } from "../html/Hast.js"
import type { KeyOf } from "./Navigation.js"

/** A translation of a page. */
export interface Alternate {
  readonly language: string
  /** Its key; absent if it is outside the scope. */
  readonly key: string | undefined
}

const maxAlternates = 200
const tag = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i

/** The translations that a page declares. */
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

/** Whether two tags denote the same language. Regions only count if both tags have one. */
export const isSameLanguage = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((each) => each.toLowerCase().split(/[-_]/))
  return a?.[0] === b?.[0] && (a?.[1] === undefined || b?.[1] === undefined || a[1] === b[1])
}

const suffix = /\.x?html?\.([a-z]{2}(?:-[a-z]{2})?)$/i

/** The language suffix of a URL, such as `en` in `install.html.en`, which servers with content negotiation use. */
export const suffixOf = (key: string): string | undefined => suffix.exec(new URL(key).pathname)?.[1]

/** The choice of a site's language. */
export interface Languages {
  /**
   * Whether to import a page: it is in the chosen language or does not declare any others. The language is chosen by
   * the first page that declares others, or by the site's first page if it states its own.
   */
  readonly takes: (key: string, language: string | undefined, alternates: ReadonlyArray<Alternate>) => boolean
  /** Whether a URL is worth fetching: it has no suffix of another language. */
  readonly asks: (url: string) => boolean
  /** How many pages were skipped in each language. */
  readonly left: () => ReadonlyMap<string, number>
}

/** Creates the choice; no language is chosen initially. */
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
