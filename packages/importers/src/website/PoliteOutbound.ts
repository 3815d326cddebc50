/**
 * Limits the rate of requests: a few in parallel, spaced by the site's crawl delay, and paused when the site asks for
 * it.
 */
import { type FetchedBytes, fetchBytes } from "@lectern/core/outbound/FetchedBytes"
import type { OutboundError, OutboundRequest, OutboundService } from "@lectern/core/outbound/Outbound"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Asked, patiently } from "./RequestRetry.js"

/** A rate-limited way to fetch the same URLs. */
export interface PoliteOutbound {
  /** Makes each request once, without retries. */
  readonly outbound: OutboundService
  /** From now on, starts requests to a host one at a time and at least this many milliseconds apart. */
  readonly slowDown: (host: string, spacing: number) => void
  /** Retries a request to a URL while it fails transiently. `ask` makes the request and reads the response. */
  readonly patient: <A extends Asked, E, R>(url: string, ask: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Downloads the whole body, with retries. */
  readonly fetchBytes: (request: OutboundRequest) => Effect.Effect<FetchedBytes, OutboundError>
}

/** The maximum number of concurrent requests to one host. */
const concurrency = 4

/** The state of a host: requests in flight, and when the next one may start. */
interface Host {
  readonly permits: Effect.Semaphore
  spacing: number
  next: number
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "")

/** Limits requests through `outbound` to four at a time per host. */
export const makePolite = (outbound: OutboundService): PoliteOutbound => {
  const hosts = new Map<string, Host>()
  const hostAt = (url: string): Host => {
    const name = hostOf(url)
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
    const host = hostAt(request.url)
    yield* permit(host)
    yield* turn(host)
    return yield* outbound.fetch(request)
  })
  const polite: OutboundService = { fetch }

  const patient: PoliteOutbound["patient"] = (url, ask) =>
    patiently(ask, (pause) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const host = hostAt(url)
        host.next = Math.max(host.next, now + pause)
      })
    )

  return {
    outbound: polite,
    slowDown: (name, spacing) => {
      if (spacing > 0) hosts.set(name, { permits: Effect.unsafeMakeSemaphore(1), spacing, next: 0 })
    },
    patient,
    fetchBytes: (request) => patient(request.url, fetchBytes(polite, request))
  }
}
