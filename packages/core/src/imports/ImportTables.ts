/** The tables of imports. */
import { table } from "../storage/Table.js"

/** The imports; `open` is 0 or 1, `user` empty where the embedding program imports. */
export const ImportsTable = table({
  name: "imports",
  columns: { id: "text", space: "text", user: "text", open: "integer", endedAt: "text?" },
  key: ["id"],
  indexes: {
    open: { on: ["open", "endedAt", "id"] },
    space: { on: ["space", "open"] },
    user: { on: ["user", "open"] }
  }
})

/** What imports have read and not yet appended, in the order in which they found it. */
export const ImportPartsTable = table({
  name: "import_parts",
  columns: { import: "text", ordinal: "integer", key: "text" },
  key: ["import", "ordinal"],
  indexes: { found: { on: ["import", "key"], unique: true } }
})
