/** Audit rules of API tokens. */
import * as Effect from "effect/Effect"
import { type Auditing, audited, itself } from "../../storage/rows/Audited.js"
import type { ApiTokenRecord } from "./ApiToken.js"

/** The audit rules of API tokens. */
export const audits: ReadonlyArray<Auditing> = [
  audited<ApiTokenRecord>("api_tokens", {
    kind: "api-token",
    target: itself("api-token", ({ id, label }) => ({ id, title: label })),
    organization: ({ service = "" }) => Effect.succeed(service),
    fields: {
      id: "ignored",
      user: "shown",
      label: "shown",
      hash: "ignored",
      createdAt: "ignored",
      expiresAt: "shown",
      fixed: "shown",
      limits: "shown",
      service: "ignored",
      sso: "ignored",
      exempt: "shown",
      secondFactor: "shown"
    }
  }),
  { table: "token_uses", none: "uses" }
]
