/** How calls end for a caller without rights. */

/** How a call ends: a refusal, success without any effect or information, or success on the caller's own things. */
export type End = "NotFound" | "Forbidden" | "Conflict" | "nothing" | "own"

/** A call and how it ends. */
export interface Row {
  readonly args: ReadonlyArray<unknown>
  /** For a user who is not in the organization. */
  readonly stranger: End
  /** For a guest without grants, if that differs. */
  readonly guest?: End
}

/** A call that ends the same for strangers and guests, unless the end for guests is given. */
export const row = (stranger: End, args: ReadonlyArray<unknown>, guest?: End): Row => ({
  args,
  stranger,
  ...(guest !== undefined && { guest })
})
/** A call about a thing that does not exist for a caller without rights. */
export const absent = (...args: ReadonlyArray<unknown>): Row => row("NotFound", args)
/** A call without any effect or answer. */
export const silent = (...args: ReadonlyArray<unknown>): Row => row("nothing", args)
/** A call about the organization itself, which guests see. */
export const forbidden = (...args: ReadonlyArray<unknown>): Row => row("NotFound", args, "Forbidden")

/** A call of each member of each service, by their names. */
export type Rows = Readonly<Record<string, Readonly<Record<string, Row>>>>
