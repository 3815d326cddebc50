/** Watches that go by the declaration of a table's rows. */
import * as Effect from "effect/Effect"
import type { RecordTable } from "./RecordTable.js"
import type { RowDeclaration } from "./RowDeclaration.js"
import type { RowWatch } from "./RowWatch.js"

/** The watch of a table that does what `change` says of a change and of the declaration, which the first change loads. */
export const declaredWatch = (
  { row }: Pick<RecordTable, "row">,
  change: (declaration: RowDeclaration, ...changed: Parameters<RowWatch>) => ReturnType<RowWatch>
): RowWatch => {
  let loaded: RowDeclaration | undefined
  return (...changed) =>
    loaded === undefined
      ? Effect.flatMap(row.load, (found) => {
          loaded = found
          return change(found, ...changed) ?? Effect.void
        })
      : change(loaded, ...changed)
}
