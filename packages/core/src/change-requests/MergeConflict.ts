import * as Schema from "effect/Schema"
import type { ItemValue } from "../content/Item.js"
import type { ItemConflict } from "../merge/MergeItems.js"
import type { Resolution, Resolutions } from "../merge/Resolution.js"
import { optional } from "../schema/Input.js"
import { Text, text } from "../schema/Text.js"

/**
 * What main and a change request have both changed, differently: a `block` of a text, a `field`, the `place` of a page
 * in the tree, or an `item` that one side deleted. `where` names it within the item; where a side has nothing, its
 * version is absent.
 */
export const MergeConflict = Schema.Struct({
  item: Schema.String,
  type: Schema.Literal("page", "file", "reusable-content", "variables", "redirects", "source"),
  title: Text,
  path: optional(Text),
  kind: Schema.Literal("block", "field", "place", "item"),
  where: Schema.String,
  base: optional(Schema.Unknown),
  main: optional(Schema.Unknown),
  request: optional(Schema.Unknown)
}).annotations({ identifier: "MergeConflict" })
/** @see {@link MergeConflict} */
export type MergeConflict = typeof MergeConflict.Type

/** Decisions of conflicts: a side, or the text that stands in place of both, for texts and fields that are texts. */
export const ResolveConflicts = Schema.Struct({
  resolutions: Schema.Array(
    Schema.Struct({
      item: Schema.String,
      where: Schema.String,
      take: optional(Schema.Literal("main", "request")),
      text: optional(text(0, 1_000_000))
    }).pipe(
      Schema.filter(
        ({ take, text: given }) => (take === undefined) !== (given === undefined) || "expected either take or text"
      )
    )
  ).pipe(Schema.minItems(1), Schema.maxItems(1000))
}).annotations({ identifier: "ResolveConflicts" })
/** @see {@link ResolveConflicts} */
export type ResolveConflicts = typeof ResolveConflicts.Type

/** Decisions by item, and in each by `where`. */
export type Decisions = ReadonlyMap<string, Resolutions>

/** The {@link Decisions} of an input. */
export const decisionsOf = ({ resolutions }: ResolveConflicts): Decisions => {
  const decisions = new Map<string, Map<string, Resolution>>()
  for (const { item, where, take, text: given } of resolutions) {
    const ofItem = decisions.get(item) ?? new Map<string, Resolution>()
    ofItem.set(where, given !== undefined ? { text: given } : take === "main" ? "ours" : "theirs")
    decisions.set(item, ofItem)
  }
  return decisions
}

/** Conflicts in an item that is there on at least one side. */
export const conflictsIn = (value: ItemValue, parts: ReadonlyArray<ItemConflict>): ReadonlyArray<MergeConflict> =>
  parts.map(({ kind, where, base, ours, theirs }) => ({
    item: value.id,
    type: value.kind,
    title: "title" in value ? value.title : value.kind === "file" ? value.name : value.kind,
    ...(value.kind === "page" && value.path !== "" && { path: value.path }),
    kind,
    where,
    ...(base !== undefined && { base }),
    ...(ours !== undefined && { main: ours }),
    ...(theirs !== undefined && { request: theirs })
  }))
