/** Webhooks over every storage: what is delivered to real receivers, in which order, and by whom. */
import type { ServerResponse } from "node:http"
import type { RoleOrGuest } from "@lectern/core/access/Role"
import * as InProcess from "@lectern/core/engine/InProcess"
import type { Event } from "@lectern/core/events/Event"
import { Events } from "@lectern/core/events/Events"
import { Members } from "@lectern/core/members/Members"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { JobsTable } from "@lectern/core/storage/jobs/JobsTable"
import { ThisProcess } from "@lectern/core/storage/jobs/ThisProcess"
import { claimLock } from "@lectern/core/storage/Locks"
import { rows } from "@lectern/core/storage/rows/Repository"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import type { WebhookDelivery, WebhookId } from "@lectern/core/webhooks/Webhook"
import { Webhooks } from "@lectern/core/webhooks/Webhooks"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Exit, Fiber, FastCheck as fc, Layer, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { eventually } from "../../content/imports/site.js"
import { everyStorage } from "../../storages.js"
import { as, asSystem, damages, failure, member, organization, outcome, walk, workspace } from "../../workspace.js"
import { outbound, receiver, signers } from "./receivers.js"

/** The deliveries of a webhook, oldest first. */
const deliveriesOf = (organization: OrganizationId, id: WebhookId) =>
  Effect.flatMap(Webhooks, (webhooks) =>
    Effect.map(
      asSystem(walk((query) => webhooks.deliveries(organization, id, query), 7)),
      ({ items }): ReadonlyArray<WebhookDelivery> => items.toReversed()
    )
  )

/** All deliveries of a webhook, once there are so many that none is still to be tried. */
const settled = (organization: OrganizationId, id: WebhookId, count: number) =>
  eventually(
    deliveriesOf(organization, id),
    (all) => all.length >= count && all.every(({ status }) => status !== "pending")
  )

/** What happened after an event, as somebody sees it now. */
const seenBy = (user: UserId, organization: OrganizationId, after: string) =>
  Effect.flatMap(Events, (events) =>
    Effect.map(
      as(user)(events.list({ organization }, { after, limit: 1_000 })),
      ({ items }): ReadonlyArray<Event> => items
    )
  )

const rename = (user: UserId, space: SpaceId, title: string) =>
  Effect.flatMap(Spaces, (spaces) => as(user)(spaces.update(space, { title })))

const idsOf = (all: ReadonlyArray<{ readonly id: string }>) => all.map(({ id }) => id)

