/**
 * Checks that everything stored in a workspace is consistent.
 * @since 0.1.0
 */

import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Indexing } from "../../content/indexing/Indexing.js"
import { PendingIndex } from "../../content/indexing/PendingIndex.js"
import { DocumentRepository } from "../../content/items/DocumentRepository.js"
import { ItemRepository } from "../../content/items/ItemRepository.js"
import { LinkIndex } from "../../content/links/LinkIndex.js"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import type { Actor } from "../../people/access/Actor.js"
import { SiteRepository } from "../../people/places/SiteRepository.js"
import { requireSystem } from "../../people/users/Users.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { Tables } from "../../storage/rows/RecordTable.js"
import { Storage, type StorageService } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { SearchIndex } from "../../text/search-index/SearchIndex.js"
import { blobContents, files } from "./checks/Blobs.js"
import { counts } from "./checks/Counts.js"
import { derivedLinks, derivedSearch } from "./checks/Derived.js"
import { histories } from "./checks/Histories.js"
import { organizations } from "./checks/Organizations.js"
import { owners } from "./checks/Owners.js"
import { pageTrees } from "./checks/PageTrees.js"
import { sites } from "./checks/Sites.js"
import { storedBytes } from "./checks/StoredBytes.js"
import type { Check, Finding, Mend, Unit } from "./Finding.js"
import { reindexing } from "./Mending.js"
import { recordsUnit } from "./Records.js"

/** The result of a check. */
export interface CheckResult {
  /** The number of damaged things. */
  readonly count: number
  /** The first {@link keptFindings} of them. */
  readonly findings: ReadonlyArray<Finding>
}

/** The maximum number of findings in a result; a listener receives all of them. */
export const keptFindings = 1000

/** Derived data that could not be rebuilt. */
export interface FailedRepair {
  readonly finding: Finding
  readonly reason: string
}

/** The result of a repair. */
export interface RepairResult {
  /** Findings of damage that has been rebuilt. */
  readonly repaired: ReadonlyArray<Finding>
  readonly failed: ReadonlyArray<FailedRepair>
}

/** The data to repair in addition to the check's findings. */
export interface RepairOptions {
  /** The ids of spaces whose search is damaged inside the index, which only its storage can tell. */
  readonly search?: ReadonlyArray<string>
}

/** Looks for damage, and repairs data that can be derived from undamaged data. */
export interface IntegrityService {
  /**
   * Reads the whole workspace, a piece at a time, and reports everything that is damaged; `found` is called for each
   * finding immediately. Writes may continue meanwhile: data that looks damaged during a change is checked again,
   * eventually with writers blocked. Only for the embedding program.
   */
  readonly check: (found?: (finding: Finding) => Effect.Effect<void>) => Effect.Effect<CheckResult, LecternError, Actor>
  /**
   * Reads the workspace as `check` does, except for the bytes of blobs, and rebuilds everything derived that is damaged:
   * search, links, counts, indexed columns, places on sites and uses of blobs. Content, people and access never change;
   * whatever cannot be derived stays as it is, and a check reports it. Writes may continue meanwhile. Only for the
   * embedding program.
   */
  readonly repair: (options?: RepairOptions) => Effect.Effect<RepairResult, LecternError, Actor>
}

/** The service that checks. */
export class Integrity extends Context.Tag("@lectern/core/Integrity")<Integrity, IntegrityService>() {}

/** The number of times that apparently damaged data is checked again while others write, before writers are blocked. */
const attempts = 3

type One = readonly [where: string, problem: string, mend?: Mend | undefined]
type Found = ReadonlyArray<One>

const textOf = ([where, problem]: One): string => `${where}\n${problem}`

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return reason instanceof Error ? reason.message : String(reason)
}

