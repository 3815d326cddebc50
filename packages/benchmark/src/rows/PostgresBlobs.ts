/** A large blob into a PostgreSQL database and out of it, compared with a loop over `pg`. */
import * as Effect from "effect/Effect"
import { childNumbers } from "../Child.js"
import { constant, type Family, median, subjectAtMost, type Target } from "../Harness.js"
import { durable, newDatabase, newServer, type PostgresServer } from "../postgres/Server.js"

/** The size of the blob, in megabytes. */
const size = Number(process.env.LECTERN_BLOB_MB ?? 1_000)
const rounds = 2

const transfer = (server: PostgresServer, side: "engine" | "hand") =>
  Effect.scoped(
    Effect.flatMap(newDatabase(server), ({ url }) =>
      Effect.promise(() =>
        childNumbers("./postgres/BlobTransfer.js", ["into", "out", "kilobytes"], [side, url, String(size)])
      )
    )
  )

const atLeast: Target = { of: "ratio", kind: "at least", value: 0.7 }

/** A blob of 1 GB, or of as many megabytes as `LECTERN_BLOB_MB` says: its rate each way, and the memory that this takes. */
export const postgresBlobs: Family = {
  name: "postgres-blobs",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const server = yield* newServer(durable)
    const engine: Array<Effect.Effect.Success<ReturnType<typeof transfer>>> = []
    const hand: typeof engine = []
    for (let round = 0; round < rounds; round++) {
      engine.push(yield* transfer(server, "engine"))
      hand.push(yield* transfer(server, "hand"))
    }
    const of = (found: typeof engine, name: "into" | "out" | "kilobytes") => median(found.map((each) => each[name]))
    const memory = (found: typeof engine) => of(found, "kilobytes") / 1024
    const rate = (name: "into" | "out") => [of(engine, name), of(hand, name)] as const
    const [[into, intoByHand], [out, outByHand]] = [rate("into"), rate("out")]
    const more = memory(engine) - memory(hand)
    return [
      constant("postgres-blob-in", [`PostgreSQL, a blob of ${size} MB in`, into], ["pg", intoByHand], "MB/s", atLeast),
      constant("postgres-blob-out", ["the same out", out], ["pg", outByHand], "MB/s", atLeast),
      constant(
        "postgres-blob-memory",
        ["more memory than by hand", more],
        ["pg", memory(hand)],
        "MB",
        subjectAtMost(64)
      )
    ]
  })
}
