/** When webhooks are tried again, when they are disabled, and how long secrets and deliveries are kept. */

import { Events } from "@lectern/core/events/Events"
import { clockOf } from "@lectern/core/foundation/ids/Time"
import { turn } from "@lectern/core/foundation/scheduling/Turns"
import { type Mail, Mailer } from "@lectern/core/mail/Mailer"
import { askedWait, jitter, longestAsked, nextTry, waits } from "@lectern/core/operations/webhooks/Retries"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { WebhookDelivery } from "@lectern/core/webhooks/Webhook"
import { Webhooks } from "@lectern/core/webhooks/Webhooks"
import { Clock, Duration, Effect, FastCheck as fc, Layer } from "effect"
import { expect, it } from "vitest"
import { eventually } from "../../content/imports/site.js"
import { storages } from "../../storages.js"
import { as, asSystem, damages, member, organization, workspace } from "../../workspace.js"
import { type Scripted, scripted, signers } from "./receivers.js"

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/** How long a sleep may be that is taken for the interval of a look at the storage, which goes on in real time. */
const looking = 2 * second

/** A clock that leaps: only who sleeps for longer than it takes to look at the storage again notices what passes. */
const leapingClock = () => {
  const system = Clock.make()
  const sleepers = new Set<{ readonly due: number; readonly wake: () => void }>()
  let time = Date.parse("2026-06-01T12:00:00Z")
  const clock: Clock.Clock = {
    ...clockOf(() => time),
    sleep: (duration) => {
      const millis = Duration.toMillis(duration)
      if (millis <= looking) return system.sleep(Duration.millis(Math.min(millis, 10)))
      return Effect.async<void>((resume) => {
        const sleeper = { due: time + millis, wake: () => resume(Effect.void) }
        sleepers.add(sleeper)
        return Effect.sync(() => void sleepers.delete(sleeper))
      })
    }
  }
  const leap = (millis: number) =>
    Effect.sync(() => {
      time += millis
      for (const sleeper of sleepers) {
        if (sleeper.due > time) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    })
  return { clock, leap }
}

/** Lets everything run that runs without waiting. */
const rest = Effect.repeatN(Effect.zipRight(turn, Effect.yieldNow()), 60)

/** A workspace with a webhook whose receiver answers by a script. */
const hooked = (answer: Parameters<typeof scripted>[0]) => {
  const { layer: outbound, sent } = scripted(answer)
  const mails: Array<Mail> = []
  const { clock, leap } = leapingClock()
  const mailer = Layer.succeed(Mailer, {
    isConfigured: true,
    send: (mail) => Effect.sync(() => void mails.push(mail))
  })
  const made = Effect.gen(function* () {
    // Loading takes real time.
    yield* Effect.promise(() => import("@lectern/core/operations/webhooks/Dispatching"))
    const { admin, id } = yield* organization()
    const [spaces, webhooks, events] = [yield* Spaces, yield* Webhooks, yield* Events]
    const own = as(admin)
    const { id: space } = yield* own(spaces.create(id, { title: "Handbook" }))
    const hook = yield* own(
      webhooks.create(id, { url: "https://hooks.example/", events: ["space_updated"], label: "Hook" })
    )
    const deliveries = Effect.map(own(webhooks.deliveries(id, hook.id, {})), ({ items }) => items)
    /** Makes an event, which is tried once. */
    const rename = (title: string) =>
      Effect.gen(function* () {
        const before = (yield* deliveries).length
        yield* own(spaces.update(space, { title }))
        yield* eventually(deliveries, (all) => all.length > before && all[0]!.attempts > 0)
      })
    const status = Effect.map(own(webhooks.get(id, hook.id)), ({ status, statusReason }) => [status, statusReason])
    return { admin, deliveries, events, hook, id, leap, own, rename, space, spaces, status, webhooks }
  })
  const run = <A, E>(
    program: (
      given: Effect.Effect.Success<typeof made>
    ) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof workspace>>>
  ) =>
    Effect.flatMap(made, program).pipe(
      Effect.provide(Layer.provideMerge(workspace(storages[0]!, { outbound, mailer }), Layer.setClock(clock))),
      Effect.runPromise
    )
  return { mails, run, sent }
}

const statuses = (all: ReadonlyArray<WebhookDelivery>) => all.map(({ attempts, status }) => [status, attempts])

it("a delivery is tried eight times in about 28 hours", () => {
  const { run, sent } = hooked((_, attempt): Scripted => (attempt % 2 === 0 ? "timeout" : [500, {}, "broken"]))
  return run(({ deliveries, leap, rename }) =>
    Effect.gen(function* () {
      yield* rename("One")
      expect(yield* deliveries).toMatchObject([
        { status: "pending", attempts: 1, responseStatus: 500, response: "broken", nextAttemptAt: expect.any(String) }
      ])
      for (const wait of waits) {
        const before = sent.length
        yield* leap(wait - second)
        yield* rest
        expect(sent.length).toBe(before)
        yield* leap(wait * jitter + 2 * second)
        yield* eventually(deliveries, ([each]) => each?.attempts === before + 1)
      }
      const [delivery] = yield* deliveries
      expect(delivery).toMatchObject({ status: "failed", attempts: 8, error: "https://hooks.example/: took too long" })
      expect([delivery?.nextAttemptAt, delivery?.responseStatus]).toEqual([undefined, undefined])
      expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
      yield* leap(day)
      yield* rest
      expect(sent.length).toBe(8)
      expect(waits.reduce((sum, wait) => sum + wait, 0) / hour).toBeCloseTo(27.6, 1)
    })
  )
})

it("waits grow, are longer by up to a tenth, and as long as 429 and 503 ask within a day", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.nat(10 * day),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, asked, random) => {
        const next = nextTry({ attempts, time: 0, asked, random })
        const wait = waits[attempts - 1]
        expect(next === undefined).toBe(wait === undefined)
        if (wait === undefined) return
        expect(next).toBeGreaterThanOrEqual(Math.max(wait, Math.min(asked, longestAsked)))
        expect(next).toBeLessThanOrEqual(Math.max(Math.ceil(wait * (1 + jitter)), Math.min(asked, longestAsked)))
      }
    )
  )
  const now = Date.parse("2026-06-01T12:00:00Z")
  expect(askedWait(429, "120", now)).toBe(2 * minute)
  expect(askedWait(503, "Mon, 01 Jun 2026 12:01:00 GMT", now)).toBe(minute)
  for (const [status, header] of [
    [500, "120"],
    [429, undefined],
    [503, "soon"],
    [503, "0"]
  ] as const) {
    expect(askedWait(status, header, now)).toBeUndefined()
  }
})

