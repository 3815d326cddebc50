import { describe, expect, it } from "@effect/vitest"
import { openIdService } from "@lectern/core/foundation/urls/OpenIdUrls"
import { Members } from "@lectern/core/members/Members"
import { OpenIdProviders } from "@lectern/core/openid/OpenIdProviders"
import { OpenIdSignIn } from "@lectern/core/openid/OpenIdSignIn"
import { IdentityRepository } from "@lectern/core/people/identities/IdentityRepository"
import * as OpenIdProviderRepository from "@lectern/core/people/openid/OpenIdProviderRepository"
import { Saml } from "@lectern/core/saml/Saml"
import { Keyring, random } from "@lectern/core/secrets/Keyring"
import { TeamId } from "@lectern/core/teams/Team"
import { Teams } from "@lectern/core/teams/Teams"
import { Effect, Layer } from "effect"
import { everyStorage } from "../../storages.js"
import { as, asSystem, failure, outcome } from "../../workspace.js"
import {
  account,
  admit,
  by,
  callerOf,
  issuer,
  live as liveWorld,
  ownSession,
  said,
  world
} from "../identities/world.js"

const settings = { label: "Acme", issuer, clientId: "lectern", clientSecret: "a secret of the client" }

describe.each(everyStorage)("OpenID providers over $name", (storage) => {
  const live = Layer.provideMerge(OpenIdProviderRepository.service.layer, liveWorld(storage)).pipe(
    Layer.provide(Layer.sync(Keyring, random))
  )

  it.effect("keep their secret to themselves", () =>
    Effect.gen(function* () {
      const { acme } = yield* world
      const providers = yield* OpenIdProviders
      const own = as(acme.admin)
      const made = yield* own(providers.create(acme.id, settings))
      const { id } = made
      const changed = yield* own(providers.update(acme.id, id, { label: "Renamed" }))
      const listed = yield* own(providers.list(acme.id, {}))
      const got = yield* own(providers.get(acme.id, id))
      expect(made).toMatchObject({ object: "openid-provider", hasSecret: true, defaultRole: null, issuer })
      expect([changed, got, listed.items]).toEqual([changed, changed, [changed]])
      expect(JSON.stringify([made, changed, listed])).not.toContain(settings.clientSecret)
      const repository = yield* OpenIdProviderRepository.OpenIdProviderRepository
      const stored = (yield* repository.find(acme.id, id))?.value
      expect(JSON.stringify(stored)).not.toContain(settings.clientSecret)
      expect(stored?.sealed).toContain(stored?.sealedBy)
    }).pipe(Effect.provide(live))
  )

  it.effect("put people into teams of their own organization alone", () =>
    Effect.gen(function* () {
      const { acme, twin } = yield* world
      const providers = yield* OpenIdProviders
      const teams = yield* Teams
      const own = as(acme.admin)
      const team = yield* own(teams.create(acme.id, { title: "Docs" }))
      const foreign = yield* as(twin.admin)(teams.create(twin.id, { title: "Docs" }))
      const { defaultTeam, id } = yield* own(providers.create(acme.id, { ...settings, defaultTeam: team.id }))
      expect(defaultTeam?.id).toBe(team.id)
      for (const defaultTeam of [foreign.id, TeamId.make("gone")]) {
        expect(yield* outcome(own(providers.create(acme.id, { ...settings, defaultTeam })))).toBe("NotFound")
        expect(yield* outcome(own(providers.update(acme.id, id, { defaultTeam })))).toBe("NotFound")
      }
      expect((yield* own(providers.list(acme.id, {}))).items).toHaveLength(1)
    }).pipe(Effect.provide(live))
  )

  it.effect("lose the secret with the issuer, so that it is sent to nobody else", () =>
    Effect.gen(function* () {
      const { acme } = yield* world
      const providers = yield* OpenIdProviders
      const own = as(acme.admin)
      const { id } = yield* own(providers.create(acme.id, settings))
      const has = (patch: Parameters<typeof providers.update>[2]) =>
        Effect.map(own(providers.update(acme.id, id, patch)), ({ hasSecret }) => hasSecret)
      expect([
        yield* has({ issuer }),
        yield* has({ issuer: "https://evil.example" }),
        yield* has({ clientSecret: "another" }),
        yield* has({ issuer, clientSecret: "a third" }),
        yield* has({ clientSecret: null })
      ]).toEqual([true, false, true, true, false])
    }).pipe(Effect.provide(live))
  )

  it.effect("end the sessions of everybody whom they have named, with the issuer or themselves", () =>
    Effect.gen(function* () {
      const { acme, bob } = yield* world
      const providers = yield* OpenIdProviders
      const identities = yield* IdentityRepository
      const own = as(acme.admin)
      const [first, second] = [
        yield* own(providers.create(acme.id, settings)),
        yield* own(providers.create(acme.id, settings))
      ]
      const { secret } = yield* admit(said(acme.id, "bob@acme.com"))
      yield* own(providers.remove(acme.id, first.id))
      expect(yield* outcome(callerOf(secret))).toBe("ok")
      yield* own(providers.update(acme.id, second.id, { issuer: "https://other.example" }))
      expect([yield* outcome(callerOf(secret)), yield* identities.ofUser(bob, acme.id)]).toEqual([
        "Unauthenticated",
        []
      ])
      const again = yield* admit(said(acme.id, "bob@acme.com", { issuer: "https://other.example" }))
      expect(again.user).toBe(bob)
      yield* own(providers.remove(acme.id, second.id))
      expect(yield* outcome(callerOf(again.secret))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live))
  )

  it.effect("are changed by administrators who have just proved who they are", () =>
    Effect.gen(function* () {
      const { acme } = yield* world
      const providers = yield* OpenIdProviders
      yield* account(acme.admin)
      const session = yield* ownSession(acme.admin)
      const { id } = yield* by(session)(providers.create(acme.id, settings))
      const { user } = yield* admit(said(acme.id, "bob@acme.com"))
      yield* asSystem((yield* Members).update(acme.id, user, { role: "admin" }))
      const { secret } = yield* admit(said(acme.id, "bob@acme.com"))
      const change = providers.update(acme.id, id, { label: "Mine" })
      expect((yield* failure(by(secret)(change))).message).toContain("an organization's sign-in is not enough")
      expect(yield* outcome(by(secret)(providers.get(acme.id, id)))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("are found by members, and by the verified domain of an address", () =>
    Effect.gen(function* () {
      const { acme, ada, evil } = yield* world
      const providers = yield* OpenIdProviders
      const { id } = yield* as(acme.admin)(providers.create(acme.id, settings))
      yield* as(evil.admin)(providers.create(evil.id, settings))
      const startURL = `https://docs.example/openid/${acme.id}/${id}/start`
      expect(openIdService("https://docs.example", { organization: acme.id, id })).toEqual({
        startURL,
        redirectURL: `https://docs.example/openid/${acme.id}/${id}/callback`
      })
      expect(yield* as(ada)((yield* Saml).logins(acme.id))).toEqual({ items: [{ id, label: "Acme", startURL }] })
      const ways = (email: string) => Effect.flatMap(OpenIdSignIn, ({ ways }) => asSystem(ways({ email })))
      expect(yield* ways("Anybody@ACME.com")).toEqual([{ organization: "Acme", label: "Acme", startURL }])
      expect(yield* ways("anybody@example.org")).toEqual([])
      expect(yield* outcome(ways("nobody"))).toBe("Invalid")
    }).pipe(Effect.provide(live))
  )
})
