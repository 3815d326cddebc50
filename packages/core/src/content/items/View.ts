/**
 * A view is content at one moment. A main line is seen as it is. The line of a change request holds only the request's
 * changes, and overlays the main line as of `base`: an item is taken from the upper line, where a version marked
 * `deleted` hides it, and otherwise from the lower line at that point. Opening a request therefore copies nothing.
 * Everything here is computed from the differences between a view and the head of its lowest line, which are few.
 */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Rows, Stored } from "../../storage/rows/Repository.js"
import type { Scan } from "../../storage/rows/Storage.js"
import type { Base } from "../revisions/Revision.js"
import { type ItemKind, type ItemVersion, open } from "./Item.js"

/**
 * A line of content at a sequence, or, without one, at its head; it overlays `base` if it belongs to a change request.
 */
export interface View {
  readonly line: string
  readonly sequence?: number
  readonly base?: Base
}

type Found = Stored<ItemVersion>

/** For each item in which a view may differ from the head of its lowest line, the view's version, by id. */
export type Differences = ReadonlyMap<string, Found | undefined>

/** The line whose head a view is computed from. */
export const rootOf = ({ line, base }: View): string => base?.line ?? line

/** Whether this version of an item was current on its line at a sequence, or is current now. */
const isAt = ({ from, until }: ItemVersion, sequence: number | undefined): boolean =>
  sequence === undefined ? until === open : from <= sequence && until > sequence

/**
 * The latest of some versions as of a view's moment, if the view's own line has the item at that point, deleted or not.
 */
export const ownIn = (view: View, last: Found | undefined): Found | undefined =>
  last !== undefined && isAt(last.value, view.sequence) ? last : undefined

/**
 * The contents of a view's own line, deleted items included; without a sequence, its current contents. Only items of
 * one kind if a kind is given.
 */
export const ownVersions = (
  items: Rows<ItemVersion>,
  { line, sequence }: View,
  kind?: ItemKind
): Effect.Effect<ReadonlyArray<Found>, Unavailable> =>
  sequence === undefined
    ? items.scan({ index: "alive", prefix: [line, open, ...(kind === undefined ? [] : [kind])] })
    : Effect.map(items.scan({ index: "alive", prefix: [line], gt: sequence }), (found) =>
        found.filter(({ value }) => value.from <= sequence)
      )

/** The scan of the last version of an item on the own line of a view, up to its moment. */
export const lastScan = ({ line, sequence }: View, item: string): Scan => ({
  prefix: [line, item],
  ...(sequence !== undefined && { lte: sequence }),
  reverse: true,
  limit: 1
})

/** The last version of an item on the own line of a view, up to its moment. */
export const lastOn = (
  items: Rows<ItemVersion>,
  view: View,
  item: string
): Effect.Effect<Found | undefined, Unavailable> => Effect.map(items.scan(lastScan(view, item)), (found) => found[0])

/** The differences of a line at a sequence from its head. Takes time proportional to the changes since. */
export const past = (
  items: Rows<ItemVersion>,
  { line, sequence }: Base
): Effect.Effect<Map<string, Found | undefined>, Unavailable> =>
  Effect.gen(function* () {
    const differences = new Map<string, Found | undefined>()
    for (const { value } of yield* items.scan({ index: "changed", prefix: [line], gt: sequence })) {
      differences.set(value.value.id, undefined)
    }
    for (const found of yield* items.scan({ index: "alive", prefix: [line], gt: sequence, lt: open })) {
      if (found.value.from <= sequence) differences.set(found.value.value.id, found)
    }
    return differences
  })

const none: Differences = new Map()

/**
 * The {@link Differences} of a view, limited to one kind of items if a kind is given. Takes time proportional to the
 * changes of its own line, and to the changes of the other line since.
 */
export const differences = (
  items: Rows<ItemVersion>,
  view: View,
  kind?: ItemKind
): Effect.Effect<Differences, Unavailable> =>
  Effect.gen(function* () {
    const { base, line, sequence } = view
    if (base === undefined) return sequence === undefined ? none : yield* past(items, { line, sequence })
    const found = yield* past(items, base)
    for (const version of yield* ownVersions(items, view, kind)) {
      found.set(version.value.value.id, version.value.deleted ? undefined : version)
    }
    return found
  })

/**
 * The ids of the items that a line changed after the earlier of two sequences, up to the later one; `undefined` is its
 * head.
 */
const changedOn = (items: Rows<ItemVersion>, line: string, a: number | undefined, b: number | undefined) =>
  Effect.gen(function* () {
    const ids = new Set<string>()
    if (a === b) return ids
    const [after, upTo] = [Math.min(a ?? open, b ?? open), Math.max(a ?? open, b ?? open)]
    const made = items.scan({ index: "changed", prefix: [line], gt: after, lte: upTo })
    const ended = items.scan({
      index: "alive",
      prefix: [line],
      gt: after,
      ...(upTo < open ? { lte: upTo } : { lt: open })
    })
    for (const { value } of [...(yield* made), ...(yield* ended)]) ids.add(value.value.id)
    return ids
  })

/**
 * The ids of all items in which two views of one space may differ. Takes time proportional to the changes between them,
 * plus the contents of a change request's line if only one of the views belongs to it.
 */
export const changedBetween = (
  items: Rows<ItemVersion>,
  a: View,
  b: View
): Effect.Effect<ReadonlySet<string>, Unavailable> =>
  Effect.gen(function* () {
    const ids = yield* changedOn(items, rootOf(a), (a.base ?? a).sequence, (b.base ?? b).sequence)
    if (a.base !== undefined && a.line === b.line) {
      for (const id of yield* changedOn(items, a.line, a.sequence, b.sequence)) ids.add(id)
      return ids
    }
    for (const view of [a, b]) {
      if (view.base === undefined) continue
      for (const { value } of yield* ownVersions(items, view)) ids.add(value.value.id)
    }
    return ids
  })
