/** Audit rules of tables: which changes of their rows are events, and what an event says about them. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { AuditTarget } from "../trail/AuditEvent.js"
import type { Value } from "./Table.js"

/**
 * The content of an event about a field: its value; the fact that it changed, if it is secret or personal; nothing, if
 * its changes are not events; or something made from its value.
 */
export type Audits<V> = "shown" | "secret" | "personal" | "ignored" | ((value: V) => unknown)

/** Reads another row by the name of its table, in the transaction of the change. */
export type Look = (table: string, ...key: ReadonlyArray<Value>) => Effect.Effect<object | undefined, Unavailable>

/** A table whose changes are events. */
export interface Audited<in A extends object> {
  /** The first word of the action. */
  readonly kind: string
  readonly target: (record: A, look: Look) => Effect.Effect<AuditTarget, Unavailable>
  /**
   * The organization that the event belongs to, empty for the server; `undefined` if there is no event. `isNew` says
   * whether the record was created just now.
   */
  readonly organization: (record: A, look: Look, isNew: boolean) => Effect.Effect<string | undefined, Unavailable>
  /** The content of an event about each field. */
  readonly fields: Readonly<Record<string, Audits<never>>>
  /** Further fields that are made from the whole record. */
  readonly derived?: (record: A) => Readonly<Record<string, unknown>>
  /** The second word of the action, where it is not `created`, `updated` or `deleted`. */
  readonly verb?: (before: A | undefined, after: A | undefined) => string | undefined
  /** Which changes are events; all of them when absent. */
  readonly isEvent?: (before: A | undefined, after: A | undefined) => boolean
  /** The owner of the record, who is the actor when the server acts on their request. */
  readonly self?: (record: A) => string
  /** Whether a record has expired by itself, so that its removal is not an event. */
  readonly isOver?: (record: A, time: number) => boolean
}

/** A target that a record itself is. */
export const itself =
  <A extends object>(kind: string, of: (record: A) => Omit<AuditTarget, "kind">) =>
  (record: A): Effect.Effect<AuditTarget> =>
    Effect.succeed({ kind, ...of(record) })

/** A target that is a person, or an object of theirs without a title, answered under the person's current name. */
export const person =
  <A extends object>(kind: string, of: (record: A) => string) =>
  (record: A): Effect.Effect<AuditTarget> => {
    const id = of(record)
    return Effect.succeed({ kind, id, person: id })
  }

/** The organization of records that name it. */
export const ofOrganization = ({ organization }: { readonly organization: string }): Effect.Effect<string> =>
  Effect.succeed(organization)

/** The server, which owns the rows that belong to no organization. */
export const ofServer = (): Effect.Effect<string> => Effect.succeed("")
