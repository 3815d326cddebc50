/** Objects of a bucket under names that the caller chooses, such as archives. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Client from "./Client.js"
import type { S3Failure } from "./Failure.js"
import { type Listed, objectsOf } from "./Objects.js"
import type { S3Options } from "./Options.js"
import { readCopy } from "./Reading.js"
import { mostParts, putNamed } from "./Uploading.js"

/** The objects of a bucket, or of the part of it whose names begin with a prefix. */
export interface NamedObjects {
  readonly list: Stream.Stream<Listed, S3Failure>
  /**
   * Puts an object, which appears complete or not at all, and returns its size; `expected` is about how large it is, and
   * may be less than half of that.
   */
  readonly put: <E>(
    name: string,
    bytes: Stream.Stream<Uint8Array, E>,
    expected: number
  ) => Effect.Effect<number, E | S3Failure>
  readonly read: (object: Pick<Listed, "name" | "size">) => Stream.Stream<Uint8Array, S3Failure>
  readonly remove: (name: string) => Effect.Effect<void, S3Failure>
}

const mega = 1024 * 1024

/** The age at which an upload that nobody has completed is aborted, in milliseconds. */
const abandoned = 7 * 86_400_000

/** The objects of a bucket. */
export const make = (options: S3Options): NamedObjects => {
  const client = Client.make(options)
  const objects = objectsOf(client)
  /** Aborts the uploads of programs that were killed: their parts take room, but nobody sees them. */
  const sweep = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    yield* Stream.runForEach(objects.unfinished(""), ({ begunAt, name, upload }) =>
      begunAt < now - abandoned ? objects.abort(name, upload) : Effect.void
    )
  })
  return {
    list: objects.list(""),
    put: (name, bytes, expected) => {
      const partSize = Math.max(8, Math.ceil((2 * expected) / mostParts / mega)) * mega
      return Effect.zipRight(Effect.ignore(sweep), putNamed(objects, partSize, name, bytes))
    },
    read: ({ name, size }) => {
      const object = { data: name, size }
      return readCopy(client, object, undefined, Effect.succeed(object))
    },
    remove: objects.remove
  }
}
