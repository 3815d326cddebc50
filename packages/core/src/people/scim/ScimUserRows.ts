/** The rows of users of SCIM. */

import { ofOrganization, person } from "../../storage/rows/Audited.js"
import { auditedRow, id, ignored, personal, text, to } from "../../storage/rows/RowDeclaration.js"
import { ScimUserFields, type ScimUserRecord } from "./ScimResource.js"

const { displayName, emails, externalId, name, title, userName } = ScimUserFields.fields

/** The rows of the table `scim_users`. */
export const scimUsers = auditedRow<ScimUserRecord>("scim-user")({
  target: person("scim-user", ({ user }) => user),
  organization: ofOrganization,
  fields: {
    organization: ignored(id),
    user: ignored(id),
    userName: personal(userName),
    externalId: personal(externalId),
    name: personal(name),
    displayName: personal(displayName),
    title: personal(title),
    emails: personal(emails),
    updatedAt: ignored(text)
  },
  references: (each) => [to("member", "members")(each.organization, each.user)]
})
