/**
 * Typesets one document and exits. As a separate process, it can be stopped at any time, and it ends itself if it uses
 * too much memory; Node's limits do not cover what Typst allocates. A large document is typeset in parts, each in
 * another process of this program.
 */
import { setPriority } from "node:os"
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { forked } from "../processes/Forking.js"
import { isOutOfMemory, runProcess } from "../processes/Processes.js"
import { answerRequest, type Failure, step } from "../processes/Requests.js"
import { type ShareRequest, typesetInParts } from "./InParts.js"
import { isLarger } from "./Parts.js"
import type { Share } from "./Prepare.js"
import { type Typeset, typeset } from "./Typeset.js"
import { type Limits, watched } from "./Watching.js"

/** The request to the process: a document, or a share of one. */
export type TypesetRequest = {
  readonly document: PdfDocument
  readonly limits: Limits
} & (
  | {
      /** Documents with more sheets are typeset in parts of this many sheets. */
      readonly sheets: number
    }
  | { readonly share: Share }
)

/** A document as PDF; `problems` are sentences for users. */
export interface TypesetDocument {
  readonly pdf: Uint8Array
  readonly missing: ReadonlyArray<string>
  readonly problems: ReadonlyArray<string>
}

/** The answer of the process. */
export type TypesetAnswer = TypesetDocument | Typeset | Failure

/** The share of the memory for joining; the rest is for the parts. */
const joiningMemory = 3 / 8

/** The niceness of a process that typesets a large document, so that other work goes first. */
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
    return Effect.tap(runProcess<Typeset>(forked, program, request, time), told)
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
