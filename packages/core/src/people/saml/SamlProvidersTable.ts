import { recordTable } from "../../storage/rows/RecordTable.js"
/** The SAML providers of organizations. */
import type { SamlProviderRecord } from "./SamlProvider.js"
export const SamlProvidersTable = recordTable({
  name: "saml_providers",
  columns: { organization: "text", id: "text" },
  key: ["organization", "id"],
  indexes: {},
  lockedBy: "organization organization",
  columnsOf: ({ organization, id }: SamlProviderRecord) => ({
    organization,
    id
  }),
  row: () => import("./SamlProviderRows.js").then(({ samlProviders }) => samlProviders)
})
