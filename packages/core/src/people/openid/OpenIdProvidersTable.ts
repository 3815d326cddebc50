import { recordTable } from "../../storage/rows/RecordTable.js"
/** The OpenID providers of organizations; `sealedBy` is the key that encrypted the client secret. */
import type { OpenIdProviderRecord } from "./OpenIdProvider.js"
export const OpenIdProvidersTable = recordTable({
  name: "openid_providers",
  columns: { organization: "text", id: "text", sealedBy: "text?" },
  key: ["organization", "id"],
  indexes: { sealedBy: { on: ["sealedBy"] } },
  lockedBy: "organization organization",
  columnsOf: ({ organization, id, sealedBy }: OpenIdProviderRecord) => ({
    organization,
    id,
    sealedBy: sealedBy ?? null
  }),
  row: () => import("./OpenIdProviderRows.js").then(({ openidProviders }) => openidProviders)
})
