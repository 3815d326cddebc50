import { table } from "../../storage/rows/Table.js"

/** The SAML providers of organizations. */
export const SamlProvidersTable = table({
  name: "saml_providers",
  columns: { organization: "text", id: "text" },
  key: ["organization", "id"],
  indexes: {},
  lockedBy: "organization organization"
})
