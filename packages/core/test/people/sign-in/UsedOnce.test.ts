import { expect, it } from "@effect/vitest"
import { service, UsedOnceRepository } from "@lectern/core/people/sign-in/UsedOnceRepository"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Layer } from "effect"
import { storages } from "../../storages.js"

it.effect.each(storages)("what is for one use is used once, whatever else has its name, over $name", ({ layer }) =>
  Effect.gen(function* () {
    const { clean, use } = yield* UsedOnceRepository
    const storage = yield* Storage
    const used = (kind: string, id: string) => storage.transaction(use(kind, id, 10))
    const [one, other] = ["saml", "openid"] as const
    expect([yield* used(one, "a"), yield* used(one, "b"), yield* used(other, "a")]).toEqual([true, true, true])
    expect([yield* used(one, "a"), yield* used(one, "b"), yield* used(other, "a")]).toEqual([false, false, false])
    yield* clean(10)
    expect(yield* used(one, "a")).toBe(false)
    yield* clean(11)
    expect(yield* used(one, "a")).toBe(true)
  }).pipe(Effect.provide(Layer.provideMerge(service.layer, layer)))
)
