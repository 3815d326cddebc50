/** A tracer for tests: keeps the spans, and has every one of them looked at for secrets. */
import { Layer, Option, Tracer } from "effect"
import { logged } from "./vitest.log-lines.js"

/** A span that has ended. */
export interface KeptSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly kind: Tracer.SpanKind
  readonly failed: boolean
  readonly attributes: ReadonlyMap<string, unknown>
}

/** What a line of the log would be, ids of the trace left out: they look like share keys. */
const lineOf = (name: string, attributes: ReadonlyMap<string, unknown>): string =>
  `span ${name} ${Array.from(attributes, ([key, value]) => `${key === "lectern.request_id" ? "requestId" : key}=${String(value)}`).join(" ")}`

const hex = (digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join("")

/** A tracer that hands on every span when it ends; the test that runs fails where one has a secret. */
export const keepingTracer = (keep: (span: KeptSpan) => void, known: ReadonlyArray<string> = []): Tracer.Tracer =>
  Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const above = Option.getOrUndefined(parent)
      const attributes = new Map<string, unknown>()
      const span: Tracer.Span & { status: Tracer.SpanStatus } = {
        _tag: "Span",
        name,
        traceId: above?.traceId ?? hex(32),
        spanId: hex(16),
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes,
        links,
        sampled: above?.sampled ?? true,
        kind,
        attribute: (key, value) => void attributes.set(key, value),
        event: (event, _, more = {}) => void logged(lineOf(event, new Map(Object.entries(more))), known),
        addLinks: () => {},
        end: (endTime, exit) => {
          span.status = { _tag: "Ended", startTime, endTime, exit }
          logged(lineOf(name, attributes), known)
          const { spanId, traceId } = span
          keep({ name, traceId, spanId, parentId: above?.spanId, kind, failed: exit._tag === "Failure", attributes })
        }
      }
      return span
    },
    context: (f) => f()
  })

/** {@link keepingTracer} as a layer, with the list of the spans that have ended. */
export const keepSpans = (known: ReadonlyArray<string> = []) => {
  const spans: Array<KeptSpan> = []
  return { spans, layer: Layer.setTracer(keepingTracer((span) => spans.push(span), known)) }
}