it("what is new is sent before what is tried again, and a receiver may ask to wait", () => {
  const { run, sent } = hooked((_, attempt): Scripted => (attempt === 1 ? [503, { "retry-after": "60" }] : [200]))
  return run(({ deliveries, leap, rename }) =>
    Effect.gen(function* () {
      yield* rename("One")
      yield* rename("Two")
      yield* leap(58 * second)
      yield* rest
      expect(sent.length).toBe(2)
      expect(statuses(yield* deliveries)).toEqual([
        ["delivered", 1],
        ["pending", 1]
      ])
      yield* leap(3 * second)
      yield* eventually(deliveries, ([, first]) => first?.status === "delivered")
      expect(sent.length).toBe(3)
      expect(sent[2]?.event.id).toBe(sent[0]?.event.id)
    })
  )
})

it("410 disables a webhook: administrators see the event, its owner gets a mail, and it can be activated again", () => {
  let answer: Scripted = [410]
  const { mails, run, sent } = hooked(() => answer)
  return run(({ admin, deliveries, events, hook, id, own, rename, space, spaces, status, webhooks }) =>
    Effect.gen(function* () {
      const creator = yield* member(id, "Creator", "create")
      const after = yield* own(events.now({ organization: id }))
      yield* rename("One")
      yield* eventually(status, ([now]) => now === "disabled")
      yield* eventually(
        Effect.sync(() => mails.length),
        (count) => count === 1
      )
      expect(yield* status).toEqual(["disabled", "receiver_gone"])
      expect(statuses(yield* deliveries)).toEqual([["failed", 1]])
      yield* own(spaces.update(space, { title: "Two" }))
      yield* rest
      expect(sent.length).toBe(1)
      const [event] = (yield* own(events.list({ organization: id }, { after, type: "webhook_disabled" }))).items
      expect(event).toMatchObject({ actor: { kind: "system" }, subject: { object: "webhook", id: hook.id } })
      const listed = as(creator)(events.list({ organization: id }, { after, type: "webhook_disabled" }))
      expect((yield* listed).items).toEqual([])
      expect(mails.map(({ subject, to }) => [to, subject])).toEqual([
        ["acme-admin@example.com", "The webhook Hook was disabled"]
      ])
      expect(mails[0]?.text).toContain(`/webhooks/${hook.id}`)
      answer = [200]
      expect(yield* own(webhooks.update(id, hook.id, { status: "active" }))).toMatchObject({ owner: admin })
      yield* eventually(deliveries, (all) => all.length === 2 && all[0]?.status === "delivered")
      expect(sent.map(({ event }) => event.type)).toEqual(["space_updated", "space_updated"])
      expect(statuses(yield* deliveries)).toEqual([
        ["delivered", 1],
        ["failed", 1]
      ])
      expect(yield* damages).toEqual([])
    })
  )
})

