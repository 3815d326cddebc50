/** The parts of a structure as plain data: how they are found, replaced and taken out, and which ones are defaults. */
import * as Either from "effect/Either"
import { Conflict, type Invalid, invalid, type NotFound } from "../../../foundation/errors/Errors.js"
import { isNoName } from "../../../foundation/ids/Names.js"
import {
  emptyStructure,
  groupsOf,
  maxGroups,
  maxSections,
  maxSiteSpaces,
  type SectionGroupNode,
  type SectionNode,
  type SiteSpaceNode,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "../../../people/places/Structure.js"
import { slug, unique } from "../../../text/markdown/Slug.js"

/** The structure after a change, or the reason why there is none. */
export type Changed = Either.Either<Structure, Conflict | Invalid | NotFound>

/**
 * Whether the caller can see the part with an id. A part that is not shown keeps its place, and is treated as absent.
 */
export type Shown = (id: string) => boolean

/** Shows everything, for changes that are not made for a caller. */
export const everything: Shown = () => true

/** A node at the root of a structure with sections. */
export type RootNode = SectionNode | SectionGroupNode

type RootNodes = ReadonlyArray<RootNode>

interface Sibling {
  readonly id: string
  readonly default: boolean
}

/** A free path made from a title, among siblings with these paths. */
export const pathFor = (title: string, siblings: ReadonlyArray<{ readonly path: string }>): string =>
  unique(slug(title), new Set(siblings.map(({ path }) => path)))

/** A path that a caller requested, unless a sibling already has it, or it has the form of an id. */
export const freePath = (
  path: string,
  id: string,
  siblings: ReadonlyArray<{ readonly id: string; readonly path: string }>
): Either.Either<string, Invalid> =>
  isNoName(path) || siblings.some((sibling) => sibling.id !== id && sibling.path === path)
    ? Either.left(invalid("path", "expected a path that no sibling uses"))
    : Either.right(path)

const limits = [
  [siteSpacesOf, maxSiteSpaces, "site spaces"],
  [sectionsOf, maxSections, "sections"],
  [groupsOf, maxGroups, "section groups"]
] as const

/** The later of two structures; `Conflict` if it has more parts of a kind than before, and than a site holds. */
export const roomy = (before: Structure, after: Structure): Either.Either<Structure, Conflict> => {
  const grown = limits.find(([partsOf, most]) => partsOf(after).length > Math.max(most, partsOf(before).length))
  if (grown === undefined) return Either.right(after)
  return Either.left(new Conflict({ message: `a site holds at most ${grown[1]} ${grown[2]}` }))
}

/** The siblings with one of them as the only default. */
export const withDefault = <A extends Sibling>(items: ReadonlyArray<A>, id: string): ReadonlyArray<A> =>
  items.map((item) => (item.default === (item.id === id) ? item : { ...item, default: item.id === id }))

/** The default after one of the siblings is removed: the next, else the previous one, with shown ones preferred. */
export const heirOf = (items: ReadonlyArray<Sibling>, id: string, shown: Shown = everything): string | undefined => {
  const at = items.findIndex((item) => item.id === id)
  if (items[at]?.default !== true) return undefined
  const isHeir = (item: Sibling) => item.id !== id && shown(item.id)
  const heir = items.slice(at).find(isHeir) ?? items.slice(0, at).findLast(isHeir)
  return (heir ?? items[at + 1] ?? items[at - 1])?.id
}

/** The siblings without one of them. */
export const without = <A extends Sibling>(
  items: ReadonlyArray<A>,
  id: string,
  shown: Shown = everything
): ReadonlyArray<A> => {
  const rest = items.filter((item) => item.id !== id)
  const heir = heirOf(items, id, shown)
  return heir === undefined ? rest : withDefault(rest, heir)
}

/** The siblings without some of them, which are removed one after another. */
export const withoutAll = <A extends Sibling>(items: ReadonlyArray<A>, gone: Shown): ReadonlyArray<A> =>
  items.filter(({ id }) => gone(id)).reduce((rest, { id }) => without(rest, id), items)

/** A section by its id. */
export const findSection = (structure: Structure, id: string): SectionNode | undefined =>
  sectionsOf(structure).find((section) => section.id === id)

/** A group by its id. */
export const findGroup = (structure: Structure, id: string): SectionGroupNode | undefined =>
  groupsOf(structure).find((group) => group.id === id)

/** A site space, with the siblings that it is among, and the section that they are in, if any. */
export interface PlacedSiteSpace {
  readonly siteSpace: SiteSpaceNode
  readonly siblings: ReadonlyArray<SiteSpaceNode>
  readonly section?: SectionNode
}

/** A site space by its id. */
export const findSiteSpace = (structure: Structure, id: string): PlacedSiteSpace | undefined => {
  const homes: ReadonlyArray<Omit<PlacedSiteSpace, "siteSpace">> =
    structure.type === "siteSpaces"
      ? [{ siblings: structure.siteSpaces }]
      : sectionsOf(structure).map((section) => ({ siblings: section.siteSpaces, section }))
  for (const home of homes) {
    const siteSpace = home.siblings.find((sibling) => sibling.id === id)
    if (siteSpace !== undefined) return { siteSpace, ...home }
  }
  return undefined
}

/** A structure with sections with other nodes at its root; one without sections stays as it is. */
export const atRoot = (structure: Structure, change: (nodes: RootNodes) => RootNodes): Structure =>
  structure.type === "siteSpaces" ? structure : { type: "sections", structure: change(structure.structure) }

/** Applies `change` to every section, including sections in groups. */
export const mapSections = (structure: Structure, change: (section: SectionNode) => SectionNode): Structure =>
  atRoot(structure, (nodes) =>
    nodes.map((node) => (node.type === "section" ? change(node) : { ...node, sections: node.sections.map(change) }))
  )

/** One section replaced. */
export const replaceSection = (structure: Structure, changed: SectionNode): Structure =>
  mapSections(structure, (section) => (section.id === changed.id ? changed : section))

/** One group replaced. */
export const replaceGroup = (
  structure: Structure,
  id: string,
  change: (group: SectionGroupNode) => SectionGroupNode
): Structure =>
  atRoot(structure, (nodes) => nodes.map((node) => (node.type === "group" && node.id === id ? change(node) : node)))

/** The site spaces of a section, or the loose ones without a section, replaced. */
export const replaceSiteSpaces = (
  structure: Structure,
  section: SectionNode | undefined,
  siteSpaces: ReadonlyArray<SiteSpaceNode>
): Structure =>
  section === undefined ? { type: "siteSpaces", siteSpaces } : replaceSection(structure, { ...section, siteSpaces })

/** The structure without some sections, wherever they are; groups and defaults stay as they were. */
export const takeOut = (structure: Structure, ids: ReadonlyArray<string>): Structure => {
  const gone = new Set(ids)
  const left = ({ id }: SectionNode) => !gone.has(id)
  return atRoot(structure, (nodes) =>
    nodes.flatMap((node): RootNodes => {
      if (node.type === "group") return [{ ...node, sections: node.sections.filter(left) }]
      return left(node) ? [node] : []
    })
  )
}

/** The structure without empty groups. */
export const withoutEmptyGroups = (structure: Structure): Structure =>
  atRoot(structure, (nodes) => nodes.filter((node) => node.type === "section" || node.sections.length > 0))

/** The structure without one section and the site spaces in it; without its last section it is empty. */
export const dropSection = (structure: Structure, id: string, shown: Shown = everything): Structure => {
  const sections = sectionsOf(structure)
  if (sections.length > 0 && sections.every((section) => section.id === id)) return emptyStructure
  const heir = heirOf(sections, id, shown)
  return mapSections(takeOut(structure, [id]), (section) =>
    section.id === heir ? { ...section, default: true } : section
  )
}
