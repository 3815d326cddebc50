/** The comments of a line of content, and what a person does with them. */
import { type ReadonlySignal, signal } from "@preact/signals"
import { all, request as call, post } from "../api/Api.js"
import type { DocumentNode } from "../api/Objects.js"
import type { SpaceModel } from "../space/SpaceModel.js"

/** A person who wrote or reacted. */
export interface Person {
  readonly id: string
  readonly displayName: string
}

/** A comment or a reply. */
export interface Post {
  readonly id: string
  readonly postedBy: Person
  readonly postedAt: string
  readonly editedAt?: string
  readonly body: { readonly document?: DocumentNode }
  readonly reactions: ReadonlyArray<{
    readonly emoji: string
    readonly count: number
    readonly users: ReadonlyArray<{ readonly user: Person }>
  }>
  readonly permissions: { readonly edit: boolean; readonly reply: boolean; readonly delete: boolean }
}

/** A part of a text, in UTF-16 units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A comment with what it is about. */
export interface Thread extends Post {
  readonly replies: number
  readonly status: "open" | "resolved"
  readonly resolvedBy?: Person
  readonly target: {
    readonly page?: { readonly id: string; readonly title: string; readonly path?: string }
    readonly review?: string
    /** Where the words stand now. */
    readonly range?: Range
    /** The words as they were. */
    readonly quote?: string
    readonly lost?: boolean
  }
  readonly suggestion?: {
    readonly text: string
    readonly status: "open" | "applied" | "outdated"
    readonly appliedBy?: Person
  }
}

/** A new comment. */
export interface NewComment {
  readonly markdown: string
  readonly page?: string
  readonly range?: Range
  readonly quote?: string
  /** The revision that has the words; the current one when absent. */
  readonly revision?: string
  readonly suggestion?: string
}

/** The comments of a line. */
export interface Threads {
  /** The comments, oldest first; nothing until they are read. */
  readonly threads: ReadonlySignal<ReadonlyArray<Thread> | undefined>
  readonly replies: (thread: string) => Promise<ReadonlyArray<Post>>
  readonly comment: (comment: NewComment) => Promise<void>
  readonly reply: (thread: string, markdown: string) => Promise<void>
  /** The markdown of a comment, or of a reply to one, to be edited. */
  readonly markdown: (thread: string, reply?: string) => Promise<string>
  readonly edit: (thread: string, markdown: string, reply?: string) => Promise<void>
  readonly remove: (thread: string, reply?: string) => Promise<void>
  readonly resolve: (thread: string, isResolved: boolean) => Promise<void>
  readonly react: (thread: string, emoji: string, isAdded: boolean, reply?: string) => Promise<void>
  readonly apply: (threads: ReadonlyArray<string>) => Promise<void>
  readonly close: () => void
}

/** Opens the comments of a line, which are read again whenever somebody writes one. */
export const openThreads = (model: SpaceModel): Threads => {
  const root = `${model.line}/comments`
  const threads = signal<ReadonlyArray<Thread> | undefined>(undefined)
  let last = 0
  // An answer that comes late must not take the place of a newer one.
  const read = async () => {
    const mine = ++last
    const found = await all<Thread>(`${root}?order=asc&format=document`)
    if (mine === last) threads.value = found
  }
  const at = (thread: string, reply?: string) =>
    reply === undefined ? `${root}/${thread}` : `${root}/${thread}/replies/${reply}`
  const change = async (thread: string, body: object, reply?: string) => {
    await call("PUT", at(thread, reply), { body })
    await read()
  }
  // What is written moves the words that comments are about.
  const stop = model.happened.subscribe(() => {
    read().catch(() => {
      threads.value ??= []
    })
  })
  return {
    threads,
    replies: (thread) => all<Post>(`${at(thread)}/replies?order=asc&format=document`),
    comment: async ({ markdown, ...rest }) => {
      await post(root, { body: { markdown }, ...rest }, { key: crypto.randomUUID() })
      await read()
    },
    reply: async (thread, markdown) => {
      await post(`${at(thread)}/replies`, { body: { markdown } }, { key: crypto.randomUUID() })
      await read()
    },
    markdown: async (thread, reply) => {
      const response = await call("GET", at(thread, reply))
      const { body } = (await response.json()) as { body: { markdown: string } }
      return body.markdown
    },
    edit: (thread, markdown, reply) => change(thread, { body: { markdown } }, reply),
    remove: async (thread, reply) => {
      await call("DELETE", at(thread, reply))
      await read()
    },
    resolve: (thread, resolved) => change(thread, { resolved }),
    react: (thread, emoji, isAdded, reply) =>
      change(thread, isAdded ? { addedReactions: [emoji] } : { removedReactions: [emoji] }, reply),
    apply: async (comments) => {
      await post(`${root}/apply`, { comments }, { key: crypto.randomUUID() })
      await read()
    },
    close: stop
  }
}
