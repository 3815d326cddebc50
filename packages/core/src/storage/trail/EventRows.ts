/** The rows of the table `events`. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { rowOf, text } from "../rows/RowDeclaration.js"
import { EventActorKind, type EventRecord, EventType } from "./Event.js"

const thing = Schema.Struct({ object: text, id: text })

/** The rows of the table `events`. */
export const events = rowOf<EventRecord>()({
  fields: {
    key: text,
    number: optional(Schema.Number),
    organization: optional(text),
    space: optional(text),
    time: Schema.Number,
    type: EventType,
    actor: Schema.Struct({ kind: EventActorKind, user: optional(text) }),
    subject: thing,
    container: optional(thing),
    revision: optional(text),
    page: optional(text),
    overridden: optional(Schema.Literal(true)),
    row: text,
    version: Schema.Number
  }
})