/** Everything that a unit finds; a failure to read it is a finding too. */
const findingsOf = ({ run, where }: Unit): Effect.Effect<Found> =>
  Effect.suspend(() => {
    const found: Array<One> = []
    return run((...one) => {
      found.push(one)
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
 * The findings of a unit that hold while nobody writes. Damage found while others write is looked for once more with
 * everything locked, because the rows of a unit have no lock in common.
 */
const confirmed = (storage: StorageService, unit: Unit, left = attempts): Effect.Effect<Found, Unavailable> =>
  Effect.gen(function* () {
    const before = yield* generationOf(storage)
    const found = yield* findingsOf(unit)
    if (found.length === 0 || (before !== undefined && (yield* generationOf(storage)) === before)) return found
    if (left > 1) return yield* confirmed(storage, unit, left - 1)
    if (unit.outside !== true) return yield* storage.transaction(findingsOf(unit))
    const again = new Set((yield* findingsOf(unit)).map(textOf))
    return found.filter((finding) => again.has(textOf(finding)))
  })

const findingOf = (check: string, [where, problem, mend]: One): Finding => ({
  check,
  where,
  problem,
  ...(mend !== undefined && { derived: true })
})

/** Runs mends, each once however many findings are about the same; the reason if one failed. */
const mending = () => {
  const results = new Map<string, string | undefined>()
  return ({ of, run }: Mend): Effect.Effect<string | undefined> =>
    Effect.gen(function* () {
      if (results.has(of)) return results.get(of)
      const reason = yield* run.pipe(
        Effect.as(undefined),
        Effect.catchAllCause((cause) =>
          Cause.isInterrupted(cause) ? Effect.interrupt : Effect.succeed(reasonOf(cause))
        )
      )
      results.set(of, reason)
      return reason
    })
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const tables = yield* Tables
  const search = yield* SearchIndex
  const blobs = yield* BlobStore
  const documents = yield* DocumentRepository
  const indexing = yield* Indexing
  const items = yield* ItemRepository
  const links = yield* LinkIndex
  const ports = { storage, items, documents, links, search, indexing, pending: yield* PendingIndex }
  // An earlier check may have to repair data that a later one counts.
  const checks: ReadonlyArray<Check> = [
    { name: "records", units: Stream.fromIterable(tables.map((table) => recordsUnit({ ...ports, tables }, table))) },
    owners(storage, search, links),
    organizations(storage),
    sites(storage, yield* SiteRepository),
    histories(storage),
    pageTrees(storage, items),
    counts(storage),
    files(storage, blobs),
    storedBytes(storage),
    derivedLinks(ports),
    derivedSearch(ports)
  ]
  // Damage that keeps a space from being settled is reported by a check of its own.
  const settled = Effect.catchAllCause(indexing.settleAll({ has: () => true }), () => Effect.void)
  const each = (some: ReadonlyArray<Check>, use: (check: string, found: Found) => Effect.Effect<void>) =>
    Effect.forEach(
      some,
      ({ name, units }) =>
        Stream.runForEach(units, (unit) => Effect.flatMap(confirmed(storage, unit), (found) => use(name, found))),
      { discard: true }
    )
  const service: IntegrityService = {
    check: Effect.fnUntraced(function* (listen) {
      yield* requireSystem
      yield* settled
      const findings: Array<Finding> = []
      let count = 0
      const note = (finding: Finding): Effect.Effect<void> => {
        count++
        if (findings.length < keptFindings) findings.push(finding)
        return listen?.(finding) ?? Effect.void
      }
      yield* each([...checks, blobContents(storage, blobs)], (check, found) =>
        Effect.forEach(found, (one) => note(findingOf(check, one)), { discard: true })
      )
      return { count, findings }
    }),
    repair: Effect.fnUntraced(function* ({ search: damaged = [] } = {}) {
      yield* requireSystem
      const repaired: Array<Finding> = []
      const failed: Array<FailedRepair> = []
      const repair = Effect.fnUntraced(function* (check: string, found: Found) {
        const mend = mending()
        for (const one of found) {
          const [, , by] = one
          if (by === undefined) continue
          const reason = yield* mend(by)
          const finding = findingOf(check, one)
          if (reason === undefined) repaired.push(finding)
          else failed.push({ finding, reason })
        }
      })
      yield* settled
      yield* repair(
        "search",
        damaged.map((space): One => {
          const { of, run } = reindexing(ports, space)
          const mend = { of, run: Effect.zipRight(search.removeSpace(space), run) }
          return [`space ${space}`, "its index is damaged", mend]
        })
      )
      yield* each(checks, repair)
      return { repaired, failed }
    })
  }
  return service
})

/** {@link Integrity} over the storage, the index and the blobs of the context. */
export const service = serviceOf(Integrity, make)
