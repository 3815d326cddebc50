/**
 * A live text in a program that edits it along with others.
 * @since 0.1.0
 */
import type { ChangeSet } from "@codemirror/state"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Conflict, type LecternError } from "../../foundation/errors/Errors.js"
import type { Actor, Asked } from "../../people/access/Actor.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { PageId } from "../pages/PageId.js"
import type { LiveOptions, Seen } from "./LivePlace.js"
import type { EditLiveText, Followed, LiveText, LiveUpdate, LiveUpdates, Present, Selection } from "./LiveText.js"
import { changedText } from "./TypedText.js"

/** Reads and edits live texts: see `LiveTexts`. */
export interface LiveTextAccess {
  /** The text of a page as it is now, typed but unsaved changes included. */
  readonly get: (space: SpaceId, page: PageId, options?: LiveOptions) => Asked<LiveText>
  /**
   * Applies changes of a text, after those that others made since; or merges a whole text with it. Fails with `Conflict`
   * if the version is so old that the log no longer has what came after it, and if a whole text and the text of main were
   * changed in one place; then `merged` has both.
   */
  readonly edit: (space: SpaceId, page: PageId, input: EditLiveText, options?: LiveOptions) => Asked<LiveUpdates>
  /** What others changed after a version, and who is present. `Conflict` if the log does not reach back to the version. */
  readonly follow: (space: SpaceId, page: PageId, seen: Seen) => Asked<Followed>
  /** Waits until there may be something to {@link LiveTextAccess.follow}, for some seconds at most. */
  readonly wait: (space: SpaceId, page: PageId, seen: Seen) => Asked<void>
  /**
   * Says that a client has closed the text. What was typed on its line becomes a revision at once if the caller typed
   * some of it, and when the last one leaves the line.
   */
  readonly leave: (space: SpaceId, page: PageId, client: string, options?: LiveOptions) => Asked<void>
}

/** A replacement of a part of a text. Positions count UTF-16 units. */
export interface TextEdit {
  readonly from: number
  /** Where the removed part ends; `from` when absent: nothing is removed. */
  readonly to?: number
  readonly insert?: string
}

/** An edit of a text: a replacement, several of the same text, or the whole text as it shall be. */
export type Edit = TextEdit | ReadonlyArray<TextEdit> | string

/** A text at a version, with the update that made it. */
export interface LiveVersion {
  readonly version: number
  readonly text: string
  readonly update: LiveUpdate
}

/** A text that is open. */
export interface LiveSession {
  /** The id of this client, by which updates name who made them. */
  readonly client: string
  /** The text as it is now, and its version. */
  readonly current: () => { readonly text: string; readonly version: number }
  /** Who has the text open, as far as this client knows. */
  readonly present: () => ReadonlyArray<Present>
  /**
   * Edits the text, and ends once the edit is stored. Edits run one after the other; a function gets the text as it is when
   * its turn comes. Fails as `edit` of `LiveTexts`, with `Invalid` for positions outside of the text.
   */
  readonly apply: (edit: Edit | ((text: string) => Edit)) => Effect.Effect<void, LecternError, Actor>
  /** Shows others where the caret of this client is. */
  readonly select: (selection: Selection) => Effect.Effect<void, LecternError, Actor>
  /**
   * The versions from now on, this client's own included. It fails with the reason when the text cannot be edited any more,
   * because the page was deleted, the change request merged, or the right to edit lost; `current` still has the text.
   */
  readonly changes: Stream.Stream<LiveVersion, LecternError>
}

interface Listener {
  readonly next: (version: LiveVersion) => void
  readonly fail: (error: LecternError) => void
  readonly end: () => void
}

/** Opens a text of this service until the scope ends. */
export const openSession = (
  service: LiveTextAccess,
  space: SpaceId,
  page: PageId,
  options: LiveOptions
): Effect.Effect<LiveSession, LecternError, Actor | Scope.Scope> =>
  Effect.gen(function* () {
    const { changeSetOf, changesBetween, editsOf, markdownOf, textOf, written } = yield* changedText.load
    const first = yield* service.get(space, page, options)
    const { client } = first
    const one = Effect.unsafeMakeSemaphore(1).withPermits(1)
    const listeners = new Set<Listener>()
    let { version } = first
    let text = textOf(first.markdown)
    let present: ReadonlyArray<Present> = []
    let stamp: number | undefined
    let ended: LecternError | undefined

    const take = (updates: ReadonlyArray<LiveUpdate>) => {
      for (const update of updates) {
        text = changeSetOf(update.changes).apply(text)
        version++
        if (listeners.size === 0) continue
        const made: LiveVersion = { version, text: markdownOf(text), update }
        for (const listener of listeners) listener.next(made)
      }
    }
    const end = (error: LecternError) =>
      Effect.sync(() => {
        ended = error
        for (const listener of listeners) listener.fail(error)
        listeners.clear()
      })

    const seen = () => ({ ...options, after: version, ...(stamp !== undefined && { stamp }) })
    const follow = Effect.gen(function* () {
      const found = yield* service.follow(space, page, { ...seen(), client })
      take(found.updates)
      present = found.present ?? present
      stamp = found.stamp
    })
    const following = Effect.forever(
      Effect.zipRight(
        Effect.suspend(() => service.wait(space, page, seen())),
        one(follow)
      )
    )
    yield* one(follow)
    yield* Effect.forkScoped(Effect.catchAll(following, end))
    const actor = yield* Effect.context<Actor>()
    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        ended ??= new Conflict({ message: "the text is closed" })
        for (const listener of listeners) listener.end()
        return Effect.ignore(Effect.provide(service.leave(space, page, client, options), actor))
      })
    )

    const changesOf = (edit: Edit): Effect.Effect<ChangeSet, LecternError> =>
      typeof edit === "string"
        ? Effect.sync(() => changesBetween(markdownOf(text), edit))
        : editsOf(text, [edit].flat())
    const session: LiveSession = {
      client,
      current: () => ({ text: markdownOf(text), version }),
      present: () => present,
      apply: (edit) =>
        one(
          Effect.gen(function* () {
            if (ended !== undefined) return yield* ended
            const changes = yield* changesOf(typeof edit === "function" ? edit(markdownOf(text)) : edit)
            if (changes.empty) return
            const input = { version, client, updates: [{ changes: written(changes) }] }
            const { updates } = yield* service.edit(space, page, input, options)
            take(updates)
          })
        ),
      select: (selection) =>
        Effect.asVoid(service.edit(space, page, { version, client, updates: [], selection }, options)),
      changes: Stream.asyncPush<LiveVersion, LecternError>(
        (emit) =>
          Effect.acquireRelease(
            Effect.sync(() => {
              const listener: Listener = { next: emit.single, fail: emit.fail, end: emit.end }
              if (ended !== undefined) emit.fail(ended)
              else listeners.add(listener)
              return listener
            }),
            (listener) => Effect.sync(() => listeners.delete(listener))
          ),
        { bufferSize: "unbounded" }
      )
    }
    return session
  })
