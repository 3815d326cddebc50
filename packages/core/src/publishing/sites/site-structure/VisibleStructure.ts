/**
 * The part of a site's structure that a caller can see. A site with sections is, to callers who can see no section, a
 * site without sections; to others, their site spaces are in a section, called a loose one.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import type { Standing } from "../../../people/access/Standing.js"
import type { SpaceRepositoryService } from "../../../people/places/SpaceRepository.js"
import {
  groupsOf,
  type SectionGroupNode,
  type SectionNode,
  type SiteSpaceNode,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "../../../people/places/Structure.js"
import { type NewSection, sectionOf } from "./StructureChanges.js"
import {
  atRoot,
  type Changed,
  dropSection,
  findSection,
  heirOf,
  mapSections,
  pathFor,
  type RootNode,
  replaceSiteSpaces,
  roomy,
  type Shown,
  takeOut,
  withoutAll,
  withoutEmptyGroups
} from "./StructureParts.js"

/** The parts of a structure that a caller can see. */
export interface Visible {
  readonly siteSpace: (node: SiteSpaceNode) => boolean
  /** Whether a section may be seen; all may when absent. */
  readonly section?: (node: SectionNode) => boolean
  /** Whether groups without any sections are visible. */
  readonly emptyGroups: boolean
}

const shownOf = <A extends { readonly id: string; readonly default: boolean }>(
  all: ReadonlyArray<A>,
  isShown: (item: A) => boolean
): ReadonlyArray<A> => {
  const shown = all.filter(isShown)
  const hidden = all.find((item) => item.default && !isShown(item))
  if (shown.length === 0 || hidden === undefined) return shown
  const ids = new Set(shown.map(({ id }) => id))
  const heir = heirOf(all, hidden.id, (id) => ids.has(id))
  return shown.map((item) => (item.id === heir ? { ...item, default: true } : item))
}

/**
 * The visible part of a structure: without sections of which nothing is visible, and without groups that contain only
 * such sections. If the default is not visible, the next visible sibling replaces it, as if the default had been
 * removed.
 */
export const visiblePart = (structure: Structure, { emptyGroups, section, siteSpace }: Visible): Structure => {
  if (structure.type === "siteSpaces") {
    return { type: "siteSpaces", siteSpaces: shownOf(structure.siteSpaces, siteSpace) }
  }
  const isShown = (node: SectionNode) => (section?.(node) ?? true) && node.siteSpaces.some(siteSpace)
  const shown = new Map(
    shownOf(sectionsOf(structure), isShown).map((node) => [
      node.id,
      { ...node, siteSpaces: shownOf(node.siteSpaces, siteSpace) }
    ])
  )
  const left = ({ id }: SectionNode): ReadonlyArray<SectionNode> => {
    const found = shown.get(id)
    return found === undefined ? [] : [found]
  }
  const group = (node: SectionGroupNode): ReadonlyArray<SectionGroupNode> => {
    const sections = node.sections.flatMap(left)
    const stays = sections.length > 0 || (emptyGroups && node.sections.length === 0)
    return stays ? [{ ...node, sections }] : []
  }
  return atRoot(structure, (nodes) =>
    nodes.flatMap((node): ReadonlyArray<RootNode> => (node.type === "section" ? left(node) : group(node)))
  )
}

/** A site with sections, none of which the caller can see: its site spaces that are loose to them are in one section. */
export interface Loose {
  readonly section?: SectionNode
}

/** A structure as a caller sees it. */
export interface VisibleStructure {
  /** All of it; for a caller who can see no section, only the parts that are loose to them. */
  readonly structure: Structure
  /** The loose parts of a site with sections, none of which they can see. */
  readonly loose?: Loose | undefined
  /**
   * The parts that they can see: without site spaces whose space is not visible, and without sections and groups that
   * contain nothing else. If the default is not visible, the next visible sibling replaces it, as if the default had
   * been removed.
   */
  readonly seen: Structure
  /** Whether they can see the part with this id. */
  readonly shown: Shown
}

