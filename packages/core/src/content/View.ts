/**
 * A view is content at one moment. A main line is seen as it is. The line of a change request holds only what the
 * request changed, and is seen over the main line as that was at `base`: an item is what the upper line says, where a
 * version marked `deleted` says that it is gone, and else what the lower line said then. So opening a request copies
 * nothing. Everything here is computed from how a view differs from the head of its lowest line, which is little.
 */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import type { Rows, Stored } from "../storage/Repository.js"
import { type Items, type ItemVersion, open } from "./Item.js"
import type { Base } from "./Revision.js"

/** A line of content at a sequence, or, without one, at its head; over `base` where it is that of a change request. */
export interface View {
  readonly line: string
  readonly sequence?: number
  readonly base?: Base
}

type Found = Stored<ItemVersion>

/** By id, what a view has of each item in which it may differ from the head of its lowest line. */
export type Differences = ReadonlyMap<string, Found | undefined>

/** The line whose head a view is computed from. */
export const rootOf = ({ line, base }: View): string => base?.line ?? line

/** Whether a line was at this version of an item at a sequence, or is at it now. */
const isAt = ({ from, until }: ItemVersion, sequence: number | undefined): boolean =>
  sequence === undefined ? until === open : from <= sequence && until > sequence

/** The last of some versions up to a view's moment, if the view's own line has the item then, deleted or not. */
export const ownIn = (view: View, last: Found | undefined): Found | undefined =>
  last !== undefined && isAt(last.value, view.sequence) ? last : undefined

/** What a view's own line has in it, deleted items included; without a sequence, what it has now. */
export const ownVersions = (
  items: Rows<ItemVersion, typeof Items>,
  { line, sequence }: View
): Effect.Effect<ReadonlyArray<Found>, Unavailable> =>
  sequence === undefined
    ? items.scan({ index: "alive", prefix: [line, open] })
    : Effect.map(items.scan({ index: "alive", prefix: [line], gt: sequence }), (found) =>
        found.filter(({ value }) => value.from <= sequence)
      )

/** How a line at a sequence differs from its head: costs what has changed since. */
const past = (items: Rows<ItemVersion, typeof Items>, { line, sequence }: Base) =>
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

/** The {@link Differences} of a view; costs what its own line changed, and what the other has changed since. */
export const differences = (
  items: Rows<ItemVersion, typeof Items>,
  view: View
): Effect.Effect<Differences, Unavailable> =>
  Effect.gen(function* () {
    const { base, line, sequence } = view
    if (base === undefined) return sequence === undefined ? none : yield* past(items, { line, sequence })
    const found = yield* past(items, base)
    for (const version of yield* ownVersions(items, view)) {
      found.set(version.value.value.id, version.value.deleted ? undefined : version)
    }
    return found
  })

/** The ids of what a line changed after the earlier of two sequences, up to the later one; `undefined` is its head. */
const changedOn = (
  items: Rows<ItemVersion, typeof Items>,
  line: string,
  a: number | undefined,
  b: number | undefined
) =>
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
 * The ids of all items in which two views of one space may differ. Costs what changed between them, and what the line
 * of a change request holds where only one of them is its.
 */
export const changedBetween = (
  items: Rows<ItemVersion, typeof Items>,
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
