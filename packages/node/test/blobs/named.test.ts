/** Objects under names of the caller's choice. */

import { assert, it } from "@effect/vitest"
import { s3Server } from "@lectern/storage-testing/s3/server"
import { Effect, Either, Redacted, Stream } from "effect"
import * as NamedObjects from "../../src/blobs/s3/NamedObjects.js"

it.scoped("appear complete or not at all", () =>
  Effect.gen(function* () {
    const { bucket, endpoint, keyId, objects, region, secret, uploads } = yield* s3Server()
    const credentials = { keyId, secret: Redacted.make(secret) }
    const named = NamedObjects.make({ bucket, endpoint, region, credentials, prefix: "some" })
    const pieces = Stream.repeatValue(Buffer.alloc(1024 * 1024, "bytes")).pipe(Stream.take(9))
    const broken = yield* Effect.either(named.put("broken", Stream.concat(pieces, Stream.fail("the end")), 0))
    assert.deepStrictEqual(broken, Either.left("the end"))
    assert.deepStrictEqual([uploads.size, objects.size], [0, 0])
    assert.strictEqual(yield* named.put("whole", pieces, 0), 9 * 1024 * 1024)
    assert.deepStrictEqual([...objects.keys()], ["some/whole"])
    const [found] = yield* Stream.runCollect(named.list)
    const read = yield* Stream.runFold(named.read(found!), 0, (sum, piece) => sum + piece.length)
    assert.strictEqual(read, 9 * 1024 * 1024)
    yield* named.remove("whole")
    assert.strictEqual(objects.size, 0)
  })
)
