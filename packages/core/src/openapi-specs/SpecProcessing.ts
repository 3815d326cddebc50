/** From the source of a specification to its next version: the work of a job. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { BlobStore } from "../blobs/BlobStore.js"
import type { Unavailable } from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { now } from "../ids/Time.js"
import type { OpenAPISpecJob } from "../jobs/Jobs.js"
import { Outbound } from "../outbound/Outbound.js"
import { serviceOf } from "../services/Service.js"
import { Storage } from "../storage/Storage.js"
import { Workers } from "../workers/Workers.js"
import { OpenAPISpecId, type OpenAPISpecRecord, OpenAPISpecVersionId, type StoredSource } from "./OpenAPISpec.js"
import { OpenAPISpecRepository } from "./OpenAPISpecRepository.js"
import { unfinishedSpecs } from "./SpecJobs.js"
import { type Freshness, readText, readUrl, SpecError } from "./SpecReading.js"
import type { KeptSpec } from "./SpecTasks.js"

/** How many versions of a specification are kept. */
const maxVersions = 1000

/** Processes specifications. */
export interface SpecProcessingService {
  /** Does a job: reads the source and keeps what came of it, unless the specification was given another one since. */
  readonly process: (job: OpenAPISpecJob) => Effect.Effect<void, Unavailable>
  /** The jobs that were asked for and not done. */
  readonly unfinished: Effect.Effect<ReadonlyArray<OpenAPISpecJob>, Unavailable>
}

/** The processing of specifications. */
export class SpecProcessing extends Context.Tag("@lectern/core/SpecProcessing")<
  SpecProcessing,
  SpecProcessingService
>() {}

/** What reading a source gave: a specification, or nothing new. */
interface Outcome {
  readonly spec?: KeptSpec
  readonly freshness?: Freshness
}

const decoder = new TextDecoder()

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const specs = yield* OpenAPISpecRepository
  const blobs = yield* BlobStore
  const outbound = yield* Outbound
  const workers = yield* Workers
  const ids = yield* Ids

  /** Changes the specification, if its last run is still this one. */
  const change = <A>(
    { run, spec }: OpenAPISpecJob,
    how: (spec: OpenAPISpecRecord) => Effect.Effect<readonly [OpenAPISpecRecord, A], Unavailable>
  ): Effect.Effect<A | undefined, Unavailable> =>
    storage.transaction(
      Effect.gen(function* () {
        const read = yield* specs.find(OpenAPISpecId.make(spec))
        if (read === undefined || read.value.run !== run || read.value.state === "complete") return undefined
        const [changed, result] = yield* how(read.value)
        yield* specs.replace(read, changed)
        return result
      })
    )

  const read = (source: StoredSource): Effect.Effect<Outcome, SpecError | Unavailable> =>
    source.kind === "url"
      ? Effect.map(readUrl(outbound, workers, source.url, source), (fetched) => (fetched.unchanged ? {} : fetched))
      : Effect.gen(function* () {
          const bytes = yield* blobs.get(source.hash)
          if (bytes === undefined) return yield* new SpecError({ code: "FETCH_ERROR", message: "the text is gone" })
          return { spec: yield* readText(workers, decoder.decode(bytes)) }
        })

  const failed = (job: OpenAPISpecJob, { code, message }: SpecError) =>
    Effect.zipRight(
      Effect.annotateLogs(Effect.logDebug("specification not processed"), { spec: job.spec, code, message }),
      change(job, (spec) =>
        Effect.map(now, (at) => [
          { ...spec, state: "complete", lastProcessedAt: at, lastProcessErrorCode: code },
          undefined
        ])
      )
    )

  /** The version that is current after some files were read: a new one where they differ from the last. */
  const versionOf = Effect.fnUntraced(function* (
    spec: OpenAPISpecRecord,
    files: { readonly hash: string; readonly digest: string } | undefined,
    at: string
  ) {
    if (files === undefined) return {}
    const last = spec.lastVersion === undefined ? undefined : yield* specs.findVersion(spec.id, spec.lastVersion)
    if (last?.value.digest === files.digest) return {}
    const lastVersion = OpenAPISpecVersionId.make(yield* ids.next)
    yield* specs.addVersion({ spec: spec.id, id: lastVersion, createdAt: at, ...files }, maxVersions)
    return { lastVersion, updatedAt: at }
  })

  const succeeded = Effect.fnUntraced(function* (job: OpenAPISpecJob, outcome: Outcome) {
    const { spec: kept } = outcome
    const files = kept && { hash: kept.hash, digest: kept.digest }
    if (kept !== undefined) yield* blobs.put(kept.hash, kept.bytes)
    yield* change(
      job,
      Effect.fnUntraced(function* ({ lastProcessErrorCode: _, ...spec }) {
        const at = yield* now
        const source: StoredSource =
          spec.source.kind === "url" && outcome.freshness !== undefined
            ? { kind: "url", url: spec.source.url, ...outcome.freshness }
            : spec.source
        const version = yield* versionOf(spec, files, at)
        return [{ ...spec, source, ...version, state: "complete", lastProcessedAt: at }, undefined] as const
      })
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
    unfinished: Effect.provideService(unfinishedSpecs, OpenAPISpecRepository, specs)
  }
  return service
})

/** {@link SpecProcessing} over the repositories of the context. */
export const service = serviceOf(SpecProcessing, make)