/** The loose parts for a caller who can see only `seen`; `undefined` if the caller sees sections, or there are none. */
const looseIn = (structure: Structure, seen: Structure): Loose | undefined => {
  if (seen.type === "siteSpaces") return undefined
  const [only, ...more] = sectionsOf(seen)
  if (only === undefined) return {}
  if (more.length > 0 || only.loose !== true || !only.default || !seen.structure.includes(only)) return undefined
  const section = findSection(structure, only.id)
  return section === undefined ? undefined : { section }
}

/** The part of a structure that is visible to callers who can see these site spaces; all of it without a test. */
export const visibleStructureOf = (
  all: Structure,
  isVisible?: (siteSpace: SiteSpaceNode) => boolean
): VisibleStructure => {
  const partOf = (structure: Structure) =>
    isVisible === undefined ? structure : visiblePart(structure, { siteSpace: isVisible, emptyGroups: true })
  const part = partOf(all)
  const loose = isVisible === undefined ? undefined : looseIn(all, part)
  const structure: Structure =
    loose === undefined ? all : { type: "siteSpaces", siteSpaces: loose.section?.siteSpaces ?? [] }
  const seen = loose === undefined ? part : partOf(structure)
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

/** The structure without empty groups, if none of the shown parts are left on it: only sections have groups. */
export const withoutGroups = (structure: Structure, shown: Shown): Structure =>
  siteSpacesOf(structure).some(({ id }) => shown(id)) ? structure : withoutEmptyGroups(structure)

/** The structure without sections, if its only section is a loose one; otherwise unchanged. */
export const settled = (structure: Structure): Structure => {
  const [only, ...more] = sectionsOf(structure)
  return only?.loose === true && more.length === 0 ? { type: "siteSpaces", siteSpaces: only.siteSpaces } : structure
}

/** The structure without a default section, because added sections bring one. */
const withoutDefault = (structure: Structure): Structure =>
  mapSections(structure, (section) => (section.default ? { ...section, default: false } : section))

/**
 * Removes the only section that is shown. Its shown site spaces become loose: on a site with other sections, in a
 * separate section in place of the removed one. Site spaces that are not shown stay where they are.
 */
export const loosenSection = (structure: Structure, id: string, shown: Shown, fresh: NewSection): Structure => {
  const section = findSection(structure, id)
  if (section === undefined) return structure
  const { siteSpaces } = section
  const areAllShown = siteSpaces.every((each) => shown(each.id))
  if (areAllShown && sectionsOf(structure).length === 1) return { type: "siteSpaces", siteSpaces }
  const left = areAllShown
    ? takeOut(structure, [id])
    : replaceSiteSpaces(structure, section, withoutAll(siteSpaces, shown))
  const loosened = withoutAll(siteSpaces, (each) => !shown(each))
  const loose: SectionNode = { ...sectionOf(fresh, sectionsOf(left), loosened), default: true, loose: true }
  return atRoot(withoutEmptyGroups(withoutDefault(left)), (nodes) => [...nodes, loose])
}

/**
 * The structure after a change by a caller who sees a site without sections: with a loose section of the current site
 * spaces, or with the sections that they added. `Conflict` if there is no room.
 */
export const withLoose = (structure: Structure, { section }: Loose, changed: Structure, fresh: NewSection): Changed => {
  if (siteSpacesOf(changed).length === 0) {
    return Either.right(section === undefined ? structure : dropSection(structure, section.id))
  }
  if (changed.type === "siteSpaces" && section !== undefined) {
    return roomy(structure, replaceSiteSpaces(structure, section, changed.siteSpaces))
  }
  const others = withoutDefault(section === undefined ? structure : takeOut(structure, [section.id]))
  const taken = [...sectionsOf(others)]
  const added: ReadonlyArray<SectionNode> =
    changed.type === "sections" ? sectionsOf(changed) : [{ ...sectionOf(fresh, [], changed.siteSpaces), loose: true }]
  for (const each of added) taken.push({ ...each, path: pathFor(each.path, taken) })
  return roomy(
    structure,
    atRoot(others, (nodes) => [...nodes, ...taken.slice(-added.length)])
  )
}
