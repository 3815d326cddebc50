/** Writes files as a zip archive. */
import { Zip, ZipDeflate, ZipPassThrough } from "fflate"
import type { PathedFile } from "./TextQuestions.js"

/** Files that are compressed already. */
const compressed = /\.(?:avif|docx|gif|gz|jpe?g|mp[34]|pdf|png|pptx|webm|webp|woff2?|xlsx|zip)$/i

const nothing = new Uint8Array()

/** The archive of files. Only a piece of one of them is in memory at a time; the browser keeps what is written. */
export const zipFiles = async (files: ReadonlyArray<PathedFile>): Promise<Blob> => {
  const written: Array<Blob> = []
  let pieces: Array<Uint8Array<ArrayBuffer>> = []
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    pieces.push(bytes as Uint8Array<ArrayBuffer>)
  })
  const keep = () => {
    written.push(new Blob(pieces))
    pieces = []
  }
  for (const { file, path } of files) {
    const entry = compressed.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path)
    zip.add(entry)
    const reader = file.stream().getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      entry.push(value)
      keep()
    }
    entry.push(nothing, true)
    keep()
  }
  zip.end()
  keep()
  return new Blob(written, { type: "application/zip" })
}
