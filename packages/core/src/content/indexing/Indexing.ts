/**
 * Keeps search and links up to date with the head of main: small changes with the revision, the rest in pieces right
 * after it.
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { steps } from "../../foundation/telemetry/Telemetry.js"
import { inlineSize } from "../../foundation/workers/Workers.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { combinedReads, readBatched } from "../../storage/rows/BatchedRead.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { type IndexedPageDocuments, SearchIndex } from "../../text/search-index/SearchIndex.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { bodyOf } from "../items/Item.js"
import type { ItemChange } from "../items/ItemRepository.js"
import { LinkIndex, type LinkUpdate, linksDiffer, type Presence } from "../links/LinkIndex.js"
import { isReadable, type Readings, readIndexed } from "../pages/TextReading.js"
import type { Drain, Known, makeDrain } from "./DrainPending.js"
import { indexedPage, nothing, perItem } from "./IndexedItem.js"
import { PendingIndex } from "./PendingIndex.js"
import type { PendingItem } from "./PendingIndexRows.js"
import { searchDiffers } from "./Searchable.js"

/** Runs an effect while no other one of its space is running. */
type InTurn = <A, E, R>(space: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Turns of spaces, none of which is taken. */
const makeTurns: Effect.Effect<InTurn> = Effect.sync(() => {
  const turns = new Map<string, { readonly lock: Effect.Semaphore; waiting: number }>()
  return (space, effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const own = turns.get(space) ?? { lock: Effect.unsafeMakeSemaphore(1), waiting: 0 }
        own.waiting++
        turns.set(space, own)
        return own
      }),
      ({ lock }) => lock.withPermits(1)(effect),
      (own) =>
        Effect.sync(() => {
          if (--own.waiting === 0) turns.delete(space)
        })
    )
})

/** Indexes the changes of a revision. */
export type TakeOver = (readings: Readings) => Effect.Effect<void, Unavailable>

/** Brings search and links up to date. */
export interface IndexingService {
  /**
   * In the transaction of a revision, before its changes are written; `present` knows the revision's future contents.
   * The returned function, called once the revision is written, indexes small changes immediately, and queues the rest
   * for {@link IndexingService.settle}.
   */
  readonly begin: (
    space: SpaceRecord,
    present: Presence,
    changes: ReadonlyArray<ItemChange>
  ) => Effect.Effect<TakeOver, Unavailable>
  /** In a transaction: removes a deleted space from search. */
  readonly removed: (space: string) => Effect.Effect<void, Unavailable>
  /** In a transaction: queues items of a space whose texts have to be read again. */
  readonly noted: (space: string, ids: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>
  /**
   * Processes everything queued for a space by now, in small transactions, so that search and links match a head.
   * Called before every read of them; the author of a large write calls it immediately, and passes the known data about
   * the write.
   */
  readonly settle: (space: string, known?: Known) => Effect.Effect<void, Unavailable>
  /** {@link IndexingService.settle} right after a revision, whose transaction may have left nothing to do. */
  readonly settleRevision: IndexingService["settle"]
  /** {@link IndexingService.settle} for the spaces of a set that have something queued. */
  readonly settleAll: (spaces: { readonly has: (space: string) => boolean }) => Effect.Effect<void, Unavailable>
  /** Removes the queued updates of a space. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** Keeps search and links up to date. */
export class Indexing extends Context.Tag("@lectern/core/Indexing")<Indexing, IndexingService>() {}

/** The amount that is indexed in one transaction: in characters, where each item counts for 1,024. */
export class IndexingBudget extends Context.Reference<IndexingBudget>()("@lectern/core/IndexingBudget", {
  defaultValue: () => 256 * 1024
}) {}

const settling = lazy("the index", () => import("./DrainPending.js"))

/** The factor by which the budget of a transaction grows if the texts were read before it. */
const drained = 4

/** The number of pages whose links are read together at the beginning; the links of other pages are read one by one. */
const readAtOnce = 8

/** The first items whose links may change. */
const relinked = (changes: ReadonlyArray<ItemChange>): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const { next, stored } of changes) {
    const before = stored?.value.value
    if (before !== undefined && linksDiffer(before, next)) found.push(before.id)
    if (found.length === readAtOnce) break
  }
  return found
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const documents = yield* DocumentRepository
  const search = yield* SearchIndex
  const links = yield* LinkIndex
  const pending = yield* PendingIndex
  const budget = yield* IndexingBudget
  const inTurn = yield* makeTurns
  const step = yield* steps

