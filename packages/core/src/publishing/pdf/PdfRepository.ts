import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { BlobReferences } from "../../storage/blobs/BlobReferences.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { rows, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { PdfRecord } from "./PdfRows.js"
import { PdfsTable } from "./PdfsTable.js"

/** Keeps PDFs and the references to their bytes. */
export interface PdfRepositoryService {
  readonly find: (space: string, key: string) => Effect.Effect<PdfRecord | undefined, Unavailable>
  /** Stores a PDF, replacing the one with its key. Not in a transaction. */
  readonly put: (pdf: PdfRecord) => Effect.Effect<void, Unavailable>
  /** Removes some expired PDFs, at most {@link forgottenAtOnce}. Not in a transaction. */
  readonly forget: (now: number) => Effect.Effect<void, Unavailable>
  /** Removes the PDFs of a space. Not in a transaction. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** The repository of PDFs. */
export class PdfRepository extends Context.Tag("@lectern/core/PdfRepository")<PdfRepository, PdfRepositoryService>() {}

/** The number of PDFs that are removed together, so that a request for a PDF never waits for more. */
const forgottenAtOnce = 20

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const references = yield* BlobReferences
  const pdfs = rows(storage, PdfsTable)
  const holder = ({ key, space }: Pick<PdfRecord, "key" | "space">): string => `pdf:${space}:${key}`
  const remove = Effect.fnUntraced(function* (pdf: PdfRecord) {
    yield* references.purge(holder(pdf))
    yield* pdfs.remove(pdf.space, pdf.key)
  })
  const purge = (space: string): Effect.Effect<void, Unavailable> =>
    Effect.flatMap(pdfs.scan({ prefix: [space], limit: forgottenAtOnce }), (found) =>
      found.length === 0
        ? Effect.void
        : Effect.zipRight(
            Effect.forEach(found, ({ value }) => remove(value), { discard: true }),
            purge(space)
          )
    )
  const service: PdfRepositoryService = {
    find: (space, key) => Effect.map(pdfs.find(space, key), (found) => found?.value),
    put: (pdf) =>
      storage.transaction(
        Effect.gen(function* () {
          const before = yield* pdfs.find(pdf.space, pdf.key)
          if (before !== undefined && before.value.hash !== pdf.hash) yield* references.purge(holder(pdf))
          yield* references.add(pdf.hash, holder(pdf))
          yield* withoutConflict(before === undefined ? pdfs.insert(pdf) : pdfs.replace(before, pdf))
        }),
        [spaceLock(pdf.space)]
      ),
    forget: (now) =>
      Effect.flatMap(pdfs.scan({ index: "until", lt: now, limit: forgottenAtOnce }), (found) =>
        Effect.forEach(found, ({ value }) => remove(value), { discard: true })
      ),
    purge
  }
  return service
})

/** {@link PdfRepository} over Storage. */
export const service = serviceOf(PdfRepository, make)
