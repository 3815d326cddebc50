/** Stores a blob in a database and reads it again, with the engine's blob store or with `pg` by hand, in a process of its own. */
import { randomBytes } from "node:crypto"
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { pieceSize } from "@lectern/core/internal/storage/blobs/Pieces"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import pg from "pg"

const [side = "", url = "", megabytes = ""] = process.argv.slice(2)

const pieces = Math.ceil((Number(megabytes) * 1_000_000) / pieceSize)

/** Pieces that cannot be compressed, each different from all others; one is valid until the next is made. */
const makePieces = () => {
  const bytes = randomBytes(pieceSize)
  return (index: number): Buffer => {
    bytes.writeUInt32LE(index)
    return bytes
  }
}

/** Megabytes a second, of all pieces since a time. */
const rateSince = (started: number): number => (pieces * pieceSize) / 1_000 / (performance.now() - started)

const requireAll = (read: number): void => {
  if (read !== pieces * pieceSize) throw new Error(`${read} bytes were read`)
}

const byEngine = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const pieceOf = makePieces()
  const stored = performance.now()
  const bytes = Stream.map(Stream.rechunk(Stream.range(0, pieces - 1), 1), pieceOf)
  const { hash } = yield* blobs.putStream(bytes)
  const into = rateSince(stored)
  const started = performance.now()
  let read = 0
  yield* Stream.runForEachChunk(blobs.read(hash), (chunk) =>
    Effect.sync(() => {
      read += Chunk.reduce(chunk, 0, (sum, { length }) => sum + length)
    })
  )
  requireAll(read)
  return { into, out: rateSince(started) }
}).pipe(Effect.provide(PostgresStorage.layer({ url })))

const byHand = Effect.promise(async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("create table bare (piece int primary key, bytes bytea not null)")
  await client.query("alter table bare alter column bytes set storage external")
  const pieceOf = makePieces()
  const stored = performance.now()
  await client.query("begin")
  const insert = { name: "insert", text: "insert into bare values ($1, $2)" }
  for (let i = 0; i < pieces; i++) await client.query({ ...insert, values: [i, pieceOf(i)] })
  await client.query("commit")
  const into = rateSince(stored)
  const started = performance.now()
  const select = { name: "select", text: "select bytes from bare where piece = $1" }
  let read = 0
  for (let i = 0; i < pieces; i++) {
    const { rows } = await client.query<{ bytes: Buffer }>({ ...select, values: [i] })
    read += rows[0]!.bytes.length
  }
  requireAll(read)
  const out = rateSince(started)
  await client.end()
  return { into, out }
})

process.once("disconnect", () => process.exit())
const rates = await Effect.runPromise(side === "engine" ? byEngine : byHand)
process.send?.({ ...rates, kilobytes: process.resourceUsage().maxRSS })
process.disconnect()
