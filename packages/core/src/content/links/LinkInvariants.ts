/** The invariants of links. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, type Invariants, id, invariantsOf } from "../../storage/rows/Invariants.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "./LinkTables.js"

/** Invariants of the rows of links. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    PageLinksTable,
    Schema.Struct({
      space: id,
      page: id,
      links: Schema.Array(
        Schema.Struct({
          written: Schema.String,
          status: optional(Schema.Literal("broken", "in-app", "elsewhere")),
          included: optional(Schema.Literal(true)),
          section: optional(Schema.String)
        })
      )
    }),
    { columns: { other: ({ links }) => (links.some(({ status }) => status !== undefined) ? 1 : 0) } }
  ),
  invariantsOf(BacklinksTable, Schema.Struct({ space: id, target: id, page: id, links: count })),
  invariantsOf(
    LinkCountsTable,
    Schema.Struct({
      space: id,
      counts: Schema.Struct({ ok: count, broken: count, "in-app": count, elsewhere: count })
    })
  )
]
