/**
 * {@link Outbound} on Node, for URLs from untrusted input: it reaches only public and explicitly allowed addresses, and
 * limits bytes, time and redirects.
 * @since 0.1.0
 */
import { given } from "@lectern/core/internal/foundation/loading/Lazy"
import {
  Outbound,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundService
} from "@lectern/core/outbound/Outbound"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Agent, Dispatcher } from "undici"
import type { AddressRange } from "./Addresses.js"
import { acceptEncoding, chunksOf, decoded } from "./Bodies.js"
import { outboundError } from "./Failures.js"
import { lazyAgent } from "./LazyDialing.js"
import { type Resolver, systemResolver } from "./Resolving.js"

/**
 * The ports of other protocols, which browsers do not fetch from either: https://fetch.spec.whatwg.org/#port-blocking
 */
const badPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080
])

const maxShown = 128

/** A URL as shown in messages: without credentials, and not too long. */
const shown = (url: string): string => {
  const bare = url.replace(/\/\/[^/?#\\]*@/, "//")
  return bare.length > maxShown ? `${bare.slice(0, maxShown)}…` : bare
}

/** The name of the current URL in messages: the requested one, and its redirect. */
const naming = (asked: string, at: string): string =>
  asked === at ? shown(asked) : `${shown(asked)} (redirected to ${shown(at)})`

/** The URL to fetch, absolute or relative to the one that redirects to it, or why it is refused. */
const parseTarget = (asked: string, text: string, base?: URL): Either.Either<URL, OutboundError> => {
  const refused = (at: string, why: string): Either.Either<never, OutboundError> =>
    Either.left(new OutboundError({ reason: "refused", message: `${naming(asked, at)}: ${why}` }))
  if (!URL.canParse(text, base)) return refused(text, "expected an http or https address")
  const url = new URL(text, base)
  const at = base === undefined ? asked : url.href
  if (url.protocol !== "http:" && url.protocol !== "https:") return refused(at, "expected an http or https address")
  if (url.username !== "" || url.password !== "") return refused(at, "expected an address without credentials")
  if (badPorts.has(Number(url.port || 80))) return refused(at, `port ${url.port} belongs to another protocol`)
  url.hash = ""
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1)
  return Either.right(url)
}

/** The options of a guarded fetch. */
export interface Options {
  /** The addresses that it may reach, in addition to public ones. */
  readonly allow?: ReadonlyArray<AddressRange>
  /** Resolves names; the system's resolver when absent. */
  readonly resolver?: Resolver
}

type Headers = Readonly<Record<string, string>>

/** The version of the package, hard-coded because a bundled program has no package.json. */
const version = "0.1.0"
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const bodiless: ReadonlySet<number> = new Set([204, 304])
const maxRedirects = 10
const defaultTimeout = "30 seconds"

/** The headers that are also sent to another origin after a redirect. */
const harmless: ReadonlySet<string> = new Set(["accept", "accept-encoding", "accept-language", "user-agent"])

const sent = ({ headers = {}, post }: OutboundRequest): Headers => ({
  accept: "*/*",
  "user-agent": `Lectern/${version}`,
  ...(post !== undefined && { "content-type": post.contentType }),
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  "accept-encoding": acceptEncoding
})

const sentElsewhere = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name)))

const received = ({ headers }: Dispatcher.ResponseData): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(", ")]))

const methodOf = ({ method, post }: OutboundRequest) => ({
  method: (method ?? (post === undefined ? "GET" : "POST")) as Dispatcher.HttpMethod,
  body: post?.body ?? null
})

/** A response, with the name of its URL for messages. */
interface Arrival {
  readonly name: string
  readonly url: string
  readonly answer: Dispatcher.ResponseData
}

/** Follows redirects, checking each address like the first one. */
const arrive = Effect.fnUntraced(function* (agent: Agent, request: OutboundRequest, signal: AbortSignal) {
  const asked = request.url
  let headers = sent(request)
  let target = yield* parseTarget(asked, asked)
  let name = shown(asked)
  const { body, method } = methodOf(request)
  const mayFollow = method === "GET" && body === null
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const { origin, pathname, search } = target
    const answer = yield* Effect.tryPromise({
      try: () => agent.request({ origin, path: pathname + search, headers, signal, method, body }),
      catch: (error) => outboundError(name, error)
    })
    const { location } = received(answer)
    if (!redirects.has(answer.statusCode) || location === undefined || !mayFollow) {
      return { name, url: target.href, answer } satisfies Arrival
    }
    const next = yield* parseTarget(asked, location, target)
    if (request.follow?.(next.href) === false) return { name, url: target.href, answer } satisfies Arrival
    answer.body.on("error", () => undefined).destroy()
    if (next.origin !== target.origin) headers = sentElsewhere(headers)
    target = next
    name = naming(asked, next.href)
  }
  const message = `${shown(asked)}: more than ${maxRedirects} redirects`
  return yield* new OutboundError({ reason: "refused", message })
})

const responseOf = ({ answer, name, url }: Arrival, maxBytes: number): OutboundResponse | OutboundError => {
  const { "content-encoding": encoding = "", "content-length": length, ...headers } = received(answer)
  const tooLarge = new OutboundError({ reason: "too-large", message: `${name}: more than ${maxBytes} bytes` })
  if (Number(length) > maxBytes) return tooLarge
  const empty = length === "0" || bodiless.has(answer.statusCode)
  const readable = decoded(answer.body, empty ? "" : encoding)
  if (readable === undefined) {
    return new OutboundError({ reason: "malformed", message: `${name}: the body is in an unknown content coding` })
  }
  const body = chunksOf(readable).pipe(
    Stream.mapError((error) => outboundError(name, error)),
    Stream.mapAccumEffect(0, (before, chunk) => {
      const bytes = before + chunk.length
      return bytes > maxBytes ? Effect.fail(tooLarge) : Effect.succeed([bytes, chunk] as const)
    })
  )
  return { url, status: answer.statusCode, headers, body }
}

/** The port over its own sockets, which are all closed with the layer. */
export const layer = ({ allow = [], resolver = systemResolver }: Options = {}): Layer.Layer<Outbound> =>
  Layer.scoped(
    Outbound,
    Effect.gen(function* () {
      const lazily = lazyAgent(resolver, allow)
      yield* Effect.addFinalizer(() => Effect.promise(lazily.close))
      const fetch: OutboundService["fetch"] = Effect.fnUntraced(function* (request) {
        const { maxBytes, timeout = defaultTimeout, url } = request
        const agent = yield* Effect.mapError(given(lazily.get), (cause) => outboundError(shown(url), cause))
        const connection = yield* Effect.acquireRelease(
          Effect.sync(() => new AbortController()),
          (open) => Effect.sync(() => open.abort())
        )
        const late = new OutboundError({ reason: "timeout", message: `${shown(url)}: took too long` })
        yield* Effect.sleep(timeout).pipe(Effect.andThen(Effect.sync(() => connection.abort(late))), Effect.forkScoped)
        const response = responseOf(yield* arrive(agent, request, connection.signal), maxBytes)
        return response instanceof OutboundError ? yield* response : response
      })
      return { fetch, reachesPrivate: allow.length > 0 }
    })
  )
