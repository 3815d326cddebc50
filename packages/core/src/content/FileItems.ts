import { imageSize } from "image-size"
import mime from "mime"
import type { FileId } from "./File.js"
import type { FileItem } from "./Item.js"

/** The media type of a file by its name, `application/octet-stream` when its ending says nothing. */
export const contentTypeOf = (name: string): string => mime.getType(name) ?? "application/octet-stream"

/** A file as stored, from its bytes: images get their dimensions. */
export const fileItem = (
  id: FileId,
  name: string,
  contentType: string | undefined,
  bytes: Uint8Array,
  hash: string,
  at: string
): FileItem => {
  const type = contentType ?? contentTypeOf(name)
  const dimensions = type.startsWith("image/") ? dimensionsOf(bytes) : undefined
  return {
    kind: "file",
    id,
    name,
    contentType: type,
    size: bytes.length,
    hash,
    ...(dimensions !== undefined && { dimensions }),
    createdAt: at
  }
}

/** An image's size in pixels; nothing where the bytes are not an image that is understood. */
const dimensionsOf = (bytes: Uint8Array): FileItem["dimensions"] => {
  try {
    const { width, height } = imageSize(bytes)
    return { width, height }
  } catch {
    return undefined
  }
}
