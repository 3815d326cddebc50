import { table } from "../../storage/rows/Table.js"

/** The links that were sent and not used, by the hash of their secret. */
export const OneTimeLinksTable = table({
  name: "one_time_links",
  columns: { hash: "text", user: "text", expiresAt: "integer" },
  key: ["hash"],
  indexes: { user: { on: ["user"] }, expiry: { on: ["expiresAt"] } },
  lockedBy: "user user"
})
