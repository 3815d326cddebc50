/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text } from "../../foundation/schema/Text.js"
import type { ItemValue } from "../items/Item.js"
import type { ItemConflict } from "../merge/MergeItems.js"
import type { Resolution, Resolutions } from "../merge/Resolution.js"

/**
 * A part that main and a change request have both changed, differently: a `block` of a text, a `field`, the `place` of
 * a page in the tree, or an `item` that one side deleted. `where` names it within the item; where a side has nothing,
 * its version is absent.
 */
export const MergeConflict = Schema.Struct({
  item: described(Schema.String, "The id of the item that has the conflict, such as a page."),
  type: described(
    Schema.Literal("page", "file", "reusable-content", "variables", "redirects", "source"),
    "What the item is."
  ),
  title: described(Text, "The title of a page, or the name of anything else."),
  path: optional(Text, "The path of a page."),
  kind: described(
    Schema.Literal("block", "field", "place", "item"),
    "What is in conflict: a `block` of a text, a `field`, the `place` in the tree, or an `item` that one side deleted."
  ),
  where: described(Schema.String, "Names the place within the item. Pass it back with `item` to decide the conflict."),
  field: optional(
    Text,
    "The name of the field, if `where` is not that: for fields whose versions are between markers."
  ),
  base: optional(Schema.Unknown, "The value that both sides began with. Absent where there was none."),
  main: optional(Schema.Unknown, "The value that main has. Absent where main has none."),
  request: optional(Schema.Unknown, "The value that the change request has. Absent where it has none.")
}).annotations({
  identifier: "MergeConflict",
  description: "A place that main and a change request have both changed, differently."
})
export type MergeConflict = typeof MergeConflict.Type

/** Decisions of conflicts: a side, or, for texts and fields that are texts, a text that replaces both. */
export const ResolveConflicts = Schema.Struct({
  resolutions: described(
    Schema.Array(
      Schema.Struct({
        item: described(Schema.String, "The `item` of the conflict."),
        where: described(Schema.String, "The `where` of the conflict."),
        take: optional(Schema.Literal("main", "request"), "The side whose value to keep. Excludes `text`."),
        text: optional(
          text(0, 1_000_000),
          "The text to use instead of both, at most 1,000,000 characters; for texts and fields that are texts. Excludes `take`."
        )
      }).pipe(
        Schema.filter(
          ({ take, text: given }) => (take === undefined) !== (given === undefined) || "expected either take or text"
        )
      )
    ).pipe(Schema.minItems(1), Schema.maxItems(1000)),
    "The decisions, 1 to 1,000."
  )
}).annotations({
  identifier: "ResolveConflicts",
  description: "Decisions of conflicts. Those that are not named stay undecided."
})
export type ResolveConflicts = typeof ResolveConflicts.Type

/** How one conflict is decided: for a side, or by a text that replaces both. */
export type Choice = { readonly take: "main" | "request" } | { readonly text: string }

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

/** A decision as it was given. */
export const choiceOf = (by: Resolution): Choice =>
  typeof by === "string" ? { take: by === "ours" ? "main" : "request" } : by

/** Conflicts in an item that exists on at least one side. */
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
