/** Validates decisions of conflicts. */
import * as Effect from "effect/Effect"
import { type Invalid, invalid, type NotFound, notFound } from "../../foundation/errors/Errors.js"
import { parser } from "../../foundation/schema/Input.js"
import { InsertFile, UpdatePage } from "../editing/ContentChange.js"
import type { Decisions, MergeConflict } from "./MergeConflict.js"

/** Page fields that are texts with the validation rules of an edit. */
const ruled: ReadonlySet<string> = new Set(["title", "slug", "description", "icon", "emoji", "condition"])

/** Fields of a page that are not texts, or that accept only some texts. */
const bySide: ReadonlySet<string> = new Set([
  "type",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "cover",
  "layout",
  "target",
  "variables"
])

const parseUpdate = parser(UpdatePage)
const parseFile = parser(InsertFile)

/** Fails if a text cannot replace both versions. */
const requireText = ({ item, kind, type, where }: MergeConflict, text: string): Effect.Effect<void, Invalid> => {
  if (kind === "block" || type === "variables") return Effect.void
  if (kind === "field" && type === "file" && where === "name") return Effect.asVoid(parseFile({ name: text }))
  const [field = where, ...below] = where.split(".")
  const isPart = field === "variables" && below.length > 0
  if (kind === "field" && (type === "page" || type === "reusable-content") && (isPart || !bySide.has(field))) {
    return ruled.has(where)
      ? Effect.asVoid(parseUpdate({ operation: "update_page", page: item, [where]: text }))
      : Effect.void
  }
  return Effect.fail(invalid("take", `expected one of the sides: a text cannot decide the ${where} of a ${type}`))
}

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
