/** The audit events that a call records, or why it records none. */

/** Why a call is no event. */
export type Reason =
  /** It reads: nothing in the storage changes. */
  | "reads"
  /** It changes content, whose revisions and change requests tell who did it. */
  | "content"
  /** It notes a use, a visit, a challenge or progress, which changes no setting or content. */
  | "notes"
  /** It removes something that has ended by itself. */
  | "cleans"

/** The actions of the events that a call records, sorted, or the reason for none. */
export type Expected = ReadonlyArray<string> | Reason
