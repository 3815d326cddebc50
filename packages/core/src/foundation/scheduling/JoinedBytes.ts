/** Joins pieces of bytes without blocking the event loop. */
import * as Effect from "effect/Effect"
import { bytesPerTurn, turn } from "./Turns.js"

/**
 * Joins pieces of bytes. Large ones are copied in separate turns, because data that many callers wait for may arrive in
 * the same turn.
 */
export const joinedInTurns = (chunks: ReadonlyArray<Uint8Array>): Effect.Effect<Uint8Array> => {
  const [only = new Uint8Array()] = chunks
  if (chunks.length < 2) return Effect.succeed(only)
  const length = chunks.reduce((total, chunk) => total + chunk.length, 0)
  return Effect.gen(function* () {
    const whole = new Uint8Array(length)
    let [at, until] = [0, length > bytesPerTurn ? 0 : bytesPerTurn]
    for (const chunk of chunks) {
      if (at >= until) {
        yield* turn
        until = at + bytesPerTurn
      }
      whole.set(chunk, at)
      at += chunk.length
    }
    return whole
  })
}
