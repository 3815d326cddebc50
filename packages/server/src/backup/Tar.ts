/** Tar archives as files, written and read a piece at a time. */
import { type FileHandle, open } from "node:fs/promises"
import { Effect, type Scope, Stream } from "effect"
import { createTarDecoder, createTarPacker } from "modern-tar"
import { Failed, reasonOf } from "../output/Failures.js"

/** How many bytes are read at once. */
const pieceSize = 256 * 1024

const handleOf = (file: string, flags: string, mode?: number): Effect.Effect<FileHandle, Failed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => open(file, flags, mode),
      catch: (error) => new Failed({ message: `${file} cannot be opened: ${reasonOf(error)}` })
    }),
    (handle) => Effect.promise(() => handle.close().catch(() => {}))
  )

/** The description of a file in an archive. */
export interface TarHeader {
  readonly name: string
  readonly size: number
}

/** Writes an archive. */
export interface TarWriter {
  /** Adds a file of exactly `size` bytes. */
  readonly add: <E>(header: TarHeader, bytes: Stream.Stream<Uint8Array, E>) => Effect.Effect<void, E | Failed>
  /** Ends the archive and forces it to the disk. */
  readonly end: Effect.Effect<void, Failed>
}

const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten
  }
}

/** Begins a new archive, readable by its owner alone. It is closed with the scope, whether or not it is complete. */
export const createTar = (file: string, now: number): Effect.Effect<TarWriter, Failed, Scope.Scope> =>
  Effect.gen(function* () {
    const handle = yield* handleOf(file, "wx", 0o600)
    const { controller, readable } = createTarPacker()
    const written = readable.pipeTo(new WritableStream<Uint8Array>({ write: (bytes) => writeAll(handle, bytes) }))
    written.catch(() => {})
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => {
        controller.error(new Error("the archive ends too early"))
        return written.catch(() => {})
      })
    )
    const attempt = <A>(run: () => A | Promise<A>): Effect.Effect<A, Failed> =>
      Effect.tryPromise({
        try: async () => run(),
        catch: (error) => new Failed({ message: `${file} cannot be written: ${reasonOf(error)}` })
      })
    const writer: TarWriter = {
      add: ({ name, size }, bytes) =>
        Effect.gen(function* () {
          const header = { name, size, mode: 0o600, mtime: new Date(now), type: "file" as const }
          const body = yield* attempt(() => controller.add(header).getWriter())
          yield* Stream.runForEach(bytes, (piece) => attempt(() => body.write(piece)))
          yield* attempt(() => body.close())
        }),
      end: attempt(async () => {
        controller.finalize()
        await written
        await handle.chmod(0o600)
        await handle.sync()
      })
    }
    return writer
  })

/** A file of an archive; its bytes can be read once, before the next file is requested. */
export interface TarEntry extends TarHeader {
  readonly bytes: Stream.Stream<Uint8Array, Failed>
}

/** Reads an archive. */
export interface TarReader {
  /** The next file, `undefined` after the last one. Fails if the archive is not whole. */
  readonly next: Effect.Effect<TarEntry | undefined, Failed>
}

/** Whether an error comes from the system, and not from the archive. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && "syscall" in error

/** Opens an archive for as long as the scope lasts. */
export const openTar = (file: string): Effect.Effect<TarReader, Failed, Scope.Scope> =>
  Effect.gen(function* () {
    const handle = yield* handleOf(file, "r")
    const source = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const bytes = new Uint8Array(pieceSize)
        const { bytesRead } = await handle.read(bytes, 0, pieceSize)
        if (bytesRead === 0) controller.close()
        else controller.enqueue(bytes.subarray(0, bytesRead))
      }
    })
    const entries = source.pipeThrough(createTarDecoder({ strict: true })).getReader()
    yield* Effect.addFinalizer(() => Effect.promise(() => entries.cancel().catch(() => {})))
    const failed = (error: unknown): Failed => {
      const what = isOfSystem(error) ? "cannot be read" : "is not a complete backup"
      return new Failed({ message: `${file} ${what}: ${reasonOf(error)}` })
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