  /** The spaces for which the last revision of this process left nothing to do, until this is asked for. */
  const settled = new Set<string>()

  const changed = Effect.fnUntraced(function* (
    space: SpaceRecord,
    update: LinkUpdate,
    isBehind: boolean,
    changes: ReadonlyArray<ItemChange>,
    readings: Readings
  ) {
    const [came, went]: [Array<string>, Array<string>] = [[], []]
    const later: Array<PendingItem> = []
    const pages: Array<IndexedPageDocuments> = []
    // Queued updates come first: a pending removal would delete the entries that are added now.
    let left = isBehind ? 0 : budget
    for (const { next, stored } of changes) {
      const before = stored?.value.value
      const id = next?.id ?? before?.id ?? ""
      const presence = before === undefined ? "came" : next === undefined ? "went" : undefined
      const [searched, linked] = [searchDiffers(before, next), linksDiffer(before, next)]
      if (presence === undefined && !searched && !linked) continue
      left -= perItem
      const body = bodyOf(next)
      let text = body === undefined ? nothing : readings.get(body)
      if (left >= 0 && text === undefined) {
        const markdown = yield* documents.markdown(space.id, body)
        if (markdown.length <= Math.min(left, inlineSize) && isReadable(markdown)) text = yield* readIndexed(markdown)
      }
      if (text === undefined || text.length > left) {
        // All later updates wait as well, so that a transaction does not read items that it leaves to others.
        left = 0
        later.push({ id, ...(presence !== undefined && { presence }) })
        continue
      }
      left -= text.length
      yield* giveWay
      if (searched) pages.push(indexedPage(space, id, next, text))
      if (linked) yield* update.item(id, next, text.links, before === undefined)
      if (presence === "came") came.push(id)
      if (presence === "went") went.push(id)
    }
    if (pages.length > 0) yield* search.replacePages(space.id, pages)
    yield* update.finish(came, went)
    yield* pending.add(space.id, later)
    if (isBehind || later.length > 0) settled.delete(space.id)
    else settled.add(space.id)
  })

  const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof makeDrain>>>()
  let made: Drain | undefined
  const drain: Drain = (space, until, known) =>
    Effect.gen(function* () {
      made ??= yield* Effect.provide((yield* settling.load).makeDrain(budget * drained), context)
      yield* made(space, until, known)
    })

  const settle: IndexingService["settle"] = (space, known = {}) =>
    Effect.flatMap(pending.last(space), (until) =>
      until === undefined ? Effect.void : inTurn(space, step("index.settle")(drain(space, until, known)))
    )

  return {
    begin: (space, present, changes) =>
      Effect.flatMap(
        readBatched(storage, combinedReads([links.reading(space.id, relinked(changes)), pending.lasting(space.id)])),
        ([read, noted]) =>
          Effect.map(
            links.update(space.id, present, read),
            (update): TakeOver =>
              (readings) =>
                changed(space, update, noted !== undefined, changes, readings)
          )
      ),
    removed: pending.addRemoval,
    noted: (space, ids) =>
      pending.add(
        space,
        ids.map((id) => ({ id }))
      ),
    settle,
    settleRevision: (space, readings) =>
      Effect.suspend(() => (settled.delete(space) ? Effect.void : settle(space, readings))),
    settleAll: (some) =>
      Effect.flatMap(pending.spaces, (found) =>
        Effect.forEach(
          found.filter((space) => some.has(space)),
          (space) => settle(space),
          { discard: true }
        )
      ),
    purge: pending.purge
  } satisfies IndexingService
})

/** {@link Indexing} over the repositories and indexes of the context. */
export const service = serviceOf(Indexing, make)
