/** Bodies of requests that are not JSON: bytes that an operation reads as they arrive. */
import { Invalid, invalid } from "@lectern/core/errors/Errors"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Stream from "effect/Stream"
import { UnsupportedMediaType } from "../errors/ProtocolErrors.js"
import type { HttpRequest } from "./Exchange.js"

/** A body and its description from the headers. */
export interface RequestBodyValue {
  readonly type: string | undefined
  /** Its size in bytes, if that was declared. */
  readonly length: number | undefined
  /** The bytes, to be read once. */
  readonly bytes: Stream.Stream<Uint8Array, Invalid>
}

const nothing: RequestBodyValue = { type: undefined, length: 0, bytes: Stream.empty }

/** The body of the current request, for operations that are annotated with `TakesBytes`. */
export class RequestBody extends Context.Reference<RequestBody>()("@lectern/http/RequestBody", {
  defaultValue: () => nothing
}) {}

/** Makes the body of a request the {@link RequestBody} of the rest of its fiber, without reading it. */
export const setRequestBody = (request: HttpRequest): Effect.Effect<void, UnsupportedMediaType> => {
  const encoding = request.header("content-encoding")
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return new UnsupportedMediaType({ message: "body: expected no content encoding" })
  }
  const length = Number(request.header("content-length") ?? Number.NaN)
  const body: RequestBodyValue = {
    type: request.header("content-type"),
    length: Number.isSafeInteger(length) ? length : undefined,
    bytes: Stream.fromAsyncIterable(
      { [Symbol.asyncIterator]: () => request.stream()[Symbol.asyncIterator]() },
      (error) => (error instanceof Invalid ? error : invalid("body", "it ended early"))
    )
  }
  return FiberRef.update(FiberRef.currentContext, (context) => Context.add(context, RequestBody, body))
}
