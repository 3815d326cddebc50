/**
 * The spans of the engine. Errors are named by their tag or class only: messages and stacks may contain callers' input,
 * and are in the log, under the same request id.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import type * as Tracer from "effect/Tracer"
import { timed } from "./Timed.js"

/** The outcome of an effect: `ok`, `interrupted`, `defect`, the tag of the error, or `failed` if it has none. */
export const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  const { cause } = exit
  if (Cause.isInterruptedOnly(cause)) return "interrupted"
  for (const _ of Cause.defects(cause)) return "defect"
  const failure = Cause.failureOption(cause)
  const error: unknown = failure._tag === "Some" ? failure.value : undefined
  return typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : "failed"
}

/** The outcomes that are faults of the engine or of its dependencies, rather than answers to a caller. */
const faults: ReadonlySet<string> = new Set(["defect", "Unavailable"])

/** The options of a span. */
export interface SpanOptions<A, E> extends Pick<Tracer.SpanOptions, "attributes" | "kind" | "parent" | "root"> {
  /** Called with the span before it ends. */
  readonly ending?: (span: Tracer.Span, exit: Exit.Exit<A, E>) => void
  /** Called with the duration in seconds and the outcome, even if no span is recorded. */
  readonly ended?: (seconds: number, exit: Exit.Exit<A, E>) => void
  /** Whether nothing inside it creates spans, which makes it cheaper. */
  readonly leaf?: boolean
  /** Whether this is a fault, if the tag of the error does not decide that. */
  readonly isFault?: (exit: Exit.Exit<A, E>) => boolean
}

/** Runs an effect in a new span, unless the trace that it belongs to is not recorded. */
export const spanned = <A, E, R>(
  name: string,
  { ended, ending, isFault, leaf = false, ...options }: SpanOptions<A, E>,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime<A, E, R>((fiber) => {
    const begins = options.root === true || options.parent !== undefined
    const recorded = begins || fiber.currentSpan?.sampled !== false
    if (!recorded || !fiber.getFiberRef(FiberRef.currentTracerEnabled)) {
      return ended === undefined ? effect : timed(effect, ended)
    }
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.makeSpan(name, { ...options, captureStackTrace: false }), (span) => {
        const since = performance.now()
        const inside = leaf ? effect : Effect.withParentSpan(effect, span)
        return Effect.flatMap(Effect.exit(restore(inside)), (exit) =>
          Effect.clockWith((clock) => {
            const outcome = outcomeOf(exit)
            if (outcome !== "ok") span.attribute("error.type", outcome)
            ending?.(span, exit)
            const faulty = isFault === undefined ? faults.has(outcome) : isFault(exit)
            span.end(clock.unsafeCurrentTimeNanos(), faulty ? Exit.die(outcome) : Exit.void)
            ended?.((performance.now() - since) / 1000, exit)
            return exit
          })
        )
      })
    )
  })
