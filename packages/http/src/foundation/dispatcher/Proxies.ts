/** The origin of requests that came through proxies: their headers count only as far as the proxies are trusted. */
import type { Handle, HttpRequest } from "./Exchange.js"

/** Whether a proxy at this network address is trusted. */
export type TrustsProxy = (address: string) => boolean

/** A proxy's report about the connection that it received. */
interface Hop {
  readonly address: string | undefined
  readonly proto: string | undefined
}

const longest = 100
const ipv4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/
const ipv6 = /^\[?([0-9a-f:]*:[0-9a-f:.]+)(?:%[\w.-]+)?(?:\](?::\d+)?)?$/i

/** The address in a proxy's header, without its port; `undefined` if it names none, as in `unknown`. */
const addressIn = (text: string): string | undefined => {
  const trimmed = text.trim()
  return trimmed.length > longest ? undefined : (ipv4.exec(trimmed) ?? ipv6.exec(trimmed))?.[1]
}

/** The parts of a list; commas inside quotes do not separate. */
const listOf = (header: string): ReadonlyArray<string> => header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []

const pair = /(?:^|;)\s*(for|proto)\s*=\s*(?:"([^"]*)"|([^;,\s]*))/gi

/** The hops of `Forwarded` (RFC 7239), nearest one last. */
const forwarded = (header: string): ReadonlyArray<Hop> =>
  listOf(header).map((element) => {
    const found = new Map(
      Array.from(element.matchAll(pair), ([, name = "", quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? ""])
    )
    return { address: addressIn(found.get("for") ?? ""), proto: found.get("proto") }
  })

/** The hops of `X-Forwarded-For` and `X-Forwarded-Proto`, nearest one last. */
const xForwarded = (addresses: string, protos: string): ReadonlyArray<Hop> => {
  const of = addresses === "" ? [] : addresses.split(",")
  const schemes = protos === "" ? [] : protos.split(",").map((each) => each.trim())
  const nearest = schemes.at(-1)
  return of.length === 0
    ? [{ address: undefined, proto: nearest }]
    : of.map((text, i) => ({
        address: addressIn(text),
        proto: schemes.length === of.length ? schemes[i] : nearest
      }))
}

/** The sender of a request, and whether it was encrypted in transit. */
type Origin = Pick<HttpRequest, "address" | "secure">

/** Walks from the nearest hop outwards, as long as the hop that reported it is trusted. */
const originOf = (peer: string, hops: ReadonlyArray<Hop>, trusts: TrustsProxy): Origin => {
  let address = peer
  let proto: string | undefined
  for (let i = hops.length - 1; i >= 0 && trusts(address); i--) {
    const hop = hops[i]
    proto = hop?.proto?.toLowerCase() ?? proto
    if (hop?.address === undefined) break
    address = hop.address
  }
  return { address, secure: proto === "https" ? true : proto === "http" ? false : undefined }
}

const seen = (request: HttpRequest, trusts: TrustsProxy): HttpRequest => {
  const { address, header } = request
  if (address === undefined || !trusts(address)) return request
  const standard = header("forwarded")
  const usual = header("x-forwarded-for") ?? ""
  const scheme = header("x-forwarded-proto") ?? ""
  const isUsual = usual !== "" || scheme !== ""
  const found = isUsual ? originOf(address, xForwarded(usual, scheme), trusts) : undefined
  if (standard === undefined) return found === undefined ? request : { ...request, ...found }
  const other = originOf(address, forwarded(standard), trusts)
  // A proxy that writes one of the two passes on the other as the client has sent it.
  if (found !== undefined && (found.address !== other.address || found.secure !== other.secure)) return request
  return { ...request, ...other }
}

/** Answers requests as if they came directly from the clients behind trusted proxies. */
export const behindProxies = (trusts: TrustsProxy | undefined, handle: Handle): Handle =>
  trusts === undefined ? handle : (request, respond) => handle(seen(request, trusts), respond)
