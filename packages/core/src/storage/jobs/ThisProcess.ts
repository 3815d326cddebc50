/** What is known of the processes that share the jobs of a workspace. */
import * as Context from "effect/Context"

/** This process, and those that it knows to be gone. */
export interface ThisProcessService {
  /** What the ids of its claims begin with. */
  readonly name: string
  /** Whether a claim is that of a process that has ended. Of others, only the time tells. */
  readonly isGone: (claim: string) => boolean
}

/** This process; by default, nothing is known of any. */
export class ThisProcess extends Context.Reference<ThisProcess>()("@lectern/core/ThisProcess", {
  defaultValue: (): ThisProcessService => ({ name: "", isGone: () => false })
}) {}
