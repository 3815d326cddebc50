/** Turns the source of a specification into its next version: the work of a job. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { Outbound } from "../../foundation/outbound/Outbound.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { makeWithinQuota } from "../../storage/blobs/StoredBytes.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import {
  type OpenAPISpecRecord,
  OpenAPISpecVersionId,
  type OpenAPISpecVersionRecord,
  type StoredSource
} from "./OpenAPISpec.js"
import { OpenAPISpecRepository } from "./OpenAPISpecRepository.js"
import { type SpecJob, waitingFor } from "./SpecJob.js"
import { type Freshness, readText, readUrl, SpecError } from "./SpecReading.js"
import type { KeptSpec } from "./SpecTasks.js"

/** The number of versions of a specification that are kept. */
const maxVersions = 1000

/** The maximum length of the message of an error that is stored, in UTF-16 units. */
const mostMessage = 1000

/** Processes specifications. */
export interface SpecProcessingService {
  /** Does a job: reads the source and stores the result, unless the source has been replaced since. */
  readonly process: (job: SpecJob) => Effect.Effect<void, Unavailable>
  /** The jobs of the specifications that are not done. */
  readonly unfinished: () => Effect.Effect<ReadonlyArray<SpecJob>, Unavailable>
}

/** The processing of specifications. */
export class SpecProcessing extends Context.Tag("@lectern/core/SpecProcessing")<
  SpecProcessing,
  SpecProcessingService
>() {}

/** The result of reading a source: a specification, or nothing new. */
interface Outcome {
  readonly spec?: KeptSpec
  readonly freshness?: Freshness
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const specs = yield* OpenAPISpecRepository
  const blobs = yield* BlobStore
  const outbound = yield* Outbound
  const workers = yield* Workers
  const ids = yield* Ids
  const withinQuota = yield* makeWithinQuota

  /** Changes the specification, if its last run is still this one. */
  const change = <A, E = never>(
    { run, spec }: SpecJob,
    how: (spec: OpenAPISpecRecord) => Effect.Effect<readonly [OpenAPISpecRecord, A], E | Unavailable>
  ): Effect.Effect<A | undefined, E | Unavailable> =>
    Effect.flatMap(specs.find(spec), (found) =>
      found === undefined
        ? Effect.succeed(undefined)
        : storage.transaction(
            Effect.gen(function* () {
              const read = yield* specs.find(spec)
              if (read === undefined || read.value.run !== run || read.value.state === "complete") return undefined
              const [changed, result] = yield* how(read.value)
              yield* specs.replace(read, changed)
              return result
            }),
            [organizationLock(found.value.organization)]
          )
    )

  const read = (source: StoredSource): Effect.Effect<Outcome, SpecError | Unavailable> =>
    source.kind === "url"
      ? Effect.map(readUrl(outbound, workers, source.url, source), (fetched) => (fetched.unchanged ? {} : fetched))
      : Effect.gen(function* () {
          const bytes = yield* blobs.get(source.hash)
          if (bytes === undefined)
            return yield* new SpecError({ code: "FETCH_ERROR", message: "the stored text is missing" })
          return { spec: yield* readText(workers, bytes) }
        })

  const failed = (job: SpecJob, { code, message }: SpecError) =>
    Effect.zipRight(
      Effect.annotateLogs(Effect.logDebug("specification not processed"), { spec: job.spec, code, message }),
      change(job, ({ lastProcessErrorMessage: _, ...spec }) =>
        Effect.map(now, (at) => [
          {
            ...spec,
            state: "complete",
            lastProcessedAt: at,
            lastProcessErrorCode: code,
            ...(code === "PARSE_ERROR" && { lastProcessErrorMessage: message.slice(0, mostMessage).toWellFormed() })
          },
          undefined
        ])
      )
    )

  /** The version that is current after reading files: a new one if they differ from the last. */
  const versionOf = Effect.fnUntraced(function* (
    spec: OpenAPISpecRecord,
    files: Pick<OpenAPISpecVersionRecord, "hash" | "digest" | "size"> | undefined,
    at: string
  ) {
    if (files === undefined) return {}
    const last = spec.lastVersion === undefined ? undefined : yield* specs.findVersion(spec.id, spec.lastVersion)
    if (last?.value.digest === files.digest) return {}
    const lastVersion = OpenAPISpecVersionId.make(yield* ids.next)
    const version = { spec: spec.id, id: lastVersion, createdAt: at, ...files }
    yield* withinQuota(spec.organization)(specs.addVersion(spec.organization, version, maxVersions))
    return { lastVersion, updatedAt: at }
  })

  const succeeded = Effect.fnUntraced(function* (job: SpecJob, outcome: Outcome) {
    const { spec: kept } = outcome
    const files = kept && { hash: kept.hash, digest: kept.digest, size: kept.bytes.length }
    if (kept !== undefined) yield* blobs.put(kept.hash, kept.bytes)
    const noted = change<undefined, Conflict>(
      job,
      Effect.fnUntraced(function* ({ lastProcessErrorCode: _, lastProcessErrorMessage: __, ...spec }) {
        const at = yield* now
        const source: StoredSource =
          spec.source.kind === "url" && outcome.freshness !== undefined
            ? { kind: "url", url: spec.source.url, ...outcome.freshness }
            : spec.source
        const version = yield* versionOf(spec, files, at)
        return [{ ...spec, source, ...version, state: "complete", lastProcessedAt: at }, undefined] as const
      })
    )
    yield* Effect.catchTag(noted, "Conflict", ({ message }) =>
      failed(job, new SpecError({ code: "FETCH_ERROR", message }))
    )
  })

  const service: SpecProcessingService = {
    process: Effect.fnUntraced(function* (job) {
      const source = yield* change(job, (spec) => Effect.succeed([{ ...spec, state: "progress" }, spec.source]))
      if (source === undefined) return
      yield* Effect.matchEffect(read(source), {
        onFailure: (error) => (error._tag === "SpecError" ? failed(job, error) : Effect.fail(error)),
        onSuccess: (outcome) => succeeded(job, outcome)
      })
    }),
    unfinished: () =>
      Effect.zipWith(specs.in("pending"), specs.in("progress"), (pending, progress) =>
        [...pending, ...progress].map(({ value }) => waitingFor(value))
      )
  }
  return service
})

/** {@link SpecProcessing} over the repositories of the context. */
export const service = serviceOf(SpecProcessing, make)
