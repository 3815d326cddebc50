/** Whether the main content of a space is edited directly: the one place that decides it. */
import * as Brand from "effect/Brand"
import * as Effect from "effect/Effect"
import { Conflict } from "../../foundation/errors/Errors.js"
import type { SpaceAccess } from "../../people/access/Access.js"
import { isProtected } from "../../people/merge-rules/RulesInForce.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import type { RevisionRecord } from "../revisions/Revision.js"

/**
 * What permits a write to the main content of a space: a merge, the saving of what was typed before, the first content of
 * a space that is being created, or a check by {@link requireDirectEdits}.
 */
export type MainPermit = "merge" | "typed" | "created" | DirectEdits

/** The proof that direct edits were found to be allowed, in the transaction that has it. */
export type DirectEdits = "direct" & Brand.Brand<"DirectEdits">

const direct = Brand.nominal<DirectEdits>()("direct")

/** Fails with `Conflict` if the space is locked, or rules of approval hold for it. */
export const requireDirectEdits = ({
  space,
  standing
}: Pick<SpaceAccess, "space" | "standing">): Effect.Effect<DirectEdits, Conflict> => {
  if (space.editMode === "locked") return Effect.fail(new Conflict({ message: "the space is locked for edits" }))
  return isProtected(space, standing.organization)
    ? Effect.fail(new Conflict({ message: "the space requires change requests: rules of approval hold for it" }))
    : Effect.succeed(direct)
}

/**
 * Whether a permit is for a revision of this type on main: a merge needs one for merging, which is for nothing else, and a
 * direct edit is impossible while the space has rules of approval of its own.
 */
export const permits = (
  permit: MainPermit | undefined,
  { mergeRules }: Pick<SpaceRecord, "mergeRules">,
  type: RevisionRecord["type"]
): boolean => {
  if (type === "merge" || permit === "merge") return type === permit
  return permit !== undefined && (permit !== "direct" || mergeRules?.type !== "rules")
}
