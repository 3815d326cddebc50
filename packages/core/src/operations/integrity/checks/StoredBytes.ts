/**
 * Checks the numbers of bytes that spaces, specifications and organizations store: the counts must match the existing
 * data.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Documents } from "../../../content/items/DocumentRepository.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "../../../content/openapi-registry/OpenAPISpecTables.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { OrganizationsTable } from "../../../people/organizations/OrganizationRepository.js"
import { SpacesTable } from "../../../people/places/SpaceRepository.js"
import { BlobReferenceTable } from "../../../storage/blobs/BlobReferences.js"
import { bytesOf, heldBy, storedBy } from "../../../storage/blobs/StoredBytes.js"
import { spaceLock } from "../../../storage/rows/Locks.js"
import type { StorageService } from "../../../storage/rows/Storage.js"
import type { Check, Unit } from "../Finding.js"
import { recounting } from "../Mending.js"
import { eachFirst, eachRow } from "../Scanning.js"
import { eachSpace } from "../Spaces.js"

/** The bytes of the blobs that a holder references, as far as they are counted. */
const filesOf = (storage: StorageService, holder: string): Effect.Effect<number, Unavailable> =>
  Effect.gen(function* () {
    let sum = 0
    const range = { index: "space", prefix: [holder] }
    yield* eachRow<{ readonly size?: number }>(storage, BlobReferenceTable, range, ({ value }) => {
      sum += value?.size ?? 0
      return undefined
    })
    return sum
  })

const textsOf = (storage: StorageService, space: string): Effect.Effect<number, Unavailable> =>
  Effect.gen(function* () {
    let sum = 0
    yield* eachRow<{ readonly markdown?: string }>(storage, Documents, { prefix: [space] }, ({ value }) => {
      sum += bytesOf(value?.markdown ?? "")
      return undefined
    })
    return sum
  })

/** Checks spaces. A space that is being purged has less than its count until it is gone. */
const spaces = (storage: StorageService) =>
  eachSpace(storage, ({ deletedAt, id }, report) =>
    Effect.gen(function* () {
      const storedNow = Effect.zipWith(textsOf(storage, id), filesOf(storage, id), (texts, files) => texts + files)
      const held = yield* storage.counter(heldBy(id))
      const stored = yield* storedNow
      if (held === stored || (deletedAt !== undefined && held > stored)) return
      const mend = recounting(storage, heldBy(id), storedNow, [spaceLock(id)])
      report(`space ${id}`, `it counts ${held} bytes, but stores ${stored}`, mend)
    })
  )

/**
 * The bytes that the holders in an organization count: its spaces, including deleted ones, its specifications and their
 * versions.
 */
const heldIn = (storage: StorageService, id: string): Effect.Effect<number, Unavailable> =>
  Effect.gen(function* () {
    let sum = 0
    const add = (holder: string) =>
      Effect.map(storage.counter(heldBy(holder)), (held) => {
        sum += held
      })
    yield* eachRow(storage, SpacesTable, { index: "place", prefix: [id] }, ({ columns }) => add(String(columns.id)))
    yield* eachRow(storage, OpenAPISpecsTable, { index: "place", prefix: [id] }, ({ columns }) =>
      Effect.zipRight(
        add(String(columns.id)),
        eachRow(storage, OpenAPISpecVersionsTable, { prefix: [String(columns.id)] }, (version) =>
          add(String(version.columns.id))
        )
      )
    )
    return sum
  })

/** The check of one organization. Its count is corrected with everything locked, because its spaces have locks of their own. */
const organization = (storage: StorageService, id: string): Unit => ({
  where: `organization ${id}`,
  run: (report) =>
    Effect.gen(function* () {
      const sum = yield* heldIn(storage, id)
      const stored = yield* storage.counter(storedBy(id))
      if (stored === sum) return
      const mend = recounting(storage, storedBy(id), heldIn(storage, id))
      report(`organization ${id}`, `it counts ${stored} bytes, but what it has stores ${sum}`, mend)
    })
})

const organizations = (storage: StorageService): Stream.Stream<Unit, Unavailable> =>
  Stream.unwrap(
    Effect.suspend(() => {
      const ids: Array<string> = []
      const each = eachFirst(storage, OrganizationsTable, (id) => Effect.sync(() => void ids.push(id)))
      return Effect.map(each, () => Stream.fromIterable(ids.map((id) => organization(storage, id))))
    })
  )

/** The check of stored bytes. */
export const storedBytes = (storage: StorageService): Check => ({
  name: "stored bytes",
  units: Stream.concat(spaces(storage), organizations(storage))
})
