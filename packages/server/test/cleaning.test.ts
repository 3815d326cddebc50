import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import { Actor, system, user } from "@lectern/core/access/Actor"
import * as Engine from "@lectern/core/engine/Engine"
import { outside } from "@lectern/core/engine/InProcess"
import * as Ids from "@lectern/core/ids/Ids"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import { Users } from "@lectern/core/users/Users"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Duration, Effect, Exit, Layer, Scope, TestClock } from "effect"
import { cleaningAndJobs } from "../src/jobs/Working.js"

const services = Engine.layer.pipe(
  Layer.provide(outside({})),
  Layer.provideMerge(Layer.mergeAll(MemoryStorage.layer(), Ids.layerSequence, PublicUrls.layer("https://docs.example")))
)

describe("cleaning", () => {
  it.effect("runs at once and then after each interval", () =>
    Effect.gen(function* () {
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
      const scope = yield* Scope.make()
      yield* Scope.extend(cleaningAndJobs(Duration.days(1), false), scope)
      yield* untilPurged
      yield* TestClock.adjust(Duration.subtract(Duration.days(7), Duration.minutes(1)))
      expect(yield* spaces.purgeable).toEqual([])
      expect(yield* spaces.purge).toEqual([])
      yield* Effect.repeat(Effect.zipRight(TestClock.adjust("1 minute"), spaces.purgeable), {
        until: (left) => left.length === 0
      })
      yield* Scope.close(scope, Exit.void)
    }).pipe(Effect.provideService(Actor, system), Effect.provide(services))
  )
})
