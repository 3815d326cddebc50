/**
 * Sites with sections, for callers who can see no section. To them it is a site without sections; to others, its site
 * spaces are in a section, called a loose one.
 */
import * as Either from "effect/Either"
import { Conflict } from "../../../foundation/errors/Errors.js"
import {
  maxSections,
  maxSiteSpaces,
  type SectionNode,
  type SiteSectionId,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "../../../people/places/Structure.js"
import {
  type Changed,
  dropSection,
  findSection,
  mapSections,
  pathFor,
  type RootNode,
  replaceSection,
  type Shown,
  takeOut,
  without
} from "./Changes.js"

/** A loose section to create. */
export interface NewLooseSection {
  readonly id: SiteSectionId
  readonly title: string
}

/**
 * The site without sections as seen by a caller who can see only `seen`; `undefined` if the caller sees it with
 * sections.
 */
export const looseIn = (structure: Structure, seen: Structure): { readonly section?: SectionNode } | undefined => {
  if (structure.type === "siteSpaces" || seen.type === "siteSpaces") return undefined
  const [only, ...more] = sectionsOf(seen)
  if (only === undefined) return {}
  if (more.length > 0 || only.loose !== true || !only.default || !seen.structure.includes(only)) return undefined
  const section = findSection(structure, only.id)
  return section === undefined ? undefined : { section }
}

const looseSection = (id: SiteSectionId, title: string, siteSpaces: SectionNode["siteSpaces"]): SectionNode => ({
  type: "section",
  id,
  title,
  path: pathFor(title, []),
  default: true,
  loose: true,
  siteSpaces
})

const roomy = (before: Structure, after: Structure): Changed => {
  const grown = (of: (structure: Structure) => ReadonlyArray<unknown>, most: number) =>
    of(after).length > Math.max(most, of(before).length)
  if (grown(siteSpacesOf, maxSiteSpaces)) {
    return Either.left(new Conflict({ message: `a site holds at most ${maxSiteSpaces} site spaces` }))
  }
  return grown(sectionsOf, maxSections)
    ? Either.left(new Conflict({ message: `a site holds at most ${maxSections} sections` }))
    : Either.right(after)
}

/** The nodes without a default section, because added sections bring one. */
const notDefault = (nodes: ReadonlyArray<RootNode>): ReadonlyArray<RootNode> =>
  mapSections(nodes, (section) => (section.default ? { ...section, default: false } : section))

const notEmpty = (node: RootNode): boolean => node.type === "section" || node.sections.length > 0

/** The structure without empty groups, if none of the shown parts are left on it: only sections have groups. */
export const withoutGroups = (structure: Structure, shown: Shown): Structure =>
  structure.type === "siteSpaces" || siteSpacesOf(structure).some(({ id }) => shown(id))
    ? structure
    : { type: "sections", structure: structure.structure.filter(notEmpty) }

/** The structure without sections, if its only section is a loose one; otherwise unchanged. */
export const settled = (structure: Structure): Structure => {
  const [only, ...more] = sectionsOf(structure)
  return only?.loose === true && more.length === 0 ? { type: "siteSpaces", siteSpaces: only.siteSpaces } : structure
}

/**
 * Removes the only section that is shown. Its shown site spaces become loose: on a site with other sections, in a
 * separate section in place of the removed one. Site spaces that are not shown stay where they are.
 */
export const loosenSection = (
  structure: Structure,
  id: SiteSectionId,
  shown: Shown,
  { id: fresh, title }: NewLooseSection
): Structure => {
  const section = findSection(structure, id)
  if (section === undefined || structure.type === "siteSpaces") return structure
  const hidden = section.siteSpaces.filter((each) => !shown(each.id))
  if (hidden.length === 0 && sectionsOf(structure).length === 1) {
    return { type: "siteSpaces", siteSpaces: section.siteSpaces }
  }
  const kept = section.siteSpaces
    .filter((each) => shown(each.id))
    .reduce((rest, each) => without(rest, each.id), section.siteSpaces)
  const left =
    hidden.length === 0
      ? takeOut(structure.structure, new Set([id]))
      : mapSections(structure.structure, (each) =>
          each.id === id ? { ...section, default: false, siteSpaces: kept } : each
        )
  const rest = hidden.reduce((siblings, each) => without(siblings, each.id), section.siteSpaces)
  const path = pathFor(title, sectionsOf({ type: "sections", structure: left }))
  const loose = { ...looseSection(fresh, title, rest), path }
  return { type: "sections", structure: [...notDefault(left).filter(notEmpty), loose] }
}

/**
 * The structure after a change by a caller who sees a site without sections: with a loose section of the current site
 * spaces, or with the sections that they added. `Conflict` if there is no room.
 */
export const withLoose = (
  structure: Structure,
  section: SectionNode | undefined,
  changed: Structure,
  { id, title }: NewLooseSection
): Changed => {
  if (structure.type === "siteSpaces") return Either.right(changed)
  if (siteSpacesOf(changed).length === 0) {
    return Either.right(section === undefined ? structure : dropSection(structure, section.id))
  }
  if (changed.type === "siteSpaces" && section !== undefined) {
    return roomy(structure, replaceSection(structure, { ...section, siteSpaces: changed.siteSpaces }))
  }
  const others = notDefault(
    section === undefined ? structure.structure : takeOut(structure.structure, new Set([section.id]))
  )
  const taken: Array<SectionNode> = [...sectionsOf({ type: "sections", structure: others })]
  const added = changed.type === "sections" ? sectionsOf(changed) : [looseSection(id, title, changed.siteSpaces)]
  for (const each of added) taken.push({ ...each, path: pathFor(each.path, taken) })
  return roomy(structure, { type: "sections", structure: [...others, ...taken.slice(-added.length)] })
}