it("five days of nothing but failures disable a webhook, and one success begins them anew", () => {
  let answer: Scripted = [500]
  const { mails, run } = hooked(() => answer)
  return run(({ hook, id, leap, own, rename, status, webhooks }) =>
    Effect.gen(function* () {
      yield* rename("One")
      yield* leap(4 * day)
      answer = [200]
      yield* rename("Two")
      answer = [500]
      yield* rename("Three")
      yield* leap(4 * day)
      yield* rename("Four")
      expect(yield* status).toEqual(["active", undefined])
      // Whatever is tried again next is one failure too many.
      yield* leap(25 * hour)
      yield* eventually(
        Effect.sync(() => mails.length),
        (count) => count === 1
      )
      expect(yield* status).toEqual(["disabled", "receiver_failing"])
      expect(mails[0]?.text).toContain("has failed for five days")
      // Once it is activated, it has five days again.
      yield* own(webhooks.update(id, hook.id, { status: "active" }))
      yield* rename("Six")
      expect(yield* status).toEqual(["active", undefined])
    })
  )
})

it("two secrets sign for 24 hours after a rotation, and then the new one", () => {
  const { run, sent } = hooked(() => [204])
  return run(({ hook, id, leap, own, rename, webhooks }) =>
    Effect.gen(function* () {
      yield* rename("One")
      const { secret } = yield* own(webhooks.rotate(id, hook.id))
      yield* leap(day - second)
      yield* rename("Two")
      yield* leap(second)
      yield* rename("Three")
      const both = [secret, hook.secret]
      expect(sent.map((each) => [signers(each, both), signers(each, [secret]), signers(each, [hook.secret])])).toEqual([
        [1, 0, 1],
        [2, 0, 0],
        [1, 1, 0]
      ])
    })
  )
})

it("deliveries are kept for 30 days, and webhooks of a space until it is purged", () => {
  const { run } = hooked(() => [204])
  return run(({ deliveries, id, leap, own, rename, space, spaces, webhooks }) =>
    Effect.gen(function* () {
      yield* rename("Old")
      yield* leap(31 * day)
      yield* rename("New")
      expect(yield* asSystem(webhooks.clean())).toBe(1)
      expect((yield* deliveries).length).toBe(1)
      yield* own(webhooks.create(id, { url: "https://hooks.example/", space }))
      yield* own(spaces.remove(space))
      yield* leap(8 * day)
      yield* asSystem(spaces.purge)
      expect((yield* own(webhooks.list(id, {}))).items.length).toBe(1)
      expect(yield* damages).toEqual([])
    })
  )
})
