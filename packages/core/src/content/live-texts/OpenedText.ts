/**
 * A live text for programs without Effect.
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { LecternError } from "../../foundation/errors/Errors.js"
import type { Actor } from "../../people/access/Actor.js"
import type { Edit, LiveSession, LiveVersion } from "./LiveSession.js"
import type { Present, Selection } from "./LiveText.js"

/** A text that is open, as promises: see `LiveSession`. */
export interface OpenedText {
  /** The id of this client, by which updates name who made them. */
  readonly client: string
  /** The text as it is now. */
  readonly text: string
  /** The version of the text. */
  readonly version: number
  /** Who has the text open, as far as this client knows. */
  readonly present: ReadonlyArray<Present>
  /** Edits the text; resolves once the edit is stored. A function gets the text as it is when its turn comes. */
  readonly apply: (edit: Edit | ((text: string) => Edit)) => Promise<void>
  /** Shows others where the caret of this client is. */
  readonly select: (selection: Selection) => Promise<void>
  /** The versions from now on. It throws the reason when the text cannot be edited any more. */
  readonly changes: AsyncIterable<LiveVersion>
  /** Leaves the text. What was typed becomes a revision if the caller typed some of it, or nobody else has it open. */
  readonly close: () => Promise<void>
}

/** Opens a text, given how its effects are run for the caller. */
export const openText = async (
  open: Effect.Effect<LiveSession, LecternError, Actor | Scope.Scope>,
  run: <A>(effect: Effect.Effect<A, LecternError, Actor>) => Promise<A>
): Promise<OpenedText> => {
  const scope = Effect.runSync(Scope.make())
  const close = () => run(Scope.close(scope, Exit.void))
  const session = await run(Effect.provideService(open, Scope.Scope, scope)).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    client: session.client,
    get text() {
      return session.current().text
    },
    get version() {
      return session.current().version
    },
    get present() {
      return session.present()
    },
    apply: (edit) => run(session.apply(edit)),
    select: (selection) => run(session.select(selection)),
    changes: Stream.toAsyncIterable(session.changes),
    close
  }
}
