/**
 * Actions of clients of a workspace and the answers to them, and the content of the workspace when they have finished.
 */

/** When a call began and when its answer was there, as counts of such events; of two events, the later one has the higher. */
export interface Time {
  readonly invoked: number
  readonly completed: number
}

/**
 * How a change ended: it was acknowledged, it was refused and has done nothing, or the answer was lost, so that it may or
 * may not have happened.
 */
export type Outcome = "done" | "refused" | "unknown"

/** A new value of a page, by an edit or by a merge. No two writes have the same value. */
export interface Write extends Time {
  readonly kind: "write"
  readonly space: string
  readonly page: string
  readonly value: string
  readonly outcome: Outcome
  /** The revision that was acknowledged. */
  readonly revision?: string
  /** The revision that had to be the current one. */
  readonly expected?: string
}

/** A page that was read. */
export interface PageRead extends Time {
  readonly kind: "read"
  readonly space: string
  readonly page: string
  readonly value: string
}

/** The current revision of a space, as it was answered. */
export interface HeadRead extends Time {
  readonly kind: "head"
  readonly space: string
  readonly revision: string
}

/** A job that appends pages to a space, all of them with the same value. */
export interface JobStart extends Time {
  readonly kind: "job"
  readonly space: string
  readonly value: string
  readonly pages: number
  readonly outcome: Outcome
}

/** Access that is given or taken away. One client after the other changes the access of one name. */
export interface AccessChange extends Time {
  readonly kind: "access"
  readonly name: string
  readonly open: boolean
  readonly outcome: Outcome
}

/** A call that needs access, and whether it was permitted. */
export interface Entry extends Time {
  readonly kind: "entry"
  readonly name: string
  readonly open: boolean
}

/** A change with a name. Only one of several changes with the same name may succeed. */
export interface Claim extends Time {
  readonly kind: "claim"
  readonly name: string
  readonly outcome: Outcome
}

/** An event of a space that somebody was told of: its id, and the revision that it is about. */
export interface ToldEvent {
  readonly id: string
  readonly revision: string
}

/** What somebody who follows a space was told, in the order in which they were told it. */
export interface Told extends Time {
  readonly kind: "told"
  readonly space: string
  readonly follower: string
  readonly told: ReadonlyArray<ToldEvent>
  /** Whether they have to be told of everything by then. */
  readonly isAll?: true
}

/** A word that somebody typed into a live text, or wrote into its page with a whole text. No two are the same. */
export interface Word extends Time {
  readonly kind: "word"
  readonly space: string
  readonly page: string
  readonly word: number
  readonly outcome: Outcome
  /** The revision that was acknowledged, of a whole text. */
  readonly revision?: string
}

/** Changes of a live text that a client got: those after a version, up to another. */
export interface Log extends Time {
  readonly kind: "log"
  readonly space: string
  readonly page: string
  readonly client: string
  readonly after: number
  readonly version: number
  readonly changes: ReadonlyArray<string>
}

/** Changes of a live text that do not fit the text that a client has. */
export interface Unfit extends Time {
  readonly kind: "unfit"
  readonly space: string
  readonly page: string
  readonly client: string
  readonly message: string
}

/** The text of a page that was edited live, as somebody has it when all have finished. */
export interface LastText extends Time {
  readonly kind: "text"
  readonly space: string
  readonly page: string
  readonly who: string
  readonly text: string
}

/** A call that failed without a reason that the caller could change. */
export interface Failure extends Time {
  readonly kind: "failure"
  readonly message: string
}

/** A time in which something was wrong, so that calls may fail. */
export interface Disturbance extends Time {
  readonly kind: "disturbance"
}

/** Something that was done, or that happened. */
export type Event =
  | Write
  | PageRead
  | HeadRead
  | JobStart
  | Told
  | Word
  | Log
  | Unfit
  | LastText
  | AccessChange
  | Entry
  | Claim
  | Failure
  | Disturbance

/** A revision, with the value of each page; that of a page that is edited live is its text. */
export interface Revision {
  readonly id: string
  readonly parents: ReadonlyArray<string>
  readonly pages: Readonly<Record<string, string>>
}

/** All that is known when the clients have finished. */
export interface History {
  readonly events: ReadonlyArray<Event>
  /** The revisions of each space, oldest first, from the first one before the clients began to the current one. */
  readonly spaces: Readonly<Record<string, ReadonlyArray<Revision>>>
  /** The events of the content of each space since then, in their order; absent where servers of a version without events work. */
  readonly told?: Readonly<Record<string, ReadonlyArray<ToldEvent>>>
}
