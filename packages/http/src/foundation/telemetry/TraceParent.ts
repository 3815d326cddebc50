/** The trace that a caller continues: https://www.w3.org/TR/trace-context/#traceparent-header */
import * as Tracer from "effect/Tracer"

const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The caller's span in a `traceparent` header; `undefined` if it is not well formed. */
export const callerSpan = (header: string | undefined): Tracer.ExternalSpan | undefined => {
  const [, version, traceId, spanId, flags = "", more] = (header === undefined ? null : form.exec(header)) ?? []
  if (traceId === undefined || spanId === undefined || (version === "00" && more !== undefined)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}
