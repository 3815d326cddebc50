/** The rows of webhooks, of their lanes and of their deliveries. */
import * as Schema from "effect/Schema"
import { sealedBy } from "../../foundation/encryption/Keyring.js"
import { optional } from "../../foundation/schema/Input.js"
import { Scope } from "../../people/api-tokens/TokenScope.js"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import {
  auditedRow,
  count,
  id,
  ignored,
  rowOf,
  secret,
  shown,
  shownAs,
  text,
  time,
  to
} from "../../storage/rows/RowDeclaration.js"
import { EventType } from "../../storage/trail/Event.js"
import {
  testEventType,
  type WebhookDeliveryRecord,
  WebhookDeliveryStatus,
  type WebhookLaneRecord,
  type WebhookRecord,
  WebhookStatus,
  WebhookStatusReason
} from "./Webhook.js"

/** The path of an address is often the secret of the receiver. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "address")

/** The rows of the table `webhooks`. */
export const webhooks = auditedRow<WebhookRecord>("webhook")({
  target: itself("webhook", ({ id, label, url }) => ({ id, title: label ?? originOf(url) })),
  organization: ofOrganization,
  emits: (before, after) =>
    before !== undefined && before.status !== "disabled" && after?.status === "disabled"
      ? [{ type: "webhook_disabled", organization: after.organization, subject: { object: "webhook", id: after.id } }]
      : [],
  fields: {
    id: ignored(id),
    organization: ignored(id),
    url: shownAs(text, originOf),
    events: shown(Schema.Array(EventType)),
    space: shown(optional(id)),
    label: shown(optional(text)),
    owner: shown(optional(id)),
    limits: ignored(optional(Schema.Struct({ scope: Scope, spaces: optional(Schema.Array(id)) }))),
    status: shown(WebhookStatus),
    statusReason: shown(optional(WebhookStatusReason)),
    sealedSecret: secret(text),
    oldSecret: ignored(optional(Schema.Struct({ sealedSecret: text, expires: time }))),
    createdAt: ignored(text)
  },
  problem: ({ oldSecret, sealedSecret }) =>
    sealedBy([sealedSecret, oldSecret?.sealedSecret]) === null ? "it has no secret" : undefined,
  references: ({ organization, space }) => [
    to("organization", "organizations")(organization),
    space === undefined ? undefined : to("space", "spaces")(space)
  ]
})

/** The rows of the table `webhook_lanes`. */
export const webhookLanes = rowOf<WebhookLaneRecord>()({
  fields: { webhook: id, position: count, failingSince: optional(time) },
  references: ({ webhook }) => [to("webhook", "webhooks")(webhook)]
})

/** The rows of the table `webhook_deliveries`. */
export const webhookDeliveries = rowOf<WebhookDeliveryRecord>()({
  fields: {
    webhook: id,
    id,
    number: optional(count),
    type: Schema.Union(EventType, Schema.Literal(testEventType)),
    tester: optional(id),
    status: WebhookDeliveryStatus,
    attempts: count,
    due: optional(time),
    time,
    lastAttemptAt: optional(text),
    responseStatus: optional(count),
    duration: optional(count),
    response: optional(text),
    error: optional(text)
  },
  references: ({ webhook }) => [to("webhook", "webhooks")(webhook)]
})
