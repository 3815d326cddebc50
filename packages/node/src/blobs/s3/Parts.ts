/** Streams of bytes in parts of one size, whose memory is reused. */
import { createHash } from "node:crypto"
import type { StoredBlob } from "@lectern/core/blobs/BlobStore"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** A part of a stream. */
export interface Part {
  readonly bytes: Uint8Array
  /** Its SHA-256 in lower-case hex. */
  readonly hash: string
  /** Whether the stream ends with it. */
  readonly last: boolean
  /** Returns its memory: the bytes are overwritten by a later part. */
  readonly release: () => void
}

/** The parts of a stream, one after another, and the blob that they form once the last one has been read. */
export interface Parts<E> {
  readonly next: Effect.Effect<Part, E>
  readonly whole: () => StoredBlob
}

/** The memory that the first part begins with: most streams are short. */
const firstRoom = 64 * 1024

/** Reads a stream in parts of exactly `size` bytes. The last part is shorter, possibly empty. */
export const partsOf = <E>(bytes: Stream.Stream<Uint8Array, E>, size: number) =>
  Effect.map(Stream.toPull(bytes), (pull): Parts<E> => {
    const whole = createHash("sha256")
    const free: Array<Uint8Array> = []
    let total = 0
    let rest: ReadonlyArray<Uint8Array> = []
    let room = Math.min(firstRoom, size)

    const take = (chunk: Uint8Array, into: Uint8Array, filled: number): Uint8Array => {
      let target = into
      while (target.length < Math.min(filled + chunk.length, size)) {
        target = Buffer.allocUnsafeSlow(Math.min(size, target.length * 4))
        target.set(into.subarray(0, filled))
      }
      target.set(chunk, filled)
      return target
    }

    const next = Effect.gen(function* () {
      const hash = createHash("sha256")
      let memory: Uint8Array = free.pop() ?? Buffer.allocUnsafeSlow(room)
      let filled = 0
      let last = false
      while (filled < size && !last) {
        if (rest.length === 0) {
          const pulled = yield* Effect.either(pull)
          if (Either.isRight(pulled)) rest = Chunk.toReadonlyArray(pulled.right)
          else if (Option.isSome(pulled.left)) return yield* Effect.fail(pulled.left.value)
          else last = true
          continue
        }
        const [chunk = new Uint8Array(0), ...others] = rest
        const taken = chunk.subarray(0, size - filled)
        memory = take(taken, memory, filled)
        filled += taken.length
        hash.update(taken)
        whole.update(taken)
        rest = taken.length < chunk.length ? [chunk.subarray(taken.length), ...others] : others
      }
      room = size
      total += filled
      const owned = memory
      const release = (): void => {
        if (owned.length === size) free.push(owned)
      }
      return { bytes: owned.subarray(0, filled), hash: hash.digest("hex"), last, release }
    })
    return { next, whole: () => ({ hash: whole.digest("hex"), size: total }) }
  })
