/** The invariants of links. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, type Invariants, id, invariantsOf } from "../../storage/rows/Invariants.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "./LinkTables.js"

/** Invariants of the rows of links. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(PageLinksTable, {
    fields: {
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
    }
  }),
  invariantsOf(BacklinksTable, { fields: { space: id, target: id, page: id, links: count } }),
  invariantsOf(LinkCountsTable, {
    fields: {
      space: id,
      counts: Schema.Struct({ ok: count, broken: count, "in-app": count, elsewhere: count })
    }
  })
]
