/** The rows of identities. */

import { ofOrganization, person } from "../../storage/rows/Audited.js"
import { auditedRow, id, ignored, personal, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import { IdentityKind, type IdentityRecord } from "./Identity.js"

const user = to("user", "users")

/** The rows of the table `identities`. */
export const identities = auditedRow<IdentityRecord>("identity")({
  target: person("identity", ({ user }) => user),
  organization: ofOrganization,
  fields: {
    kind: shown(IdentityKind),
    organization: ignored(text),
    issuer: shown(text),
    subject: personal(text),
    user: ignored(id),
    createdAt: ignored(text)
  },
  references: (identity) => [
    user(identity.user),
    identity.organization === "" ? undefined : to("member", "members")(identity.organization, identity.user)
  ]
})
