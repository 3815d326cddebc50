/** The rows of API tokens. */

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { itself } from "../../storage/rows/Audited.js"
import { auditedRow, hash, id, ignored, rowOf, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import type { ApiTokenRecord, TokenUseRecord } from "./ApiToken.js"
import { Scope } from "./TokenScope.js"

const organization = to("organization", "organizations")
const user = to("user", "users")

/** The rows of the table `api_tokens`. */
export const apiTokens = auditedRow<ApiTokenRecord>("api-token")({
  target: itself("api-token", ({ id, label }) => ({ id, title: label })),
  organization: ({ service = "" }) => Effect.succeed(service),
  fields: {
    id: ignored(id),
    user: shown(id),
    label: shown(text),
    hash: ignored(hash),
    createdAt: ignored(text),
    expiresAt: shown(optional(text)),
    fixed: shown(optional(Schema.Literal(true))),
    limits: shown(
      optional(Schema.Struct({ scope: Scope, organization: optional(id), spaces: optional(Schema.Array(id)) }))
    ),
    service: ignored(optional(id)),
    sso: ignored(optional(id)),
    exempt: shown(optional(Schema.Literal(true))),
    secondFactor: shown(optional(Schema.Literal(true)))
  },
  references: (token) => [user(token.user), ...(token.service === undefined ? [] : [organization(token.service)])]
})

/** The rows of the table `token_uses`. */
export const tokenUses = rowOf<TokenUseRecord>()({
  fields: { token: id, lastUsedAt: text },
  references: ({ token }) => [to("API token", "api_tokens")(token)]
})
