/** The rows of feedback. */
import * as Schema from "effect/Schema"
import { optional } from "../../../foundation/schema/Input.js"
import { count, id, rowOf, text, to } from "../../../storage/rows/RowDeclaration.js"
import type { SiteFeedbackRecord } from "./SiteFeedback.js"

const site = to("site", "sites")

/** The rows of the table `site_feedback`. */
export const siteFeedback = rowOf<SiteFeedbackRecord>()({
  emits: (before, after) =>
    before !== undefined || after?.kind !== "page"
      ? []
      : [
          {
            type: "page_feedback",
            subject: { object: "site-feedback", id: after.id },
            container: { object: "site", id: after.site },
            ...(after.page !== undefined && { page: after.page })
          }
        ],
  fields: {
    site: id,
    id,
    kind: Schema.Literal("page", "search"),
    siteSpace: optional(text),
    page: optional(text),
    helpful: optional(Schema.Boolean),
    text: optional(text),
    query: optional(text),
    times: optional(count),
    createdAt: text,
    updatedAt: text
  },
  references: (each) => [site(each.site)]
})
