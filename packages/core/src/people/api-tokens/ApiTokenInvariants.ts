/** The invariants of API tokens. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { hash, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { UsersTable } from "../users/UserRepository.js"
import { ApiTokensTable, TokenUsesTable } from "./ApiTokenRepository.js"
import { Scope } from "./TokenScope.js"

const organization = to("organization", OrganizationsTable)
const user = to("user", UsersTable)

/** Invariants of the rows of API tokens. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(ApiTokensTable, {
    fields: {
      id,
      user: id,
      label: text,
      hash,
      createdAt: text,
      expiresAt: optional(text),
      fixed: optional(Schema.Literal(true)),
      limits: optional(Schema.Struct({ scope: Scope, organization: optional(id), spaces: optional(Schema.Array(id)) })),
      service: optional(id),
      sso: optional(id),
      exempt: optional(Schema.Literal(true)),
      secondFactor: optional(Schema.Literal(true))
    },
    references: (token) => [user(token.user), ...(token.service === undefined ? [] : [organization(token.service)])]
  }),
  invariantsOf(TokenUsesTable, {
    fields: { token: id, lastUsedAt: text },
    references: ({ token }) => [to("API token", ApiTokensTable)(token)]
  })
]
