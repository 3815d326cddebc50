/** What a file is, by what is said of it and by its first bytes. It knows all formats, and is loaded for the first file. */
import { fileTypeFromBuffer } from "file-type/core"
import { imageSize } from "image-size"
import mime from "mime"
import type { FileKind } from "./FileTypes.js"

const unknownType = "application/octet-stream"
const plainText = "text/plain"

const wellFormed = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+"-]+)*$/
/** What is never text, though a few bytes of it may look so. */
const binaryType = /^(?:image\/(?!svg\+xml$)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|wasm)$)/
/** Pictures that browsers show, all of which are known by their first bytes. */
const shownImage = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|apng|x-icon|vnd\.microsoft\.icon)$/
/** What other formats are packed in. */
const container = /^application\/(?:zip|gzip|x-cfb|x-tar|xml|x-7z-compressed)$/
const media = /^(?:audio|video)\//
/** Control characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

const essenceOf = (type: string): string => type.split(";", 1)[0]!.trim().toLowerCase()

const isText = (prefix: Uint8Array): boolean => {
  try {
    return !controls.test(new TextDecoder("utf-8", { fatal: true }).decode(prefix, { stream: true }))
  } catch {
    return false
  }
}

/** Whether bytes that are found to be one thing may be called another. */
const agrees = (essence: string, found: string): boolean =>
  essence === found ||
  (media.test(essence) && media.test(found)) ||
  (essence.startsWith("application/") && essence !== "application/pdf" && container.test(found)) ||
  (essence === "image/x-icon" && found === "image/vnd.microsoft.icon") ||
  (essence === "image/vnd.microsoft.icon" && found === "image/x-icon")

const typeOf = (
  name: string,
  declared: string | undefined,
  prefix: Uint8Array,
  found: string | undefined
): FileKind => {
  const said = declared !== undefined && wellFormed.test(declared) ? declared : undefined
  const contentType = said ?? mime.getType(name) ?? unknownType
  const essence = essenceOf(contentType)
  if (prefix.length === 0 || (found !== undefined && essence === found && binaryType.test(found)))
    return { contentType }
  if (isText(prefix)) {
    if (binaryType.test(essence) && essence !== found) return { contentType: plainText, charset: "utf-8" }
    return { contentType: said === undefined && essence === unknownType ? plainText : contentType, charset: "utf-8" }
  }
  if (found === undefined) return { contentType: shownImage.test(essence) ? unknownType : contentType }
  if (agrees(essence, found) || (said !== undefined && essence === unknownType)) return { contentType }
  return { contentType: found }
}

/** An image's size in pixels as it is shown; nothing where the bytes are not an image that is understood. */
const dimensionsOf = (prefix: Uint8Array): FileKind["dimensions"] => {
  try {
    const { height, orientation = 1, width } = imageSize(prefix)
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

/** What a file is, by its name, its declared type and its first bytes. */
export const kindOf = async (name: string, declared: string | undefined, prefix: Uint8Array): Promise<FileKind> => {
  const found = await fileTypeFromBuffer(prefix).catch(() => undefined)
  const kind = typeOf(name, declared, prefix, found?.mime)
  const dimensions = kind.contentType.startsWith("image/") ? dimensionsOf(prefix) : undefined
  return dimensions === undefined ? kind : { ...kind, dimensions }
}
