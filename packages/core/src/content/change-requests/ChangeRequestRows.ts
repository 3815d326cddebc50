/** The rows of change requests. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { itself } from "../../storage/rows/Audited.js"
import { auditedRow, count, id, ignored, rowOf, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import type { EventType } from "../../storage/trail/Event.js"
import {
  type ChangeRequestId,
  type ChangeRequestRecord,
  ChangeRequestStatus,
  type ContributorRecord
} from "./ChangeRequest.js"
import type { DecidedRecord } from "./DecidedRecord.js"
import type { Undecided } from "./Undecided.js"

const user = to("user", "users")
const space = to("space", "spaces")
const request = to("change request", "change_requests")
const revision = to("revision", "revisions")

/** The fields of a change request as stored. */
export const storedRequest = {
  id,
  space: id,
  number: count,
  status: ChangeRequestStatus,
  subject: text,
  description: optional(text),
  createdBy: id,
  createdAt: text,
  updatedAt: text,
  revision: id,
  sequence: count,
  base: count,
  revisionInitial: id,
  revisionMergedAncestor: optional(id),
  merged: optional(Schema.Struct({ revision: id, sequence: count, at: text })),
  overridden: optional(Schema.Struct({ by: optional(id), at: text })),
  comments: optional(count),
  computed: optional(Schema.Literal(true)),
  live: optional(Schema.Literal(true))
}

/** The types of the events that a change of a change request is. */
const changesOf = (
  before: ChangeRequestRecord | undefined,
  { description, revision, status, subject }: ChangeRequestRecord
): ReadonlyArray<EventType> => {
  const opened = status === "open" && before?.status !== "open" ? (["change_request_opened"] as const) : []
  if (before === undefined) return ["change_request_created", ...opened]
  if (before.status !== status && status === "merged") return ["change_request_merged"]
  if (before.status !== status && status === "archived") return ["change_request_archived"]
  if (opened.length > 0) return opened
  return before.status !== status ||
    before.revision !== revision ||
    before.subject !== subject ||
    before.description !== description
    ? ["change_request_updated"]
    : []
}

/** Whether a merge that overrode the rules of approval was just recorded. */
const isOverride = (before: ChangeRequestRecord | undefined, after: ChangeRequestRecord | undefined): boolean =>
  after?.overridden !== undefined && after.overridden.at !== before?.overridden?.at

/** The rows of the table `change_requests`. Of their changes, the audit trail has merges that overrode rules. */
export const changeRequests = auditedRow<ChangeRequestRecord>("change-request")({
  target: itself("change-request", ({ id, subject }) => ({ id, title: subject })),
  organization: ({ space }, look) =>
    Effect.map(
      look("spaces", space),
      (found) => (found as { readonly organization?: string } | undefined)?.organization
    ),
  verb: () => "overridden",
  isEvent: isOverride,
  // Change requests are only removed with their space.
  emits: (before, after) =>
    after === undefined
      ? []
      : changesOf(before, after).map((type) => ({
          type,
          space: after.space,
          subject: { object: "change-request", id: after.id },
          revision: after.revision,
          ...(isOverride(before, after) && { overridden: true as const })
        })),
  fields: {
    id: ignored(storedRequest.id),
    space: ignored(storedRequest.space),
    number: ignored(storedRequest.number),
    status: ignored(storedRequest.status),
    subject: ignored(storedRequest.subject),
    description: ignored(storedRequest.description),
    createdBy: ignored(storedRequest.createdBy),
    createdAt: ignored(storedRequest.createdAt),
    updatedAt: ignored(storedRequest.updatedAt),
    revision: ignored(storedRequest.revision),
    sequence: ignored(storedRequest.sequence),
    base: ignored(storedRequest.base),
    revisionInitial: ignored(storedRequest.revisionInitial),
    revisionMergedAncestor: ignored(storedRequest.revisionMergedAncestor),
    merged: ignored(storedRequest.merged),
    overridden: shown(storedRequest.overridden),
    comments: ignored(storedRequest.comments),
    computed: ignored(storedRequest.computed),
    live: ignored(storedRequest.live)
  },
  references: (each) => [
    space(each.space),
    user(each.createdBy),
    ...[each.revision, each.revisionInitial, each.revisionMergedAncestor, each.merged?.revision].map((known) =>
      known === undefined ? undefined : revision(known)
    )
  ]
})

/** The rows of the table `change_request_contributors`. */
export const changeRequestContributors = rowOf<ContributorRecord>()({
  fields: {
    changeRequest: id,
    user: id,
    space: id,
    status: ChangeRequestStatus,
    number: count,
    since: text,
    edits: count,
    updatedAt: text
  },
  references: (each) => [request(each.changeRequest), user(each.user)]
})

const decision = Schema.declare(
  (value): value is DecidedRecord => typeof value === "object" && value !== null && "conflict" in value
)

/** The rows of the table `change_request_conflicts`. */
export const changeRequestConflicts = rowOf<UndecidedRecord>()({
  fields: { changeRequest: id, item: id, undecided: Schema.Object, decided: optional(Schema.Array(decision)) },
  references: (each) => [
    request(each.changeRequest),
    ...(each.decided ?? []).map(({ by }) => (by === undefined ? undefined : user(by)))
  ]
})

export interface UndecidedRecord {
  readonly changeRequest: ChangeRequestId
  readonly item: string
  /** Without parts if nothing of the item is undecided. */
  readonly undecided: Undecided
  /** What was decided since the request was last merged; nothing when absent. */
  readonly decided?: ReadonlyArray<DecidedRecord>
}