describe.each(everyStorage)("webhooks, $name", (storage) => {
  type Services = Layer.Layer.Success<ReturnType<typeof workspace>>
  const run = <A, E>(program: Effect.Effect<A, E, Services | Scope.Scope>) =>
    Effect.runPromise(Effect.scoped(Effect.provide(program, workspace(storage, { outbound }))))

  const made = Effect.gen(function* () {
    const { admin, id } = yield* organization()
    const [spaces, webhooks, events] = [yield* Spaces, yield* Webhooks, yield* Events]
    const { id: space } = yield* as(admin)(spaces.create(id, { title: "Handbook" }))
    const now = yield* as(admin)(events.now({ organization: id }))
    return { admin, id, own: as(admin), space, spaces, webhooks, now }
  })

  it("deliver each event after their creation once, in order, as lists have it, and signed", () =>
    run(
      Effect.gen(function* () {
        const { admin, id, now, own, space, webhooks } = yield* made
        const { received, url } = yield* receiver()
        const hook = yield* own(webhooks.create(id, { url, label: "All" }))
        expect(hook).toMatchObject({ object: "webhook", url, events: [], label: "All", status: "active", owner: admin })
        expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/)
        for (let i = 0; i < 12; i++) yield* rename(admin, space, `Title ${i}`)
        const all = yield* seenBy(admin, id, now)
        expect(all.length).toBe(12)
        const deliveries = yield* settled(id, hook.id, 12)
        expect(received.map(({ body }) => JSON.parse(body))).toEqual(all)
        expect(deliveries.map(({ event }) => event)).toEqual(idsOf(all))
        expect(deliveries.map(({ id }) => id)).toEqual(received.map(({ headers }) => headers["webhook-id"]))
        expect(deliveries.every(({ attempts, responseStatus }) => attempts === 1 && responseStatus === 204)).toBe(true)
        expect(received.map((each) => signers(each, [hook.secret]))).toEqual(received.map(() => 1))
        expect(received[0]?.headers).toMatchObject({ "content-type": "application/json" })
        expect(JSON.stringify(yield* own(webhooks.get(id, hook.id)))).not.toContain(hook.secret)
        expect(yield* damages).toEqual([])
      })
    ))

  it("deliver events of their types and of their space only", () =>
    run(
      Effect.gen(function* () {
        const { admin, id, own, space, spaces, webhooks } = yield* made
        const [typed, placed] = [yield* receiver(), yield* receiver()]
        const events = ["space_created", "space_deleted", "space_created"] as const
        const one = yield* own(webhooks.create(id, { url: typed.url, events }))
        expect(one.events).toEqual(["space_created", "space_deleted"])
        const other = yield* own(webhooks.create(id, { url: placed.url, space }))
        const { id: second } = yield* own(spaces.create(id, { title: "Second" }))
        yield* rename(admin, second, "Renamed")
        yield* rename(admin, space, "Renamed")
        yield* own(spaces.remove(second))
        yield* settled(id, one.id, 2)
        yield* settled(id, other.id, 1)
        expect(typed.received.map(({ event }) => event.type)).toEqual(["space_created", "space_deleted"])
        expect(placed.received.map(({ event }) => [event.type, event.space])).toEqual([["space_updated", space]])
      })
    ))

  it("deliver nothing that their owner may not see, and pause when the owner may no longer have them", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<"rename" | RoleOrGuest>("rename", "create", "read", "admin", null), {
          minLength: 3,
          maxLength: 8
        }),
        (steps) =>
          run(
            Effect.gen(function* () {
              const { admin, id, own, space, webhooks } = yield* made
              const members = yield* Members
              const owner = yield* member(id, "Owner", "create")
              const { received, url } = yield* receiver()
              const hook = yield* as(owner)(webhooks.create(id, { url, space }))
              const sent: Array<string> = []
              let [role, title]: [RoleOrGuest, number] = ["create", 0]
              for (const step of steps) {
                if (step !== "rename") {
                  yield* own(members.update(id, owner, { role: step }))
                  role = step
                  continue
                }
                const may = role === "create" || role === "admin"
                const { status } = yield* own(webhooks.get(id, hook.id))
                yield* rename(admin, space, `Title ${title++}`)
                if (status === "active" && may) sent.push(`Title ${title}`)
                if (status === "active" && !may) {
                  yield* eventually(own(webhooks.get(id, hook.id)), (now) => now.status === "paused")
                }
                yield* settled(id, hook.id, sent.length)
              }
              const { status, statusReason } = yield* own(webhooks.get(id, hook.id))
              if (status === "paused") expect(statusReason).toBe("owner_without_access")
              expect(received.length).toBe(sent.length)
              expect(received.every(({ event }) => event.space === space)).toBe(true)
              expect(yield* damages).toEqual([])
            })
          )
      ),
      { numRuns: runs(4) }
    ))

  it("belong to whoever activates them after their owner has gone, and then send what happened meanwhile", () =>
    run(
      Effect.gen(function* () {
        const { admin, id, own, space, webhooks } = yield* made
        const owner = yield* member(id, "Owner", "admin")
        const { received, url } = yield* receiver()
        const hook = yield* as(owner)(webhooks.create(id, { url, events: ["space_updated"] }))
        yield* own((yield* Members).remove(id, owner))
        yield* rename(admin, space, "While nobody listens")
        yield* eventually(own(webhooks.get(id, hook.id)), ({ status }) => status === "paused")
        expect(received).toEqual([])
        const taken = yield* own(webhooks.update(id, hook.id, { status: "active" }))
        expect([taken.owner, taken.statusReason]).toEqual([admin, undefined])
        yield* settled(id, hook.id, 1)
        expect(received.map(({ event }) => event.type)).toEqual(["space_updated"])
      })
    ))

  it("of receivers that are dead hold up nobody else", () =>
    run(
      Effect.gen(function* () {
        const { admin, id, own, space, webhooks } = yield* made
        const held: Array<ServerResponse> = []
        const silent = yield* receiver((_, response) => void held.push(response))
        const failing = yield* receiver((_, response) => response.writeHead(500).end("no"))
        const alive = yield* receiver()
        for (const { url } of [silent, failing, { url: "http://127.0.0.1:9/closed" }]) {
          yield* own(webhooks.create(id, { url, events: ["space_updated"] }))
        }
        const hook = yield* own(webhooks.create(id, { url: alive.url, events: ["space_updated"] }))
        for (let i = 0; i < 5; i++) yield* rename(admin, space, `Title ${i}`)
        yield* settled(id, hook.id, 5)
        expect([alive.received.length, silent.received.length]).toEqual([5, 1])
      })
    ))

  it("are sent by one of two engines, and by the other one after that was cut off, with nothing missing", () =>
    run(
      Effect.gen(function* () {
        const { admin, id, now, own, space, webhooks } = yield* made
        const held: Array<ServerResponse> = []
        let holds = true
        const { received, url } = yield* receiver((_, response) => {
          if (holds && received.length === 3) held.push(response)
          else response.writeHead(200).end("ok")
        })
        const hook = yield* own(webhooks.create(id, { url }))
        const second = yield* Scope.make()
        const knowing = Layer.succeed(ThisProcess, { name: "second ", isGone: (claim) => claim === "gone" })
        const ports = Layer.succeedContext(yield* Effect.context<Services>())
        yield* Layer.buildWithScope(
          Layer.fresh(InProcess.layer({ outbound })).pipe(Layer.provide([ports, knowing])),
          second
        )
        for (let i = 0; i < 6; i++) yield* rename(admin, space, `Title ${i}`)
        yield* eventually(
          Effect.sync(() => held.length),
          (count) => count === 1
        )
        // The first engine no longer renews its claim, which is what a process looks like that is gone.
        const store = yield* Storage
        const jobs = rows(store, JobsTable)
        yield* store.transaction(
          Effect.gen(function* () {
            const job = yield* jobs.find("webhooks")
            yield* jobs.replace(job!, { ...job!.value, claim: "gone" })
          }),
          [claimLock("webhooks")]
        )
        holds = false
        const deliveries = yield* settled(id, hook.id, 6)
        const all = yield* seenBy(admin, id, now)
        expect(deliveries.map(({ event }) => event)).toEqual(idsOf(all))
        const started = received.map(({ event }) => event.id)
        expect([...new Set(started)]).toEqual(idsOf(all))
        expect(started.filter((each) => each === all[2]?.id).length).toBe(2)
        expect(started.length).toBe(7)
        expect(received[2]?.headers["webhook-id"]).toBe(received[3]?.headers["webhook-id"])
        yield* Scope.close(second, Exit.void)
        expect(yield* damages).toEqual([])
      })
    ))

  it("are tested, and their deliveries sent again with the same id", () =>
    run(
      Effect.gen(function* () {
        const { admin, id, own, space, webhooks } = yield* made
        const { received, url } = yield* receiver((_, response) => response.writeHead(200).end("é".repeat(5_000)))
        const hook = yield* own(webhooks.create(id, { url }))
        yield* own(webhooks.update(id, hook.id, { status: "paused" }))
        const test = yield* own(webhooks.test(id, hook.id))
        expect(test).toMatchObject({ type: "webhook_test", status: "delivered", attempts: 1, responseStatus: 200 })
        expect(test.response).toBe("é".repeat(512))
        expect(received[0]?.event).toMatchObject({
          object: "event",
          type: "webhook_test",
          actor: { kind: "user", user: admin, displayName: "Acme-admin" },
          subject: { object: "webhook", id: hook.id }
        })
        yield* own(webhooks.update(id, hook.id, { status: "active" }))
        yield* rename(admin, space, "Renamed")
        yield* settled(id, hook.id, 2)
        const [, delivery] = yield* deliveriesOf(id, hook.id)
        const again = yield* own(webhooks.replay(id, hook.id, delivery!.id))
        expect(again).toMatchObject({ id: delivery!.id, status: "delivered", attempts: 2 })
        expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([test.id, delivery!.id, delivery!.id])
        expect(received[2]?.event).toEqual(received[1]?.event)
        expect(received.every((each) => signers(each, [hook.secret]) === 1)).toBe(true)
      })
    ))

  it("are of administrators, and of those who manage the space that they are limited to", () =>
    run(
      Effect.gen(function* () {
        const { id, own, space, spaces, webhooks } = yield* made
        const url = "https://hooks.example/"
        const creator = yield* member(id, "Creator", "create")
        const reader = yield* member(id, "Reader", "read")
        const { admin: stranger, id: elsewhere } = yield* organization("Other")
        const { id: closed } = yield* own(spaces.create(id, { title: "Closed" }))
        yield* own(spaces.update(closed, { defaultLevel: null }))
        const whole = yield* own(webhooks.create(id, { url }))
        const hidden = yield* own(webhooks.create(id, { url, space: closed }))
        const placed = yield* as(creator)(webhooks.create(id, { url, space }))
        expect(yield* outcome(as(creator)(webhooks.create(id, { url })))).toBe("Forbidden")
        expect(yield* outcome(as(creator)(webhooks.create(id, { url, space: closed })))).toBe("NotFound")
        expect(yield* outcome(as(reader)(webhooks.create(id, { url, space })))).toBe("Forbidden")
        const ends = (user: UserId, hook: WebhookId) =>
          Effect.all([
            outcome(as(user)(webhooks.get(id, hook))),
            outcome(as(user)(webhooks.deliveries(id, hook, {}))),
            outcome(as(user)(webhooks.update(id, hook, { label: "Mine" })))
          ])
        const allOf = (end: string) => [end, end, end]
        expect(yield* ends(creator, placed.id)).toEqual(allOf("ok"))
        // What others have does not differ from what is not there.
        for (const each of [whole.id, hidden.id, "unknown" as WebhookId]) {
          expect(yield* ends(creator, each)).toEqual(allOf("Forbidden"))
          expect(yield* ends(reader, each)).toEqual(allOf("Forbidden"))
          expect(yield* ends(stranger, each)).toEqual(allOf("NotFound"))
        }
        expect(idsOf((yield* as(creator)(webhooks.list(id, { space }))).items)).toEqual([placed.id])
        expect(yield* outcome(as(creator)(webhooks.list(id, {})))).toBe("Forbidden")
        expect(yield* outcome(as(creator)(webhooks.list(id, { space: closed })))).toBe("NotFound")
        expect(idsOf((yield* own(webhooks.list(id, {}))).items)).toEqual([whole.id, hidden.id, placed.id])
        const other = yield* as(stranger)(spaces.create(elsewhere, { title: "Theirs" }))
        expect(yield* outcome(own(webhooks.create(id, { url, space: other.id })))).toBe("NotFound")
        expect((yield* failure(own(webhooks.create(id, { url: "http://ada:b@hooks.example/" })))).message).toMatch(
          /^url: expected an address without credentials/
        )
      })
    ))

  it("of a space are gone when it belongs to another organization", () =>
    run(
      Effect.gen(function* () {
        const { id, own, spaces, webhooks } = yield* made
        const url = "https://hooks.example/"
        const { id: moved } = yield* own(spaces.create(id, { title: "Moved" }))
        const { id: kept } = yield* own(webhooks.create(id, { url, events: ["site_created"] }))
        yield* own(webhooks.create(id, { url, space: moved, events: ["site_created"] }))
        const other = (yield* organization("Other")).id
        yield* asSystem(spaces.transfer(moved, { organization: other }))
        expect(idsOf((yield* own(webhooks.list(id, {}))).items)).toEqual([kept])
        expect(yield* damages).toEqual([])
      })
    ))

  it("that stop sending leave others waiting for events", () =>
    run(
      Effect.gen(function* () {
        const { admin, id, own, space, webhooks } = yield* made
        const [events, store] = [yield* Events, yield* Storage]
        const { received, url } = yield* receiver()
        const hook = yield* own(webhooks.create(id, { url }))
        yield* rename(admin, space, "One")
        yield* eventually(
          Effect.sync(() => received.length),
          (count) => count === 1
        )
        yield* own(webhooks.update(id, hook.id, { status: "paused" }))
        yield* eventually(rows(store, JobsTable).find("webhooks"), (job) => job === undefined || job.value.claim === "")
        for (const title of ["Two", "Three"]) {
          const waiting = yield* Effect.fork(own(events.wait({ space }, yield* own(events.now({ space })))))
          yield* rename(admin, space, title)
          yield* Fiber.join(waiting)
        }
      })
    ))

  it("are at most 50 for each organization", () =>
    run(
      Effect.gen(function* () {
        const { id, own, webhooks } = yield* made
        const create = webhooks.create(id, { url: "https://hooks.example/", events: ["site_created"] })
        for (let i = 0; i < 50; i++) yield* own(create)
        expect(yield* outcome(own(create))).toBe("Conflict")
      })
    ))
})
