/** The transitions of a structure that concern its sections. */
import * as Either from "effect/Either"
import { Conflict, notFound } from "../../../foundation/errors/Errors.js"
import {
  maxSections,
  type SectionNode,
  type SiteSectionId,
  type SiteSpaceId,
  type SiteSpaceNode,
  type Structure,
  sectionsOf
} from "../../../people/places/Structure.js"
import {
  type Changed,
  dropSection,
  everything,
  findSection,
  freePath,
  heirOf,
  mapSections,
  type Patched,
  patched,
  pathFor,
  type RootNode,
  replaceSection,
  type Shown,
  without
} from "./Changes.js"
import { type NewSiteSpace, roomForSiteSpace, setDefaultSiteSpace } from "./SiteSpaceChanges.js"

/** A section to add, with its first site space; its path comes from the title. */
export interface NewSection {
  readonly id: SiteSectionId
  readonly title: string
  readonly icon?: string | undefined
  readonly siteSpace: NewSiteSpace
}

/** The section that collects the loose site spaces of a site when it gets its first section. */
export interface GatheringSection {
  readonly id: SiteSectionId
  readonly title: string
}

/** The changes of a section. */
export interface SectionPatch {
  readonly title?: string | undefined
  readonly path?: string | undefined
  readonly description?: Patched<string>
  readonly icon?: Patched<string>
  readonly condition?: Patched<string>
  /** One of the section's site spaces. */
  readonly defaultSiteSpace?: SiteSpaceId | undefined
}

const section = (
  id: SiteSectionId,
  title: string,
  others: ReadonlyArray<SectionNode>,
  siteSpaces: ReadonlyArray<SiteSpaceNode>
): SectionNode => ({
  type: "section",
  id,
  title,
  path: pathFor(title, others),
  default: others.length === 0,
  siteSpaces
})

/** The root of a site that is about to get sections: its loose site spaces, if any, collected in one section. */
const gathered = (structure: Structure, { id, title }: GatheringSection): ReadonlyArray<RootNode> => {
  if (structure.type === "sections") return structure.structure
  return structure.siteSpaces.length === 0 ? [] : [section(id, title, [], structure.siteSpaces)]
}

/**
 * Adds a section, last on the site. The first one collects the loose site spaces, if any, in a separate default
 * section. `Conflict` if there is no room.
 */
export const addSection = (structure: Structure, added: NewSection, gathering: GatheringSection): Changed =>
  Either.gen(function* () {
    yield* roomForSiteSpace(structure)
    const nodes = gathered(structure, gathering)
    const others = sectionsOf({ type: "sections", structure: nodes })
    if (others.length >= maxSections) {
      return yield* Either.left(new Conflict({ message: `a site holds at most ${maxSections} sections` }))
    }
    const { id, space, title } = added.siteSpace
    const node = section(added.id, added.title, others, [{ id, space, path: pathFor(title, []), default: true }])
    return {
      type: "sections",
      structure: [...nodes, added.icon === undefined ? node : { ...node, icon: added.icon }]
    }
  })

/** The structure with another default section, if the current one is to be replaced and there is another. */
const withoutDefault = (structure: Structure, id: SiteSectionId, shown: Shown): Structure => {
  const heir = heirOf(sectionsOf(structure), id, shown)
  return structure.type === "siteSpaces" || heir === undefined
    ? structure
    : {
        type: "sections",
        structure: mapSections(structure.structure, (each) => ({ ...each, default: each.id === heir }))
      }
}

/**
 * Removes a section and its shown site spaces; if it has others, it stays. The site spaces of the last section become
 * the loose site spaces of the site. An absent section is ignored.
 */
export const removeSection = (structure: Structure, id: SiteSectionId, shown: Shown = everything): Structure => {
  const sections = sectionsOf(structure)
  const [last] = sections
  if (sections.length === 1 && last?.id === id) return { type: "siteSpaces", siteSpaces: last.siteSpaces }
  const found = findSection(structure, id)
  if (found === undefined || found.siteSpaces.every((siteSpace) => shown(siteSpace.id))) {
    return dropSection(structure, id, shown)
  }
  const siteSpaces = found.siteSpaces
    .filter((siteSpace) => shown(siteSpace.id))
    .reduce((rest, siteSpace) => without(rest, siteSpace.id), found.siteSpaces)
  return withoutDefault(replaceSection(structure, { ...found, siteSpaces }), id, shown)
}

/** Changes a section; `Invalid` for a path that another one already has. */
export const patchSection = (structure: Structure, id: SiteSectionId, patch: SectionPatch): Changed =>
  Either.gen(function* () {
    const { defaultSiteSpace } = patch
    const withDefault =
      defaultSiteSpace === undefined ? structure : yield* setDefaultSiteSpace(structure, defaultSiteSpace, id)
    const found = findSection(withDefault, id)
    if (found === undefined) return yield* Either.left(notFound("site section"))
    const { description: oldDescription, icon: oldIcon, condition: oldCondition, loose: _, ...rest } = found
    const description = patched(oldDescription, patch.description)
    const icon = patched(oldIcon, patch.icon)
    const condition = patched(oldCondition, patch.condition)
    const path = yield* freePath(patch.path ?? found.path, id, sectionsOf(withDefault))
    return replaceSection(withDefault, {
      ...rest,
      title: patch.title ?? found.title,
      path,
      ...(description !== undefined && { description }),
      ...(icon !== undefined && { icon }),
      ...(condition !== undefined && { condition })
    })
  })

/** Makes a section the one that the site opens with. */
export const setDefaultSection = (structure: Structure, id: SiteSectionId): Changed =>
  structure.type === "siteSpaces" || findSection(structure, id) === undefined
    ? Either.left(notFound("site section"))
    : Either.right({
        type: "sections",
        structure: mapSections(structure.structure, (each) =>
          each.default === (each.id === id) ? each : { ...each, default: each.id === id }
        )
      })
