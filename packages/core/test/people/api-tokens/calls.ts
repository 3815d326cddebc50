import {
  CreateApiToken,
  CreateServiceToken,
  RotateApiToken,
  UpdateServiceToken
} from "@lectern/core/api-tokens/ApiToken"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { Effect, Redacted } from "effect"
import { choice, integer, items, subject, text } from "../../engine/bounds/fields.js"
import { as, asSystem, bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"
import { forbidden, row } from "../../people/access/rows.js"

const scope = choice("read", "write", "admin")
const spaces = items(1, 100, (index) => `space${index}`)
const tokenLimits = { scopes: items(1, 3, () => "read"), "scopes.0": scope, spaces }
const tokenFields = { label: text(1, 100), ...tokenLimits }

/** Tokens of people and of organizations. */
export const resource: Resource = {
  calls: async ({ admin, organization: o, own }) => {
    const token = (await own.apiTokens.create(admin, { label: "own" })).apiToken.id
    const serviceToken = (await own.serviceTokens.create(o, { label: "service" })).apiToken.id
    return {
      ids: [token],
      rows: {
        apiTokens: {
          create: row("Forbidden", [admin, { label: "x" }]),
          list: row("Forbidden", [admin]),
          rotate: row("Forbidden", [admin, token]),
          revoke: row("Forbidden", [admin, token])
        },
        serviceTokens: {
          list: forbidden(o, {}),
          create: forbidden(o, { label: "x" }),
          update: forbidden(o, serviceToken, {}),
          rotate: forbidden(o, serviceToken),
          remove: row("nothing", [o, serviceToken], "Forbidden")
        }
      }
    }
  },
  recorded: {
    apiTokens: {
      create: ["api-token.created"],
      rotate: ["api-token.created", "api-token.updated"],
      createFixed: ["api-token.created"],
      list: "reads",
      revoke: ["api-token.deleted"],
      authenticate: "reads",
      recordUses: "notes"
    },
    serviceTokens: {
      list: "reads",
      create: ["api-token.created", "member.created", "user.created"],
      update: ["api-token.updated", "member.updated", "user.updated"],
      rotate: ["api-token.created", "api-token.updated"],
      remove: ["api-token.deleted", "member.deleted"]
    }
  },
  special: ({ calls, made: { admin, organization } }) => {
    const made = Effect.flatMap(ApiTokens, (tokens) => as(admin)(tokens.create(admin, { label: "used" })))
    const [, serviceToken] = calls.serviceTokens?.update?.args ?? []
    return {
      apiTokens: {
        createFixed: bySystem(admin, "second", "lct_0123456789abcdef"),
        authenticate: (begin) =>
          Effect.gen(function* () {
            const { token } = yield* made
            yield* begin
            yield* (yield* ApiTokens).authenticate(Redacted.make(token))
          }),
        recordUses: (begin) =>
          Effect.gen(function* () {
            const tokens = yield* ApiTokens
            yield* tokens.authenticate(Redacted.make((yield* made).token))
            yield* begin
            yield* asSystem(tokens.recordUses)
          })
      },
      serviceTokens: { update: { args: [organization, serviceToken, { label: "other", scopes: ["write"] }] } }
    }
  },
  locks: {
    apiTokens: {
      create: "user",
      rotate: "user",
      revoke: "user + row"
    },
    serviceTokens: {
      create: "organization",
      update: "organization + user",
      rotate: "organization",
      remove: "organization + row"
    }
  },
  bounds: [
    subject("an API token", CreateApiToken, tokenFields, { label: "a", scopes: ["read"] }),
    subject("a rotation of a token", RotateApiToken, { overlap: integer(0, 604_800) }),
    subject("a token of an organization", CreateServiceToken, tokenFields, { label: "a", scopes: ["read"] }),
    subject("a change of a token of an organization", UpdateServiceToken, tokenFields, { scopes: ["read"] })
  ]
}
