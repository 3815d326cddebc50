/** The parts of items that a change request leaves undecided, and the parts that an edit decides. */
import type { TreePosition, Undecided } from "../change-requests/Undecided.js"
import type { ItemValue } from "../items/Item.js"
import { sameValue } from "../items/SameValue.js"

/** Fields that are merged part by part. */
export const deep: ReadonlySet<string> = new Set(["layout", "variables"])

/** The place of a page; `undefined` if it is not a page. */
export const placeOf = (value: ItemValue | undefined): TreePosition | undefined =>
  value?.kind === "page" ? { parent: value.parent, position: value.position } : undefined

/** The parts of an item, or of one of its parts. */
export type Values = Readonly<Record<string, unknown>>

/** Whether something has parts. */
export const isValues = (value: unknown): value is Values => typeof value === "object" && value !== null

/** The path of a conflict within an item. */
export const pathOf = (item: ItemValue, where: string): ReadonlyArray<string> => {
  if ("values" in item) return ["values", where]
  const dot = where.indexOf(".")
  return dot !== -1 && deep.has(where.slice(0, dot)) ? [where.slice(0, dot), where.slice(dot + 1)] : [where]
}

/** The value of a field or key of an item. */
export const valueAt = (item: ItemValue | undefined, where: string): unknown => {
  let value: unknown = item
  if (item === undefined) return undefined
  for (const key of pathOf(item, where)) value = isValues(value) ? value[key] : undefined
  return value
}

/** Whether a slug is another one with a number appended, as when a page moves to a place where its slug is taken. */
const isNumbered = (before: unknown, after: unknown): boolean =>
  typeof before === "string" &&
  typeof after === "string" &&
  after.startsWith(before) &&
  /^(?:-\d+)+$/.test(after.slice(before.length))

/**
 * The unresolved conflicts of an item after an edit that sets some of its parts by name, whatever their values, and
 * changes it; the same object if nothing was decided.
 */
export const undecidedAfter = (
  undecided: Undecided,
  named: ReadonlySet<string>,
  change?: { readonly before: ItemValue | undefined; readonly after: ItemValue | undefined }
): Undecided | undefined => {
  if (change !== undefined && change.after === undefined) return undefined
  const { deletion, fields = [], place } = undecided
  const isMoved = named.has("place") || placeOf(change?.before)?.parent !== placeOf(change?.after)?.parent
  const isKept = named.has("item") || (deletion?.where === "place" && isMoved)
  const isSet = (where: string): boolean => {
    const [before, after] = [valueAt(change?.before, where), valueAt(change?.after, where)]
    return named.has(where) || !(sameValue(before, after) || (where === "slug" && isNumbered(before, after)))
  }
  const open = fields.filter(({ where }) => !isSet(where))
  if (!isKept && !isMoved && open.length === fields.length) return undecided
  const left: Undecided = {
    ...(deletion !== undefined && !isKept && { deletion }),
    ...(place !== undefined && !isMoved && { place }),
    ...(open.length > 0 && { fields: open })
  }
  return Object.keys(left).length === 0 ? undefined : left
}
