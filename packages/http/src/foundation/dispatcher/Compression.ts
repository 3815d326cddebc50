/** Compressed answers: gzip, if the client accepts it and it is worthwhile. */
import Negotiator from "negotiator"

/** Compresses some bytes; each platform has its own way. */
export type Gzip = (body: string | Uint8Array) => Uint8Array | Promise<Uint8Array>

/** Bodies with fewer bytes than this are sent uncompressed. */
export const compressionThreshold = 1024

/** The supported content codings, most preferred first. */
const codings = ["gzip", "identity"]

/**
 * Whether an `Accept-Encoding` header prefers gzip to no encoding, or accepts both equally (RFC 9110, section 12.5.3).
 */
export const acceptsGzip = (header: string | undefined): boolean => {
  if (header === undefined || header === "") return false
  return new Negotiator({ headers: { "accept-encoding": header } }).encoding(codings) === "gzip"
}

/** Compresses with the web platform's own stream. */
export const gzipWithStream: Gzip = async (body) => {
  const stream = new Blob([typeof body === "string" ? body : new Uint8Array(body)]).stream()
  return new Uint8Array(await new Response(stream.pipeThrough(new CompressionStream("gzip"))).arrayBuffer())
}
