import { Webhooks } from "@lectern/core/webhooks/Webhooks"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { WebhooksApi } from "./WebhooksApi.js"

/** The handlers of {@link WebhooksApi}. */
export const handlers = Effect.map(
  Webhooks,
  (webhooks): GroupHandlers<typeof WebhooksApi> => ({
    listWebhooks: ({ path, urlParams }) => webhooks.list(path.organizationId, urlParams),
    createWebhook: ({ path, payload }) => webhooks.create(path.organizationId, payload),
    getWebhook: ({ path }) => webhooks.get(path.organizationId, path.webhookId),
    updateWebhook: ({ path, payload }) => webhooks.update(path.organizationId, path.webhookId, payload),
    deleteWebhook: ({ path }) => webhooks.remove(path.organizationId, path.webhookId),
    rotateWebhookSecret: ({ path }) => webhooks.rotate(path.organizationId, path.webhookId),
    testWebhook: ({ path }) => webhooks.test(path.organizationId, path.webhookId),
    listWebhookDeliveries: ({ path, urlParams }) => webhooks.deliveries(path.organizationId, path.webhookId, urlParams),
    replayWebhookDelivery: ({ path }) => webhooks.replay(path.organizationId, path.webhookId, path.deliveryId)
  })
)
