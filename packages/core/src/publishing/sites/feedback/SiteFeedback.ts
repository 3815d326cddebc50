/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { PageId } from "../../../content/pages/Page.js"
import { ListQuery } from "../../../foundation/lists/List.js"
import { createdAt, described, identified, updatedAt } from "../../../foundation/schema/Described.js"
import { optional } from "../../../foundation/schema/Input.js"
import { Text, text } from "../../../foundation/schema/Text.js"
import type { SiteId } from "../../../people/places/Site.js"
import { SiteSpaceId } from "../../../people/places/Structure.js"

/** The id of feedback on a site. */
export const SiteFeedbackId = Schema.String.pipe(Schema.brand("SiteFeedbackId"))
export type SiteFeedbackId = typeof SiteFeedbackId.Type

const Kind = Schema.Literal("page", "search")

/** Feedback of the readers of a site: a reader's feedback on a page, or a search without results. It is anonymous. */
export const SiteFeedback = Schema.Struct({
  object: Schema.Literal("site-feedback"),
  id: identified(SiteFeedbackId),
  kind: described(Kind, "Whether it is about a page, or a search without results."),
  siteSpace: optional(SiteSpaceId, "The place of the page's space on the site. Only of a page."),
  page: optional(PageId, "The id of the page. Only of a page."),
  helpful: optional(Schema.Boolean, "Whether the page helped. Only of a page."),
  text: optional(Text, "What the reader adds. Only of a page."),
  query: optional(Text, "What was searched for, in lower case. Only of a search."),
  times: optional(Schema.Number, "How often it was searched for. Only of a search."),
  createdAt,
  updatedAt
}).annotations({ identifier: "SiteFeedback", description: "Feedback of a reader of a site." })
export type SiteFeedback = typeof SiteFeedback.Type

/** A reader's feedback on a page. */
export const GiveSiteFeedback = Schema.Struct({
  siteSpace: described(SiteSpaceId, "The id of the place of the page's space on the site."),
  page: described(PageId, "The id of the page."),
  helpful: described(Schema.Boolean, "Whether the page helped."),
  text: optional(text(0, 1000), "What there is to add, at most 1,000 characters.")
}).annotations({ identifier: "GiveSiteFeedback", description: "What a reader says of a page." })
export type GiveSiteFeedback = typeof GiveSiteFeedback.Type

/** A search without results; longer ones are cut to 200 characters. */
export const VainSearch = Schema.Struct({ query: Schema.String })
export type VainSearch = typeof VainSearch.Type

/** The queries of a list of feedback. */
export const SiteFeedbackQuery = Schema.Struct({
  ...ListQuery.fields,
  kind: optional(Kind, "The kind of feedback: `page`, on a page, when omitted, or `search`, a search without results.")
})
export type SiteFeedbackQuery = typeof SiteFeedbackQuery.Type

/** Feedback as stored. */
export interface SiteFeedbackRecord extends Omit<SiteFeedback, "object"> {
  readonly site: SiteId
}
