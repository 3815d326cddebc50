/**
 * Merges an item of a change request, including its undecided conflicts. Merging with the kept values instead of the
 * two lines' values finds the same conflict again, as long as the sides differ.
 */

import type { Undecided } from "../change-requests/Undecided.js"
import type { ItemValue } from "../items/Item.js"
import type { Sides } from "./MergeFields.js"
import { asItem, type ItemConflict, isEdit, itemConflict, type MergedItem, mergeItem } from "./MergeItems.js"
import { undecided as nothingDecided, type Resolutions } from "./Resolution.js"
import { isValues, pathOf, placeOf, type Values } from "./UndecidedParts.js"

const withValue = (record: Values, [key, ...below]: ReadonlyArray<string>, value: unknown): Values => {
  if (key === undefined) return record
  const { [key]: before, ...rest } = record
  if (below.length === 0) return value === undefined ? rest : { ...rest, [key]: value }
  const inner = withValue(isValues(before) ? before : {}, below, value)
  return before === undefined && Object.keys(inner).length === 0 ? rest : { ...rest, [key]: inner }
}

const overlaid = (
  item: ItemValue | undefined,
  side: "base" | "theirs",
  { fields = [], place }: Undecided
): ItemValue | undefined => {
  if (item === undefined) return undefined
  let values: Values = { ...item }
  if (place !== undefined) {
    for (const key of ["parent", "position"] as const) values = withValue(values, [key], place[side]?.[key])
  }
  for (const each of fields) values = withValue(values, pathOf(item, each.where), each[side])
  return asItem(values)
}

/**
 * The sides of a merge, with the kept values of undecided conflicts instead of the lines' values; a kept deletion is
 * ignored.
 */
const intendedSides = ({ base, ours, theirs }: Sides<ItemValue>, undecided: Undecided): Sides<ItemValue> => ({
  base: theirs === undefined ? base : overlaid(base ?? undecided.deletion?.base, "base", undecided),
  ours,
  theirs: overlaid(theirs, "theirs", undecided)
})

/** An item of a change request, merged with main. */
export interface Requested {
  /** The three sides as the request intends them. */
  readonly sides: Sides<ItemValue>
  readonly merged: MergedItem
  /** The same for an item that must stay although the request deletes it. */
  readonly kept: { readonly sides: Sides<ItemValue>; readonly merged: MergedItem }
}

/**
 * Merges an item of a change request from its line and main, with its undecided conflicts. An edit to an item that the
 * request deletes, made after an update left the item in place, conflicts with that deletion.
 */
export const mergeRequested = (
  stored: Sides<ItemValue>,
  undecided: Undecided,
  markdown: (hash: string) => string,
  decided: Resolutions = nothingDecided
): Requested => {
  const sides = intendedSides(stored, undecided)
  const { deletion } = undecided
  const { ours } = stored
  const merged = mergeItem(sides, markdown, decided)
  const whole = { sides, merged }
  if (deletion?.by !== "request" || stored.theirs === undefined) {
    return { ...whole, kept: { sides, merged: { value: ours, conflicts: [] } } }
  }
  const isTouched = isEdit(stored.base, stored.theirs)
  if (ours === undefined && isTouched) return { ...whole, kept: whole }
  const deleting: Sides<ItemValue> = { base: deletion.base, ours, theirs: undefined }
  const removed = { sides: deleting, merged: { value: undefined, conflicts: [] }, kept: whole }
  if (ours === undefined || !(isTouched || isEdit(deletion.base, ours))) return removed
  const by = decided.get("item")
  if (by === "theirs") return removed
  if (by !== undefined) return { ...whole, kept: whole }
  const conflicts = [itemConflict(deleting), ...merged.conflicts]
  return { sides: deleting, merged: { ...merged, conflicts }, kept: whole }
}

/** The conflicts of a merged item; `isDisputed` if its place in the tree differs from both sides. */
export const conflictsOf = ({ kept, merged, sides }: Requested, isDisputed: boolean): ReadonlyArray<ItemConflict> => {
  const { conflicts } = isDisputed && sides.theirs === undefined ? kept.merged : merged
  if (!isDisputed || conflicts.some(({ kind }) => kind === "place")) return conflicts
  const [ours, theirs] = [placeOf(sides.ours)?.parent, placeOf(sides.theirs)?.parent]
  return [...conflicts, { kind: "place", where: "place", base: undefined, ours, theirs }]
}

/** The parts of an item that these conflicts leave undecided. */
export const leftUndecided = (
  { kept, sides }: Requested,
  conflicts: ReadonlyArray<ItemConflict>
): Undecided | undefined => {
  const of = (wanted: ItemConflict["kind"]) =>
    conflicts.filter(({ inText, kind }) => kind === wanted && inText !== true)
  const [items, places, fields] = [of("item"), of("place"), of("field")]
  const isDeletion = items.length > 0 || (sides.theirs === undefined && places.length > 0)
  const placed = sides.theirs === undefined ? kept.sides : sides
  const isPlaced = (sides.theirs === undefined ? kept.merged.conflicts : places).some(({ kind }) => kind === "place")
  const [before, wanted] = [placeOf(placed.base), placeOf(placed.theirs)]
  const left: Undecided = {
    ...(isDeletion && {
      deletion: {
        by: sides.theirs === undefined ? ("request" as const) : ("main" as const),
        where: items.length > 0 ? ("item" as const) : ("place" as const),
        ...(sides.base !== undefined && { base: sides.base })
      }
    }),
    ...(isPlaced && wanted !== undefined && { place: { theirs: wanted, ...(before && { base: before }) } }),
    ...(fields.length > 0 && {
      fields: fields.map(({ base, theirs, where }) => ({
        where,
        ...(base !== undefined && { base }),
        ...(theirs !== undefined && { theirs })
      }))
    })
  }
  return Object.keys(left).length === 0 ? undefined : left
}
