/** Validates decisions of conflicts. */
import * as Effect from "effect/Effect"
import {
  type Conflict,
  type Invalid,
  invalid,
  type NotFound,
  notFound,
  type Unavailable
} from "../../foundation/errors/Errors.js"
import { parser } from "../../foundation/schema/Input.js"
import type { WorkersService } from "../../foundation/workers/Workers.js"
import { requireBounds } from "../../text/markdown/TextBounds.js"
import type { TextBounds } from "../../text/markdown/TextSize.js"
import { InsertFile, UpdatePage } from "../editing/ContentChange.js"
import type { Decisions, MergeConflict, ResolveConflicts } from "./MergeConflict.js"
import { takesText } from "./TextDecisions.js"

/** Page fields that are texts with the validation rules of an edit. */
const ruled: ReadonlySet<string> = new Set(["title", "label", "slug", "description", "icon", "emoji", "condition"])

const parseUpdate = parser(UpdatePage)
const parseFile = parser(InsertFile)

/** Fails if a text cannot replace both versions. */
const requireText = (conflict: MergeConflict, text: string): Effect.Effect<void, Invalid> => {
  const { item, kind, type, field: where = conflict.where } = conflict
  if (!takesText(conflict)) {
    return Effect.fail(invalid("take", `expected one of the sides: a text cannot decide the ${where} of a ${type}`))
  }
  if (kind !== "field" || type === "variables") return Effect.void
  if (type === "file") return Effect.asVoid(parseFile({ name: text, base64: "" }))
  return ruled.has(where)
    ? Effect.asVoid(parseUpdate({ operation: "update_page", page: item, [where]: text }))
    : Effect.void
}

/** Fails if a text that decides a conflict exceeds the bounds of a page. */
export const requireTextBounds = (
  workers: WorkersService,
  { resolutions }: ResolveConflicts,
  bounds: TextBounds
): Effect.Effect<void, Invalid | Conflict | Unavailable> =>
  Effect.forEach(
    resolutions.entries(),
    ([index, { text }]) =>
      text === undefined ? Effect.void : requireBounds(workers, `resolutions.${index}.text`, text, bounds),
    { discard: true }
  )

/** Fails if a decision is for a conflict that does not exist (any more), or that cannot be decided in this way. */
export const requireDecidable = (
  conflicts: ReadonlyArray<MergeConflict>,
  decisions: Decisions
): Effect.Effect<void, Invalid | NotFound> =>
  Effect.gen(function* () {
    for (const [id, decided] of decisions) {
      for (const [part, by] of decided) {
        const conflict = conflicts.find(({ item, where }) => item === id && where === part)
        if (conflict === undefined) return yield* notFound("conflict")
        if (typeof by !== "string") yield* requireText(conflict, by.text)
      }
    }
  })
