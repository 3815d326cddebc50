import { GiveSiteFeedback, SiteFeedbackQuery } from "@lectern/core/sites/feedback/SiteFeedback"
import { choice, integer, subject, text } from "../../../engine/bounds/fields.js"
import type { Resource } from "../../../people/access/resources.js"
import { absent } from "../../../people/access/rows.js"

/** Feedback. */
export const resource: Resource = {
  calls: ({ organization: o, page, site, siteSpace }) => ({
    rows: {
      siteFeedbacks: {
        list: absent(o, site, {}),
        give: absent(o, site, { siteSpace, page, helpful: true }),
        searched: absent(o, site, { query: "a" })
      }
    }
  }),
  recorded: {
    siteFeedbacks: { list: "reads", give: "notes", searched: "notes" }
  },
  refused: ["siteFeedbacks.give", "siteFeedbacks.searched"],
  bounds: [
    subject("feedback", GiveSiteFeedback, { text: text(0, 1000) }, { siteSpace: "a", page: "a", helpful: true }),
    subject("a list of feedback", SiteFeedbackQuery, { limit: integer(0, 1000), kind: choice("page", "search") })
  ]
}
