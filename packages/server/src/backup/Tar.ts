/** Tar archives as streams of bytes, written and read a piece at a time. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { createTarDecoder, createTarPacker } from "modern-tar"
import { Failed, reasonOf } from "../output/Failures.js"

/** The description of a file in an archive. */
export interface TarHeader {
  readonly name: string
  readonly size: number
}

/** Writes an archive. */
export interface TarWriter {
  /** Adds a file of exactly `size` bytes. */
  readonly add: <E>(header: TarHeader, bytes: Stream.Stream<Uint8Array, E>) => Effect.Effect<void, E>
  /** Ends the archive. */
  readonly end: Effect.Effect<void>
  /** The bytes of the archive, to be read while it is written. */
  readonly bytes: ReadableStream<Uint8Array>
}

/**
 * Begins an archive. A problem of writing it fails its reader's stream, and the writer waits for that. It ends with the
 * scope, whether or not it is complete.
 */
export const createTar = (now: number): Effect.Effect<TarWriter, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { controller, readable } = createTarPacker()
    yield* Effect.addFinalizer(() => Effect.sync(() => controller.error(new Error("the archive ends too early"))))
    const attempt = <A>(run: () => A | Promise<A>): Effect.Effect<A> =>
      Effect.catchAll(
        Effect.tryPromise(async () => run()),
        ({ error }) =>
          Effect.zipRight(
            Effect.sync(() => controller.error(error)),
            Effect.never
          )
      )
    const writer: TarWriter = {
      add: ({ name, size }, bytes) =>
        Effect.gen(function* () {
          const header = { name, size, mode: 0o600, mtime: new Date(now), type: "file" as const }
          const body = yield* attempt(() => controller.add(header).getWriter())
          yield* Stream.runForEach(bytes, (piece) => attempt(() => body.write(piece)))
          yield* attempt(() => body.close())
        }),
      end: attempt(() => controller.finalize()),
      bytes: readable
    }
    return writer
  })

/** A file of an archive; its bytes can be read once, before the next file is requested. */
export interface TarEntry extends TarHeader {
  readonly bytes: Stream.Stream<Uint8Array, Failed>
}

/** Reads an archive. */
export interface TarReader {
  /** The next file, `undefined` after the last one. Fails if the archive is incomplete. */
  readonly next: Effect.Effect<TarEntry | undefined, Failed>
}

/** Whether an error comes from the system, and not from the archive. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && "syscall" in error

/** Reads an archive from its bytes for as long as the scope lasts; `name` is its name in messages. */
export const openTar = (
  name: string,
  bytes: ReadableStream<Uint8Array>
): Effect.Effect<TarReader, never, Scope.Scope> =>
  Effect.gen(function* () {
    const entries = bytes.pipeThrough(createTarDecoder({ strict: true })).getReader()
    yield* Effect.addFinalizer(() => Effect.promise(() => entries.cancel().catch(() => {})))
    const failed = (error: unknown): Failed => {
      if (error instanceof Failed) return error
      const what = isOfSystem(error) ? "cannot be read" : "is not a complete backup"
      return new Failed({ message: `${name} ${what}: ${reasonOf(error)}` })
    }
    return {
      next: Effect.map(
        Effect.tryPromise({ try: () => entries.read(), catch: failed }),
        ({ value }): TarEntry | undefined =>
          value && {
            name: value.header.name,
            size: value.header.size,
            bytes: Stream.fromReadableStream(() => value.body, failed)
          }
      )
    }
  })
