/** Which changes of the rows of a table are events. */
import type { NewEvent } from "../trail/Event.js"

/** The events that a change of a row is, given its old and new value; mostly none or one. */
export type Emits<in A extends object> = (before: A | undefined, after: A | undefined) => ReadonlyArray<NewEvent>

/** Whether any of these fields differs. */
export const differ = <A extends object>(before: A, after: A, ...fields: ReadonlyArray<keyof A>): boolean =>
  fields.some(
    (field) => before[field] !== after[field] && JSON.stringify(before[field]) !== JSON.stringify(after[field])
  )

/** The types of events by what was done to a row. */
type Named<Type extends string> = { readonly [Verb in "created" | "updated" | "deleted"]?: Type }

/**
 * {@link Emits} of a table with an event for new rows, one for rows in which one of the `fields` changes, and one for
 * rows that are gone. `about` has the rest of each event.
 */
export const emitting =
  <A extends object>(
    types: Named<NewEvent["type"]>,
    fields: ReadonlyArray<keyof A>,
    about: (record: A) => Omit<NewEvent, "type">
  ): Emits<A> =>
  (before, after) => {
    const record = after ?? before
    if (record === undefined) return []
    const [{ created, deleted, updated }, of] = [types, () => about(record)]
    if (before === undefined) return created === undefined ? [] : [{ type: created, ...of() }]
    if (after === undefined) return deleted === undefined ? [] : [{ type: deleted, ...of() }]
    return updated !== undefined && differ(before, after, ...fields) ? [{ type: updated, ...of() }] : []
  }
