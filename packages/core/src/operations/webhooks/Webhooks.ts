/**
 * Webhooks: addresses to which the events of an organization or of a space are posted.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { webhookSecretPlace } from "../../foundation/encryption/Places.js"
import { type Invalid, invalid, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { now, timestamp } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { Outbound } from "../../foundation/outbound/Outbound.js"
import { requireRoom } from "../../foundation/quotas/Quotas.js"
import { parser } from "../../foundation/schema/Input.js"
import { organizationUrls, PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access, forbidden } from "../../people/access/Access.js"
import { Actor, type Asked } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import { notingSecret } from "../../people/access/Requirements.js"
import { atLeast } from "../../people/access/Role.js"
import { requireSystem } from "../../people/users/Users.js"
import { Jobs } from "../../storage/jobs/Jobs.js"
import { jobLock, organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { eventIdOf, numberOfEvent } from "../../storage/trail/Event.js"
import { type EventPlace, Events } from "../events/Events.js"
import { lastNumber } from "../events/Sequencing.js"
import { makeDeliver } from "./Delivering.js"
import { makeOwners } from "./Owners.js"
import { makeSecret } from "./Signing.js"
import {
  CreateWebhook,
  mostWebhooks,
  testEventType,
  UpdateWebhook,
  type Webhook,
  type WebhookDelivery,
  WebhookDeliveryId,
  type WebhookDeliveryRecord,
  WebhookId,
  type WebhookRecord,
  WebhooksQuery,
  type WebhookWithSecret
} from "./Webhook.js"
import { webhookJob } from "./WebhookJob.js"
import { WebhookRepository } from "./WebhookRepository.js"

/**
 * The service of webhooks, for administrators of the organization, and for members with the level `create` on the space
 * that a webhook is limited to.
 */
export interface WebhooksService {
  /** The webhooks of an organization, or those that are limited to the space of the query, oldest first. */
  readonly list: (organization: OrganizationId, query: WebhooksQuery) => Asked<List<Webhook>>
  /**
   * Creates a webhook, which sends what happens from now on as far as the caller may see it. `Conflict` if the
   * organization has too many.
   */
  readonly create: (organization: OrganizationId, input: CreateWebhook) => Asked<WebhookWithSecret>
  readonly get: (organization: OrganizationId, id: WebhookId) => Asked<Webhook>
  readonly update: (organization: OrganizationId, id: WebhookId, patch: UpdateWebhook) => Asked<Webhook>
  /** Removes a webhook with its deliveries; removing one that does not exist is not an error. */
  readonly remove: (organization: OrganizationId, id: WebhookId) => Asked<void>
  /** Gives a webhook a new secret; the one before signs, too, for 24 hours. */
  readonly rotate: (organization: OrganizationId, id: WebhookId) => Asked<WebhookWithSecret>
  /** Sends a test once, whatever the status of the webhook, and returns what came of it. */
  readonly test: (organization: OrganizationId, id: WebhookId) => Asked<WebhookDelivery>
  /** The deliveries of a webhook, newest first. */
  readonly deliveries: (organization: OrganizationId, id: WebhookId, query: ListQuery) => Asked<List<WebhookDelivery>>
  /** Sends a delivery again now, whatever the status of the webhook, and returns what came of it. */
  readonly replay: (organization: OrganizationId, id: WebhookId, delivery: WebhookDeliveryId) => Asked<WebhookDelivery>
  /** Deletes deliveries that are older than 30 days; returns their number. Only for the embedding program. */
  readonly clean: () => Asked<number>
}

/** The service of webhooks. */
export class Webhooks extends Context.Tag("@lectern/core/Webhooks")<Webhooks, WebhooksService>() {}

const parseQuery = parser(WebhooksQuery)
const parseDeliveriesQuery = parser(ListQuery)
const parseCreate = parser(CreateWebhook)
const parseUpdate = parser(UpdateWebhook)

const day = 86_400_000

/** How long the secret before a rotation signs, too. */
const overlap = day

/** How long deliveries are kept. */
const kept = 30 * day

