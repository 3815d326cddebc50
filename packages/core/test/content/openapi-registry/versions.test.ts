import { describe, expect, it } from "@effect/vitest"
import * as OpenAPISpecRepository from "@lectern/core/content/openapi-registry/OpenAPISpecRepository"
import { OrganizationId } from "@lectern/core/foundation/ids/OrganizationId"
import {
  OpenAPISpecId,
  OpenAPISpecVersionId,
  type OpenAPISpecVersionRecord
} from "@lectern/core/openapi-specs/OpenAPISpec"
import * as BlobReferences from "@lectern/core/storage/blobs/BlobReferences"
import { organizationLock } from "@lectern/core/storage/Locks"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Layer } from "effect"
import { storages } from "../../storages.js"

const spec = OpenAPISpecId.make("spec")
const version = (n: number): OpenAPISpecVersionRecord => ({
  spec,
  id: OpenAPISpecVersionId.make(`v${n}`),
  createdAt: "1970-01-01T00:00:00.000Z",
  hash: `hash${n % 2}`,
  digest: `digest${n}`
})

const organization = OrganizationId.make("acme")

describe.each(storages)("versions of a specification over $name", (storage) => {
  const live = OpenAPISpecRepository.service.layer.pipe(
    Layer.provideMerge(BlobReferences.service.layer),
    Layer.provideMerge(storage.layer)
  )

  it.effect("are kept up to a number, the oldest goes with what only it is kept in", () =>
    Effect.gen(function* () {
      const specs = yield* OpenAPISpecRepository.OpenAPISpecRepository
      const blobs = yield* BlobReferences.BlobReferences
      const port = yield* Storage
      const add = (each: OpenAPISpecVersionRecord) =>
        port.transaction(specs.addVersion(organization, each, 2), [organizationLock(organization)])
      for (const n of [1, 2, 3, 4]) yield* add(version(n))
      const kept = yield* specs.versions(spec, {})
      expect(kept.map(({ value }) => value.id)).toEqual(["v3", "v4"])
      expect(yield* blobs.any("hash0")).toBe(true)
      yield* add({ ...version(5), hash: "hash1" })
      expect([yield* blobs.any("hash0"), yield* blobs.any("hash1")]).toEqual([true, true])
      yield* add({ ...version(6), hash: "hash1" })
      expect([yield* blobs.any("hash0"), yield* blobs.any("hash1")]).toEqual([false, true])
    }).pipe(Effect.provide(live))
  )
})
