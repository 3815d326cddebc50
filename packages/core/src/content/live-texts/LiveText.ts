/**
 * Texts that several people edit at a time.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import { TextChange } from "./TextChange.js"

export { TextChange }

/** How many updates a client may send at once: it composes what it has typed while it was away. */
export const mostUpdates = 200

/** A whole number from 0. */
const Count = Schema.Number.pipe(Schema.int(), Schema.nonNegative())

const Version = Count.annotations({ description: "A version of the text. Each update makes the next one." })

const Client = text(1, 200)

const client = described(
  Client,
  "The id of the client, as this server gave it out with the text. It belongs to the caller."
)

/** A text as it is now, typed but unsaved changes included. */
export const LiveText = Schema.Struct({
  object: Schema.Literal("live-text"),
  version: described(Version, "The version of the text."),
  revision: described(RevisionId, "The id of the last revision, which the text may be ahead of."),
  markdown: described(Schema.String, "The text."),
  client: described(Schema.String, "An id for this client, for its updates. Each call gives out another one."),
  problem: optional(Schema.String, "Why the text cannot be saved as a revision until somebody mends it.")
}).annotations({ identifier: "LiveText", description: "The text of a page, for people who edit it at the same time." })
export type LiveText = typeof LiveText.Type

/** The selection of somebody in a text. */
export const Selection = Schema.Struct({
  anchor: described(Count, "Where the selection begins, in UTF-16 units."),
  head: described(Count, "Where the caret is, at the other end of the selection.")
}).annotations({ identifier: "LiveSelection", description: "A selection in a live text." })
export type Selection = typeof Selection.Type

/** What a client sends: changes since a version, or a whole text that was made from a revision. */
export const EditLiveText = Schema.Struct({
  client,
  version: optional(Version, "The version of the text that the updates are made of."),
  updates: optional(
    Schema.Array(Schema.Struct({ changes: TextChange })).pipe(Schema.maxItems(mostUpdates)),
    `The changes, each of the text after the one before it: up to ${mostUpdates}. Those that the server has already are skipped.`
  ),
  selection: optional(
    Selection,
    "Where the caret of the client is, which others see. Whoever sends changes is present for 15 seconds."
  ),
  revision: optional(RevisionId, "The id of the revision that `markdown` was made from."),
  markdown: optional(
    Schema.String,
    "A whole text, of a client that was away for too long to send changes. It is merged with the text as it is now."
  ),
  leaving: optional(
    Schema.Boolean,
    "Whether the client closes the text with this. It is not present any more, and what its user typed becomes a revision at once."
  )
})
  .annotations({ description: "Changes of a live text, or a whole text to merge with it." })
  .pipe(
    Schema.filter(({ markdown, revision, updates, version }) => {
      const hasChanges = version !== undefined && updates !== undefined
      const hasText = revision !== undefined && markdown !== undefined
      return hasChanges !== hasText || "expected `version` and `updates`, or `revision` and `markdown`"
    })
  )
  .annotations({ identifier: "EditLiveText" })
export type EditLiveText = typeof EditLiveText.Type

/** A change of a text that made the next version of it. */
export const LiveUpdate = Schema.Struct({
  changes: TextChange,
  client: described(
    Schema.String,
    "The id of the client that made the change; empty for one that came with a revision, such as a merge."
  ),
  user: optional(Schema.String, "The id of the user who made it.")
}).annotations({ identifier: "LiveUpdate", description: "A change of a live text." })
export type LiveUpdate = typeof LiveUpdate.Type

/** The changes of a text since a version. */
export const LiveUpdates = Schema.Struct({
  object: Schema.Literal("live-updates"),
  version: described(Version, "The version of the text after them."),
  updates: described(
    Schema.Array(LiveUpdate),
    "The changes since the version that was sent, the client's own included, in their order."
  ),
  markdown: optional(Schema.String, "The text after them, where a whole text was sent.")
}).annotations({ identifier: "LiveUpdates", description: "Changes of a live text since a version." })
export type LiveUpdates = typeof LiveUpdates.Type

/** Somebody who has a text open. */
export const Present = Schema.Struct({
  client: described(Schema.String, "The id of their client."),
  user: optional(Schema.String, "The id of the user."),
  displayName: optional(Schema.String, "The current name of the user."),
  selection: optional(Selection, "Where their caret is.")
}).annotations({ identifier: "LivePresence", description: "Somebody who has a live text open." })
export type Present = typeof Present.Type

/** What happened to a text since a version: its changes, and who has it open now. */
export const LiveMessage = Schema.Struct({
  object: Schema.Literal("live-updates"),
  version: described(Version, "The version of the text after the updates."),
  updates: described(Schema.Array(LiveUpdate), "The changes since the message before, in their order."),
  present: optional(
    Schema.Array(Present),
    "Everybody who has the text open. Absent if that is as in the message before."
  )
}).annotations({ identifier: "LiveMessage", description: "What happened to a live text." })
export type LiveMessage = typeof LiveMessage.Type

/** {@link LiveMessage}, with a number that is another one whenever somebody came, went or moved. */
export interface Followed extends LiveMessage {
  readonly stamp: number
}

/** What a client says when it follows a text. */
export const liveFilters = {
  after: optional(Version, "The version of the text that the client has; what comes after it is sent."),
  client: optional(Client, "The id of the client, which is present while it follows.")
}
