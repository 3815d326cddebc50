/** Maps failures of requests to failures of the port. */
import { OutboundError } from "@lectern/core/outbound/Outbound"
import { NotReachable } from "./Resolving.js"

const timeouts: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT"
])
const notHttp: ReadonlySet<string> = new Set(["UND_ERR_HEADERS_OVERFLOW", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"])
const damaged = /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""

/** The failure of a fetch of what `name` names. */
export const outboundError = (name: string, error: unknown): OutboundError => {
  if (error instanceof OutboundError) return error
  const code = codeOf(error)
  const failed = (reason: OutboundError["reason"], why: string) =>
    new OutboundError({ reason, message: `${name}: ${why}` })
  if (error instanceof NotReachable) return failed("refused", "this is not a public address")
  if (timeouts.has(code)) return failed("timeout", "no answer in time")
  if ((error instanceof Error && error.name === "HTTPParserError") || notHttp.has(code))
    return failed("malformed", "the answer is not HTTP")
  if (damaged.test(code)) return failed("malformed", "the compressed body is damaged")
  if (code === "ENOTFOUND") return failed("unknown-host", "there is no host of this name")
  return failed("unreachable", code === "" ? "no answer" : `no answer (${code})`)
}
