/** The rows of live texts. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, id, rowOf, text, time, to } from "../../storage/rows/RowDeclaration.js"
import type { LiveTextRecord, LiveUpdateRecord, PresenceRecord } from "./LiveRecords.js"

const space = to("space", "spaces")
const request = to("change request", "change_requests")
const body = to("document", "documents")

const storedChange = Schema.Array(Schema.Union(Schema.Number, Schema.Tuple([Schema.Number], Schema.String)))

/** The rows of the table `live_texts`. */
export const liveTexts = rowOf<LiveTextRecord>()({
  fields: {
    line: id,
    page: id,
    space: id,
    changeRequest: optional(id),
    from: count,
    saved: count,
    document: optional(id),
    problem: optional(text),
    merged: optional(id)
  },
  references: (each) => [
    space(each.space),
    each.changeRequest === undefined ? undefined : request(each.changeRequest),
    each.document === undefined ? undefined : body(each.space, each.document)
  ]
})

/** The rows of the table `live_updates`. */
export const liveUpdates = rowOf<LiveUpdateRecord>()({
  fields: {
    line: id,
    page: id,
    version: count,
    space: id,
    client: text,
    user: optional(id),
    changes: storedChange,
    at: time
  },
  references: (each) => [to("live text", "live_texts")(each.line, each.page)]
})

/** The rows of the table `live_presence`. */
export const presence = rowOf<PresenceRecord>()({
  fields: {
    process: id,
    at: time,
    people: Schema.Array(
      Schema.Struct({
        line: id,
        page: id,
        client: text,
        user: optional(id),
        anchor: optional(count),
        head: optional(count),
        at: time
      })
    )
  }
})
