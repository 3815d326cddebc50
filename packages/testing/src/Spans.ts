/** A tracer for tests: keeps the spans, and has every one of them looked at for secrets. */
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { logged } from "./LogLines.js"

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

/** Texts that were looked at already: most spans say the same as others. */
const seen = new Set<string>()

/** Looks at a name and attributes as at a line of the log. Ids of traces are left out: they look like share keys. */
const look = (name: string, attributes: Iterable<readonly [string, unknown]>, known: ReadonlyArray<string>): void => {
  let line = `span ${name}`
  for (const [key, value] of attributes) {
    if (typeof value === "number") continue
    const said = `${key === "lectern.request_id" ? " requestId" : ` ${key}`}=${String(value)}`
    if (key === "lectern.request_id") {
      if (!seen.has(said)) logged(said, known)
      seen.add(said)
    } else line += said
  }
  if (known.length === 0 && seen.has(line)) return
  seen.add(line)
  logged(line, known)
}

let count = 0
const hex = (digits: number): string => (++count).toString(16).padStart(digits, "0")

/** A tracer that hands on every span when it ends; the test that runs fails where one has a secret. */
export const keepingTracer = (
  keep: (span: KeptSpan) => void,
  known: ReadonlyArray<string> = [],
  /** Whether what is below transactions is traced too: statements, which name tables and nothing else. */
  deep = true
): Tracer.Tracer =>
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
        sampled: (above?.sampled ?? true) && (deep || name !== "storage.transaction"),
        kind,
        attribute: (key, value) => void attributes.set(key, value),
        event: (event, _, more = {}) => look(event, Object.entries(more), known),
        addLinks: () => {},
        end: (endTime, exit) => {
          span.status = { _tag: "Ended", startTime, endTime, exit }
          look(name, attributes, known)
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
