/**
 * Detects the type of a file from its declaration and its first bytes. This module knows all formats, and is loaded for
 * the first file.
 */
import { fileTypeFromBuffer } from "file-type/core"
import { imageSize } from "image-size"
import mime from "mime"
import type { FileItem } from "../items/Item.js"

const unknownType = "application/octet-stream"
const plainText = "text/plain"

const wellFormed = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+"-]+)*$/
/** Types that are never text, even though their first bytes may look like it. */
const binaryType = /^(?:image\/(?!svg\+xml$)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|wasm)$)/
/** Images that browsers display, all of which can be recognised by their first bytes. */
const shownImage = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|apng|x-icon|vnd\.microsoft\.icon)$/
/** Containers of other formats. */
const container = /^application\/(?:zip|gzip|x-cfb|x-tar|xml|x-7z-compressed)$/
const media = /^(?:audio|video)\//
/** Control characters that never occur in text. */
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

/** Whether bytes of a detected type may be declared as another type. */
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

/** The size of an image in pixels, as displayed; nothing if the bytes are not an image in a known format. */
const dimensionsOf = (prefix: Uint8Array): FileKind["dimensions"] => {
  try {
    const { height, orientation = 1, width } = imageSize(prefix)
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

/** Detects the type of a file from its name, its declared type and its first bytes. */
export const kindOf = async (name: string, declared: string | undefined, prefix: Uint8Array): Promise<FileKind> => {
  const found = await fileTypeFromBuffer(prefix).catch(() => undefined)
  const kind = typeOf(name, declared, prefix, found?.mime)
  const dimensions = kind.contentType.startsWith("image/") ? dimensionsOf(prefix) : undefined
  return dimensions === undefined ? kind : { ...kind, dimensions }
}

/** The properties of a file that are known without reading further. `charset` is present for text in UTF-8. */
export interface FileKind {
  readonly contentType: string
  readonly charset?: "utf-8"
  readonly dimensions?: NonNullable<FileItem["dimensions"]>
}
