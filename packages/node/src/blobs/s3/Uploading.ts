/** Writing bytes into a bucket: in one request, or in parts, which become a blob once their hash is known. */
import type { StoredBlob } from "@lectern/core/blobs/BlobStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { S3Failure } from "./Failure.js"
import { type Copy, copyOfUpload, markOf, newCopy, newUpload } from "./Layout.js"
import type { Objects } from "./Objects.js"
import { type Part, type Parts, partsOf } from "./Parts.js"

/** The maximum number of parts of an upload. */
export const mostParts = 10_000

/** How many parts are sent at the same time. */
const partsAtOnce = 3

const none = new Uint8Array(0)

const tooLong = (size: number): S3Failure =>
  new S3Failure({
    code: "too long",
    passing: false,
    message: `an upload in parts of ${size} bytes may have ${mostParts} of them: configure larger parts`
  })

/** Puts bytes from memory; the store checks that they have this hash. Returns the new copy. */
export const putWhole = (objects: Objects, hash: string, bytes: Uint8Array): Effect.Effect<Copy, S3Failure> =>
  Effect.flatMap(Clock.currentTimeMillis, (putAt) => {
    const copy = newCopy(hash, putAt, bytes.length)
    return objects.put(copy.name, bytes, hash).pipe(
      Effect.onInterrupt(() => Effect.ignore(objects.remove(copy.name))),
      Effect.as(copy)
    )
  })

/** Sends all parts, and returns their tags in order. */
const sendParts = <E>(objects: Objects, size: number, data: string, upload: string, first: Part, parts: Parts<E>) => {
  const rest = Stream.unfoldEffect(false, (ended) =>
    ended ? Effect.succeedNone : Effect.map(parts.next, (part) => Option.some([part, part.last] as const))
  )
  return Stream.concat(Stream.make(first), rest).pipe(
    Stream.filter(({ bytes }) => bytes.length > 0),
    Stream.zipWithIndex,
    Stream.mapEffect(
      ([{ bytes, hash, release }, index]) =>
        index >= mostParts
          ? Effect.fail(tooLong(size))
          : Effect.tap(objects.part(data, upload, index + 1, bytes, hash), () => Effect.sync(release)),
      { concurrency: partsAtOnce }
    ),
    Stream.runCollect,
    Effect.map((tags) => [...tags])
  )
}

/** Completes an upload; if the answer to an earlier try was lost, it is complete already. */
const complete = (objects: Objects, data: string, upload: string, tags: ReadonlyArray<string>) =>
  Effect.catchIf(
    objects.complete(data, upload, tags),
    ({ absent }) => absent,
    (failure) => Effect.flatMap(objects.exists(data), (there) => (there ? Effect.void : Effect.fail(failure)))
  )

/** Deletes a copy that is in an upload, under a mark, so that a sweep can finish it. */
export const removeUploaded = (objects: Objects, copy: Copy): Effect.Effect<void, S3Failure> =>
  objects
    .put(markOf(copy), none)
    .pipe(
      Effect.zipRight(objects.remove(copy.name)),
      Effect.zipRight(objects.remove(copy.data)),
      Effect.zipRight(objects.remove(markOf(copy)))
    )

const putInParts = <E>(objects: Objects, size: number, first: Part, parts: Parts<E>) => {
  const data = newUpload()
  let made: Copy | undefined
  return Effect.acquireUseRelease(
    objects.begin(data),
    (upload) =>
      Effect.gen(function* () {
        const tags = yield* sendParts(objects, size, data, upload, first, parts)
        const whole = parts.whole()
        const copy = copyOfUpload(whole.hash, yield* Clock.currentTimeMillis, data, whole.size)
        made = copy
        yield* objects.put(markOf(copy), none)
        yield* complete(objects, data, upload, tags)
        yield* objects.put(copy.name, none)
        yield* Effect.ignore(objects.remove(markOf(copy)))
        return copy
      }),
    (upload, exit) => {
      if (Exit.isSuccess(exit)) return Effect.void
      const undone = objects.abort(data, upload)
      return Effect.ignore(made === undefined ? undone : Effect.zipRight(undone, removeUploaded(objects, made)))
    }
  )
}

/**
 * Puts a stream as the object with a name: in one request if it fits into one part of `size` bytes. The object appears
 * complete, or not at all. Returns how many bytes it has.
 */
export const putNamed = <E>(
  objects: Objects,
  size: number,
  name: string,
  bytes: Stream.Stream<Uint8Array, E>
): Effect.Effect<number, E | S3Failure> =>
  Effect.scoped(
    Effect.gen(function* () {
      const parts = yield* partsOf(bytes, size)
      const first = yield* parts.next
      if (first.last) yield* objects.put(name, first.bytes, first.hash)
      else {
        yield* Effect.acquireUseRelease(
          objects.begin(name),
          (upload) =>
            Effect.flatMap(sendParts(objects, size, name, upload, first, parts), (tags) =>
              complete(objects, name, upload, tags)
            ),
          (upload, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(objects.abort(name, upload)))
        )
      }
      return parts.whole().size
    })
  )

/** Puts a stream: in one request if it fits into one part of `size` bytes. Returns the new copy. */
export const putStream = <E>(
  objects: Objects,
  size: number,
  bytes: Stream.Stream<Uint8Array, E>
): Effect.Effect<Copy, E | S3Failure> =>
  Effect.scoped(
    Effect.gen(function* () {
      const parts = yield* partsOf(bytes, size)
      const first = yield* parts.next
      return yield* first.last ? putWhole(objects, first.hash, first.bytes) : putInParts(objects, size, first, parts)
    })
  )

/** The hash and size of a copy. */
export const storedOf = ({ hash, size }: Copy): StoredBlob => ({ hash, size })
