/** Checks that everything stored in a workspace is consistent. */

import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Actor } from "../access/Actor.js"
import { BlobStore } from "../blobs/BlobStore.js"
import { DocumentRepository } from "../content/DocumentRepository.js"
import { ItemRepository } from "../content/ItemRepository.js"
import type { LecternError, Unavailable } from "../errors/Errors.js"
import { Indexing } from "../indexing/Indexing.js"
import { PendingIndex } from "../indexing/PendingIndex.js"
import { LinkIndex } from "../link-index/LinkIndex.js"
import { SearchIndex } from "../search-index/SearchIndex.js"
import { serviceOf } from "../services/Service.js"
import { Storage, type StorageService } from "../storage/Storage.js"
import { requireSystem } from "../users/Users.js"
import { blobContents, files } from "./checks/Blobs.js"
import { counts } from "./checks/Counts.js"
import { derivedLinks, derivedSearch } from "./checks/Derived.js"
import { histories } from "./checks/Histories.js"
import { organizations } from "./checks/Organizations.js"
import { owners } from "./checks/Owners.js"
import { pageTrees } from "./checks/PageTrees.js"
import { sites } from "./checks/Sites.js"
import { storedBytes } from "./checks/StoredBytes.js"
import type { Check, Finding, Unit } from "./Finding.js"
import { recordsUnit } from "./Records.js"
import { allRecords } from "./records/All.js"

/**
 * The result of a check.
 * @since 0.1.0
 */
export interface CheckResult {
  /** How many things are damaged. */
  readonly count: number
  /** The first {@link keptFindings} of them. */
  readonly findings: ReadonlyArray<Finding>
}

/**
 * The maximum number of findings in a result; a listener receives all of them.
 * @since 0.1.0
 */
export const keptFindings = 1000

/**
 * Looks for damage.
 * @since 0.1.0
 */
export interface IntegrityService {
  /**
   * Reads the whole workspace, a piece at a time, and reports everything that is damaged; `found` is called for each
   * finding at once. Writes may continue meanwhile: what looks damaged while something changes is checked again,
   * eventually with writers blocked. Only for the embedding program.
   */
  readonly check: (found?: (finding: Finding) => Effect.Effect<void>) => Effect.Effect<CheckResult, LecternError, Actor>
}

/**
 * The service that checks.
 * @since 0.1.0
 */
export class Integrity extends Context.Tag("@lectern/core/Integrity")<Integrity, IntegrityService>() {}

/** How many times something that looks damaged is checked again while others write, before writers are blocked. */
const attempts = 3

type Found = ReadonlyArray<readonly [where: string, problem: string]>

const reasonOf = (cause: Cause.Cause<Unavailable>): string => {
  const error = Cause.squash(cause)
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return reason instanceof Error ? reason.message : String(reason)
}

/** Everything that a unit finds; a failure to read it is a finding too. */
const findingsOf = ({ run, where }: Unit): Effect.Effect<Found> =>
  Effect.suspend(() => {
    const found: Array<readonly [string, string]> = []
    return run((at, problem) => {
      found.push([at, problem])
    }).pipe(
      Effect.catchAllCause((cause) =>
        Cause.isInterrupted(cause)
          ? Effect.interrupt
          : Effect.sync(() => {
              found.push([where, `it cannot be read: ${reasonOf(cause)}`])
            })
      ),
      Effect.as(found)
    )
  })

const generationOf = ({ generation }: StorageService): Effect.Effect<number | undefined, Unavailable> =>
  generation ?? Effect.succeed(undefined)

/**
 * The findings of a unit that hold while nobody writes. What is found in spite of writers is looked for once more with
 * everything locked, because the rows of a unit have no lock in common.
 */
const confirmed = (storage: StorageService, unit: Unit, left = attempts): Effect.Effect<Found, Unavailable> =>
  Effect.gen(function* () {
    const before = yield* generationOf(storage)
    const found = yield* findingsOf(unit)
    if (found.length === 0 || (before !== undefined && (yield* generationOf(storage)) === before)) return found
    if (left > 1) return yield* confirmed(storage, unit, left - 1)
    if (unit.outside !== true) return yield* storage.transaction(findingsOf(unit))
    const again = new Set((yield* findingsOf(unit)).map((finding) => finding.join("\n")))
    return found.filter((finding) => again.has(finding.join("\n")))
  })

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const search = yield* SearchIndex
  const blobs = yield* BlobStore
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const links = yield* LinkIndex
  const indexing = yield* Indexing
  const pending = yield* PendingIndex
  const checks: ReadonlyArray<Check> = [
    { name: "records", units: Stream.fromIterable(allRecords.map((each) => recordsUnit(storage, each))) },
    owners(storage, search),
    organizations(storage),
    sites(storage),
    histories(storage),
    pageTrees(storage, items),
    counts(storage),
    storedBytes(storage),
    derivedLinks(storage, pending, links),
    derivedSearch(pending, { storage, documents, search }),
    files(storage, blobs),
    blobContents(storage, blobs)
  ]
  const service: IntegrityService = {
    check: Effect.fnUntraced(function* (listen) {
      yield* requireSystem
      // What keeps a space from being settled is damage that a check of its own reports.
      yield* Effect.catchAllCause(indexing.settleAll({ has: () => true }), () => Effect.void)
      const findings: Array<Finding> = []
      let count = 0
      for (const { name, units } of checks) {
        yield* Stream.runForEach(units, (unit) =>
          Effect.gen(function* () {
            for (const [where, problem] of yield* confirmed(storage, unit)) {
              const finding: Finding = { check: name, where, problem }
              count++
              if (findings.length < keptFindings) findings.push(finding)
              if (listen !== undefined) yield* listen(finding)
            }
          })
        )
      }
      return { count, findings }
    })
  }
  return service
})

/**
 * {@link Integrity} over the storage, the index and the blobs of the context.
 * @since 0.1.0
 */
export const service = serviceOf(Integrity, make)
