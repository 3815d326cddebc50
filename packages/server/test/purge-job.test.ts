import { describe, expect, it } from "@effect/vitest"
import { Actor, system, user } from "@lectern/core/access/Actor"
import * as Ids from "@lectern/core/ids/Ids"
import { layer } from "@lectern/core/Lectern"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Spaces, type SpacesService } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Duration, Effect, Fiber, Layer, TestClock } from "effect"
import { purgeEvery } from "../src/jobs/Purge.js"

describe("the job that purges", () => {
  it.effect("runs at once and then regularly", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const ada = yield* (yield* Users).create({ displayName: "Ada", email: "ada@example.com" })
      const own = Effect.provideService(Actor, user(ada.id))
      const { id } = yield* own((yield* Organizations).create({ title: "Example" }))
      const [first, second] = [yield* own(spaces.create(id, {})), yield* own(spaces.create(id, {}))]
      yield* own(spaces.remove(first.id))
      yield* TestClock.adjust("7 days")
      yield* own(spaces.remove(second.id))
      const job = yield* Effect.fork(purgeEvery(Duration.hours(1)))
      yield* TestClock.adjust(0)
      expect(yield* spaces.purgeable).toEqual([])
      yield* TestClock.adjust(Duration.subtract(Duration.days(7), Duration.minutes(1)))
      expect(yield* spaces.purgeable).toEqual([])
      yield* TestClock.adjust("1 minute")
      yield* Fiber.interrupt(job)
      expect(yield* spaces.purge).toEqual([])
    }).pipe(
      Effect.provideService(Actor, system),
      Effect.provide(layer(MemoryStorage.layer(), { ids: Ids.layerSequence }))
    )
  )

  it.effect("goes on after a failure", () => {
    let runs = 0
    const failing = { purge: Effect.suspend(() => Effect.die(runs++)) } as Partial<SpacesService> as SpacesService
    return Effect.gen(function* () {
      yield* Effect.fork(purgeEvery(Duration.hours(1)))
      yield* TestClock.adjust("150 minutes")
      expect(runs).toBe(3)
    }).pipe(Effect.provide(Layer.succeed(Spaces, failing)))
  })
})
