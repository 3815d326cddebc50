/**
 * A folder as data: the input of a space's import, and the result of an export.
 * @since 0.1.0
 */
import { sha1 } from "@noble/hashes/legacy.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { platformHash } from "../../foundation/ids/PlatformHash.js"
import { isStorable } from "../../foundation/schema/Text.js"
import { defaultFileLimits } from "../../storage/blobs/FileLimits.js"
import { pageBounds } from "../../text/markdown/TextBounds.js"

/** A file of a folder that is in memory; `path` is relative to the top of the folder, with `/` between segments. */
export interface FolderFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** A file of a folder that is not in memory. Its stream can be run several times and has `size` bytes. */
export interface StreamedFile {
  readonly path: string
  readonly size: number
  readonly stream: Stream.Stream<Uint8Array, Unavailable>
}

/** The size of a file in bytes. */
export const sizeOf = (file: { readonly bytes: Uint8Array } | { readonly size: number }): number =>
  "bytes" in file ? file.bytes.length : file.size

/**
 * What readers miss because of a problem: a link or a fragment that leads nowhere, texts that are no pages, or markup
 * that is not understood.
 */
export type ProblemKind = "dead-link" | "dead-fragment" | "not-taken" | "not-understood"

/**
 * A part of a folder that could not be read as intended. `line` counts from 1; an error means that something was
 * omitted.
 */
export interface Problem {
  readonly file: string
  readonly line?: number
  readonly message: string
  readonly severity: "error" | "warning"
  /** Absent for a problem of another kind. */
  readonly kind?: ProblemKind
}

/**
 * The maximum size in bytes of a page, of another text of the layout (such as `.gitbook.yaml`) and of any other file.
 */
export interface LayoutLimits {
  readonly page: number
  readonly text: number
  readonly file: number
}

/**
 * The maximum size of a page in an edit, 32 MB for another text of the layout, and the engine's maximum size of a file.
 */
export const defaultLimits: LayoutLimits = {
  page: pageBounds.bytes,
  text: 32 * 1024 * 1024,
  file: defaultFileLimits.maxFileBytes
}

const encoder = new TextEncoder()

/** A text's bytes in UTF-8. */
export const encode = (text: string): Uint8Array => encoder.encode(text)

/** Computes git's id of a file of `size` bytes as they arrive: the SHA-1 of the blob object. */
export const blobHasher = (size: number) => {
  const hash = sha1.create().update(encode(`blob ${size}\0`))
  return {
    update: (bytes: Uint8Array): void => void hash.update(bytes),
    id: (): string => bytesToHex(hash.digest())
  }
}

/** Git's id of a file's bytes. */
export const blobId = (bytes: Uint8Array): string => {
  if (platformHash !== undefined) return platformHash("sha1", `blob ${bytes.length}\0`, bytes)
  const hasher = blobHasher(bytes.length)
  hasher.update(bytes)
  return hasher.id()
}

/**
 * Decodes bytes as text, byte order mark included; or returns why they are not text that can be stored, and on which
 * line.
 */
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

/** Maps increasing offsets in one text to lines. */
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
