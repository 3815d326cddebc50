/**
 * Responses of other servers with their whole bodies.
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { joinedInTurns } from "../scheduling/JoinedBytes.js"
import type { OutboundError, OutboundRequest, OutboundResponse, OutboundService } from "./Outbound.js"

/** A response with its whole body. */
export interface FetchedBytes extends Omit<OutboundResponse, "body"> {
  readonly bytes: Uint8Array
}

/** Concatenates chunks. */
export const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** Fetches the whole body. */
export const fetchBytes = (
  outbound: OutboundService,
  request: OutboundRequest
): Effect.Effect<FetchedBytes, OutboundError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { body, ...answer } = yield* outbound.fetch(request)
      return { ...answer, bytes: yield* joinedInTurns([...(yield* Stream.runCollect(body))]) }
    })
  )
