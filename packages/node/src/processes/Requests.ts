/**
 * The protocol of requests to a process and its answers: in pieces, so that neither side is blocked by a large
 * document.
 */
import type { ChildProcess } from "node:child_process"
import { assembly } from "../workers/Assembly.js"
import { type Piece, piecesInTurns } from "../workers/Pieces.js"

/** The answer of a process that has no result. */
export type Failure =
  /** Why it failed. */
  | { readonly problem: string }
  /** Why the document is refused. */
  | { readonly refusal: string }

/** The progress message that a process sends to show that it is not stuck. */
export const step = "step"

/** The message that follows the last piece of a request or an answer. */
const whole = "whole"

/** A message between a process and the one that asked it, other than {@link step}. */
export type Part = Piece | typeof whole

/**
 * Sends a request or an answer in pieces, so that other callers are served in between. Stops if the other process exits,
 * which is reported elsewhere.
 */
export const sendInPieces = async (
  send: (part: Part, sent: (error: Error | null) => void) => void,
  message: object
): Promise<void> => {
  const isSent = (part: Part) => new Promise<boolean>((resolve) => send(part, (error) => resolve(error === null)))
  for await (const piece of piecesInTurns(message)) if (!(await isSent(piece))) return
  await isSent(whole)
}

/** Calls a function with a value that came in pieces, once it is complete; the returned function takes the messages. */
export const received = (then: (message: unknown) => void): ((part: Part) => void) => {
  const parts = assembly()
  return (part) => (part === whole ? then(parts.value()) : parts.add(part))
}

/** This process as started by its parent, with a channel to it. */
const self = process as typeof process & Pick<ChildProcess, "send">

/** Receives the request of this process, answers it, and exits. */
export const answerRequest = <I, O extends object>(answer: (request: I) => Promise<O>): void => {
  const asked = async (request: unknown): Promise<void> => {
    await sendInPieces((part, sent) => self.send(part, sent), await answer(request as I))
    process.exit(0)
  }
  process.on("message", received(asked))
  process.once("disconnect", () => process.exit(0))
}
