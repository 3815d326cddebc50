/** The live text of a page in the API. */
import { ChangeSet } from "@codemirror/state"
import type { TextPlace } from "./Drafts.js"

/** A change of a text by a client. */
export interface Update {
  readonly changes: unknown
  readonly client: string
}

/** A text as it is now, for a new client. */
export interface Opened {
  readonly version: number
  readonly revision: string
  readonly markdown: string
  readonly client: string
}

/** The changes since the version that was sent, the client's own included. */
export interface Edited {
  readonly version: number
  readonly updates: ReadonlyArray<Update>
}

/** How many changes are sent at once. */
export const mostSent = 100

/** The address of a live text in the API. */
export const addressOf = ({ page, request, space }: TextPlace): string =>
  `/spaces/${space}${request === undefined ? "" : `/change-requests/${request}`}/content/page/${page}/live`

/** The changes of an update, for the editor. */
export const changesOf = ({ changes }: Update): ChangeSet => ChangeSet.fromJSON(changes)
