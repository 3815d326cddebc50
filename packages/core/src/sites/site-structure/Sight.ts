/** How much of a site's structure somebody sees. */
import * as Effect from "effect/Effect"
import type { Standing } from "../../access/Standing.js"
import type { Unavailable } from "../../errors/Errors.js"
import type { SpaceRepositoryService } from "../../spaces/SpaceRepository.js"
import type { Shown } from "./Changes.js"
import { looseIn } from "./LooseSections.js"
import {
  groupsOf,
  type SectionNode,
  type SiteSpaceNode,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "./Structure.js"
import { visiblePart } from "./VisiblePart.js"

/** A structure as somebody sees it. */
export interface Sight {
  /** All of it; for whoever sees no section, only what is loose for them. */
  readonly structure: Structure
  /** What is loose on a site with sections of which they see none. */
  readonly loose?: { readonly section?: SectionNode } | undefined
  /**
   * What they see: no site space whose space is not visible, no section and no group of nothing but those. Where the
   * default is not visible, the next of what is visible stands in for it, as if the default had been removed.
   */
  readonly seen: Structure
  /** Whether they see what has this id. */
  readonly shown: Shown
}

const withoutHidden = (structure: Structure, siteSpace: (siteSpace: SiteSpaceNode) => boolean): Structure =>
  visiblePart(structure, { siteSpace, emptyGroups: true })

/** What of a structure is seen by whoever sees these site spaces; all of it where no test is given. */
export const sightOf = (all: Structure, isVisible?: (siteSpace: SiteSpaceNode) => boolean): Sight => {
  const part = isVisible === undefined ? all : withoutHidden(all, isVisible)
  const loose = isVisible === undefined ? undefined : looseIn(all, part)
  const structure: Structure =
    loose === undefined ? all : { type: "siteSpaces", siteSpaces: loose.section?.siteSpaces ?? [] }
  const seen = loose === undefined || isVisible === undefined ? part : withoutHidden(structure, isVisible)
  const ids = new Set<string>([...siteSpacesOf(seen), ...sectionsOf(seen), ...groupsOf(seen)].map(({ id }) => id))
  return { structure, loose, seen, shown: (id) => ids.has(id) }
}

/** What of a structure a member sees whose place in the site's organization this is. */
export const sight = Effect.fnUntraced(function* (
  spaces: SpaceRepositoryService,
  standing: Standing,
  all: Structure
): Effect.fn.Return<Sight, Unavailable> {
  if (standing.role === "admin") return sightOf(all)
  const visible = new Set<string>()
  for (const id of new Set(siteSpacesOf(all).map(({ space }) => space))) {
    const space = (yield* spaces.find(id))?.value
    if (space !== undefined && standing.spaceLevel(space) !== null) visible.add(id)
  }
  return sightOf(all, ({ space }) => visible.has(space))
})
