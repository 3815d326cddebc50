/** The places of archives: a folder, or a bucket. */
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Failed } from "../output/Failures.js"

/** A place for archives. */
export interface ArchivePlace {
  /** The address of an archive in it, as it is written on the command line. */
  readonly addressOf: (name: string) => string
  /** The names of the archives in it; an archive that is being written has none yet. */
  readonly list: Effect.Effect<ReadonlyArray<string>, Failed>
  /** Whether this name is taken: by an archive, or by a file that cannot be replaced by one. */
  readonly has: (name: string) => Effect.Effect<"an archive" | "something else" | undefined, Failed>
  /**
   * Stores bytes as an archive, which appears complete or not at all, readable by its owner alone, and returns its size;
   * `expected` is about how large it is.
   */
  readonly store: (name: string, bytes: ReadableStream<Uint8Array>, expected: number) => Effect.Effect<number, Failed>
  /** The bytes of an archive, for as long as the scope lasts. */
  readonly read: (name: string) => Effect.Effect<ReadableStream<Uint8Array>, Failed, Scope.Scope>
  readonly remove: (name: string) => Effect.Effect<void, Failed>
  /** The path of a temporary file while an archive is being written. */
  readonly scratch: (name: string) => string
}

/** The pattern of the names of archives that are named by their time. */
const named = /^lectern-(\d{8}T\d{6}\.\d{3}Z)\.tar(?:\.age)?$/

/** The name of an archive by its time, in milliseconds. */
export const nameAt = (time: number, encrypted: boolean): string =>
  `lectern-${new Date(time).toISOString().replaceAll(/[-:]/g, "")}.tar${encrypted ? ".age" : ""}`

/** The archives that are named by their time, newest first. */
export const newestFirst = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .flatMap((name) => {
      const [, time] = named.exec(name) ?? []
      return time === undefined ? [] : [{ name, time }]
    })
    .sort((a, b) => (a.time < b.time ? 1 : -1))
    .map(({ name }) => name)
