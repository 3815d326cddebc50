/** Comments that are kept for a review: this browser has them until the review is sent. */
import { type ReadonlySignal, signal } from "@preact/signals"
import { all, post } from "../api/Api.js"
import { person } from "../api/Session.js"
import { keyOfPending } from "../saving/keptComments.js"
import type { NewComment } from "./Threads.js"

/** A comment, or a reply to the one named by `parent`, that waits for its review. */
export interface PendingComment extends NewComment {
  readonly id: string
  readonly parent?: string
}

/** The comments of a change request that wait for a review of one person. */
export interface PendingComments {
  /** In the order in which they were written. */
  readonly comments: ReadonlySignal<ReadonlyArray<PendingComment>>
  /** Adds a comment, or changes the one with its id. */
  readonly keep: (comment: PendingComment) => void
  readonly remove: (ids: ReadonlyArray<string>) => void
}

/** How many comments one review can have. */
export const mostPending = 100

const open = (key: string): PendingComments => {
  // Other tabs write it, too.
  const read = (): ReadonlyArray<PendingComment> => {
    const kept = localStorage.getItem(key)
    return kept === null ? [] : JSON.parse(kept)
  }
  const comments = signal(read())
  const write = (next: ReadonlyArray<PendingComment>) => {
    if (next.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(next))
    comments.value = next
  }
  addEventListener("storage", (event) => {
    if (event.key === key) comments.value = read()
  })
  return {
    comments,
    keep: (comment) => {
      const before = read()
      const isThere = before.some(({ id }) => id === comment.id)
      write(isThere ? before.map((each) => (each.id === comment.id ? comment : each)) : [...before, comment])
    },
    remove: (ids) => write(read().filter(({ id }) => !ids.includes(id)))
  }
}

const opened = new Map<string, PendingComments>()

/** The pending comments on a change request, by its address in the API. */
export const pendingOf = (line: string): PendingComments => {
  const key = keyOfPending(person.peek()?.id, line)
  const found = opened.get(key) ?? open(key)
  opened.set(key, found)
  return found
}

/** The comments as the review takes them. */
export const inputOf = (comments: ReadonlyArray<PendingComment>): ReadonlyArray<object> =>
  comments.map(({ id, markdown, ...rest }) => ({ body: { markdown }, ...rest }))

/** Whether the last review of the person has these comments. */
export const isSent = async (line: string, comments: ReadonlyArray<PendingComment>): Promise<boolean> => {
  const reviews = await all<{
    readonly reviewer: { readonly id: string }
    readonly comments?: ReadonlyArray<{ readonly body: { readonly markdown: string } }>
  }>(`${line}/reviews`)
  const last = reviews.findLast(({ reviewer }) => reviewer.id === person.peek()?.id)?.comments ?? []
  return last.length === comments.length && last.every(({ body }, index) => body.markdown === comments[index]?.markdown)
}

/** Posts one without a review. Posting it once more does nothing, as after a lost connection. */
export const postPending = (line: string, comment: PendingComment): Promise<unknown> => {
  const { id, markdown, parent, ...rest } = comment
  const path = parent === undefined ? `${line}/comments` : `${line}/comments/${parent}/replies`
  return post(path, { body: { markdown }, ...rest }, { key: id })
}
