/** A folder as data: what is read into a space, and what an export is. */
import { sha1 } from "@noble/hashes/legacy.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { pageBounds } from "../markdown/TextBounds.js"
import { isStorable } from "../schema/Text.js"

/** A file of a folder; `path` counts from the folder's top, with `/` between segments. */
export interface FolderFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Something in a folder that could not be read as it was meant. `line` counts from 1; an error means that something was left out. */
export interface Problem {
  readonly file: string
  readonly line?: number
  readonly message: string
  readonly severity: "error" | "warning"
}

/** The most bytes a page and any other file may have. */
export interface LayoutLimits {
  readonly page: number
  readonly file: number
}

/** The length of a page that an edit takes, 32 MB a file. */
export const defaultLimits: LayoutLimits = { page: pageBounds.bytes, file: 32 * 1024 * 1024 }

const encoder = new TextEncoder()

/** A text's bytes in UTF-8. */
export const encode = (text: string): Uint8Array => encoder.encode(text)

/** Git's id of a file's bytes: the SHA-1 of the blob object. */
export const blobId = (bytes: Uint8Array): string =>
  bytesToHex(
    sha1
      .create()
      .update(encode(`blob ${bytes.length}\0`))
      .update(bytes)
      .digest()
  )

/** The text that bytes are, byte order mark included, or why they are none that can be stored, and on which line. */
export const decode = (
  bytes: Uint8Array
): { readonly text: string } | { readonly problem: string; readonly line: number } => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    const nul = isStorable(text) ? -1 : text.indexOf("\0")
    return nul < 0 ? { text } : { problem: "expected text without NUL characters", line: lineCounter(text)(nul) }
  } catch {
    return { problem: "expected UTF-8 text", line: invalidLine(bytes) }
  }
}

/** The line on which bytes stop being UTF-8. */
const invalidLine = (bytes: Uint8Array): number => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let line = 1
  for (let at = 0; at < bytes.length; line++) {
    const next = bytes.indexOf(10, at)
    const end = next < 0 ? bytes.length : next + 1
    try {
      decoder.decode(bytes.subarray(at, end))
    } catch {
      return line
    }
    at = end
  }
  return line
}

/** Tells the line of increasing offsets of one text. */
export const lineCounter = (text: string): ((offset: number) => number) => {
  let at = 0
  let line = 1
  return (offset) => {
    if (offset < at) {
      at = 0
      line = 1
    }
    for (let next = text.indexOf("\n", at); next >= 0 && next < offset; next = text.indexOf("\n", at)) {
      line++
      at = next + 1
    }
    return line
  }
}

/** Words for a file name: `getting-started` is `Getting started`. */
export const humanize = (name: string): string => {
  const words = name.replaceAll(/[-_]+/g, " ").trim()
  return words === "" ? name : words[0]!.toUpperCase() + words.slice(1)
}
