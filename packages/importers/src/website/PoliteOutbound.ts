/** Fetches that a site does not mind: few at once, spaced where it asks for that, and later where it is busy. */
import { pauseAfter } from "@lectern/core/internal/jobs/Retries"
import type { OutboundService } from "@lectern/core/outbound/Outbound"
import { Clock, Effect, ExecutionStrategy, Exit, Scope } from "effect"

/** A politer way to the same addresses. */
export interface PoliteOutbound {
  readonly outbound: OutboundService
  /** Lets requests to a host begin at least so many milliseconds apart from now on, one at a time. */
  readonly slowDown: (host: string, spacing: number) => void
}

/** How many requests to one host are under way at the same time. */
const concurrency = 4
/** How often a request is made in all, where the host is busy. */
const tries = 3
/** A host that wants to be left alone for longer, in milliseconds, is not asked again. */
const maxPause = 60_000

/** One host: what is under way, and when the next request may begin. */
interface Host {
  readonly permits: Effect.Semaphore
  spacing: number
  next: number
}

const busy: ReadonlySet<number> = new Set([429, 503])

/** For how many milliseconds a busy host wants to be left alone. */
const pauseOf = (retryAfter: string | undefined, attempt: number, now: number): number => {
  if (retryAfter === undefined) return pauseAfter(attempt)
  const wanted = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(wanted) ? 1000 : Math.max(wanted, 0)
}

/**
 * Fetches through `outbound`, with at most four requests to a host at a time. A connection that breaks is tried once
 * more; an answer that the host is busy (429, 503) after the time that it names, twice.
 */
export const makePolite = (outbound: OutboundService): PoliteOutbound => {
  const hosts = new Map<string, Host>()
  const hostOf = (name: string): Host => {
    const known = hosts.get(name)
    if (known !== undefined) return known
    const host = { permits: Effect.unsafeMakeSemaphore(concurrency), spacing: 0, next: 0 }
    hosts.set(name, host)
    return host
  }

  const permit = ({ permits }: Host) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        restore(permits.take(1)),
        Effect.addFinalizer(() => permits.release(1))
      )
    )

  const turn = Effect.fnUntraced(function* (host: Host) {
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      if (now >= host.next) {
        host.next = now + host.spacing
        return
      }
      yield* Effect.sleep(host.next - now)
    }
  })

  const fetch: OutboundService["fetch"] = Effect.fnUntraced(function* (request) {
    const host = hostOf(URL.canParse(request.url) ? new URL(request.url).host : "")
    const scope = yield* Effect.scope
    yield* permit(host)
    for (let attempt = 1; ; attempt++) {
      yield* turn(host)
      const tried = yield* Scope.fork(scope, ExecutionStrategy.sequential)
      const fetched = outbound.fetch(request)
      const again = Effect.catchIf(
        fetched,
        ({ reason }) => reason === "unreachable",
        () => fetched
      )
      const answer = yield* Scope.extend(again, tried)
      if (!busy.has(answer.status) || attempt === tries) return answer
      const now = yield* Clock.currentTimeMillis
      const pause = pauseOf(answer.headers["retry-after"], attempt, now)
      if (pause > maxPause) return answer
      yield* Scope.close(tried, Exit.void)
      host.next = Math.max(host.next, now + pause)
    }
  })

  const slowDown = (name: string, spacing: number) => {
    if (spacing > 0) hosts.set(name, { permits: Effect.unsafeMakeSemaphore(1), spacing, next: 0 })
  }
  return { outbound: { fetch }, slowDown }
}
