/** The endpoints of webhooks. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import {
  CreateWebhook,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryId,
  WebhookId,
  WebhooksQuery,
  WebhookWithSecret
} from "@lectern/core/webhooks/Webhook"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../foundation/declaration/Endpoint.js"
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const organizationId = segment(OrganizationId)
const webhookId = described(segment(WebhookId), "The id of a webhook of the organization.")
const OrganizationPath = Schema.Struct({ organizationId })
const WebhookPath = Schema.Struct({ organizationId, webhookId })
const DeliveryPath = Schema.Struct({
  organizationId,
  webhookId,
  deliveryId: described(segment(WebhookDeliveryId), "The id of a delivery of the webhook.")
})
const forWhom =
  "For administrators, and, where the webhook is limited to a space, for members with the level `create` there."

/** Webhooks and their deliveries. */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    get(
      "listWebhooks",
      "/v1/orgs/:organizationId/webhooks",
      "List the webhooks of an organization",
      "Lists all webhooks, or with `space` those that are limited to a space. For administrators; with `space`, for members with the level `create` there."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct({ ...listParams, space: WebhooksQuery.fields.space }))
      .addSuccess(list(Webhook).annotations({ identifier: "WebhookList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createWebhook",
      "/v1/orgs/:organizationId/webhooks",
      "Create a webhook",
      `Events that happen from now on are posted to its address, as far as its creator may see them. The answer has the secret that signs them. ${forWhom}`
    )
      .setPath(OrganizationPath)
      .setPayload(CreateWebhook)
      .addSuccess(WebhookWithSecret, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get("getWebhook", "/v1/orgs/:organizationId/webhooks/:webhookId", "Get a webhook", forWhom)
      .setPath(WebhookPath)
      .addSuccess(Webhook)
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateWebhook",
      "/v1/orgs/:organizationId/webhooks/:webhookId",
      "Update a webhook",
      `Changes the given fields, and pauses or activates it. ${forWhom}`
    )
      .setPath(WebhookPath)
      .setPayload(UpdateWebhook)
      .addSuccess(Webhook)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteWebhook",
      "/v1/orgs/:organizationId/webhooks/:webhookId",
      "Delete a webhook",
      `Deletes it with its deliveries. ${forWhom}`
    )
      .setPath(WebhookPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "rotateWebhookSecret",
      "/v1/orgs/:organizationId/webhooks/:webhookId/rotate",
      "Rotate the secret of a webhook",
      `The answer has the new secret. For 24 hours, messages are signed with the one before, too. ${forWhom}`
    )
      .setPath(WebhookPath)
      .addSuccess(WebhookWithSecret)
      .addError(WriteErrors)
  )
  .add(
    post(
      "testWebhook",
      "/v1/orgs/:organizationId/webhooks/:webhookId/test",
      "Test a webhook",
      `Posts an event of the type \`webhook_test\` once, and answers what came of it. ${forWhom}`
    )
      .setPath(WebhookPath)
      .addSuccess(WebhookDelivery)
      .addError(WriteErrors)
  )
  .add(
    get(
      "listWebhookDeliveries",
      "/v1/orgs/:organizationId/webhooks/:webhookId/deliveries",
      "List the deliveries of a webhook",
      `The deliveries of the last 30 days, newest first, at most some 2,000. ${forWhom}`
    )
      .setPath(WebhookPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(WebhookDelivery).annotations({ identifier: "WebhookDeliveryList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "replayWebhookDelivery",
      "/v1/orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/replay",
      "Send a delivery again",
      `Posts the event again now, with the same \`webhook-id\`, and answers what came of it. ${forWhom}`
    )
      .setPath(DeliveryPath)
      .addSuccess(WebhookDelivery)
      .addError(WriteErrors)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Webhooks",
      description: "Addresses to which events are posted, and their deliveries."
    })
  ) {}
