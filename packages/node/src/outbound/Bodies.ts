/** Reads response bodies as streams: decompressed as they arrive, and never more at a time than requested. */
import { pipeline, type Readable, type Transform } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** The content codings that are requested. */
export const acceptEncoding = "gzip, deflate, br"

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}
const maxCodings = 2
const ignore = (): void => undefined

/** The body without its content codings; `undefined` if one is unknown, or there are too many. */
export const decoded = (body: Readable, contentEncoding: string): Readable | undefined => {
  const names = contentEncoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity")
  if (names.length === 0) return body
  if (names.length > maxCodings || names.some((name) => !Object.hasOwn(decoders, name))) return undefined
  const chain = names.reverse().map((name) => decoders[name]!())
  pipeline([body, ...chain], ignore)
  return chain.at(-1)?.on("error", ignore)
}

/** The next chunk, once there is one; fails with `None` at the end. */
const next = (readable: Readable): Effect.Effect<Uint8Array, Option.Option<unknown>> =>
  Effect.async((resume) => {
    const events = ["readable", "end", "error", "close"] as const
    const stop = () => {
      for (const event of events) readable.off(event, look)
    }
    const settle = (outcome: Effect.Effect<Uint8Array, Option.Option<unknown>>) => {
      stop()
      resume(outcome)
    }
    const look = () => {
      const chunk: Buffer | null = readable.errored === null ? readable.read() : null
      if (chunk !== null) settle(Effect.succeed(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
      else if (readable.readableEnded) settle(Effect.fail(Option.none()))
      else if (readable.destroyed) settle(Effect.fail(Option.some(readable.errored)))
    }
    for (const event of events) readable.on(event, look)
    look()
    return Effect.sync(stop)
  })

/** The chunks of a readable; the stream fails if it does. */
export const chunksOf = (readable: Readable): Stream.Stream<Uint8Array, unknown> =>
  Stream.repeatEffectOption(next(readable))
