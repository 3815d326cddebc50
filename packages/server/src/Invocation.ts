/** The input of one run of the program, by default that of its process. */
import * as Context from "effect/Context"

/** A stream that a run writes to. */
export interface OutputStream {
  /** Whether a person reads it on a terminal. */
  readonly isTTY?: boolean
  /** The width of the terminal. */
  readonly columns?: number
  /** Writes text; `done` is called once it has been flushed. */
  readonly write: (text: string, done?: () => void) => unknown
}

/** The environment of a run and its streams. */
export interface InvocationService {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}

/** The run that an effect belongs to. */
export class Invocation extends Context.Reference<Invocation>()("@lectern/server/Invocation", {
  defaultValue: (): InvocationService => process
}) {}
