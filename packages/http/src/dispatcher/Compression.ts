/** Compressed answers: gzip, where the client takes it and it is worth it. */

/** Compresses some bytes; each platform has its own way. */
export type Gzip = (body: string | Uint8Array) => Uint8Array | Promise<Uint8Array>

/** Bodies of fewer bytes than this are sent as they are. */
export const compressionThreshold = 1024

/** Whether an `Accept-Encoding` header takes gzip at least as gladly as no encoding. */
export const acceptsGzip = (header: string | undefined): boolean => {
  if (header === undefined || header === "") return false
  let gzip: number | undefined
  let any: number | undefined
  let identity = 0
  for (const part of header.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith("q="))
    const quality = weight === undefined ? 1 : Number(weight.slice(2)) || 0
    if (name === "gzip" || name === "x-gzip") gzip = Math.max(gzip ?? 0, quality)
    else if (name === "*") any = quality
    else if (name === "identity") identity = quality
  }
  const quality = gzip ?? any ?? 0
  return quality > 0 && quality >= identity
}

/** Compresses with the web platform's own stream. */
export const gzipWithStream: Gzip = async (body) => {
  const stream = new Blob([typeof body === "string" ? body : new Uint8Array(body)]).stream()
  return new Uint8Array(await new Response(stream.pipeThrough(new CompressionStream("gzip"))).arrayBuffer())
}
