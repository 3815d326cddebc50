/** Where live texts are, and the numbers of their versions. */
import { Conflict } from "../../foundation/errors/Errors.js"
import type { SpaceId } from "../../people/places/SpaceId.js"
import type { ChangeRequestId, ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import type { ItemVersion } from "../items/Item.js"
import type { View } from "../items/View.js"

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
  readonly space: SpaceId
  /** The line of content: the id of the space, or of the change request. */
  readonly line: string
  readonly page: string
  /** The id of the change request whose line it is. */
  readonly changeRequest?: ChangeRequestId
}

/** The name of a live text among all others. */
export const nameOf = ({ line, page }: Pick<LivePlace, "line" | "page">): string => `${line}/${page}`

/** How many changes a text can have between two revisions, without a number of one session meaning another in the next. */
const versionsOfRevision = 2 ** 20

/** The failure of who asks for what came after a version that the log no longer reaches back to. */
export const outdated = (version: number): Conflict =>
  new Conflict({
    message: `the changes after version ${version} are no longer kept: read the text again, and send what you have as a text with its revision`
  })

/** A line of content, as far as versions depend on it. */
interface AtHead {
  readonly view: View
  readonly head: { readonly sequence: number }
}

/**
 * The version of a text that nobody edits live, given its page as it is at the head of a line. It stays while the page does
 * and grows with its revisions, so that a client that was away cannot take one session for another. In a change request,
 * whose pages come from two lines, it stays while the request does.
 */
export const versionOf = ({ head, view }: AtHead, { from }: Pick<ItemVersion, "from">): number =>
  (view.base === undefined ? from : head.sequence) * versionsOfRevision
