import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { jobLock } from "../../storage/rows/Locks.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type {
  WebhookDeliveryId,
  WebhookDeliveryRecord,
  WebhookId,
  WebhookLaneRecord,
  WebhookRecord
} from "./Webhook.js"
import { WebhookDeliveriesTable, WebhookLanesTable, WebhooksTable } from "./WebhookTables.js"

/** The maximum number of deliveries of a webhook that are kept, as far as they are not to be tried again. */
const mostKept = 2_000

/** How many more there may be before some are removed, and how many are looked at then. */
const atOnce = 100

/** The counter that moves with every change of a webhook, so that whoever sends need not read all of them. */
export const webhooksStamp = "webhooks"

type Page = Pick<Scan, "after" | "limit">

/** Reads and writes webhooks and their deliveries; writes belong in a transaction that has read what they replace. */
export interface WebhookRepositoryService {
  readonly find: (id: WebhookId) => Effect.Effect<Stored<WebhookRecord> | undefined, Unavailable>
  /** The webhooks of an organization, or those limited to a space, oldest first. */
  readonly list: (
    organization: OrganizationId,
    space: string | undefined,
    page: Page
  ) => Effect.Effect<ReadonlyArray<Stored<WebhookRecord>>, Unavailable>
  readonly count: (organization: OrganizationId, space?: string) => Effect.Effect<number, Unavailable>
  /** Whether there is a webhook, whether it sends or not. */
  readonly isAny: () => Effect.Effect<boolean, Unavailable>
  /** All webhooks that send. */
  readonly active: () => Effect.Effect<ReadonlyArray<Stored<WebhookRecord>>, Unavailable>
  readonly insert: (webhook: WebhookRecord, position: number) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<WebhookRecord>, webhook: WebhookRecord) => Effect.Effect<void, Unavailable>
  /** Removes a webhook with its deliveries. */
  readonly remove: (id: WebhookId) => Effect.Effect<void, Unavailable>
  /** Removes the webhooks that are limited to a space, because it is deleted or transferred. */
  readonly removeOn: (space: string) => Effect.Effect<void, Unavailable>
  readonly lane: (id: WebhookId) => Effect.Effect<Stored<WebhookLaneRecord> | undefined, Unavailable>
  readonly replaceLane: (read: Stored<WebhookLaneRecord>, lane: WebhookLaneRecord) => Effect.Effect<void, Unavailable>
  /** Forgets that the receiver of a webhook failed. */
  readonly forgive: (id: WebhookId) => Effect.Effect<void, Unavailable>
  readonly findDelivery: (
    webhook: WebhookId,
    id: WebhookDeliveryId
  ) => Effect.Effect<Stored<WebhookDeliveryRecord> | undefined, Unavailable>
  /** The deliveries of a webhook, newest first. */
  readonly deliveries: (
    webhook: WebhookId,
    page: Page
  ) => Effect.Effect<ReadonlyArray<Stored<WebhookDeliveryRecord>>, Unavailable>
  readonly countDeliveries: (webhook: WebhookId) => Effect.Effect<number, Unavailable>
  /** The delivery that is to be tried first. */
  readonly first: (webhook: WebhookId) => Effect.Effect<WebhookDeliveryRecord | undefined, Unavailable>
  /** The number of deliveries that are to be tried. */
  readonly countPending: (webhook: WebhookId) => Effect.Effect<number, Unavailable>
  /** Adds deliveries; where there are too many, removes the oldest ones that have ended. */
  readonly addDeliveries: (
    webhook: WebhookId,
    deliveries: ReadonlyArray<WebhookDeliveryRecord>
  ) => Effect.Effect<void, Unavailable>
  readonly replaceDelivery: (
    read: Stored<WebhookDeliveryRecord>,
    delivery: WebhookDeliveryRecord
  ) => Effect.Effect<void, Unavailable>
  /** Removes the deliveries of all webhooks from before a time; returns their number. */
  readonly removeBefore: (time: number) => Effect.Effect<number, Unavailable>
}

