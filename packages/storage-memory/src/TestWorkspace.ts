/**
 * Workspaces for the tests of a program: one is filled once, and every test takes a fork of it, which takes about as
 * long as opening an engine, or resets it, which takes almost no time.
 *
 * @example
 * const handbook = await seeded(async (lectern) => {
 *   const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
 *   return { ada }
 * })
 * const { lectern, reset, seed } = await handbook.fork()
 * @since 0.1.0
 */
import { type IdSource, sequence } from "@lectern/core/ids/Ids"
import { DrainsInBackground, settleEverything } from "@lectern/core/internal/content/indexing/Indexing"
import * as Lectern from "@lectern/core/Lectern"
import * as Layer from "effect/Layer"
import * as MemoryStorage from "./MemoryStorage.js"

/** A workspace for one test, or for several in sequence. */
export interface TestWorkspace<Seed> {
  readonly lectern: Lectern.Lectern
  /** The result of the function that filled it. */
  readonly seed: Seed
  /** Resets everything to the state after filling, including search and files. Throws while a write is running. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

/** A workspace that has been filled. */
export interface SeededWorkspace<Seed> {
  readonly seed: Seed
  /** A separate workspace that begins with the content of this one. */
  readonly fork: () => Promise<TestWorkspace<Seed>>
}

/** The storage for an engine that writes only when it is called, so that a reset may come at any time. */
const unattended = ({ layer }: MemoryStorage.MemoryStorageHandle) => ({
  layer: Layer.merge(layer, Layer.succeed(DrainsInBackground, false))
})

/**
 * Fills a new workspace. Unless `ids` says otherwise, ids are those of `Ids.sequence`, the same in every run, and each
 * fork continues them where the filling ended.
 */
export const seeded = async <Seed>(
  fill: (lectern: Lectern.Lectern) => Promise<Seed>,
  options: Lectern.Options = {}
): Promise<SeededWorkspace<Seed>> => {
  const storage = MemoryStorage.open()
  const first = sequence()
  const lectern = await Lectern.open({ storage: unattended(storage), ids: first, ...options })
  const filled = async (): Promise<Seed> => {
    const seed = await fill(lectern)
    // Otherwise, every fork would have to index it.
    await lectern.runtime.runPromise(settleEverything)
    return seed
  }
  const seed = await filled().finally(() => lectern.close())
  return {
    seed,
    fork: async () => {
      const copy = storage.fork()
      const filled = copy.snapshot()
      let ids = sequence(first.made())
      const current: IdSource = { next: () => ids.next(), secret: () => ids.secret() }
      const fork = await Lectern.open({ storage: unattended(copy), ids: current, ...options })
      return {
        lectern: fork,
        seed,
        reset: () => {
          copy.reset(filled)
          ids = sequence(first.made())
        },
        close: fork.close
      }
    }
  }
}
