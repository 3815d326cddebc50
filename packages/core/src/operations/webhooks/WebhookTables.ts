/** The tables of webhooks. */
import { sealedBy } from "../../foundation/encryption/Keyring.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import type { WebhookDeliveryRecord, WebhookLaneRecord, WebhookRecord } from "./Webhook.js"

/** The webhooks; `space` is empty for those of a whole organization. */
export const WebhooksTable = recordTable({
  name: "webhooks",
  emits: true,
  columns: { id: "text", organization: "text", space: "text", status: "text", sealedBy: "text" },
  key: ["id"],
  indexes: {
    organization: { on: ["organization"] },
    space: { on: ["space"] },
    status: { on: ["status"] },
    sealedBy: { on: ["sealedBy"] }
  },
  lockedBy: "organization organization",
  columnsOf: ({ id, oldSecret, organization, sealedSecret, space, status }: WebhookRecord) => ({
    id,
    organization,
    space: space ?? "",
    status,
    sealedBy: sealedBy([sealedSecret, oldSecret?.sealedSecret])
  }),
  row: () => import("./WebhookRows.js").then(({ webhooks }) => webhooks)
})

/** How far each webhook has come. */
export const WebhookLanesTable = recordTable({
  name: "webhook_lanes",
  columns: { webhook: "text" },
  key: ["webhook"],
  indexes: {},
  lockedBy: "job webhook",
  columnsOf: ({ webhook }: WebhookLaneRecord) => ({ webhook }),
  unaudited: "work",
  row: () => import("./WebhookRows.js").then(({ webhookLanes }) => webhookLanes)
})

/** The deliveries of webhooks, by id in the order in which they were made; those to be tried also by when. */
export const WebhookDeliveriesTable = recordTable({
  name: "webhook_deliveries",
  columns: { webhook: "text", id: "text", due: "integer?", time: "integer" },
  key: ["webhook", "id"],
  indexes: { due: { on: ["webhook", "due"] }, listed: { on: ["webhook", "time"] }, time: { on: ["time"] } },
  lockedBy: "job webhook",
  columnsOf: ({ due, id, time, webhook }: WebhookDeliveryRecord) => ({ webhook, id, due: due ?? null, time }),
  unaudited: "work",
  row: () => import("./WebhookRows.js").then(({ webhookDeliveries }) => webhookDeliveries)
})
