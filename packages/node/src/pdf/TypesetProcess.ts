/**
 * Sets one document that it is sent and ends: a process of its own, which can be stopped at any time, and which ends by
 * itself when it takes too much memory. What Typst allocates is outside of the limits that Node knows.
 */
import { Worker } from "node:worker_threads"
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { typeset } from "./Typeset.js"

/** What the process is sent. */
export interface TypesetRequest {
  readonly document: PdfDocument
  /** How many bytes the process may have in memory. */
  readonly memory: number
}

/** What it sends back; `problem` where Typst could not set the document. */
export type TypesetAnswer =
  | { readonly pdf: Uint8Array; readonly missing: ReadonlyArray<string> }
  | { readonly problem: string }

/** The main thread is busy while Typst works, so another one watches. */
const watch = `
const { workerData } = require("node:worker_threads")
setInterval(() => {
  if (process.memoryUsage.rss() > workerData) process.kill(process.pid, "SIGKILL")
}, 50)
`

const answer = (document: PdfDocument): TypesetAnswer => {
  try {
    return typeset(document)
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

process.once("message", ({ document, memory }: TypesetRequest) => {
  const watching = new Worker(watch, { eval: true, workerData: memory })
  watching.once("online", () => {
    process.send?.(answer(document), () => process.exit(0))
  })
})
process.once("disconnect", () => process.exit(0))
