import { CreateOpenIdProvider, UpdateOpenIdProvider } from "@lectern/core/openid/OpenIdProvider"
import { OpenIdSignIn } from "@lectern/core/openid/OpenIdSignIn"
import { Effect } from "effect"
import { roleOrGuest, url } from "../../engine/bounds/common.js"
import { nullable, subject, text } from "../../engine/bounds/fields.js"
import { asSystem, bySystem, client } from "../../operations/audit-events/calling.js"
import { domain } from "../../operations/audit-events/ports.js"
import type { Resource } from "../../people/access/resources.js"
import { forbidden, row } from "../../people/access/rows.js"

/** OpenID providers, and signing in through them. */
export const resource: Resource = {
  calls: async ({ organization: o, own }) => {
    const { id: openId } = await own.openIdProviders.create(o, {
      label: "OpenID",
      issuer: "https://idp.example",
      clientId: "lectern"
    })
    return {
      ids: [openId],
      rows: {
        openIdProviders: {
          list: forbidden(o, {}),
          create: forbidden(o, { label: "Mine", issuer: "https://idp.example", clientId: "x" }),
          get: forbidden(o, openId),
          update: forbidden(o, openId, { label: "Mine" }),
          remove: row("nothing", [o, openId], "Forbidden")
        }
      }
    }
  },
  recorded: {
    openIdProviders: {
      list: "reads",
      create: ["openid-provider.created"],
      get: "reads",
      update: ["openid-provider.updated"],
      remove: ["openid-provider.deleted"]
    },
    openIdSignIn: {
      serverLabel: "reads",
      ways: "reads",
      begin: "reads",
      complete: ["account.created", "identity.created", "session.created", "user.created"]
    }
  },
  special: () => ({
    openIdSignIn: {
      serverLabel: bySystem(),
      ways: bySystem({ email: `nora@${domain}` }),
      begin: bySystem("server", "sign-in", ""),
      complete: () =>
        Effect.gen(function* () {
          const service = yield* OpenIdSignIn
          const { cookie, location } = yield* asSystem(service.begin("server", "sign-in", ""))
          const query = new URL(location).search.slice(1)
          return yield* asSystem(service.complete("server", { query, cookie, session: undefined, client }))
        })
    }
  }),
  locks: {
    openIdProviders: {
      create: "organization",
      update: "organization",
      remove: "organization"
    }
  },
  bounds: [
    subject(
      "an OpenID provider",
      CreateOpenIdProvider,
      {
        label: text(1, 30),
        issuer: url,
        clientId: text(1, 255),
        clientSecret: text(1, 1024),
        defaultRole: roleOrGuest
      },
      { label: "A", issuer: "https://idp.example", clientId: "lectern" }
    ),
    subject("a change of an OpenID provider", UpdateOpenIdProvider, {
      label: text(1, 30),
      issuer: url,
      clientSecret: nullable(text(1, 1024)),
      clientId: text(1, 255),
      defaultRole: roleOrGuest
    })
  ]
}
