/** Which traces are recorded: decided once, where a trace begins, and followed by everything below. */
import { Tracer } from "effect"

/**
 * The options of sampling.
 * @since 0.1.0
 */
export interface Sampling {
  /** The fraction of the traces that is recorded, from 0 to 1. */
  readonly ratio: number
  /** Whether to follow the caller's sampling decision for traces that it began; true when absent. */
  readonly parentBased?: boolean
}

/** Whether a trace is among the chosen ones: every service with the same ratio chooses the same traces. */
const isChosen = (traceId: string, ratio: number): boolean =>
  ratio >= 1 || Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32

/** A span that is not recorded, and neither are those below it. */
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

/**
 * A tracer that records only the chosen traces.
 * @since 0.1.0
 */
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
