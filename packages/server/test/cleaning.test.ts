import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import { Actor, system, user } from "@lectern/core/access/Actor"
import * as Engine from "@lectern/core/engine/Engine"
import { outside } from "@lectern/core/engine/InProcess"
import * as Ids from "@lectern/core/ids/Ids"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import { Users } from "@lectern/core/users/Users"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Duration, Effect, Fiber, Layer, TestClock } from "effect"
import { WorkflowHistory } from "../src/jobs/WorkflowStore.js"
import * as Workflows from "../src/jobs/Workflows.js"

const services = Workflows.workers.pipe(
  Layer.provideMerge(Engine.layer),
  Layer.provide(outside({})),
  Layer.provide([MemoryStorage.layer(), Ids.layerSequence, PublicUrls.layer("https://docs.example")]),
  Layer.provide(Workflows.jobs),
  Layer.provideMerge(WorkflowEngine.layerMemory)
)

describe("cleaning", () => {
  it.effect("runs at once and then after each interval, also after a round that failed", () => {
    let rounds = 0
    const history = Layer.succeed(WorkflowHistory, { clean: Effect.suspend(() => Effect.die(rounds++)) })
    return Effect.gen(function* () {
      const spaces = yield* Spaces
      const ada = yield* (yield* Users).create({ displayName: "Ada", email: "ada@example.com" })
      const own = Effect.provideService(Actor, user(ada.id))
      const { id } = yield* own((yield* Organizations).create({ title: "Example" }))
      const [first, second] = [yield* own(spaces.create(id, {})), yield* own(spaces.create(id, {}))]
      yield* own(spaces.remove(first.id))
      yield* TestClock.adjust("7 days")
      yield* own(spaces.remove(second.id))
      const untilPurged = Effect.repeat(
        Effect.zipRight(
          Effect.promise(() => setImmediate()),
          spaces.purgeable
        ),
        {
          until: (left) => left.length === 0
        }
      )
      const job = yield* Effect.fork(Workflows.cleanEvery(Duration.days(1)))
      yield* untilPurged
      yield* TestClock.adjust(Duration.subtract(Duration.days(7), Duration.minutes(1)))
      expect(yield* spaces.purgeable).toEqual([])
      expect(yield* spaces.purge).toEqual([])
      yield* Effect.repeat(Effect.zipRight(TestClock.adjust("1 minute"), spaces.purgeable), {
        until: (left) => left.length === 0
      })
      yield* Fiber.interrupt(job)
      expect(rounds).toBeGreaterThan(2)
    }).pipe(Effect.provideService(Actor, system), Effect.provide(Layer.provide(services, history)))
  })
})
