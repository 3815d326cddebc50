/** The calls that were made under keys. */
import { recordTable } from "../../storage/rows/RecordTable.js"
import type { IdempotencyKeyRecord } from "./IdempotencyKey.js"

/** The calls that were made under keys, by their callers. */
export const IdempotencyKeysTable = recordTable({
  name: "idempotency_keys",
  columns: { caller: "text", id: "text", time: "integer" },
  key: ["caller", "id"],
  indexes: { time: { on: ["time"] } },
  lockedBy: "free",
  columnsOf: ({ caller, id, time }: IdempotencyKeyRecord) => ({ caller, id, time }),
  unaudited: "uses",
  row: () => import("./IdempotencyKeyRows.js").then(({ idempotencyKeys }) => idempotencyKeys)
})
