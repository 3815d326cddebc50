/** Polite fetches: few at once, spaced if the site asks for a crawl delay, and none while it asks for a pause. */
import {
  type FetchedBytes,
  fetchBytes,
  type OutboundError,
  type OutboundRequest,
  type OutboundService
} from "@lectern/core/outbound/Outbound"
import { Clock, Effect } from "effect"
import { type Asked, patiently } from "./Patience.js"

/** A rate-limited way to fetch the same URLs. */
export interface PoliteOutbound {
  /** Every request once. */
  readonly outbound: OutboundService
  /** Lets requests to a host begin at least so many milliseconds apart from now on, one at a time. */
  readonly slowDown: (host: string, spacing: number) => void
  /** Asks an address again while what it answers may pass. `ask` makes the request, and reads what it needs of it. */
  readonly patient: <A extends Asked, E, R>(url: string, ask: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The whole body, asked for patiently. */
  readonly fetchBytes: (request: OutboundRequest) => Effect.Effect<FetchedBytes, OutboundError>
}

/** The maximum number of concurrent requests to one host. */
const concurrency = 4

/** One host: what is under way, and when the next request may begin. */
interface Host {
  readonly permits: Effect.Semaphore
  spacing: number
  next: number
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "")

/** Fetches through `outbound`, with at most four requests to a host at a time. */
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
