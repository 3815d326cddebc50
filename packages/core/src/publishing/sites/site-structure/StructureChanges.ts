/** The changes of a structure that concern its site spaces, its sections and its groups. */
import * as Either from "effect/Either"
import { Conflict, invalid, notFound } from "../../../foundation/errors/Errors.js"
import type { SpaceId } from "../../../people/places/Space.js"
import {
  type SectionGroupNode,
  type SectionNode,
  type SiteSectionGroupId,
  type SiteSectionId,
  type SiteSpaceId,
  type SiteSpaceNode,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "../../../people/places/Structure.js"
import {
  atRoot,
  type Changed,
  dropSection,
  everything,
  findGroup,
  findSection,
  findSiteSpace,
  freePath,
  heirOf,
  mapSections,
  pathFor,
  type RootNode,
  replaceGroup,
  replaceSection,
  replaceSiteSpaces,
  roomy,
  type Shown,
  takeOut,
  withDefault,
  without,
  withoutAll,
  withoutEmptyGroups
} from "./StructureParts.js"

/** A space to add to a site; its path comes from the title. */
interface NewSiteSpace {
  readonly id: SiteSpaceId
  readonly space: SpaceId
  readonly title: string
}

/** A section to make; its path comes from the title. */
export interface NewSection {
  readonly id: SiteSectionId
  readonly title: string
  readonly icon?: string | undefined
}

/** A group to add, with these sections in this order. */
interface NewGroup extends Pick<NewSection, "title" | "icon"> {
  readonly id: SiteSectionGroupId
  readonly sections: ReadonlyArray<SiteSectionId>
}

type Optional<A> = { readonly [Field in "description" | "icon" | "condition"]?: A }
type Patch = Optional<string | null | undefined>

/** The optional fields of a part after a partial update: absent keeps one, `null` removes it. */
const patched = (old: Optional<string>, patch: Patch): Optional<string> =>
  Object.fromEntries(
    (["description", "icon", "condition"] as const).flatMap((field) => {
      const value = patch[field] === undefined ? old[field] : patch[field]
      return typeof value === "string" ? [[field, value] as const] : []
    })
  )

/** The changes of a site space. */
interface SiteSpacePatch extends Pick<Patch, "condition"> {
  readonly path?: string | undefined
  readonly space?: SpaceId | undefined
}

/** The changes of a section. */
interface SectionPatch extends Patch {
  readonly title?: string | undefined
  readonly path?: string | undefined
  /** One of the section's site spaces. */
  readonly defaultSiteSpace?: SiteSpaceId | undefined
}

/** The changes of a group. */
interface GroupPatch extends Pick<Patch, "icon"> {
  readonly title?: string | undefined
}

/** Fails with `NotFound` where there is no part. */
const required = <A>(part: A | undefined, what: string) => Either.fromNullable(part, () => notFound(what))

/** Fails with `Conflict` if a space has another place among some siblings. */
const once = (siblings: ReadonlyArray<SiteSpaceNode>, space: SpaceId, id: SiteSpaceId, section?: SectionNode) => {
  const isTaken = siblings.some((sibling) => sibling.space === space && sibling.id !== id)
  const where = section === undefined ? "site" : "section"
  return isTaken ? Either.left(new Conflict({ message: `the space is in this ${where} already` })) : Either.right(space)
}

/**
 * Adds a space to the site, last in the given section, else in the default one, else among the loose site spaces.
 * `Conflict` if it is already there, or if there is no room.
 */
export const addSiteSpace = (structure: Structure, { id, space, title }: NewSiteSpace, into?: SiteSectionId): Changed =>
  Either.gen(function* () {
    const section =
      into === undefined
        ? sectionsOf(structure).find((each) => each.default)
        : yield* required(findSection(structure, into), "site section")
    const siblings = section?.siteSpaces ?? siteSpacesOf(structure)
    yield* once(siblings, space, id, section)
    const node: SiteSpaceNode = { id, space, path: pathFor(title, siblings), default: siblings.length === 0 }
    return yield* roomy(structure, replaceSiteSpaces(structure, section, [...siblings, node]))
  })

/** Removes a space from the site, and with it a section that would be empty; an absent one is ignored. */
export const removeSiteSpace = (structure: Structure, id: string, shown: Shown = everything): Structure => {
  const found = findSiteSpace(structure, id)
  if (found === undefined) return structure
  const { siblings, section } = found
  if (section !== undefined && siblings.length === 1) return dropSection(structure, section.id, shown)
  return replaceSiteSpaces(structure, section, without(siblings, id, shown))
}

/** Removes a space from the site, wherever it is. */
export const detachSpace = (structure: Structure, space: SpaceId, shown: Shown = everything): Structure =>
  siteSpacesOf(structure)
    .filter((siteSpace) => siteSpace.space === space)
    .reduce((rest, { id }) => removeSiteSpace(rest, id, shown), structure)

/** The structure without the shown parts, and without groups that this leaves empty. */
export const withoutShown = (structure: Structure, shown: Shown): Structure =>
  withoutEmptyGroups(
    siteSpacesOf(structure)
      .filter(({ id }) => shown(id))
      .reduce((rest, { id }) => removeSiteSpace(rest, id), structure)
  )

/** Changes a site space; `Invalid` for a path, `Conflict` for a space that one of its siblings already has. */
export const patchSiteSpace = (structure: Structure, id: SiteSpaceId, patch: SiteSpacePatch): Changed =>
  Either.gen(function* () {
    const { siblings, section, siteSpace } = yield* required(findSiteSpace(structure, id), "site space")
    const { condition: _, ...rest } = siteSpace
    const space = yield* once(siblings, patch.space ?? siteSpace.space, id, section)
    const path = yield* freePath(patch.path ?? siteSpace.path, id, siblings)
    const changed: SiteSpaceNode = { ...rest, path, space, ...patched(siteSpace, patch) }
    return replaceSiteSpaces(
      structure,
      section,
      siblings.map((sibling) => (sibling.id === id ? changed : sibling))
    )
  })

/**
 * Makes a site space the default of a section; without a section, of the site: in a site with sections, of the default
 * section. `Invalid` if the site space is in another section.
 */
export const setDefaultSiteSpace = (structure: Structure, id: SiteSpaceId, of?: SiteSectionId): Changed =>
  Either.gen(function* () {
    const { siblings, section } = yield* required(findSiteSpace(structure, id), "site space")
    if (of === undefined ? section?.default === false : section?.id !== of) {
      const where = of === undefined ? "the default section" : "the section"
      return yield* Either.left(invalid("defaultSiteSpace", `expected a site space of ${where}`))
    }
    return replaceSiteSpaces(structure, section, withDefault(siblings, id))
  })

/** A section to put behind others; it is the default if there are none. */
export const sectionOf = (
  { icon, id, title }: NewSection,
  others: ReadonlyArray<SectionNode>,
  siteSpaces: ReadonlyArray<SiteSpaceNode>
): SectionNode => ({
  type: "section",
  id,
  title,
  path: pathFor(title, others),
  default: others.length === 0,
  siteSpaces,
  ...(icon !== undefined && { icon })
})

/**
 * Adds a section around a space, last on the site. The first one collects the loose site spaces, if any, in a separate
 * default section. `Conflict` if there is no room.
 */
export const addSection = (
  structure: Structure,
  added: NewSection & { readonly siteSpace: NewSiteSpace },
  gathering: NewSection
): Changed => {
  const loose = structure.type === "siteSpaces" ? structure.siteSpaces : []
  const gathered = loose.length === 0 ? [] : [sectionOf(gathering, [], loose)]
  const nodes = structure.type === "sections" ? structure.structure : gathered
  const { id, space, title } = added.siteSpace
  const siteSpaces = [{ id, space, path: pathFor(title, []), default: true }]
  const section = sectionOf(added, sectionsOf({ type: "sections", structure: nodes }), siteSpaces)
  return roomy(structure, { type: "sections", structure: [...nodes, section] })
}

/**
 * Removes a section and its shown site spaces; if it has others, it stays. The site spaces of the last section become
 * the loose site spaces of the site. An absent section is ignored.
 */
export const removeSection = (structure: Structure, id: SiteSectionId, shown: Shown = everything): Structure => {
  const sections = sectionsOf(structure)
  const found = findSection(structure, id)
  if (found === undefined) return structure
  if (sections.length === 1) return { type: "siteSpaces", siteSpaces: found.siteSpaces }
  if (found.siteSpaces.every((siteSpace) => shown(siteSpace.id))) return dropSection(structure, id, shown)
  const left = replaceSection(structure, { ...found, siteSpaces: withoutAll(found.siteSpaces, shown) })
  const heir = heirOf(sections, id, shown)
  return heir === undefined ? left : mapSections(left, (each) => ({ ...each, default: each.id === heir }))
}

/** Changes a section; `Invalid` for a path that another one already has. */
export const patchSection = (structure: Structure, id: SiteSectionId, patch: SectionPatch): Changed =>
  Either.gen(function* () {
    const { defaultSiteSpace } = patch
    const before =
      defaultSiteSpace === undefined ? structure : yield* setDefaultSiteSpace(structure, defaultSiteSpace, id)
    const found = yield* required(findSection(before, id), "site section")
    const { description: _, icon: __, condition: ___, loose: ____, ...rest } = found
    const path = yield* freePath(patch.path ?? found.path, id, sectionsOf(before))
    return replaceSection(before, { ...rest, title: patch.title ?? found.title, path, ...patched(found, patch) })
  })

/** Makes a section the one that the site opens with. */
export const setDefaultSection = (structure: Structure, id: SiteSectionId): Changed =>
  Either.map(required(findSection(structure, id), "site section"), () =>
    mapSections(structure, (each) => (each.default === (each.id === id) ? each : { ...each, default: each.id === id }))
  )

/**
 * Adds a group, last on the site, and moves the given sections into it. `Conflict` for a site without sections, or if
 * there is no room.
 */
export const addGroup = (structure: Structure, { id, title, icon, sections: ids }: NewGroup): Changed =>
  Either.gen(function* () {
    if (structure.type === "siteSpaces") {
      return yield* Either.left(new Conflict({ message: "a site without sections has no section groups" }))
    }
    const group: SectionGroupNode = { type: "group", id, title, ...(icon !== undefined && { icon }), sections: [] }
    yield* roomy(structure, { type: "sections", structure: [...structure.structure, group] })
    if (new Set(ids).size < ids.length) return yield* Either.left(invalid("sections", "expected each section once"))
    const sections = yield* Either.all(ids.map((each) => required(findSection(structure, each), "site section")))
    return atRoot(takeOut(structure, ids), (nodes) => [...nodes, { ...group, sections }])
  })

/** Changes a group. */
export const patchGroup = (structure: Structure, id: SiteSectionGroupId, patch: GroupPatch): Changed =>
  Either.map(required(findGroup(structure, id), "site section group"), (found) =>
    replaceGroup(structure, id, ({ icon: _, ...group }) => ({
      ...group,
      title: patch.title ?? group.title,
      ...patched(found, patch)
    }))
  )

/**
 * Removes a group; its sections stay in its place. Sections that are not shown stay in it, and so does the group.
 * Absent ones are ignored.
 */
export const removeGroup = (structure: Structure, id: SiteSectionGroupId, shown: Shown = everything): Structure =>
  atRoot(structure, (nodes) =>
    nodes.flatMap((node): ReadonlyArray<RootNode> => {
      if (node.type === "section" || node.id !== id) return [node]
      const left = node.sections.filter((section) => !shown(section.id))
      const freed = node.sections.filter((section) => shown(section.id))
      return left.length === 0 ? freed : [...freed, { ...node, sections: left }]
    })
  )

/** Moves a section to the end of a group; `Conflict` if it is already in it. */
export const addSectionToGroup = (structure: Structure, id: SiteSectionGroupId, added: SiteSectionId): Changed =>
  Either.gen(function* () {
    const group = yield* required(findGroup(structure, id), "site section group")
    const section = yield* required(findSection(structure, added), "site section")
    if (group.sections.includes(section)) {
      return yield* Either.left(new Conflict({ message: "the section is in this group already" }))
    }
    return replaceGroup(takeOut(structure, [added]), id, (rest) => ({ ...rest, sections: [...rest.sections, section] }))
  })

/** Moves a section of a group out of it, right after the group. A section that is not in the group is ignored. */
export const removeSectionFromGroup = (
  structure: Structure,
  id: SiteSectionGroupId,
  removed: SiteSectionId
): Structure => {
  const section = findGroup(structure, id)?.sections.find((each) => each.id === removed)
  if (section === undefined) return structure
  return atRoot(takeOut(structure, [removed]), (nodes) =>
    nodes.flatMap((node): ReadonlyArray<RootNode> => (node.id === id ? [node, section] : [node]))
  )
}
