/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { ListQuery } from "../../foundation/lists/List.js"
import { createdAt, described, identified, location, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, Timestamp, text, Url } from "../../foundation/schema/Text.js"
import type { Scope } from "../../people/api-tokens/TokenScope.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import type { UserId } from "../../people/users/User.js"
import { EventType } from "../../storage/trail/Event.js"

/** The id of a webhook. */
export const WebhookId = Schema.String.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

/** The id of a delivery, which its message has as `webhook-id`. */
export const WebhookDeliveryId = Schema.String.pipe(Schema.brand("WebhookDeliveryId"))
export type WebhookDeliveryId = typeof WebhookDeliveryId.Type

/** The maximum number of webhooks of an organization. */
export const mostWebhooks = 50

/** Whether a webhook sends: `paused` by somebody or because its owner is gone, `disabled` because its receiver is. */
export const WebhookStatus = Schema.Literal("active", "paused", "disabled")
export type WebhookStatus = typeof WebhookStatus.Type

/** Why a webhook does not send, where nobody paused it. */
export const WebhookStatusReason = Schema.Literal("owner_without_access", "receiver_gone", "receiver_failing")
export type WebhookStatusReason = typeof WebhookStatusReason.Type

/** The type of the event that a test sends; it is in no list of events. */
export const testEventType = "webhook_test"

const DeliveredType = Schema.Union(EventType, Schema.Literal(testEventType))

const said = {
  url: "The address that events are posted to: https, or http if the server may reach private addresses.",
  events: "The types of events that are delivered; if it is empty, every type is.",
  space: "The id of the space whose events alone are delivered.",
  label: "A name for people, 1 to 100 characters."
}

/** A webhook, as answered: without its secret. */
export const Webhook = Schema.Struct({
  object: Schema.Literal("webhook"),
  id: identified(WebhookId),
  url: described(Text, said.url),
  events: described(Schema.Array(EventType), said.events),
  space: optional(SpaceId, said.space),
  label: optional(Text, said.label),
  owner: optional(
    Schema.String,
    "The id of the user whose rights decide what is delivered. Absent if the server itself is the owner."
  ),
  status: described(WebhookStatus, "Whether it sends."),
  statusReason: optional(
    WebhookStatusReason,
    "Why it does not send: its owner may no longer have it, or its receiver answered 410 or failed for five days."
  ),
  createdAt,
  urls: urls({ location })
}).annotations({
  identifier: "Webhook",
  description: "An address to which the events of an organization or of a space are posted."
})
export type Webhook = typeof Webhook.Type

/** A webhook with its secret, which is answered once. */
export const WebhookWithSecret = Schema.Struct({
  ...Webhook.fields,
  secret: described(
    Schema.String,
    "The secret that signs its messages: `whsec_` and base64. It is answered this once: keep it."
  )
}).annotations({ identifier: "WebhookWithSecret", description: "A webhook with its new secret." })
export type WebhookWithSecret = typeof WebhookWithSecret.Type

const WebhookUrl = Url.pipe(
  Schema.filter((value) => {
    const { password, username } = new URL(value)
    return (username === "" && password === "") || "expected an address without credentials"
  })
).annotations({ jsonSchema: { type: "string", format: "uri", maxLength: 2048 } })

const WebhookEvents = Schema.Array(
  EventType.annotations({
    message: () => ({ message: "expected a type of event, such as space_content_updated", override: true })
  })
).pipe(Schema.maxItems(100))

/** Input for creating a webhook. */
export const CreateWebhook = Schema.Struct({
  url: described(WebhookUrl, `${said.url} At most 2,048 characters, without credentials.`),
  events: optional(WebhookEvents, `${said.events} At most 100.`),
  space: optional(SpaceId, `${said.space} Those of the organization when omitted.`),
  label: optional(text(1, 100), said.label)
}).annotations({ identifier: "CreateWebhook", description: "A new webhook." })
export type CreateWebhook = typeof CreateWebhook.Type

