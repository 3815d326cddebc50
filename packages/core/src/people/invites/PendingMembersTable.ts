import { table } from "../../storage/rows/Table.js"

/** The memberships that wait for an answer; a person has one in an organization at most. */
export const PendingMembersTable = table({
  name: "pending_members",
  columns: { user: "text", id: "text", organization: "text" },
  key: ["user", "id"],
  indexes: { organization: { on: ["organization", "user"], unique: true } },
  lockedBy: "organization organization"
})
