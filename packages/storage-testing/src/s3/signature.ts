/** Signatures of requests, version 4, checked by their definition, and not with the code that signs. */
import { createHash, createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"

/** The credentials that requests must be signed with. */
export interface Identity {
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

/** The status and the code of a refusal, and its additional content. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly more?: string
}

const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex")

const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac("sha256", key).update(text).digest()

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const header =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** The maximum distance of the time of a request from now, in milliseconds. */
const skew = 15 * 60 * 1000

const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))

/** The reason to refuse a request with this body, if any. */
export const refusalOf = (
  { headers, method = "", url = "" }: IncomingMessage,
  body: Uint8Array,
  { keyId, region, secret }: Identity
): Refusal | undefined => {
  const [, key, day = "", signedRegion = "", names = "", signature] = header.exec(headers.authorization ?? "") ?? []
  if (key === undefined) return { status: 403, code: "AccessDenied" }
  if (key !== keyId) return { status: 403, code: "InvalidAccessKeyId" }
  if (signedRegion !== region) {
    return { status: 400, code: "AuthorizationHeaderMalformed", more: `<Region>${region}</Region>` }
  }
  const at = String(headers["x-amz-date"])
  if (!(Math.abs(timeOf(at) - Date.now()) < skew)) return { status: 403, code: "RequestTimeTooSkewed" }
  const signed = names.split(";")
  const unsigned = Object.keys(headers).find((name) => name.startsWith("x-amz-") && !signed.includes(name))
  if (unsigned !== undefined || !signed.includes("host")) return { status: 403, code: "AccessDenied" }
  const { pathname, searchParams } = new URL(url, "http://host")
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const request = [
    method,
    pathname
      .split("/")
      .map((part) => encoded(decodeURIComponent(part)))
      .join("/"),
    query.join("&"),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}`),
    "",
    names,
    String(headers["x-amz-content-sha256"])
  ].join("\n")
  const scope = `${day}/${region}/s3/aws4_request`
  const dated = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), "s3"), "aws4_request")
  const expected = hmac(dated, ["AWS4-HMAC-SHA256", at, scope, sha256(request)].join("\n")).toString("hex")
  if (expected !== signature) return { status: 403, code: "SignatureDoesNotMatch" }
  if (sha256(body) !== headers["x-amz-content-sha256"]) return { status: 400, code: "XAmzContentSHA256Mismatch" }
  return undefined
}
