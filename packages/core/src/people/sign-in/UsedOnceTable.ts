/** Used single-use values, such as challenges that a passkey has signed, kept until they would have expired anyway. */
import { recordTable } from "../../storage/rows/RecordTable.js"
export const UsedOnceTable = recordTable({
  name: "used_once",
  columns: { id: "text", expiresAt: "integer" },
  key: ["id"],
  indexes: { expiry: { on: ["expiresAt"] } },
  lockedBy: "free",
  columnsOf: (each: { readonly id: string; readonly expiresAt: number }) => each,
  unaudited: "uses",
  row: () => import("./UsedOnceRows.js").then(({ usedOnce }) => usedOnce)
})
