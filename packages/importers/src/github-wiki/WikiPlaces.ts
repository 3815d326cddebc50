/** Reads the page order of a wiki from its sidebar. */
import { parseSummary, type SummaryItem } from "@lectern/core/internal/content/git-layout/Summary"
import { wikiLinks } from "./WikiText.js"

/** A place in a sidebar; `page` is what `pageOf` returned for its link. */
export interface SidebarPlace {
  readonly page?: string | undefined
  readonly title: string
  readonly places: ReadonlyArray<SidebarPlace>
}

/** The places that a sidebar lists; links out of the wiki are skipped. */
export const sidebarPlaces = (
  sidebar: string,
  pageOf: (destination: string) => string | undefined
): ReadonlyArray<SidebarPlace> => {
  const place = ({ title, href, items }: SummaryItem): ReadonlyArray<SidebarPlace> => {
    const page = href === undefined ? undefined : pageOf(href)
    const places = items.flatMap(place)
    return page === undefined && places.length === 0 ? [] : [{ page, title, places }]
  }
  return parseSummary(wikiLinks(sidebar)).flatMap(({ title, href, items }): ReadonlyArray<SidebarPlace> => {
    const places = items.flatMap(place)
    if (title === undefined) return places
    const page = href === undefined ? undefined : pageOf(href)
    return page === undefined && places.length === 0 ? [] : [{ page, title, places }]
  })
}
