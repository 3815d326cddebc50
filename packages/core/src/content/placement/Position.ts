/**
 * Places in the order that spaces and collections share: the place that a caller requests, and the key that is stored
 * for it.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { generateKeyBetween } from "fractional-indexing"
import { type GapRebalancing, rebalanceGap } from "../../foundation/order-keys/GapRebalancing.js"
import { described, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { CollectionId } from "../../people/places/CollectionId.js"
import { SpaceId } from "../../people/places/SpaceId.js"

/** One item in the order, by its id. */
export const Pointer = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("space"),
    space: described(SpaceId, "The id of the space, which has the same parent.")
  }).annotations(named("SpacePointer", "A space, as a neighbour in the order.")),
  Schema.Struct({
    type: Schema.Literal("collection"),
    collection: described(CollectionId, "The id of the collection, which has the same parent.")
  }).annotations(named("CollectionPointer", "A collection, as a neighbour in the order."))
).annotations(named("OrderPointer", "A space or a collection next to which something is placed. Both share one order."))
export type Pointer = typeof Pointer.Type

/** A place: right before one item, right after another, or, with both, in the one gap between two neighbours. */
export const Position = Schema.Struct({
  before: optional(Pointer, "The sibling that comes right after."),
  after: optional(Pointer, "The sibling that comes right before.")
}).annotations({
  identifier: "Position",
  description: "A place among siblings. With both fields, they have to be neighbours with one gap between them."
})
export type Position = typeof Position.Type

/**
 * A move. Without `parent` the item stays in its collection, `null` is the root; without `position` it goes to the end.
 */
export const Move = Schema.Struct({
  parent: optional(
    Schema.NullOr(CollectionId),
    "The id of the new collection; `null` is the root. When omitted, it stays in its collection."
  ),
  position: optional(Position, "The place among the siblings; last when omitted.")
})
  .pipe(
    Schema.filter(
      ({ parent, position }) => parent !== undefined || position !== undefined || "expected a parent or a position"
    )
  )
  .annotations({
    identifier: "Move",
    jsonSchema: { description: "Where to move something to. At least one field is required." }
  })
export type Move = typeof Move.Type

/** An item with a place among its siblings, which it keeps even if it is not `shown` to the caller. */
export interface Sibling {
  readonly type: Pointer["type"]
  readonly id: string
  readonly position: string
  readonly shown: boolean
}

/** The requested place, or the reason why there is none. `field` names the pointer at fault. */
export type Placement =
  | ({ readonly kind: "placed" } & GapRebalancing<Sibling>)
  | { readonly kind: "unknown"; readonly field: "before" | "after"; readonly pointer: Pointer }
  | { readonly kind: "not-a-gap" }
  | { readonly kind: "unchanged" }

/** The id of a pointer. */
export const targetOf = (pointer: Pointer): string => (pointer.type === "space" ? pointer.space : pointer.collection)

/** Whether two pointers or siblings are the same item. */
const isAt = (pointer: Pointer, sibling: Pick<Sibling, "type" | "id">): boolean =>
  sibling.type === pointer.type && sibling.id === targetOf(pointer)

/** The key right after the last of some siblings, which are in order. */
export const keyAtEnd = (siblings: ReadonlyArray<Pick<Sibling, "position">>): string =>
  generateKeyBetween(siblings.at(-1)?.position ?? null, null)

/** The place directly after one sibling, before the next one. */
export const openAfter = (siblings: ReadonlyArray<Sibling>, id: string): GapRebalancing<Sibling> =>
  rebalanceGap(siblings, siblings.findIndex((sibling) => sibling.id === id) + 1)

/**
 * The requested place of an item among its future siblings, which are in order. `moved` is the item itself, which is
 * among the siblings if it stays with them. Only shown siblings count as neighbours.
 */
export const place = (
  siblings: ReadonlyArray<Sibling>,
  moved: Pick<Sibling, "type" | "id">,
  position: Position | undefined
): Placement => {
  const isMoved = (sibling: Sibling): boolean => sibling.type === moved.type && sibling.id === moved.id
  const { before, after } = position ?? {}
  if ((before !== undefined && isAt(before, moved)) || (after !== undefined && isAt(after, moved))) {
    return { kind: "unchanged" }
  }
  const others = siblings.filter((sibling) => !isMoved(sibling))
  const shown = others.filter((sibling) => sibling.shown)
  const find = (pointer: Pointer): number => shown.findIndex((sibling) => isAt(pointer, sibling))

  const beforeIndex = before === undefined ? -1 : find(before)
  if (before !== undefined && beforeIndex < 0) return { kind: "unknown", field: "before", pointer: before }
  const afterIndex = after === undefined ? -1 : find(after)
  if (after !== undefined && afterIndex < 0) return { kind: "unknown", field: "after", pointer: after }
  if (before !== undefined && after !== undefined && afterIndex + 1 !== beforeIndex) return { kind: "not-a-gap" }

  const target = before !== undefined ? beforeIndex : after !== undefined ? afterIndex + 1 : shown.length
  const current = siblings.filter((sibling) => sibling.shown || isMoved(sibling)).findIndex(isMoved)
  if (current === target) return { kind: "unchanged" }

  if (before !== undefined) return { kind: "placed", ...rebalanceGap(others, others.indexOf(shown[beforeIndex]!)) }
  if (after !== undefined) return { kind: "placed", ...openAfter(others, targetOf(after)) }
  return { kind: "placed", ...rebalanceGap(others, others.length) }
}
