/** Which URLs may be fetched, judged by their text. The addresses of their hosts are checked when they are dialed. */
import { OutboundError } from "@lectern/core/outbound/Outbound"
import * as Either from "effect/Either"

/** The ports of other protocols, which browsers do not fetch from either: https://fetch.spec.whatwg.org/#port-blocking */
const badPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080
])

const maxShown = 128

/** A URL as shown in messages: without credentials, and not too long. */
export const shown = (url: string): string => {
  const bare = url.replace(/\/\/[^/?#\\]*@/, "//")
  return bare.length > maxShown ? `${bare.slice(0, maxShown)}…` : bare
}

/** The name of the current URL in messages: the requested one, and its redirect. */
export const naming = (asked: string, at: string): string =>
  asked === at ? shown(asked) : `${shown(asked)} (redirected to ${shown(at)})`

/** The URL to fetch, absolute or relative to the one that redirects to it, or why it is refused. */
export const parseTarget = (asked: string, text: string, base?: URL): Either.Either<URL, OutboundError> => {
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
