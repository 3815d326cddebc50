/** How many specifications an organization holds. */
import { expect, it } from "@effect/vitest"
import { OpenAPISpecId } from "@lectern/core/openapi-specs/OpenAPISpec"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import { organizationLock } from "@lectern/core/storage/Locks"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Layer } from "effect"
import * as OpenAPISpecRepository from "../../../src/content/openapi-registry/OpenAPISpecRepository.js"
import * as BlobReferences from "../../../src/storage/blobs/BlobReferences.js"
import { storages } from "../../storages.js"
import { as, failure, organization, outcome, workspace } from "../../workspace.js"

const live = OpenAPISpecRepository.service.layer.pipe(
  Layer.provideMerge(BlobReferences.service.layer),
  Layer.provideMerge(workspace(storages[0]!))
)

it.effect("an organization has at most 1000 specifications", () =>
  Effect.gen(function* () {
    const { admin, id } = yield* organization()
    const own = as(admin)
    const specs = yield* OpenAPISpecs
    const repository = yield* OpenAPISpecRepository.OpenAPISpecRepository
    const save = (slug: string) => own(specs.put(id, slug, { source: { url: "https://api.example/openapi.json" } }))
    yield* save("first")
    const [read] = yield* repository.list(id, { limit: 1 })
    const others = Array.from({ length: 999 }, (_, n) => `other-${n}`)
    const add = (slug: string) => repository.insert({ ...read!.value, id: OpenAPISpecId.make(slug), slug })
    yield* (yield* Storage).transaction(Effect.forEach(others, add, { discard: true }), [organizationLock(id)])
    expect((yield* failure(save("more"))).message).toBe("an organization has at most 1000 specifications")
    expect(yield* outcome(save("first"))).toBe("ok")
    yield* own(specs.remove(id, "other-7"))
    expect([yield* outcome(save("more")), yield* outcome(save("most"))]).toEqual(["ok", "Conflict"])
  }).pipe(Effect.provide(live))
)
