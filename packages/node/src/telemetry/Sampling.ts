/**
 * Decides which traces are recorded: once, where a trace begins, for all spans in it.
 * @since 0.1.0
 */
import * as Tracer from "effect/Tracer"

/** The options of sampling. */
export interface Sampling {
  /** The fraction of traces to record, from 0 to 1. */
  readonly ratio: number
  /** Whether to follow the caller's sampling decision for traces that it began; true when absent. */
  readonly parentBased?: boolean
}

/** Whether a trace is selected: every service with the same ratio selects the same traces. */
const isChosen = (traceId: string, ratio: number): boolean =>
  ratio >= 1 || Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32

/** A span that is not recorded, like all spans below it. */
const unrecorded = (span: Tracer.Span): Tracer.Span => ({
  _tag: "Span",
  name: span.name,
  spanId: span.spanId,
  traceId: span.traceId,
  parent: span.parent,
  context: span.context,
  status: span.status,
  attributes: new Map(),
  links: [],
  sampled: false,
  kind: span.kind,
  end: () => {},
  attribute: () => {},
  event: () => {},
  addLinks: () => {}
})

/** A tracer that records only the selected traces. */
export const sampled = (tracer: Tracer.Tracer, { parentBased = true, ratio }: Sampling): Tracer.Tracer =>
  Tracer.make({
    span: (name, parent, context, links, startTime, kind, options) => {
      const span = tracer.span(name, parent, context, links, startTime, kind, options)
      const above = parent._tag === "Some" ? parent.value : undefined
      const follows = above !== undefined && (above._tag === "Span" || parentBased)
      const recorded = follows ? above.sampled : isChosen(span.traceId, ratio)
      return recorded ? span : unrecorded(span)
    },
    context: (f, fiber) => tracer.context(f, fiber)
  })
