/**
 * Sets one document that it is sent and ends: a process of its own, which can be stopped at any time, and which ends by
 * itself when it takes too much memory. What Typst allocates is outside of the limits that Node knows. A large document
 * is set in parts, each in a process of the same program.
 */
import { setPriority } from "node:os"
import { Worker } from "node:worker_threads"
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { Effect, Either } from "effect"
import { type ShareRequest, typesetInParts } from "./InParts.js"
import { isLarger } from "./Parts.js"
import type { Share } from "./Prepare.js"
import { answerRequest, type Failure, isOutOfMemory, runProcess, step } from "./Processes.js"
import { type Typeset, typeset } from "./Typeset.js"

/** What the process is sent: a document, or a share of one. */
export type TypesetRequest = {
  readonly document: PdfDocument
  /** How many bytes the process may have in memory, with those that it starts. */
  readonly memory: number
} & (
  | {
      /** Documents of more sheets are set in parts, of as many sheets, each in so much time. */
      readonly parts: PartLimits
    }
  | { readonly share: Share }
)

/** What is set at once. */
export interface PartLimits {
  readonly sheets: number
  /** In milliseconds. */
  readonly time: number
}

/** A document as PDF; `problems` are for people. */
export interface TypesetDocument {
  readonly pdf: Uint8Array
  readonly missing: ReadonlyArray<string>
  readonly problems: ReadonlyArray<string>
}

/** What it sends back. */
export type TypesetAnswer = TypesetDocument | Typeset | Failure

/** The main thread is busy while Typst works, so another one watches: for memory, and for whoever asked. */
const watcher = `
const { workerData } = require("node:worker_threads")
const parent = process.ppid
setInterval(() => {
  const isAlone = process.platform !== "win32" && process.ppid !== parent
  if (process.memoryUsage.rss() > workerData || isAlone) process.kill(process.pid, "SIGKILL")
}, 50)
`

const watched = (memory: number): Promise<void> =>
  new Promise((resolve) => {
    new Worker(watcher, { eval: true, workerData: memory }).once("online", resolve)
  })

/** The part of the memory that joining may have; the parts have what is left. */
const joiningMemory = 3 / 8

/** How much longer others are served first. */
const niceness = 10

const program = process.argv[1] ?? ""

const setShare =
  (memory: number, time: number) =>
  ({ document, isAlone, share }: ShareRequest) => {
    const left = memory * (1 - joiningMemory)
    const request: TypesetRequest = { document, share, memory: isAlone ? left : left / 2 }
    return runProcess<Typeset>(program, request, time).pipe(Effect.tap(() => Effect.sync(() => process.send?.(step))))
  }

const setDocument = async (document: PdfDocument, memory: number, { sheets, time }: PartLimits) => {
  if (!isLarger(document, sheets)) {
    await watched(memory)
    return typeset(document)
  }
  setPriority(niceness)
  await watched(memory * joiningMemory)
  return Effect.runPromise(Effect.either(typesetInParts(document, sheets, setShare(memory, time), isOutOfMemory))).then(
    (made) => {
      if (Either.isRight(made)) return made.right
      const { _tag, message } = made.left
      if (_tag === "Unavailable") throw made.left.cause
      return { refusal: message }
    }
  )
}

const answer = async (request: TypesetRequest): Promise<TypesetAnswer> => {
  const { document, memory } = request
  try {
    if ("share" in request) {
      await watched(memory)
      return typeset(document, request.share)
    }
    const made = await setDocument(document, memory, request.parts)
    if ("refusal" in made) return made
    const { missing, pdf, problems } = made
    return { pdf, missing, problems }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

answerRequest(answer)
