/** The transitions of a structure that concern its site spaces. */
import * as Either from "effect/Either"
import { Conflict, invalid, notFound } from "../../../foundation/errors/Errors.js"
import type { SpaceId } from "../../../people/places/Space.js"
import {
  maxSiteSpaces,
  type SiteSectionId,
  type SiteSpaceId,
  type SiteSpaceNode,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "../../../people/places/Structure.js"
import {
  type Changed,
  dropSection,
  everything,
  findSection,
  findSiteSpace,
  freePath,
  type Patched,
  patched,
  pathFor,
  replaceSiteSpaces,
  type Shown,
  withDefault,
  without
} from "./Changes.js"

/** A space to add to a site; its path comes from the title. */
export interface NewSiteSpace {
  readonly id: SiteSpaceId
  readonly space: SpaceId
  readonly title: string
}

/** The changes of a site space. */
export interface SiteSpacePatch {
  readonly path?: string | undefined
  readonly condition?: Patched<string>
  readonly space?: SpaceId | undefined
}

/** Fails with `Conflict` if the site has the maximum number of site spaces. */
export const roomForSiteSpace = (structure: Structure): Either.Either<Structure, Conflict> =>
  siteSpacesOf(structure).length < maxSiteSpaces
    ? Either.right(structure)
    : Either.left(new Conflict({ message: `a site holds at most ${maxSiteSpaces} site spaces` }))

const taken = (siblings: ReadonlyArray<SiteSpaceNode>, space: SpaceId, id: SiteSpaceId) =>
  siblings.some((sibling) => sibling.space === space && sibling.id !== id)

const alreadyThere = (section: SiteSectionId | undefined) =>
  new Conflict({ message: `the space is in this ${section === undefined ? "site" : "section"} already` })

/**
 * Adds a space to the site, last in the given section, else in the default one, else among the loose site spaces.
 * `Conflict` if it is already there, or if there is no room.
 */
export const addSiteSpace = (structure: Structure, added: NewSiteSpace, into?: SiteSectionId): Changed =>
  Either.gen(function* () {
    const section =
      into === undefined ? sectionsOf(structure).find((each) => each.default) : findSection(structure, into)
    if (into !== undefined && section === undefined) return yield* Either.left(notFound("site section"))
    const siblings = section?.siteSpaces ?? siteSpacesOf(structure)
    if (taken(siblings, added.space, added.id)) return yield* Either.left(alreadyThere(section?.id))
    yield* roomForSiteSpace(structure)
    const node: SiteSpaceNode = {
      id: added.id,
      space: added.space,
      path: pathFor(added.title, siblings),
      default: siblings.length === 0
    }
    return replaceSiteSpaces(structure, section, [...siblings, node])
  })

/** Removes a space from the site, and with it a section that would be empty; an absent one is ignored. */
export const removeSiteSpace = (structure: Structure, id: SiteSpaceId, shown: Shown = everything): Structure => {
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
export const withoutShown = (structure: Structure, shown: Shown): Structure => {
  const gone = siteSpacesOf(structure).filter(({ id }) => shown(id))
  const rest = gone.reduce((left, { id }) => removeSiteSpace(left, id), structure)
  return rest.type === "siteSpaces"
    ? rest
    : { ...rest, structure: rest.structure.filter((node) => node.type === "section" || node.sections.length > 0) }
}

/** Changes a site space; `Invalid` for a path, `Conflict` for a space that one of its siblings already has. */
export const patchSiteSpace = (structure: Structure, id: SiteSpaceId, patch: SiteSpacePatch): Changed =>
  Either.gen(function* () {
    const found = findSiteSpace(structure, id)
    if (found === undefined) return yield* Either.left(notFound("site space"))
    const { siblings, section, siteSpace } = found
    const { condition: oldCondition, ...rest } = siteSpace
    const condition = patched(oldCondition, patch.condition)
    const space = patch.space ?? siteSpace.space
    if (taken(siblings, space, id)) return yield* Either.left(alreadyThere(section?.id))
    const path = yield* freePath(patch.path ?? siteSpace.path, id, siblings)
    const changed: SiteSpaceNode = { ...rest, path, space, ...(condition !== undefined && { condition }) }
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
    const found = findSiteSpace(structure, id)
    if (found === undefined) return yield* Either.left(notFound("site space"))
    const { siblings, section } = found
    if (of === undefined ? section?.default === false : section?.id !== of) {
      const where = of === undefined ? "the default section" : "the section"
      return yield* Either.left(invalid("defaultSiteSpace", `expected a site space of ${where}`))
    }
    return replaceSiteSpaces(structure, section, withDefault(siblings, id))
  })
