/** Decodes parts of URLs. */

/** A part of a URL with its percent escapes replaced; as it is when they are not valid UTF-8. */
export const decodePart = (written: string): string => {
  if (!written.includes("%")) return written
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
