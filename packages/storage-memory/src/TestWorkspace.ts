/**
 * Workspaces for the tests of a program: one is filled once, and every test has a fork of it, which costs about as much
 * as opening an engine, or puts the same one back, which costs next to nothing.
 *
 * @example
 * const handbook = await seeded(async (lectern) => {
 *   const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
 *   return { ada }
 * })
 * const { lectern, reset, seed } = await handbook.fork()
 */
import { type IdSource, sequence } from "@lectern/core/ids/Ids"
import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "./MemoryStorage.js"

/**
 * A workspace of one test, or of one after the other.
 * @since 0.1.0
 */
export interface TestWorkspace<Seed> {
  readonly lectern: Lectern.Lectern
  /** What the filling gave. */
  readonly seed: Seed
  /** Everything as it was when the workspace had been filled, search and files included. Throws while something writes. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

/**
 * A workspace that is filled.
 * @since 0.1.0
 */
export interface SeededWorkspace<Seed> {
  readonly seed: Seed
  /** A workspace of its own that begins with what is in this one. */
  readonly fork: () => Promise<TestWorkspace<Seed>>
}

/**
 * Fills a new workspace. Unless `ids` says otherwise, ids are those of `Ids.sequence`, the same in every run, and those
 * of each fork go on where the filling has ended.
 * @since 0.1.0
 */
export const seeded = async <Seed>(
  fill: (lectern: Lectern.Lectern) => Promise<Seed>,
  options: Lectern.Options = {}
): Promise<SeededWorkspace<Seed>> => {
  const storage = MemoryStorage.open()
  const first = sequence()
  const lectern = await Lectern.open({ storage, ids: first, ...options })
  const seed = await fill(lectern).finally(() => lectern.close())
  return {
    seed,
    fork: async () => {
      const copy = storage.fork()
      const filled = copy.snapshot()
      let ids = sequence(first.made())
      const current: IdSource = { next: () => ids.next(), secret: () => ids.secret() }
      const fork = await Lectern.open({ storage: copy, ids: current, ...options })
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
