/** Knowledge about the processes that share the jobs of a workspace. */
import * as Context from "effect/Context"

/** This process, and the processes that it knows to be gone. */
export interface ThisProcessService {
  /** The prefix of the ids of its claims. */
  readonly name: string
  /** Whether a claim belongs to a process that has ended. For other processes, only the time tells. */
  readonly isGone: (claim: string) => boolean
}

/** This process; by default, no processes are known. */
export class ThisProcess extends Context.Reference<ThisProcess>()("@lectern/core/ThisProcess", {
  defaultValue: (): ThisProcessService => ({ name: "", isGone: () => false })
}) {}
