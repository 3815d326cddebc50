/**
 * The tables that the suites write to. An adapter under test creates them in addition to its own, or instead of them.
 * @since 0.1.0
 */
import { type Columns, type Table, table } from "@lectern/core/storage/Table"

/**
 * A table with everything that a declaration can have: a key of two columns, nulls, a unique index, a name that SQL
 * reserves.
 */
export const notes = table({
  name: "contract_notes",
  columns: { shelf: "text", id: "text", title: "text", order: "integer?", label: "text?", slug: "text?" },
  key: ["shelf", "id"],
  indexes: {
    title: { on: ["shelf", "title"] },
    order: { on: ["shelf", "order", "label"] },
    slug: { on: ["shelf", "slug"], unique: true },
    label: { on: ["label", "id"] }
  }
})

/** A table with only a key, which is a number. */
export const numbers = table({
  name: "contract_numbers",
  columns: { number: "integer" },
  key: ["number"],
  indexes: {}
})

/** A table whose rows are locked by a space. */
export const books = table({
  name: "contract_books",
  columns: { id: "text", space: "text" },
  key: ["id"],
  indexes: {},
  lockedBy: "space space"
})

/** A table of which nothing is cached. */
export const log = table({
  name: "contract_log",
  columns: { at: "integer" },
  key: ["at"],
  indexes: {},
  lockedBy: "free",
  uncached: true
})

/** All tables of the suites. */
export const tables: ReadonlyArray<Table> = [notes, numbers, books, log]

/** The columns of a note. */
export type Note = Columns<typeof notes>

/** A note on the shelf `s`, null where it may be; `title` is the id unless given. */
export const note = (id: string, columns: Partial<Note> = {}): Note => ({
  shelf: "s",
  id,
  title: id,
  order: null,
  label: null,
  slug: null,
  ...columns
})
