/** Tar archives that are written and read a piece at a time. */
import { type FileHandle, open } from "node:fs/promises"
import { Effect, Option, type Scope, Stream } from "effect"
import { Failed, reasonOf } from "../output/Failures.js"
import { blockSize, paddingAfter, readHeader, type TarHeader, writeHeader } from "./TarHeader.js"

/** How many bytes are read at once. */
const pieceSize = 256 * 1024

/** What an archive ends with. */
const endSize = 2 * blockSize

const handleOf = (file: string, flags: string, mode?: number): Effect.Effect<FileHandle, Failed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => open(file, flags, mode),
      catch: (error) => new Failed({ message: `${file} cannot be opened: ${reasonOf(error)}` })
    }),
    (handle) => Effect.promise(() => handle.close().catch(() => {}))
  )

/** Writes an archive. */
export interface TarWriter {
  /** Adds a file of exactly `size` bytes. */
  readonly add: <E>(header: TarHeader, bytes: Stream.Stream<Uint8Array, E>) => Effect.Effect<void, E | Failed>
  /** Ends the archive and forces it to the disk. */
  readonly end: Effect.Effect<void, Failed>
}

/** Begins a new archive, readable by its owner alone. It is closed with the scope, whether it was ended or not. */
export const createTar = (file: string, now: number): Effect.Effect<TarWriter, Failed, Scope.Scope> =>
  Effect.map(handleOf(file, "wx", 0o600), (handle) => {
    const write = (bytes: Uint8Array): Effect.Effect<void, Failed> =>
      Effect.tryPromise({
        try: async () => {
          for (let written = 0; written < bytes.length; ) {
            written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten
          }
        },
        catch: (error) => new Failed({ message: `${file} cannot be written: ${reasonOf(error)}` })
      })
    const writer: TarWriter = {
      add: (header, bytes) =>
        Effect.gen(function* () {
          yield* write(writeHeader(header, Math.floor(now / 1000)))
          let size = 0
          yield* Stream.runForEach(bytes, (piece) => {
            size += piece.length
            return write(piece)
          })
          if (size !== header.size) {
            return yield* new Failed({ message: `${header.name} has ${size} bytes and not ${header.size}` })
          }
          yield* write(new Uint8Array(paddingAfter(size)))
        }),
      end: Effect.zipRight(
        write(new Uint8Array(endSize)),
        Effect.tryPromise({
          try: async () => {
            await handle.chmod(0o600)
            await handle.sync()
          },
          catch: (error) => new Failed({ message: `${file} cannot be written: ${reasonOf(error)}` })
        })
      )
    }
    return writer
  })

/** A file of an archive; its bytes can be read until the scope of the archive closes. */
export interface TarEntry extends TarHeader {
  readonly bytes: Stream.Stream<Uint8Array, Failed>
}

/** Reads an archive. */
export interface TarReader {
  /** The next file, `undefined` after the last one. Fails where the archive is not whole. */
  readonly next: Effect.Effect<TarEntry | undefined, Failed>
}

/** Opens an archive for as long as the scope lasts. */
export const openTar = (file: string): Effect.Effect<TarReader, Failed, Scope.Scope> =>
  Effect.map(handleOf(file, "r"), (handle) => {
    let offset = 0
    const damaged = (problem: string) => new Failed({ message: `${file} is no whole backup: ${problem}` })
    const readAt = (position: number, length: number): Effect.Effect<Uint8Array, Failed> =>
      Effect.tryPromise({
        try: async () => {
          const bytes = new Uint8Array(length)
          for (let filled = 0; filled < length; ) {
            const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled)
            if (bytesRead === 0) return bytes.subarray(0, filled)
            filled += bytesRead
          }
          return bytes
        },
        catch: (error) => new Failed({ message: `${file} cannot be read: ${reasonOf(error)}` })
      })
    const exactly = (position: number, length: number) =>
      Effect.filterOrFail(
        readAt(position, length),
        (bytes) => bytes.length === length,
        () => damaged("it ends too early")
      )
    const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)
    const piecesOf = (start: number, end: number): Stream.Stream<Uint8Array, Failed> =>
      Stream.unfoldEffect(start, (position) =>
        position >= end
          ? Effect.succeedNone
          : Effect.map(exactly(position, Math.min(pieceSize, end - position)), (bytes) =>
              Option.some([bytes, position + bytes.length] as const)
            )
      )
    return {
      next: Effect.gen(function* () {
        const block = yield* exactly(offset, blockSize)
        if (isZero(block)) {
          const rest = yield* readAt(offset, endSize + 1)
          if (rest.length !== endSize || !isZero(rest)) return yield* damaged("it does not end where it must")
          return undefined
        }
        const header = readHeader(block)
        if (header === undefined) return yield* damaged(`the entry at ${offset} is damaged`)
        const start = offset + blockSize
        const end = start + header.size
        const padding = yield* exactly(end, paddingAfter(header.size))
        if (!isZero(padding)) return yield* damaged(`what follows ${header.name} is damaged`)
        offset = end + padding.length
        return { ...header, bytes: piecesOf(start, end) }
      })
    }
  })
