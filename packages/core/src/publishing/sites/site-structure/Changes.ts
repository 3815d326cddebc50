/** The building blocks of transitions of a structure: finding, replacing and removing siblings, sections and groups. */
import * as Either from "effect/Either"
import { type Conflict, type Invalid, invalid, type NotFound } from "../../../foundation/errors/Errors.js"
import { isNoName } from "../../../foundation/ids/Names.js"
import {
  emptyStructure,
  type SectionGroupNode,
  type SectionNode,
  type SiteSectionGroupId,
  type SiteSectionId,
  type SiteSpaceNode,
  type Structure,
  sectionsOf
} from "../../../people/places/Structure.js"
import { slug, unique } from "../../../text/markdown/Slug.js"

/** The structure after a transition, or the reason why there is none. */
export type Changed = Either.Either<Structure, Conflict | Invalid | NotFound>

/**
 * Whether the caller can see the part with an id. A part that is not shown keeps its place, and is treated as absent.
 */
export type Shown = (id: string) => boolean

/** Shows everything, for changes that are not made for a caller. */
export const everything: Shown = () => true

/** A node at the root of a structure with sections. */
export type RootNode = SectionNode | SectionGroupNode

/** The result of a partial update for an optional field: absent keeps it, `null` removes it. */
export type Patched<A> = A | null | undefined

/** An optional field after a partial update. */
export const patched = <A>(old: A | undefined, change: Patched<A>): A | undefined =>
  change === undefined ? old : (change ?? undefined)

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

/** The siblings with one of them as the only default. */
export const withDefault = <A extends { readonly id: string; readonly default: boolean }>(
  items: ReadonlyArray<A>,
  id: string
): ReadonlyArray<A> =>
  items.map((item) => (item.default === (item.id === id) ? item : { ...item, default: item.id === id }))

/** The default after one of the siblings is removed: the next, else the previous one, with shown ones preferred. */
export const heirOf = (
  items: ReadonlyArray<{ readonly id: string; readonly default: boolean }>,
  id: string,
  shown: Shown = everything
) => {
  const at = items.findIndex((item) => item.id === id)
  if (items[at]?.default !== true) return undefined
  const isHeir = (item: { readonly id: string }) => item.id !== id && shown(item.id)
  const heir = items.slice(at).find(isHeir) ?? items.slice(0, at).findLast(isHeir)
  return (heir ?? items[at + 1] ?? items[at - 1])?.id
}

/** The siblings without one of them. */
export const without = <A extends { readonly id: string; readonly default: boolean }>(
  items: ReadonlyArray<A>,
  id: string,
  shown: Shown = everything
): ReadonlyArray<A> => {
  const rest = items.filter((item) => item.id !== id)
  const heir = heirOf(items, id, shown)
  return heir === undefined ? rest : withDefault(rest, heir)
}

/** A section by its id. */
export const findSection = (structure: Structure, id: SiteSectionId): SectionNode | undefined =>
  sectionsOf(structure).find((section) => section.id === id)

/** A site space by its id, with the siblings that it is among, and the section that they are in, if any. */
export const findSiteSpace = (
  structure: Structure,
  id: string
):
  | {
      readonly siteSpace: SiteSpaceNode
      readonly siblings: ReadonlyArray<SiteSpaceNode>
      readonly section?: SectionNode
    }
  | undefined => {
  const homes: ReadonlyArray<{ readonly siblings: ReadonlyArray<SiteSpaceNode>; readonly section?: SectionNode }> =
    structure.type === "siteSpaces"
      ? [{ siblings: structure.siteSpaces }]
      : sectionsOf(structure).map((section) => ({ siblings: section.siteSpaces, section }))
  for (const home of homes) {
    const siteSpace = home.siblings.find((sibling) => sibling.id === id)
    if (siteSpace !== undefined) return { siteSpace, ...home }
  }
  return undefined
}

/** Applies `change` to every section, including sections in groups. */
export const mapSections = (
  nodes: ReadonlyArray<RootNode>,
  change: (section: SectionNode) => SectionNode
): ReadonlyArray<RootNode> =>
  nodes.map((node) => (node.type === "section" ? change(node) : { ...node, sections: node.sections.map(change) }))

/** One section replaced. */
export const replaceSection = (structure: Structure, changed: SectionNode): Structure =>
  structure.type === "siteSpaces"
    ? structure
    : {
        type: "sections",
        structure: mapSections(structure.structure, (section) => (section.id === changed.id ? changed : section))
      }

/** One group replaced. */
export const replaceGroup = (
  nodes: ReadonlyArray<RootNode>,
  id: SiteSectionGroupId,
  change: (group: SectionGroupNode) => SectionGroupNode
): ReadonlyArray<RootNode> => nodes.map((node) => (node.type === "group" && node.id === id ? change(node) : node))

/** The site spaces of a section, or the loose ones without a section, replaced. */
export const replaceSiteSpaces = (
  structure: Structure,
  section: SectionNode | undefined,
  siteSpaces: ReadonlyArray<SiteSpaceNode>
): Structure =>
  section === undefined ? { type: "siteSpaces", siteSpaces } : replaceSection(structure, { ...section, siteSpaces })

/** The nodes without some sections, wherever they are; groups and defaults stay as they were. */
export const takeOut = (nodes: ReadonlyArray<RootNode>, ids: ReadonlySet<string>): ReadonlyArray<RootNode> =>
  nodes.flatMap((node): ReadonlyArray<RootNode> => {
    if (node.type === "section") return ids.has(node.id) ? [] : [node]
    return [{ ...node, sections: node.sections.filter(({ id }) => !ids.has(id)) }]
  })

/** The structure without one section and the site spaces in it; without its last section it is empty. */
export const dropSection = (structure: Structure, id: SiteSectionId, shown: Shown = everything): Structure => {
  if (structure.type === "siteSpaces") return structure
  const sections = sectionsOf(structure)
  if (sections.every((section) => section.id === id)) return emptyStructure
  const heir = heirOf(sections, id, shown)
  const rest = takeOut(structure.structure, new Set([id]))
  return {
    type: "sections",
    structure:
      heir === undefined
        ? rest
        : mapSections(rest, (section) => (section.id === heir ? { ...section, default: true } : section))
  }
}
