/** The rows of feedback. */
import * as Schema from "effect/Schema"
import { optional } from "../../../foundation/schema/Input.js"
import { count, id, rowOf, text, to } from "../../../storage/rows/RowDeclaration.js"
import type { SiteFeedbackRecord } from "./SiteFeedback.js"

const site = to("site", "sites")

/** The rows of the table `site_feedback`. */
export const siteFeedback = rowOf<SiteFeedbackRecord>()({
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
