/**
 * The fetch for OpenID providers: it connects only to public addresses and allowed issuers, and accepts only small
 * responses.
 */
import { OutboundError } from "@lectern/core/outbound/Outbound"
import { type AddressRange, parseRanges } from "../outbound/Addresses.js"
import { outboundError } from "../outbound/Failures.js"
import { lazyAgent } from "../outbound/LazyDialing.js"
import { type Resolver, systemResolver } from "../outbound/Resolving.js"

/** The options of a fetch from an OpenID provider. */
export interface FetchOptions {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** A fetch that follows no redirects. */
export type OpenIdFetch = (url: string, options: FetchOptions) => Promise<Response>

/** The hosts that may be reached. */
export interface OpenIdReach {
  /** The addresses that may be reached, in addition to public ones. */
  readonly allow?: ReadonlyArray<AddressRange>
  /** Issuers whose origins may be reached at any address, and over plain HTTP. */
  readonly issuers?: ReadonlyArray<string>
  /** Resolves names; the system's resolver when absent. */
  readonly resolver?: Resolver
}

const everywhere = parseRanges("0.0.0.0/0,::/0") ?? []
const mostBytes = 1024 * 1024
const timeout = 10_000

/** The origins of issuers. */
export const originsOf = (issuers: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(issuers.map((issuer) => new URL(issuer).origin))

const textOf = (body: unknown): string | undefined =>
  typeof body === "string" ? body : body instanceof URLSearchParams ? body.toString() : undefined

/** Opens connections; `close` ends all of them. Unreachable hosts reject with `OutboundError`. */
export const openFetch = ({ allow = [], issuers = [], resolver = systemResolver }: OpenIdReach) => {
  const guarded = lazyAgent(resolver, allow)
  const unguarded = lazyAgent(resolver, everywhere)
  const named = originsOf(issuers)

  const fetch: OpenIdFetch = async (url, { body, headers, method, signal }) => {
    const { origin, pathname, protocol, search } = new URL(url)
    const isNamed = named.has(origin)
    if (protocol !== "https:" && !isNamed) {
      throw new OutboundError({ reason: "refused", message: `${origin}: only https addresses are fetched` })
    }
    const limit = AbortSignal.timeout(timeout)
    const text = textOf(body)
    try {
      const agent = await (isNamed ? unguarded : guarded).get()
      const answer = await agent.request({
        origin,
        path: pathname + search,
        method: method === "POST" ? "POST" : "GET",
        headers,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        ...(text !== undefined && { body: text })
      })
      const chunks: Array<Buffer> = []
      let bytes = 0
      for await (const chunk of answer.body) {
        bytes += chunk.length
        if (bytes > mostBytes) {
          throw new OutboundError({ reason: "too-large", message: `${origin}: more than ${mostBytes} bytes` })
        }
        chunks.push(chunk)
      }
      const received = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, [value].flat().join(", ")] as [string, string]]
      )
      const isEmpty = bytes === 0 || answer.statusCode === 204 || answer.statusCode === 304
      return new Response(isEmpty ? null : Buffer.concat(chunks), { status: answer.statusCode, headers: received })
    } catch (error) {
      throw outboundError(origin, error)
    }
  }

  return { fetch, close: () => Promise.all([guarded.close(), unguarded.close()]) }
}
