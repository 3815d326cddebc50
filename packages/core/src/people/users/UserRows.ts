/** The rows of users. */

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { person } from "../../storage/rows/Audited.js"
import { auditedRow, id, ignored, personal, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import type { UserRecord } from "./User.js"

const organization = to("organization", "organizations")

/** The rows of the table `users`. */
export const users = auditedRow<UserRecord>("user")({
  target: person("user", ({ id }) => id),
  organization: ({ organization = "", service = organization }) => Effect.succeed(service),
  verb: (before, after) => (before !== undefined && before.erased !== after?.erased ? "erased" : undefined),
  fields: {
    id: ignored(id),
    displayName: personal(text),
    email: personal(text),
    photoURL: personal(optional(text)),
    createdAt: ignored(text),
    service: ignored(optional(id)),
    organization: ignored(optional(id)),
    erased: shown(optional(Schema.Literal(true)))
  },
  references: (each) =>
    [each.service, each.organization].flatMap((found) => (found === undefined ? [] : [organization(found)]))
})
