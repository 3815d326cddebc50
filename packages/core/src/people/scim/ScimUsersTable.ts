import { table } from "../../storage/rows/Table.js"

/** Clients' descriptions of members; `userName` is in lower case, for comparison. */
export const ScimUsersTable = table({
  name: "scim_users",
  columns: { organization: "text", user: "text", userName: "text", externalId: "text?" },
  key: ["organization", "user"],
  indexes: {
    userName: { on: ["organization", "userName"], unique: true },
    externalId: { on: ["organization", "externalId"] }
  },
  lockedBy: "organization organization"
})
