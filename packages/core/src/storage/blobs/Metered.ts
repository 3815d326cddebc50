/** Streams of bytes with a limit. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { TooLarge, Unavailable } from "../../foundation/errors/Errors.js"
import { type FileLimitsValue, fileTooLarge, requireRoom } from "./FileLimits.js"

/** The number of bytes between checks of state that may have changed since the stream began: 4 MB. */
export const meteredStep = 4 * 1024 * 1024

/**
 * A stream that fails with `TooLarge` above the limit of a file, and with `Unavailable` if the disk runs full. At the
 * beginning and every {@link meteredStep} bytes, `step` is called with the number of bytes so far.
 */
export const metered = <E, E2 = never>(
  bytes: Stream.Stream<Uint8Array, E>,
  limits: FileLimitsValue,
  field: string,
  step?: (size: number) => Effect.Effect<void, E2>
): Stream.Stream<Uint8Array, E | E2 | TooLarge | Unavailable> =>
  Stream.suspend(() => {
    let size = 0
    let allowed = 0
    const allow: Effect.Effect<void, E2 | Unavailable> = Effect.suspend(() => {
      allowed = size + meteredStep
      const room = requireRoom(limits, meteredStep)
      return step === undefined ? room : Effect.zipRight(room, step(size))
    })
    return Stream.mapEffect(bytes, (chunk): Effect.Effect<Uint8Array, E2 | TooLarge | Unavailable> => {
      size += chunk.length
      if (size > limits.maxFileBytes) return fileTooLarge(field, limits.maxFileBytes)
      return size > allowed ? Effect.as(allow, chunk) : Effect.succeed(chunk)
    })
  })
