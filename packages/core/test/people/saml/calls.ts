import { Saml } from "@lectern/core/saml/Saml"
import { CreateSamlProvider, type SamlProviderId, UpdateSamlProvider } from "@lectern/core/saml/SamlProvider"
import { SamlSignIn } from "@lectern/core/saml/SamlSignIn"
import { Effect } from "effect"
import { nullableUrl, roleOrGuest, url } from "../../engine/bounds/common.js"
import { subject, text } from "../../engine/bounds/fields.js"
import { asSystem, bySystem, client } from "../../operations/audit-events/calling.js"
import { verifiesDomain } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, row, silent } from "../../people/access/rows.js"
import { certificates } from "../../people/saml/certificates.js"

/** SAML providers, and signing in through them. */
export const resource: Resource = {
  calls: async ({ organization: o, own }) => {
    const { id: provider } = await own.saml.create(o, { label: "SSO" })
    return {
      ids: [provider],
      rows: {
        saml: {
          list: forbidden(o, {}),
          create: forbidden(o, { label: "Mine" }),
          get: absent(o, provider),
          update: absent(o, provider, { label: "Mine" }),
          remove: silent(o, provider),
          logins: row("NotFound", [o], "own")
        }
      }
    }
  },
  recorded: {
    saml: {
      list: "reads",
      create: ["saml-provider.created"],
      get: "reads",
      update: ["saml-provider.updated"],
      remove: ["saml-provider.deleted"],
      logins: "reads"
    },
    samlSignIn: {
      metadata: "reads",
      start: "reads",
      finish: ["identity.created", "member.created", "session.created", "user.created"],
      signOut: ["session.deleted"],
      logout: ["session.deleted"]
    }
  },
  special: (world) => {
    const { organization } = world.made
    const [, provider] = (world.calls.saml?.get?.args ?? []) as [typeof organization, SamlProviderId]
    /** The provider with all that it needs, and the domain of its people verified. */
    const active = Effect.gen(function* () {
      yield* verifiesDomain(world)
      const at = (path: string) => `https://idp.example/${path}`
      const settings = { entityID: at("saml"), ssoURL: at("sso"), sloURL: at("slo") }
      const certificate = certificates.ellipticCurve
      yield* asSystem((yield* Saml).update(organization, provider, { ...settings, certificate }))
    })
    const start = Effect.flatMap(SamlSignIn, (service) => asSystem(service.start(organization, provider, "")))
    const finish = Effect.gen(function* () {
      const { request } = yield* start
      return yield* asSystem((yield* SamlSignIn).finish(organization, provider, { request, response: request }, client))
    })
    return {
      samlSignIn: {
        metadata: bySystem(organization, provider),
        start: { after: active, ...bySystem(organization, provider, "") },
        finish: (begin) => Effect.zipRight(Effect.zipRight(active, begin), finish),
        signOut: (begin) =>
          Effect.gen(function* () {
            yield* active
            const { secret } = yield* finish
            yield* begin
            yield* asSystem((yield* SamlSignIn).signOut(secret))
          }),
        logout: {
          after: Effect.zipRight(active, finish),
          ...bySystem(organization, provider, { binding: "redirect", query: "" }, "")
        }
      }
    }
  },
  locks: {
    saml: {
      create: "organization",
      update: "organization",
      remove: "organization"
    }
  },
  bounds: [
    subject(
      "a SAML provider",
      CreateSamlProvider,
      {
        label: text(1, 30),
        entityID: text(0, 1024),
        certificate: text(0, 10_000),
        ssoURL: url,
        sloURL: nullableUrl,
        defaultRole: roleOrGuest
      },
      { label: "A" }
    ),
    subject("a change of a SAML provider", UpdateSamlProvider, {
      label: text(1, 30),
      entityID: text(0, 1024),
      certificate: text(0, 10_000),
      ssoURL: url,
      sloURL: nullableUrl,
      defaultRole: roleOrGuest
    })
  ]
}
