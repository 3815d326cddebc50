/** Checks that every blob has the bytes of its hash, and that all referenced blobs exist. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { ChangeRequestsTable } from "../../../content/change-requests/ChangeRequestRepository.js"
import type { ItemVersion } from "../../../content/items/Item.js"
import { Items } from "../../../content/items/ItemTables.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { turn } from "../../../foundation/scheduling/Turns.js"
import { BlobReferenceTable } from "../../../storage/blobs/BlobReferences.js"
import type { BlobStoreService, StoredBlob } from "../../../storage/blobs/BlobStore.js"
import { encoder } from "../../../storage/rows/RowJson.js"
import type { StorageService } from "../../../storage/rows/Storage.js"
import type { Check, Mend, Report, Unit } from "../Finding.js"
import { eachFirst, eachRow, exists } from "../Scanning.js"
import { eachSpace } from "../Spaces.js"

/** A time later than all others. */
const ever = Number.MAX_SAFE_INTEGER

const encode = encoder(BlobReferenceTable)

/** The number of blobs that are read in parallel: a bucket takes some time to answer each request. */
const atOnce = 8

/** Reads a blob again, a piece at a time; it may be collected meanwhile, which is not damage. */
const examine = (
  blobs: BlobStoreService,
  { hash, size }: { readonly hash: string; readonly size: number },
  report: Report
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const actual = sha256.create()
    let length = 0
    return Stream.runForEach(blobs.read(hash), (bytes) => {
      actual.update(bytes)
      length += bytes.length
      return turn
    }).pipe(
      Effect.andThen(() => {
        if (length !== size) report(`blob ${hash}`, `it has ${length} bytes, but ${size} are recorded`)
        else if (bytesToHex(actual.digest()) !== hash) report(`blob ${hash}`, "its bytes do not have its hash")
      }),
      Effect.catchAll(() =>
        Effect.map(Effect.option(blobs.stat(hash)), (found) => {
          if (found._tag === "Some" && found.value !== undefined) report(`blob ${hash}`, "it cannot be read")
        })
      )
    )
  })

const stored = (blobs: BlobStoreService): Unit => ({
  where: "the blob store",
  outside: true,
  run: (report) =>
    Stream.runDrain(
      Stream.mapEffect(blobs.list(ever), (blob) => examine(blobs, blob, report), {
        concurrency: atOnce,
        unordered: true
      })
    )
})

/** A reference whose blob is missing, now and still a little later. */
const used = (storage: StorageService, blobs: BlobStoreService): Unit => ({
  where: `table ${BlobReferenceTable.name}`,
  outside: true,
  run: (report) =>
    eachFirst(storage, BlobReferenceTable, (hash) =>
      Effect.flatMap(blobs.stat(hash), (found): Effect.Effect<void, Unavailable> => {
        if (found !== undefined) return Effect.void
        return Effect.map(storage.scan(BlobReferenceTable, { prefix: [hash] }), (rows) => {
          for (const { columns } of rows) report(`blob ${hash}`, `it does not exist, but ${columns.space} uses it`)
        })
      })
    )
})

/** The check of blobs, their hashes and their sizes. */
export const blobContents = (storage: StorageService, blobs: BlobStoreService): Check => ({
  name: "blobs",
  units: Stream.make(stored(blobs), used(storage, blobs))
})

/** Lets a space hold a blob that a file of it has. */
const referenceMend = (storage: StorageService, { hash, size }: StoredBlob, space: string): Mend => ({
  of: `use of ${hash} by ${space}`,
  run: Effect.catchTag(
    storage.insert(BlobReferenceTable, { hash, space }, encode({ hash, space, size })),
    "Duplicate",
    () => Effect.void
  )
})

/** The check that every version of a file references its blob and has the right size. */
export const files = (storage: StorageService, blobs: BlobStoreService): Check => ({
  name: "files",
  units: eachSpace(storage, (space, report) => {
    const fileOf = Effect.fnUntraced(function* ({ from, line, value }: ItemVersion) {
      if (value.kind !== "file") return
      const where = `space ${space.id} file ${value.id} from ${from}${line === space.id ? "" : ` in ${line}`}`
      const blob = yield* blobs.stat(value.hash)
      if (!(yield* exists(storage, BlobReferenceTable, [value.hash, space.id]))) {
        const mend = blob === undefined ? undefined : referenceMend(storage, blob, space.id)
        report(where, `its space does not hold the blob ${value.hash}`, mend)
      }
      if (blob !== undefined && blob.size !== value.size) {
        report(where, `it has ${value.size} bytes, but its blob ${blob.size}`)
      }
    })
    const lineOf = (line: string) =>
      eachRow<ItemVersion>(storage, Items, { prefix: [line] }, ({ columns, value }) => {
        const version = value
        return columns.kind === "file" && version !== undefined ? fileOf(version) : undefined
      })
    return Effect.zipRight(
      lineOf(space.id),
      eachRow(storage, ChangeRequestsTable, { index: "number", prefix: [space.id] }, ({ columns }) =>
        lineOf(String(columns.id))
      )
    )
  }).pipe(Stream.map((unit): Unit => ({ ...unit, outside: true })))
})