const noSuchWebhook = notFound("webhook")

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const webhooks = yield* WebhookRepository
  const events = yield* Events
  const keyring = yield* Keyring
  const outbound = yield* Outbound
  const jobs = yield* Jobs
  const ids = yield* Ids
  const { base } = yield* PublicUrls
  const { mayHave } = yield* makeOwners
  const deliver = yield* makeDeliver
  const newSecret = yield* makeSecret

  const answer = (webhook: WebhookRecord): Webhook => {
    const { limits: _l, oldSecret: _o, organization, sealedSecret: _s, ...fields } = webhook
    const location = `${organizationUrls(base, organization).location}/webhooks/${webhook.id}`
    return { object: "webhook", ...fields, urls: { location } }
  }

  const answerDelivery = (delivery: WebhookDeliveryRecord): WebhookDelivery => {
    const { due, number, tester: _, time, ...fields } = delivery
    return {
      object: "webhook-delivery",
      ...fields,
      event: number === undefined ? delivery.id : eventIdOf(number),
      createdAt: timestamp(time),
      ...(due !== undefined && due > 0 && { nextAttemptAt: timestamp(due) })
    }
  }

  /** Requires that the caller may have webhooks of an organization, or of one of its spaces. */
  const requireWebhooks = Effect.fnUntraced(function* (organization: OrganizationId, space: WebhookRecord["space"]) {
    if (space === undefined) return yield* access.requireOrganization(organization, "admin")
    yield* access.requireOrganization(organization)
    const { space: found, standing } = yield* access.requireSpace(space, needs.manage)
    return found.organization === organization ? standing : yield* notFound("space")
  })

  /** The webhook, if the caller may change it. That others exist is told to administrators only. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: WebhookId) {
    const { role } = yield* access.requireOrganization(organization)
    const read = yield* webhooks.find(id)
    const found = read?.value.organization === organization ? read : undefined
    const may = found === undefined ? atLeast(role, "admin") : yield* mayHave(found.value)
    if (!may) return yield* forbidden("organization", "admin")
    return found ?? (yield* noSuchWebhook)
  })

  /** An address without encryption may only be in a network that the server may reach. */
  const requireReachable = (url: string | undefined): Effect.Effect<void, Invalid> =>
    url === undefined || outbound.reachesPrivate === true || new URL(url).protocol === "https:"
      ? Effect.void
      : Effect.fail(invalid("url", "expected an https address"))

  /** Secrets are sealed before a transaction, because keys are read from files. */
  const sealedSecret = Effect.fnUntraced(function* (id: WebhookId) {
    const secret = yield* newSecret
    yield* notingSecret
    return { secret, sealed: yield* keyring.seal(webhookSecretPlace(id), secret) }
  })

  /** The number of the last event: those that come after it are sent. */
  const lastEvent = (place: EventPlace) =>
    Effect.flatMap(storage.inTransaction, (inside) =>
      inside ? storage.counter(lastNumber) : Effect.map(events.now(place), (after): number => numberOfEvent(after) ?? 0)
    )

  const change = <A>(
    organization: OrganizationId,
    id: WebhookId,
    how: (webhook: WebhookRecord) => Effect.Effect<readonly [WebhookRecord, A], never, Actor>
  ) =>
    Effect.zipLeft(
      storage.transaction(
        Effect.gen(function* () {
          const read = yield* find(organization, id)
          const [changed, made] = yield* how(read.value)
          yield* webhooks.replace(read, changed)
          if (changed.status === "active") {
            if (read.value.status !== "active") yield* webhooks.forgive(id)
            yield* jobs.submit(webhookJob.of({}))
          }
          return made
        }),
        [organizationLock(organization), jobLock(id)]
      ),
      jobs.wake
    )

  /** Who asks, where that is a user, within the limits of their token. */
  const callerAsOwner = Effect.map(Actor, (actor): Pick<WebhookRecord, "limits" | "owner"> => {
    if (actor.kind !== "user") return {}
    const { scope, spaces } = actor.token?.limits ?? {}
    return {
      owner: actor.user,
      ...(scope !== undefined && { limits: { scope, ...(spaces !== undefined && { spaces }) } })
    }
  })

  /** Sends a delivery on request, outside the lane. */
  const deliverNow = Effect.fnUntraced(function* (webhook: WebhookRecord, delivery: WebhookDeliveryRecord) {
    const done = yield* deliver(webhook, delivery, "caller")
    return done === undefined ? yield* notFound("delivery") : answerDelivery(done)
  })

  const service: WebhooksService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const { space, ...parsed } = yield* parseQuery(query)
      yield* requireWebhooks(organization, space)
      return yield* pageOf({
        binding: `webhooks:${organization}:${space ?? ""}`,
        query: parsed,
        count: webhooks.count(organization, space),
        scan: (after, limit) => webhooks.list(organization, space, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => Effect.succeed(answer(value))
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const { events: types = [], ...fields } = yield* parseCreate(input)
      yield* requireReachable(fields.url)
      yield* requireWebhooks(organization, fields.space)
      const id = WebhookId.make(yield* ids.next)
      const { sealed, secret } = yield* sealedSecret(id)
      const position = yield* lastEvent({ organization })
      const created = yield* storage.transaction(
        Effect.gen(function* () {
          yield* requireWebhooks(organization, fields.space)
          yield* requireRoom(mostWebhooks, webhooks.count(organization), "an organization", "webhooks")
          const webhook: WebhookRecord = {
            ...fields,
            id,
            organization,
            events: [...new Set(types)],
            ...(yield* callerAsOwner),
            status: "active",
            sealedSecret: sealed,
            createdAt: yield* now
          }
          yield* webhooks.insert(webhook, position)
          yield* jobs.submit(webhookJob.of({}))
          return webhook
        }),
        [organizationLock(organization), jobLock(id)]
      )
      yield* jobs.wake
      return { ...answer(created), secret }
    }),
    get: (organization, id) => Effect.map(find(organization, id), ({ value }) => answer(value)),
    update: Effect.fnUntraced(function* (organization, id, patch) {
      const { events: types, label, status, ...fields } = yield* parseUpdate(patch)
      yield* requireReachable(fields.url)
      return yield* change(organization, id, (before) =>
        Effect.map(callerAsOwner, (caller) => {
          const { label: labelBefore, statusReason, ...rest } = before
          const { limits: _, owner: _o, ...unowned } = rest
          const isTaken = before.status === "paused" && status === "active"
          const keptLabel = label === undefined ? labelBefore : (label ?? undefined)
          const changed: WebhookRecord = {
            ...(isTaken ? { ...unowned, ...caller } : rest),
            ...fields,
            ...(types !== undefined && { events: [...new Set(types)] }),
            ...(keptLabel !== undefined && { label: keptLabel }),
            ...(status === undefined ? { ...(statusReason !== undefined && { statusReason }) } : { status })
          }
          return [changed, answer(changed)]
        })
      )
    }),
    remove: (organization, id) =>
      storage.transaction(
        Effect.zipRight(find(organization, id), webhooks.remove(id)).pipe(
          Effect.catchTag("NotFound", () => Effect.void)
        ),
        [organizationLock(organization), jobLock(id)]
      ),
    rotate: Effect.fnUntraced(function* (organization, id) {
      yield* find(organization, id)
      const { sealed, secret } = yield* sealedSecret(id)
      const expires = (yield* Clock.currentTimeMillis) + overlap
      return yield* change(organization, id, (before) => {
        const changed = {
          ...before,
          sealedSecret: sealed,
          oldSecret: { sealedSecret: before.sealedSecret, expires }
        }
        return Effect.succeed([changed, { ...answer(changed), secret }])
      })
    }),
    test: Effect.fnUntraced(function* (organization, id) {
      const { value: webhook } = yield* find(organization, id)
      const { owner: tester } = yield* callerAsOwner
      const delivery: WebhookDeliveryRecord = {
        webhook: id,
        id: WebhookDeliveryId.make(yield* ids.next),
        type: testEventType,
        ...(tester !== undefined && { tester }),
        status: "failed",
        attempts: 0,
        time: yield* Clock.currentTimeMillis
      }
      yield* storage.transaction(Effect.zipRight(find(organization, id), webhooks.addDeliveries(id, [delivery])), [
        jobLock(id)
      ])
      return yield* deliverNow(webhook, delivery)
    }),
    deliveries: Effect.fnUntraced(function* (organization, id, query) {
      const parsed = yield* parseDeliveriesQuery(query)
      yield* find(organization, id)
      return yield* pageOf({
        binding: `webhook-deliveries:${id}`,
        query: parsed,
        count: webhooks.countDeliveries(id),
        scan: (after, limit) => webhooks.deliveries(id, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => Effect.succeed(answerDelivery(value))
      })
    }),
    replay: Effect.fnUntraced(function* (organization, id, delivery) {
      const { value: webhook } = yield* find(organization, id)
      const read = yield* webhooks.findDelivery(id, delivery)
      return read === undefined ? yield* notFound("delivery") : yield* deliverNow(webhook, read.value)
    }),
    clean: Effect.fnUntraced(function* () {
      yield* requireSystem
      const before = (yield* Clock.currentTimeMillis) - kept
      return yield* webhooks.removeBefore(before)
    })
  }
  return service
})

/** {@link Webhooks} over the services and repositories of the context. */
export const service = serviceOf(Webhooks, make)
