/** The rows of OpenID providers. */
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { optional } from "../../foundation/schema/Input.js"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import { auditedRow, id, ignored, secret, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import { RoleOrGuest } from "../access/Role.js"
import type { OpenIdProviderRecord } from "./OpenIdProvider.js"

/** The rows of the table `openid_providers`. */
export const openidProviders = auditedRow<OpenIdProviderRecord>("openid-provider")({
  target: itself("openid-provider", ({ id, label }) => ({ id, title: label })),
  organization: ofOrganization,
  fields: {
    id: ignored(id),
    organization: ignored(id),
    label: shown(text),
    issuer: shown(text),
    clientId: shown(text),
    sealed: secret(optional(text)),
    sealedBy: ignored(optional(text)),
    defaultTeam: shown(optional(id)),
    defaultRole: shown(RoleOrGuest),
    createdAt: ignored(text)
  },
  problem: ({ sealed, sealedBy }) =>
    (sealed === undefined ? undefined : keyIdOf(sealed)) === sealedBy ? undefined : "it names another key than it has",
  references: (provider) => [to("organization", "organizations")(provider.organization)]
})
