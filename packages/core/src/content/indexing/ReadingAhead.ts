/**
 * Reads the texts of a large write in worker threads, ahead of the transactions that index them, so that the writing
 * thread only has to write.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { given } from "../../foundation/loading/Lazy.js"
import { inlineSize, type WorkersService } from "../../foundation/workers/Workers.js"
import { bodyOf, type ItemValue } from "../items/Item.js"
import {
  pagesTask,
  type ReadItem,
  readItems,
  sizeOf,
  type TextOfItem,
  textOfItem,
  together,
  unpacked
} from "./IndexingTasks.js"
import { searchDiffers } from "./Searchable.js"

/**
 * The author's knowledge about a revision: the items that it changed, in their new versions, and some of the texts by
 * id.
 */
export interface Written {
  readonly sequence: number
  readonly items: ReadonlyMap<string, ItemValue | undefined>
  readonly texts: ReadonlyMap<string, string>
}

/** Texts that are read before they are requested. */
export interface ReadingAhead {
  /**
   * The reading of an item, if its text was read and the item is unchanged since. To be called in the order of the
   * revision.
   */
  readonly take: (id: string, value: ItemValue | undefined) => Effect.Effect<ReadItem | undefined, Unavailable>
}

/** Nothing is read ahead, as there are no other threads, or nothing is known about the write. */
const none: ReadingAhead = { take: () => Effect.succeed(undefined) }

/** The number of batches that are given to the worker threads together, so that they always have one at hand. */
const atOnce = 3

/** The reading of the text at a place of a batch; `undefined` for all of them if one was too complex. */
type ReadAt = (place: number) => ReadItem | undefined

/** Texts that are read together. */
interface Batch {
  readonly texts: ReadonlyArray<TextOfItem>
  readonly read: Deferred.Deferred<ReadAt, Unavailable>
}

interface Asked {
  readonly value: ItemValue | undefined
  readonly batch: Batch
  readonly place: number
}

/**
 * Reads the texts of a revision from one of its items on, more than `most` characters ahead, until the scope closes. A
 * text that is large by itself is left to the caller that needs it.
 */
export const readAhead = Effect.fnUntraced(function* (
  workers: WorkersService,
  written: Written | undefined,
  first: string,
  most: number
) {
  if (written === undefined || workers.parallel !== true) return none
  /** The text of an item, if it is known and small. */
  const textOf = (value: ItemValue | undefined): string | undefined => {
    const body = bodyOf(value)
    const markdown = body === undefined ? undefined : written.texts.get(body)
    return markdown === undefined || markdown.length > inlineSize ? undefined : markdown
  }
  const scope = yield* Effect.scope
  const rest = written.items.entries()
  const asked = new Map<string, Asked>()
  /** The batches that are not being read yet. */
  const waiting: Array<Batch> = []
  let ahead = 0
  let begun = false
  let reading = 0

  const sizeAt = ({ batch, place }: Asked): number => sizeOf(batch.texts[place]!.markdown)

  /** Collects the next texts; returns whether there are any. */
  const collect = (): boolean => {
    const texts: Array<TextOfItem> = []
    const batch: Batch = { texts, read: Deferred.unsafeMake(FiberId.none) }
    for (let size = 0; size < together; ) {
      const entry = rest.next()
      if (entry.done === true) break
      const [id, value] = entry.value
      begun ||= id === first
      const markdown = begun ? textOf(value) : undefined
      if (markdown === undefined) continue
      asked.set(id, { value, batch, place: texts.length })
      texts.push(textOfItem(value, markdown))
      size += sizeOf(markdown)
      ahead += sizeOf(markdown)
    }
    if (texts.length > 0) waiting.push(batch)
    return texts.length > 0
  }

  const nothing: ReadAt = () => undefined
  const inThread = ({ read, texts }: Batch) =>
    workers.run(pagesTask, texts).pipe(
      // Unpacked when it is used: a thousand strings for each page would outlive some garbage collections.
      Effect.map(
        (found): ReadAt =>
          (place) =>
            unpacked(found[place]!)
      ),
      Effect.catchTag("Conflict", () => Effect.succeed(nothing)),
      Effect.intoDeferred(read)
    )
  const here = ({ read, texts }: Batch) =>
    given(() => readItems(texts)).pipe(
      Effect.map(
        (found): ReadAt =>
          (place) =>
            found[place]
      ),
      Effect.intoDeferred(read)
    )

  const giveToThreads: Effect.Effect<void> = Effect.suspend(() => {
    const next = reading < atOnce ? waiting.shift() : undefined
    if (next === undefined) return Effect.void
    reading++
    const done = Effect.sync(() => reading--)
    const work = Effect.zipRight(Effect.ensuring(inThread(next), done), giveToThreads)
    return Effect.zipRight(Effect.forkIn(work, scope), giveToThreads)
  })

  /** The result of reading a batch; meanwhile, this thread reads others, so that neither waits for the other. */
  const resultOf = Effect.fnUntraced(function* ({ read }: Batch) {
    while (!(yield* Deferred.isDone(read))) {
      const next = waiting.shift()
      if (next === undefined) break
      yield* here(next)
    }
    return yield* Deferred.await(read)
  })

  const take: ReadingAhead["take"] = Effect.fnUntraced(function* (id, value) {
    while (ahead <= most && collect());
    yield* giveToThreads
    const found = asked.get(id)
    if (found === undefined) return undefined
    // The items before it in the revision need no index.
    for (const [other, each] of asked) {
      asked.delete(other)
      ahead -= sizeAt(each)
      if (other === id) break
    }
    const isSame =
      found.value === value || (bodyOf(found.value) === bodyOf(value) && !searchDiffers(found.value, value))
    return isSame ? (yield* resultOf(found.batch))(found.place) : undefined
  })
  return { take }
})
