/** How calls end for somebody without rights. */

/** How a call ends: a refusal, success that tells and does nothing, or success with what is the caller's own. */
export type End = "NotFound" | "Forbidden" | "Conflict" | "nothing" | "own"

/** A call and how it ends. */
export interface Row {
  readonly args: ReadonlyArray<unknown>
  /** For somebody who is not in the organization. */
  readonly stranger: End
  /** For a guest to whom nothing was granted, where that differs. */
  readonly guest?: End
}

/** A call that ends the same for strangers and guests, unless it is said how it ends for guests. */
export const row = (stranger: End, args: ReadonlyArray<unknown>, guest?: End): Row => ({
  args,
  stranger,
  ...(guest !== undefined && { guest })
})
/** A call about what is not there for somebody without rights. */
export const absent = (...args: ReadonlyArray<unknown>): Row => row("NotFound", args)
/** A call that does nothing, and says nothing. */
export const silent = (...args: ReadonlyArray<unknown>): Row => row("nothing", args)
/** A call about the organization itself, which guests see. */
export const forbidden = (...args: ReadonlyArray<unknown>): Row => row("NotFound", args, "Forbidden")

/** A call of each member of each service, by their names. */
export type Rows = Readonly<Record<string, Readonly<Record<string, Row>>>>
