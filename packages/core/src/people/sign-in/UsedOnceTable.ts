import { table } from "../../storage/rows/Table.js"

/** Used single-use values, such as challenges that a passkey has signed, kept until they would have expired anyway. */
export const UsedOnceTable = table({
  name: "used_once",
  columns: { id: "text", expiresAt: "integer" },
  key: ["id"],
  indexes: { expiry: { on: ["expiresAt"] } },
  lockedBy: "free"
})
