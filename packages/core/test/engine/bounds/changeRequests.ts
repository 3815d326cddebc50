/** Every limit, form and enumeration of the inputs of change requests, their reviews, and links. */
import {
  ChangeRequestsQuery,
  CreateChangeRequest,
  UpdateChangeRequest
} from "@lectern/core/change-requests/ChangeRequest"
import { ResolveConflicts } from "@lectern/core/change-requests/MergeConflict"
import { LinksQuery } from "@lectern/core/content/links/Link"
import { RequestReviewers, ReviewsQuery, SubmitReview } from "@lectern/core/reviews/Review"
import { choice, integer, items, type Subject, subject, text } from "./fields.js"

const subjectLine = text(0, 100)
const decision = { item: "a", where: "b" }

/** The inputs of change requests. */
export const changeRequests: ReadonlyArray<Subject> = [
  subject("a change request", CreateChangeRequest, { subject: subjectLine }),
  subject("a change of a change request", UpdateChangeRequest, {
    subject: subjectLine,
    status: choice("draft", "open", "archived")
  }),
  subject("a list of change requests", ChangeRequestsQuery, {
    status: choice("draft", "open", "archived", "merged"),
    limit: integer(0, 1000)
  }),
  subject("resolutions", ResolveConflicts, {
    resolutions: items(1, 1000, () => ({ ...decision, take: "main" }))
  }),
  subject(
    "a resolution by side",
    ResolveConflicts,
    { "resolutions.0.take": choice("main", "request") },
    { resolutions: [decision] }
  ),
  subject(
    "a resolution by text",
    ResolveConflicts,
    { "resolutions.0.text": text(0, 1_000_000) },
    { resolutions: [decision] }
  ),
  subject("a review", SubmitReview, { status: choice("changes-requested", "approved") }),
  subject("a request of reviews", RequestReviewers, { users: items(0, 100, (index) => `user-${index}`) }),
  subject("a request of reviews with a subject", RequestReviewers, { subject: subjectLine }, { users: [] }),
  subject("a list of reviews", ReviewsQuery, {
    format: choice("markdown", "document"),
    limit: integer(0, 1000)
  }),
  subject("a list of links", LinksQuery, {
    status: choice("ok", "broken", "in-app"),
    brokenContext: choice("change-request", "space"),
    limit: integer(0, 1000)
  })
]
