import { describe, expect, it } from "@effect/vitest"
import { Actor, system, user } from "@lectern/core/access/Actor"
import * as InProcess from "@lectern/core/engine/InProcess"
import * as Ids from "@lectern/core/ids/Ids"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import { Organizations } from "@lectern/core/organizations/Organizations"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import { Users } from "@lectern/core/users/Users"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Duration, Effect, Fiber, Layer, TestClock } from "effect"
import { refreshEvery } from "../src/jobs/Rounds.js"

const services = InProcess.layer({}).pipe(
  Layer.provide([MemoryStorage.layer(), Ids.layerSequence, PublicUrls.layer("https://docs.example")])
)

describe("fetching specifications again", () => {
  it.effect("happens when the last time is long enough ago", () =>
    Effect.gen(function* () {
      const specs = yield* OpenAPISpecs
      const ada = yield* (yield* Users).create({ displayName: "Ada", email: "ada@example.com" })
      const own = Effect.provideService(Actor, user(ada.id))
      const { id } = yield* own((yield* Organizations).create({ title: "Example" }))
      yield* specs.create(id, { slug: "pets", source: { url: "https://api.example/openapi.yaml" } })
      const processed = (at: string) =>
        Effect.repeat(Effect.zipRight(Effect.yieldNow(), specs.get(id, "pets")), {
          until: ({ lastProcessedAt, processingState: state }) => state === "complete" && lastProcessedAt === at
        })
      const first = yield* processed("1970-01-01T00:00:00.000Z")
      const job = yield* Effect.fork(refreshEvery(Duration.minutes(6)))
      yield* TestClock.adjust("5 minutes")
      expect(yield* specs.get(id, "pets")).toEqual(first)
      yield* TestClock.adjust("1 minute")
      const again = yield* processed("1970-01-01T00:06:00.000Z")
      expect(again).toMatchObject({ sourceURL: first.sourceURL, lastProcessErrorCode: "FETCH_ERROR" })
      yield* Fiber.interrupt(job)
    }).pipe(Effect.provideService(Actor, system), Effect.provide(services))
  )
})
