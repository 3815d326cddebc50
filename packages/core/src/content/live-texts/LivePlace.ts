/** Where live texts are, and the numbers of their versions. */
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"

/** Which line of a space a text is on. */
export interface LiveOptions {
  /** The change request; main when absent. */
  readonly changeRequest?: ChangeRequestRef
}

/** What a client has seen of a text. */
export interface Seen extends LiveOptions {
  /** The version of the text that it has. */
  readonly after: number
  /** The last `stamp` of who is present. */
  readonly stamp?: number
  /** The id of the client, who is present while it follows. */
  readonly client?: string
}

/** Where a live text is. */
export interface LivePlace {
  readonly space: string
  /** The line of content: the id of the space, or of the change request. */
  readonly line: string
  readonly page: string
  /** The id of the change request whose line it is. */
  readonly changeRequest?: string
}

/** The name of a live text among all others. */
export const nameOf = ({ line, page }: Pick<LivePlace, "line" | "page">): string => `${line}/${page}`

/** How many changes a text can have between two revisions, without a number of one session meaning another in the next. */
const versionsOfRevision = 2 ** 20

/**
 * The version of a text that nobody edits live, at a revision of its line. Versions grow with revisions, so that a client
 * that was away cannot take one session for another.
 */
export const versionAt = (sequence: number): number => sequence * versionsOfRevision
