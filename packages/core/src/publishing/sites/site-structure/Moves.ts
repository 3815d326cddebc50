/**
 * The transitions of a structure that change its order: the requested place of a part, and the structure after the
 * move.
 */
import * as Either from "effect/Either"
import { Conflict, type Invalid, invalid, type NotFound, notFound } from "../../../foundation/errors/Errors.js"
import {
  groupsOf,
  type SectionNode,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "../../../people/places/Structure.js"
import {
  atRoot,
  type Changed,
  findGroup,
  findSection,
  findSiteSpace,
  type RootNode,
  replaceGroup,
  replaceSiteSpaces,
  type Shown,
  takeOut
} from "./StructureParts.js"

/** A part of a structure, by its id. */
export interface Item {
  readonly type: "site-space" | "site-section" | "site-section-group"
  readonly id: string
}

/**
 * A place: directly before a part, directly after one, with both in the single gap between two neighbours, else last.
 */
export interface InsertionPoint {
  readonly before?: Item | undefined
  readonly after?: Item | undefined
}

/** The names of the parts of a structure in messages. */
export const titles = {
  "site-space": "site space",
  "site-section": "site section",
  "site-section-group": "site section group"
} as const satisfies Record<Item["type"], string>

const partsOf = {
  "site-space": siteSpacesOf,
  "site-section": sectionsOf,
  "site-section-group": groupsOf
} as const satisfies Record<Item["type"], (structure: Structure) => ReadonlyArray<{ readonly id: string }>>

const exists = (structure: Structure, { id, type }: Item): boolean =>
  partsOf[type](structure).some((each) => each.id === id)

const elsewhere = (field: keyof InsertionPoint, { type }: Item): Invalid =>
  invalid(`position.${field}`, `expected a sibling, got a ${titles[type]} elsewhere`)

const notAGap = invalid("position", "expected before and after to be neighbours, in this order")

/**
 * The index of the requested place among the other siblings; `siblings` includes the part itself if it stays with them.
 */
const indexFor = (
  structure: Structure,
  siblings: ReadonlyArray<{ readonly id: string }>,
  moved: Item,
  { before, after }: InsertionPoint,
  shown: Shown
): Either.Either<number, Conflict | Invalid | NotFound> => {
  const unchanged = Either.left(new Conflict({ message: `the ${titles[moved.type]} is at this place already` }))
  for (const pointer of [before, after]) {
    if (pointer === undefined) continue
    if (!exists(structure, pointer) || !shown(pointer.id)) return Either.left(notFound(titles[pointer.type]))
    if (pointer.id === moved.id) return unchanged
  }
  const others = siblings.filter(({ id }) => id !== moved.id)
  const visible = others.filter(({ id }) => shown(id))
  const among = (list: ReadonlyArray<{ readonly id: string }>, item: Item | undefined): number =>
    item === undefined ? -1 : list.findIndex(({ id }) => id === item.id)

  const beforeIndex = among(visible, before)
  if (before !== undefined && beforeIndex < 0) return Either.left(elsewhere("before", before))
  const afterIndex = among(visible, after)
  if (after !== undefined && afterIndex < 0) return Either.left(elsewhere("after", after))
  if (before !== undefined && after !== undefined && afterIndex + 1 !== beforeIndex) return Either.left(notAGap)

  const target = before !== undefined ? beforeIndex : after !== undefined ? afterIndex + 1 : visible.length
  const current = siblings.filter(({ id }) => id === moved.id || shown(id)).findIndex(({ id }) => id === moved.id)
  if (current === target) return unchanged
  return Either.right(
    before !== undefined ? among(others, before) : after !== undefined ? among(others, after) + 1 : others.length
  )
}

/** The siblings with one of them, or a new node, at an index among the others. */
const putAt = <A extends { readonly id: string }>(siblings: ReadonlyArray<A>, item: NoInfer<A>, index: number) =>
  siblings.filter(({ id }) => id !== item.id).toSpliced(index, 0, item)

/**
 * Moves a site space among its siblings. `Conflict` if nothing would change, `NotFound` for a pointer to a part that
 * does not exist, `Invalid` for a pointer to a part elsewhere and for two that do not enclose a single gap, as in every
 * move.
 */
export const moveSiteSpace = (structure: Structure, id: string, place: InsertionPoint, shown: Shown): Changed => {
  const found = findSiteSpace(structure, id)
  if (found === undefined) return Either.left(notFound("site space"))
  const { siblings, section, siteSpace } = found
  return Either.map(indexFor(structure, siblings, { type: "site-space", id }, place, shown), (index) =>
    replaceSiteSpaces(structure, section, putAt(siblings, siteSpace, index))
  )
}

/**
 * Moves a section next to the target of the place, and thereby into or out of a group; without a place, to the end of
 * the site.
 */
export const moveSection = (structure: Structure, id: string, place: InsertionPoint, shown: Shown): Changed => {
  const section = findSection(structure, id)
  if (structure.type === "siteSpaces" || section === undefined) return Either.left(notFound("site section"))
  const target = (place.before ?? place.after)?.id
  const isTarget = (each: SectionNode) => each.id === target && shown(each.id)
  const group = groupsOf(structure).find(({ sections }) => sections.some(isTarget))
  const siblings: ReadonlyArray<RootNode> = group?.sections ?? structure.structure
  const rest = takeOut(structure, [id])
  return Either.map(indexFor(structure, siblings, { type: "site-section", id }, place, shown), (index) =>
    group === undefined
      ? atRoot(rest, (nodes) => putAt(nodes, section, index))
      : replaceGroup(rest, group.id, (each) => ({ ...each, sections: putAt(each.sections, section, index) }))
  )
}

/** Moves a group among the groups and the ungrouped sections. */
export const moveGroup = (structure: Structure, id: string, place: InsertionPoint, shown: Shown): Changed => {
  const group = findGroup(structure, id)
  if (structure.type === "siteSpaces" || group === undefined) return Either.left(notFound("site section group"))
  return Either.map(
    indexFor(structure, structure.structure, { type: "site-section-group", id }, place, shown),
    (index) => atRoot(structure, (nodes) => putAt(nodes, group, index))
  )
}

const ways = { "site-space": moveSiteSpace, "site-section": moveSection, "site-section-group": moveGroup }

/** Moves a part of any type. */
export const move = (structure: Structure, { id, type }: Item, place: InsertionPoint, shown: Shown): Changed =>
  ways[type](structure, id, place, shown)
