/** The parts of generated sites that visitors see, according to a model. */
import { holds, type Known } from "./conditions.js"
import type { MadePage, MadeSite, MadeSpace, Plan } from "./generatedSites.js"
import { signed } from "./tokens.js"

/** The parts of a space that a visitor sees through a site: the ids of its pages and files. */
export interface Sight {
  readonly pages: ReadonlySet<string>
  readonly files: ReadonlySet<string>
}

/** The parts of a space that a visitor sees when some pages are shown; files that no page uses are not hidden. */
const sightOf = ({ files, pages }: MadeSpace, shown: ReadonlySet<string>): Sight => ({
  pages: shown,
  files: new Set(
    files.filter((_, file) => {
      const users = pages.filter((page) => page.files.includes(file))
      return users.length === 0 || users.some(({ id }) => shown.has(id))
    })
  )
})

/** The parts of a space that are seen through several sites together. */
export const together = (space: MadeSpace, sights: ReadonlyArray<Sight>): Sight =>
  sightOf(space, new Set(sights.flatMap(({ pages }) => [...pages])))

/** The parts of a space that a visitor sees whom its site lets in. */
export const sightFor = (space: MadeSpace, known: Known): Sight => {
  const isShown = ({ condition: of, parent }: MadePage): boolean =>
    holds(of, known) && (parent === undefined || isShown(parent))
  return sightOf(space, new Set(space.pages.filter(isShown).map(({ id }) => id)))
}

/** The credentials of a visitor to one of the sites, and the parts of each site that they open. */
export const visitOf = async (
  { made, places }: { readonly made: ReadonlyArray<MadeSpace>; readonly places: ReadonlyArray<MadeSite> },
  { beta, key, plan: signedPlan, token }: Plan["visitors"][number],
  index: number
) => {
  const [place, other = place] = index % 2 === 0 ? places : [...places].reverse()
  const claims = signedPlan === undefined ? {} : { plan: signedPlan }
  const exp = Math.floor(Date.now() / 1000) + 600
  const brought = {
    ...(key !== "none" && { shareKey: key === "wrong" ? "0".repeat(32) : place![key] }),
    ...(token === "good" && { token: await signed(place!.privateKey, { aud: place!.id, exp }, claims) }),
    ...(token === "other site" && { token: await signed(other!.privateKey, { aud: other!.id, exp }, claims) }),
    ...(token === "bad" && { token: await signed("bad", { aud: place!.id, exp }, claims) }),
    ...(beta !== undefined && { unsigned: { beta: String(beta) } })
  }
  const validOn = token === "good" ? place : token === "other site" ? other : undefined
  const sights = places.map((at) => {
    const isKnown = validOn === at
    const known = { ...(isKnown && claims), ...(beta !== undefined && { beta }) }
    const opens = {
      public: true,
      unlisted: true,
      "share-link": key === "good" && place === at,
      "visitor-auth": isKnown
    }
    if (!at.published || !opens[at.visibility]) return undefined
    const held = at.held.filter(
      ({ of, section }) => holds(of, known) && (section === undefined || holds(at.sections[section], known))
    )
    return {
      held: new Set(held.map(({ id }) => id)),
      spaces: new Map(held.map(({ space }) => [space, sightFor(made[space]!, known)]))
    }
  })
  return {
    brought,
    /** The site on which the token is valid, if it is on any. */
    validOn,
    /**
     * The spaces on each site, and the parts of them that are seen; nothing where it admits nobody without a wrong
     * token.
     */
    sights,
    /** Whether a site, which refuses wrong tokens to programs, accepts the credentials. */
    isTaken: (at: MadeSite) => token === "none" || validOn === at
  }
}
