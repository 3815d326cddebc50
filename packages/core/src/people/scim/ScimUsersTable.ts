import { recordTable } from "../../storage/rows/RecordTable.js"
/** Clients' descriptions of members; `userName` is in lower case, for comparison. */
import type { ScimUserRecord } from "./ScimResource.js"
export const ScimUsersTable = recordTable({
  name: "scim_users",
  columns: { organization: "text", user: "text", userName: "text", externalId: "text?" },
  key: ["organization", "user"],
  indexes: {
    userName: { on: ["organization", "userName"], unique: true },
    externalId: { on: ["organization", "externalId"] }
  },
  lockedBy: "organization organization",
  columnsOf: (record: ScimUserRecord) => ({
    organization: record.organization,
    user: record.user,
    userName: record.userName.toLowerCase(),
    externalId: record.externalId ?? null
  }),
  row: () => import("./ScimUserRows.js").then(({ scimUsers }) => scimUsers)
})