/** The repository of webhooks. */
export class WebhookRepository extends Context.Tag("@lectern/core/WebhookRepository")<
  WebhookRepository,
  WebhookRepositoryService
>() {}

const make = Effect.map(Storage, (storage): WebhookRepositoryService => {
  const webhooks = rows(storage, WebhooksTable)
  const lanes = rows(storage, WebhookLanesTable)
  const deliveries = rows(storage, WebhookDeliveriesTable)
  const moved = storage.increment(webhooksStamp)
  const pending = (webhook: WebhookId) => ({ index: "due", prefix: [webhook], gte: 0 })
  const placed = (organization: OrganizationId, space: string | undefined) =>
    space === undefined ? { index: "organization", prefix: [organization] } : { index: "space", prefix: [space] }
  const remove = (id: WebhookId) =>
    Effect.all([deliveries.removeAll({ prefix: [id] }), lanes.remove(id), webhooks.remove(id), moved], {
      discard: true
    })
  return {
    find: (id) => webhooks.find(id),
    list: (organization, space, page) => webhooks.scan({ ...placed(organization, space), ...page }),
    count: (organization, space) => webhooks.count(placed(organization, space)),
    isAny: () => Effect.map(webhooks.scan({ limit: 1 }), (found) => found.length > 0),
    active: () => webhooks.scan({ index: "status", prefix: ["active"] }),
    insert: (webhook, position) =>
      Effect.all([webhooks.insert(webhook), lanes.insert({ webhook: webhook.id, position }), moved], {
        discard: true
      }).pipe(withoutConflict),
    replace: (read, webhook) => Effect.zipRight(withoutConflict(webhooks.replace(read, webhook)), moved),
    remove,
    removeOn: (space) =>
      Effect.flatMap(webhooks.scan({ index: "space", prefix: [space] }), (found) =>
        Effect.zipRight(
          storage.lock(found.map(({ value }) => jobLock(value.id))),
          Effect.forEach(found, ({ value }) => remove(value.id), { discard: true })
        )
      ),
    lane: (id) => lanes.find(id),
    replaceLane: (read, lane) => withoutConflict(lanes.replace(read, lane)),
    forgive: (id) =>
      Effect.flatMap(lanes.find(id), (read) => {
        if (read?.value.failingSince === undefined) return Effect.void
        const { failingSince: _, ...lane } = read.value
        return withoutConflict(lanes.replace(read, lane))
      }),
    findDelivery: (webhook, id) => deliveries.find(webhook, id),
    deliveries: (webhook, page) => deliveries.scan({ index: "listed", prefix: [webhook], reverse: true, ...page }),
    countDeliveries: (webhook) => deliveries.count({ prefix: [webhook] }),
    first: (webhook) => Effect.map(deliveries.scan({ ...pending(webhook), limit: 1 }), ([found]) => found?.value),
    countPending: (webhook) => deliveries.count(pending(webhook)),
    addDeliveries: Effect.fnUntraced(function* (webhook, added) {
      for (const each of added) yield* withoutConflict(deliveries.insert(each))
      if ((yield* deliveries.count({ prefix: [webhook] })) < mostKept + atOnce) return
      const oldest = yield* deliveries.scan({ index: "listed", prefix: [webhook], limit: 2 * atOnce })
      const ended = oldest.filter(({ value }) => value.due === undefined)
      yield* Effect.forEach(ended, ({ value }) => deliveries.remove(webhook, value.id), { discard: true })
    }),
    replaceDelivery: (read, delivery) => withoutConflict(deliveries.replace(read, delivery)),
    removeBefore: (time) => {
      const old = { index: "time", lt: time }
      return Effect.zipLeft(deliveries.count(old), deliveries.removeAll(old))
    }
  }
})

/** {@link WebhookRepository} over Storage. */
export const service = serviceOf(WebhookRepository, make)
