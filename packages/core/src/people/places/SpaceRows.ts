/** The rows of spaces. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import { differ } from "../../storage/rows/Emits.js"
import { auditedRow, count, id, ignored, rowOf, secret, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import type { EventType } from "../../storage/trail/Event.js"
import { DefaultLevel } from "../access/Role.js"
import { SpaceMergeRules } from "../merge-rules/MergeRule.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { CollectionId } from "./Collection.js"
import type { SpaceId, SpaceRecord } from "./Space.js"
import { Synonyms } from "./Synonyms.js"

const organization = to("organization", "organizations")
const collection = to("collection", "collections")
const inheritance = to("inheritance from", "inheriting_spaces", "collection")

/** Whether a space is a copy that is still being made: it is in the trash since before it was created. */
const isUnfinished = (space: SpaceRecord | undefined): boolean =>
  space?.deletedAt !== undefined && space.deletedAt < space.createdAt

/** The types of the events that a change of a space is. Its content has its own, which the writer of revisions adds. */
const changesOf = (before: SpaceRecord | undefined, after: SpaceRecord | undefined): ReadonlyArray<EventType> => {
  if (after === undefined) return isUnfinished(before) ? [] : ["space_purged"]
  if (before === undefined || isUnfinished(before)) return isUnfinished(after) ? [] : ["space_created"]
  if (before.deletedAt !== after.deletedAt) return [after.deletedAt === undefined ? "space_restored" : "space_deleted"]
  const settings = ["title", "emoji", "icon", "editMode", "mergeRules", "synonyms", "parent", "organization"] as const
  return [
    ...(differ(before, after, ...settings) ? (["space_updated"] as const) : []),
    ...(before.defaultLevel !== after.defaultLevel ? (["space_visibility_updated"] as const) : [])
  ]
}

/** The rows of the table `spaces`. */
export const spaces = auditedRow<SpaceRecord>("space")({
  target: itself("space", ({ id, title }) => ({ id, title })),
  organization: ofOrganization,
  verb: (before, after) => {
    if (after === undefined) return "purged"
    if (before === undefined || before.deletedAt === after.deletedAt) return undefined
    return after.deletedAt === undefined ? "restored" : "deleted"
  },
  emits: (before, after) => {
    const space = after ?? before
    if (space === undefined) return []
    const { id, organization } = space
    return changesOf(before, after).map((type) => ({ type, organization, space: id, subject: { object: "space", id } }))
  },
  fields: {
    id: ignored(id),
    organization: shown(id),
    parent: shown(optional(id)),
    inherits: shown(optional(id)),
    position: ignored(text),
    moves: ignored(optional(count)),
    title: shown(text),
    emoji: shown(optional(text)),
    icon: shown(optional(text)),
    editMode: shown(Schema.Literal("live", "locked")),
    mergeRules: shown(optional(SpaceMergeRules)),
    synonyms: shown(optional(Synonyms)),
    defaultLevel: shown(DefaultLevel),
    createdBy: ignored(optional(id)),
    createdAt: ignored(text),
    updatedAt: ignored(text),
    deletedAt: shown(optional(text)),
    revision: ignored(id),
    sequence: ignored(count),
    sealedDownloadKey: secret(text),
    comments: ignored(optional(count)),
    changeRequests: ignored(optional(Schema.Struct({ all: count, open: count, draft: count }))),
    computed: ignored(optional(Schema.Literal(true))),
    live: ignored(optional(Schema.Literal(true)))
  },
  references: (each) => [
    organization(each.organization),
    each.parent === undefined || each.deletedAt !== undefined ? undefined : collection(each.parent),
    ...(each.inherits === undefined ? [] : [collection(each.inherits), inheritance(each.inherits, each.id)])
  ]
})

/** The rows of the table `inheriting_spaces`. */
export const inheritingSpaces = rowOf<Inheriting>()({
  fields: { space: id, collection: id, organization: id },
  references: (each) => [
    to("space", "spaces")(each.space),
    to("collection", "collections")(each.collection),
    to("organization", "organizations")(each.organization)
  ]
})

export interface Inheriting {
  readonly space: SpaceId
  readonly collection: CollectionId
  readonly organization: OrganizationId
}
