import { table } from "../../storage/rows/Table.js"

/** The OpenID providers of organizations; `sealedBy` is the key that encrypted the client secret. */
export const OpenIdProvidersTable = table({
  name: "openid_providers",
  columns: { organization: "text", id: "text", sealedBy: "text?" },
  key: ["organization", "id"],
  indexes: { sealedBy: { on: ["sealedBy"] } },
  lockedBy: "organization organization"
})
