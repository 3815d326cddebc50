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
import { answerRequest, type Failure, isOutOfMemory, outOfTime, runProcess, step } from "./Processes.js"
import { type Typeset, typeset } from "./Typeset.js"

/** What the process is sent: a document, or a share of one. */
export type TypesetRequest = {
  readonly document: PdfDocument
  readonly limits: Limits
} & (
  | {
      /** Documents of more sheets are set in parts, of as many sheets. */
      readonly sheets: number
    }
  | { readonly share: Share }
)

/** What a process may have. */
export interface Limits {
  /** How many bytes of memory, together with the processes that it starts. */
  readonly memory: number
  /** How many milliseconds of processor time, for each part of a document that is set in parts. */
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

/**
 * The main thread is busy while Typst works, so another one watches: for memory, for processor time, and for whoever
 * asked. Each message to it begins the time anew.
 */
const watcher = `
const { parentPort, workerData } = require("node:worker_threads")
const { memory, outOfTime, time } = workerData
const parent = process.ppid
let begun = process.cpuUsage()
parentPort.on("message", () => {
  begun = process.cpuUsage()
})
setInterval(() => {
  const isAlone = process.platform !== "win32" && process.ppid !== parent
  if (process.memoryUsage.rss() > memory || isAlone) process.kill(process.pid, "SIGKILL")
  const { system, user } = process.cpuUsage(begun)
  if (system + user > time * 1000) process.kill(process.pid, outOfTime)
}, 50)
`

/** Has this process watched; what it answers begins its time anew. */
const watched = ({ memory, time }: Limits): Promise<() => void> =>
  new Promise((resolve) => {
    const worker = new Worker(watcher, { eval: true, workerData: { memory, outOfTime, time } })
    worker.once("online", () => resolve(() => worker.postMessage(undefined)))
  })

/** The part of the memory that joining may have; the parts have what is left. */
const joiningMemory = 3 / 8

/** How much longer others are served first. */
const niceness = 10

const program = process.argv[1] ?? ""

const setShare =
  ({ memory, time }: Limits, renew: () => void) =>
  ({ document, isAlone, share }: ShareRequest) => {
    const left = memory * (1 - joiningMemory)
    const limits: Limits = { memory: isAlone ? left : left / 2, time }
    const request: TypesetRequest = { document, share, limits }
    const told = Effect.sync(() => {
      renew()
      process.send?.(step)
    })
    return Effect.tap(runProcess<Typeset>(program, request, time), told)
  }

const setDocument = async (document: PdfDocument, limits: Limits, sheets: number) => {
  if (!isLarger(document, sheets)) {
    await watched(limits)
    return typeset(document)
  }
  setPriority(niceness)
  const renew = await watched({ ...limits, memory: limits.memory * joiningMemory })
  return Effect.runPromise(
    Effect.either(typesetInParts(document, sheets, setShare(limits, renew), isOutOfMemory))
  ).then((made) => {
    if (Either.isRight(made)) return made.right
    const { _tag, message } = made.left
    if (_tag === "Unavailable") throw made.left.cause
    return { refusal: message }
  })
}

const answer = async (request: TypesetRequest): Promise<TypesetAnswer> => {
  const { document, limits } = request
  try {
    if ("share" in request) {
      await watched(limits)
      return typeset(document, request.share)
    }
    const made = await setDocument(document, limits, request.sheets)
    if ("refusal" in made) return made
    const { missing, pdf, problems } = made
    return { pdf, missing, problems }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

answerRequest(answer)
