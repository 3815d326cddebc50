import { recordTable } from "../../storage/rows/RecordTable.js"
/** The memberships that wait for an answer; a person has one in an organization at most. */
import type { PendingMemberRecord } from "./PendingMember.js"
export const PendingMembersTable = recordTable({
  name: "pending_members",
  columns: { user: "text", id: "text", organization: "text" },
  key: ["user", "id"],
  indexes: { organization: { on: ["organization", "user"], unique: true } },
  lockedBy: "organization organization",
  columnsOf: ({ user, id, organization }: PendingMemberRecord) => ({ user, id, organization }),
  row: () => import("./PendingMemberRows.js").then(({ pendingMembers }) => pendingMembers)
})
