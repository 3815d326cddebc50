/**
 * The visibility of a site's parts to visitors: the single rule behind every answer to visitors. It considers the
 * audience of the site, and the conditions of its sections, site spaces and pages.
 */
import type { OutlinePage, PageSight, VisitorSight } from "../../../people/access/Visits.js"
import type { SiteRecord } from "../../../people/places/Site.js"
import { type Structure, siteSpacesOf } from "../../../people/places/Structure.js"
import { type Claims, isClaims } from "../../../text/conditions/Claims.js"
import { holds } from "../../../text/conditions/Condition.js"
import { visiblePart } from "../site-structure/VisibleStructure.js"

/** The credentials that a visitor has presented to one site. */
export interface Visit {
  /** Whether they have the key of an active share link of the site. */
  readonly hasKey: boolean
  /** Whether a party that the site trusts has identified them. */
  readonly isKnown: boolean
  /** The known claims of the visitor: only claims that match the site's schema. */
  readonly claims: Claims
}

interface Conditional {
  readonly condition?: string
}

/** Evaluates conditions for one visitor, each text once. */
const judging = (claims: Claims): ((of: Conditional) => boolean) => {
  const known = new Map<string, boolean>()
  return ({ condition }) => {
    if (condition === undefined) return true
    const before = known.get(condition)
    if (before !== undefined) return before
    const is = holds(condition, claims)
    known.set(condition, is)
    return is
  }
}

/** The part of a structure that a visitor with these claims sees. */
export const structureFor = (structure: Structure, claims: Claims): Structure => {
  const isShown = judging(claims)
  return visiblePart(structure, { siteSpace: isShown, section: isShown, emptyGroups: false })
}

/** The pages that are hidden from a visitor with these claims. */
export const pagesHiddenFrom = (pages: ReadonlyArray<OutlinePage>, claims: Claims): ReadonlySet<string> => {
  const isShown = judging(claims)
  const byId = new Map(pages.map((page) => [page.id, page]))
  const judged = new Map<string, boolean>()
  for (const page of pages) {
    const path: Array<string> = []
    let at: OutlinePage | undefined = page
    let shown = true
    while (at !== undefined) {
      const known = judged.get(at.id)
      if (known !== undefined) {
        shown = known
        break
      }
      path.push(at.id)
      // If a damaged file has a page inside itself, nothing of it is shown.
      judged.set(at.id, false)
      if (!isShown(at)) {
        shown = false
        break
      }
      at = byId.get(at.parent)
    }
    for (const id of path) judged.set(id, shown)
  }
  return new Set(pages.flatMap(({ id }) => (judged.get(id) === true ? [] : [id])))
}

/** The pages that a visitor with these claims sees. */
export const pageSight = (claims: Claims): PageSight => ({
  hiddenPages: (pages) => pagesHiddenFrom(pages, claims),
  holds: (condition) => holds(condition, claims),
  claimsKey: Object.values(claims).every(
    (claim) => claim !== null && isClaims(claim) && Object.keys(claim).length === 0
  )
    ? ""
    : JSON.stringify(claims)
})

/** Whether a site admits a visitor: it is published, to an audience that they belong to. */
const letsIn = (
  { published, remnant, visibility }: Pick<SiteRecord, "published" | "remnant" | "visibility">,
  { hasKey, isKnown }: Visit
): boolean => {
  if (!published || remnant === true) return false
  switch (visibility) {
    case "public":
    case "unlisted":
      return true
    case "share-link":
      return hasKey
    case "visitor-auth":
      return isKnown
  }
}

/** The parts of a site that a visitor sees; `undefined` if it does not let them in. */
export const visitorSight = (
  site: Pick<SiteRecord, "published" | "remnant" | "visibility">,
  all: Structure,
  visit: Visit
): VisitorSight | undefined => {
  if (!letsIn(site, visit)) return undefined
  const structure = structureFor(all, visit.claims)
  return {
    structure,
    spaces: new Set(siteSpacesOf(structure).map(({ space }) => space)),
    ...pageSight(visit.claims)
  }
}

/** The pages of a space that are hidden through every one of the sites that show it; all of them if none does. */
export const hiddenThrough = (
  sights: ReadonlyArray<Pick<VisitorSight, "hiddenPages">>,
  pages: ReadonlyArray<OutlinePage>
): ReadonlySet<string> => {
  const [first, ...others] = sights.map(({ hiddenPages }) => hiddenPages(pages))
  if (first === undefined) return new Set(pages.map(({ id }) => id))
  return others.length === 0 ? first : new Set([...first].filter((id) => others.every((hidden) => hidden.has(id))))
}
