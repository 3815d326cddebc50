/** The part of a site's structure that a caller can see. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import type { Standing } from "../../../people/access/Standing.js"
import type { SpaceRepositoryService } from "../../../people/places/SpaceRepository.js"
import {
  groupsOf,
  type SectionNode,
  type SiteSpaceNode,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "../../../people/places/Structure.js"
import type { Shown } from "./Changes.js"
import { looseIn } from "./LooseSections.js"
import { visiblePart } from "./VisiblePart.js"

/** A structure as a caller sees it. */
export interface VisibleStructure {
  /** All of it; for a caller who can see no section, only the parts that are loose to them. */
  readonly structure: Structure
  /** The loose parts of a site with sections, none of which they can see. */
  readonly loose?: { readonly section?: SectionNode } | undefined
  /**
   * The parts that they can see: without site spaces whose space is not visible, and without sections and groups that
   * contain nothing else. If the default is not visible, the next visible sibling replaces it, as if the default had
   * been removed.
   */
  readonly seen: Structure
  /** Whether they can see the part with this id. */
  readonly shown: Shown
}

const withoutHidden = (structure: Structure, siteSpace: (siteSpace: SiteSpaceNode) => boolean): Structure =>
  visiblePart(structure, { siteSpace, emptyGroups: true })

/** The part of a structure that is visible to callers who can see these site spaces; all of it without a test. */
export const visibleStructureOf = (
  all: Structure,
  isVisible?: (siteSpace: SiteSpaceNode) => boolean
): VisibleStructure => {
  const part = isVisible === undefined ? all : withoutHidden(all, isVisible)
  const loose = isVisible === undefined ? undefined : looseIn(all, part)
  const structure: Structure =
    loose === undefined ? all : { type: "siteSpaces", siteSpaces: loose.section?.siteSpaces ?? [] }
  const seen = loose === undefined || isVisible === undefined ? part : withoutHidden(structure, isVisible)
  const ids = new Set<string>([...siteSpacesOf(seen), ...sectionsOf(seen), ...groupsOf(seen)].map(({ id }) => id))
  return { structure, loose, seen, shown: (id) => ids.has(id) }
}

/** The part of a structure that is visible to a member with this standing in the site's organization. */
export const visibleStructure = Effect.fnUntraced(function* (
  spaces: SpaceRepositoryService,
  standing: Standing,
  all: Structure
): Effect.fn.Return<VisibleStructure, Unavailable> {
  if (standing.role === "admin") return visibleStructureOf(all)
  const visible = new Set<string>()
  for (const id of new Set(siteSpacesOf(all).map(({ space }) => space))) {
    const space = (yield* spaces.find(id))?.value
    if (space !== undefined && standing.spaceLevel(space) !== null) visible.add(id)
  }
  return visibleStructureOf(all, ({ space }) => visible.has(space))
})