/** A partial update of a webhook. */
export const UpdateWebhook = Schema.Struct({
  url: optional(WebhookUrl, said.url),
  events: optional(WebhookEvents, said.events),
  label: optional(Schema.NullOr(text(1, 100)), `${said.label} \`null\` removes it.`),
  status: optional(
    Schema.Literal("active", "paused"),
    "`active` sends what happened meanwhile, too; `paused` stops sending. Whoever activates a webhook that was paused becomes its owner."
  )
}).annotations({
  identifier: "UpdateWebhook",
  description: "Changes of a webhook. Omitted fields stay as they are."
})
export type UpdateWebhook = typeof UpdateWebhook.Type

/** The queries of lists of webhooks. */
export const WebhooksQuery = Schema.Struct({
  ...ListQuery.fields,
  space: optional(SpaceId, "Only webhooks that are limited to this space; this needs the level `create` there.")
})
export type WebhooksQuery = typeof WebhooksQuery.Type

/** The state of a delivery. */
export const WebhookDeliveryStatus = Schema.Literal("pending", "delivered", "failed")

/** A delivery, as answered. */
export const WebhookDelivery = Schema.Struct({
  object: Schema.Literal("webhook-delivery"),
  id: identified(WebhookDeliveryId),
  webhook: described(WebhookId, "The id of the webhook."),
  event: described(Schema.String, "The id of the event."),
  type: described(DeliveredType, "The type of the event; `webhook_test` for a test."),
  status: described(
    WebhookDeliveryStatus,
    "`delivered` once the receiver has answered with a status from 200 to 299, `failed` after the last try, `pending` before that."
  ),
  attempts: described(Schema.Number, "How often it was tried."),
  createdAt,
  lastAttemptAt: optional(Timestamp, "When it was last tried."),
  nextAttemptAt: optional(Timestamp, "When it is tried next, if it was tried and is to be tried again."),
  responseStatus: optional(Schema.Number, "The HTTP status of the last answer. Absent if there was none."),
  duration: optional(Schema.Number, "How long the last try took, in milliseconds."),
  response: optional(Schema.String, "The beginning of the last answer, at most 1,024 bytes."),
  error: optional(Schema.String, "Why the last try had no answer.")
}).annotations({ identifier: "WebhookDelivery", description: "An event on its way to the receiver of a webhook." })
export type WebhookDelivery = typeof WebhookDelivery.Type

/** The limits of the token that a webhook was created with: it sees no more than that. */
export interface WebhookLimits {
  readonly scope: Scope
  readonly spaces?: ReadonlyArray<SpaceId>
}

/** A sealed secret that signs, too, until a time in milliseconds since 1970. */
export interface OldWebhookSecret {
  readonly sealedSecret: string
  readonly expires: number
}

/** A webhook as stored. */
export interface WebhookRecord {
  readonly id: WebhookId
  readonly organization: OrganizationId
  readonly url: string
  readonly events: ReadonlyArray<EventType>
  readonly space?: SpaceId
  readonly label?: string
  /** The user whose rights decide what is delivered; the embedding program when absent. */
  readonly owner?: UserId
  readonly limits?: WebhookLimits
  readonly status: WebhookStatus
  readonly statusReason?: WebhookStatusReason
  readonly sealedSecret: string
  readonly oldSecret?: OldWebhookSecret
  readonly createdAt: string
}

/** How far a webhook has come. */
export interface WebhookLaneRecord {
  readonly webhook: WebhookId
  /** The number of the last event of which it is known whether it is delivered. */
  readonly position: number
  /** Since when there have been nothing but failures, in milliseconds since 1970. */
  readonly failingSince?: number
}

/** A delivery as stored. It has no text of the event, which is made anew for each try. */
export interface WebhookDeliveryRecord {
  readonly webhook: WebhookId
  readonly id: WebhookDeliveryId
  /** The number of the event; absent for a test. */
  readonly number?: number
  readonly type: EventType | typeof testEventType
  /** The user who asked for a test. */
  readonly tester?: UserId
  readonly status: typeof WebhookDeliveryStatus.Type
  readonly attempts: number
  /** When it is to be tried, in milliseconds since 1970; 0 until it was tried once, absent if it is not to be tried. */
  readonly due?: number
  /** In milliseconds since 1970. */
  readonly time: number
  readonly lastAttemptAt?: string
  readonly responseStatus?: number
  readonly duration?: number
  readonly response?: string
  readonly error?: string
}
