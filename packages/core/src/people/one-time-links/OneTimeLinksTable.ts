import { recordTable } from "../../storage/rows/RecordTable.js"
/** The links that were sent and not used, by the hash of their secret. */
import type { OneTimeLinkRecord } from "./OneTimeLink.js"
export const OneTimeLinksTable = recordTable({
  name: "one_time_links",
  columns: { hash: "text", user: "text", expiresAt: "integer" },
  key: ["hash"],
  indexes: { user: { on: ["user"] }, expiry: { on: ["expiresAt"] } },
  lockedBy: "user user",
  columnsOf: ({ expiresAt, hash, user }: OneTimeLinkRecord) => ({ hash, user, expiresAt }),
  row: () => import("./OneTimeLinkRows.js").then(({ oneTimeLinks }) => oneTimeLinks)
})
