import { describe, expect, it } from "@effect/vitest"
import { Saml } from "@lectern/core/saml/Saml"
import { type CreateSamlProvider, SamlProvider, SamlProviderId } from "@lectern/core/saml/SamlProvider"
import { TeamId } from "@lectern/core/teams/Team"
import { Teams } from "@lectern/core/teams/Teams"
import { Effect, Schema } from "effect"
import { everyStorage } from "../../storages.js"
import { as, failure, member, organization, outcome, walk, workspace } from "../../workspace.js"
import { certificates } from "./certificates.js"

const parse = Schema.decodeUnknownSync(SamlProvider, { onExcessProperty: "error" })
const certificate = certificates.ed25519
const complete: CreateSamlProvider = {
  label: "Okta",
  entityID: "https://idp.example/entity",
  ssoURL: "https://idp.example/sso",
  certificate
}

describe.each(everyStorage)("SAML providers over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are made with a label alone, completed, and removed", () =>
    Effect.gen(function* () {
      const saml = yield* Saml
      const { id, admin } = yield* organization()
      const own = as(admin)
      const made = yield* own(saml.create(id, { label: "Okta" }))
      const entityID = `https://docs.example/saml/${id}/${made.id}`
      expect(parse(made)).toEqual({
        object: "saml-provider",
        id: made.id,
        label: "Okta",
        defaultRole: null,
        createdAt: "1970-01-01T00:00:00.000Z",
        status: "pending",
        service: { acsURL: `${entityID}/acs`, startURL: `${entityID}/start`, entityID },
        urls: { location: `https://docs.example/v1/orgs/${id}/saml/${made.id}` }
      })
      const { label: _, ...rest } = complete
      const active = yield* own(saml.update(id, made.id, { ...rest, defaultRole: "read" }))
      expect(parse(active)).toEqual({ ...made, ...rest, defaultRole: "read", status: "active" })
      expect(yield* own(saml.get(id, made.id))).toEqual(active)
      const renamed = yield* own(saml.update(id, made.id, { label: "New", defaultRole: null }))
      expect(renamed).toEqual({ ...active, label: "New", defaultRole: null })
      const sloURL = "https://idp.example/slo"
      const logout = yield* own(saml.update(id, made.id, { sloURL, idpInitiated: true }))
      expect(parse(logout)).toEqual({ ...renamed, sloURL, idpInitiated: true })
      expect(yield* own(saml.update(id, made.id, { label: "New" }))).toEqual(logout)
      expect(yield* own(saml.update(id, made.id, { sloURL: null, idpInitiated: false }))).toEqual(renamed)
      yield* own(saml.remove(id, made.id))
      yield* own(saml.remove(id, made.id))
      expect(yield* outcome(own(saml.get(id, made.id)))).toBe("NotFound")
      expect((yield* own(saml.list(id, {}))).count).toBe(0)
    }).pipe(Effect.provide(live))
  )

  it.effect("are pending while something is missing or the certificate is none, and then nobody signs in", () =>
    Effect.gen(function* () {
      const saml = yield* Saml
      const { id, admin } = yield* organization()
      const own = as(admin)
      const status = (change: Partial<CreateSamlProvider>) =>
        Effect.map(own(saml.create(id, { ...complete, ...change })), (provider) => provider.status)
      const { entityID: _1, ...anonymous } = complete
      const { ssoURL: _2, ...nowhere } = complete
      const { certificate: _3, ...unsigned } = complete
      for (const input of [anonymous, nowhere, unsigned]) {
        expect((yield* own(saml.create(id, input))).status).toBe("pending")
      }
      expect(yield* status({ entityID: "" })).toBe("pending")
      expect(yield* status({ certificate: "" })).toBe("pending")
      expect(yield* status({ certificate: "certificate" })).toBe("pending")
      expect((yield* own(saml.logins(id))).items).toEqual([])
      const active = yield* own(saml.create(id, { ...complete, certificate: certificates.ellipticCurve }))
      expect(active.status).toBe("active")
      const login = { id: active.id, label: "Okta", startURL: active.service.startURL }
      expect((yield* own(saml.logins(id))).items).toEqual([login])
      yield* own(saml.update(id, active.id, { certificate: "expired" }))
      expect((yield* own(saml.logins(id))).items).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("keep to the limits of their fields", () =>
    Effect.gen(function* () {
      const saml = yield* Saml
      const { id, admin } = yield* organization()
      const create = (input: CreateSamlProvider) => outcome(as(admin)(saml.create(id, input)))
      const url = (length: number) => `https://idp.example/${"x".repeat(length - 20)}`
      expect(yield* create({ label: "" })).toBe("Invalid")
      expect(yield* create({ label: "😀".repeat(30) })).toBe("ok")
      expect(yield* create({ label: "😀".repeat(31) })).toBe("Invalid")
      expect(yield* create({ label: "x", entityID: "é".repeat(1024) })).toBe("ok")
      expect(yield* create({ label: "x", entityID: "é".repeat(1025) })).toBe("Invalid")
      expect(yield* create({ label: "x", certificate: "x".repeat(10_000) })).toBe("ok")
      expect(yield* create({ label: "x", certificate: "x".repeat(10_001) })).toBe("Invalid")
      expect(yield* create({ label: "x", ssoURL: url(2048) })).toBe("ok")
      expect(yield* create({ label: "x", ssoURL: url(2049) })).toBe("Invalid")
      expect(yield* create({ label: "x", ssoURL: "javascript:alert(1)" })).toBe("Invalid")
      expect(yield* create({ label: "x", defaultTeam: TeamId.make("unknown") })).toBe("NotFound")
      const provider = yield* as(admin)(saml.create(id, { label: "x" }))
      expect(yield* outcome(as(admin)(saml.update(id, provider.id, { defaultTeam: TeamId.make("unknown") })))).toBe(
        "NotFound"
      )
      const { message } = yield* failure(as(admin)(saml.update(id, provider.id, { certificate: "x".repeat(10_001) })))
      expect(message).toBe("certificate: expected at most 10000 characters, got 10001")
    }).pipe(Effect.provide(live))
  )

  it.effect("name the team that new members join, as long as that is there", () =>
    Effect.gen(function* () {
      const saml = yield* Saml
      const teams = yield* Teams
      const { id, admin } = yield* organization()
      const other = yield* organization("Other")
      const own = as(admin)
      const team = yield* own(teams.create(id, { title: "Writers" }))
      const foreign = yield* as(other.admin)(teams.create(other.id, { title: "Strangers" }))
      const made = yield* own(saml.create(id, { label: "Okta", defaultTeam: team.id }))
      expect(parse(made).defaultTeam).toEqual(team)
      expect((yield* own(saml.list(id, {}))).items).toEqual([made])
      expect(yield* outcome(own(saml.update(id, made.id, { defaultTeam: foreign.id })))).toBe("NotFound")
      expect((yield* own(saml.update(id, made.id, { label: "New" }))).defaultTeam).toEqual(team)
      yield* own(teams.remove(id, team.id))
      expect(yield* own(saml.get(id, made.id))).not.toHaveProperty("defaultTeam")
    }).pipe(Effect.provide(live))
  )

  it.effect("are for administrators; members know of the active ones, and guests may sign in too", () =>
    Effect.gen(function* () {
      const saml = yield* Saml
      const { id, admin } = yield* organization()
      const { id: elsewhere, admin: stranger } = yield* organization("Other")
      const active = yield* as(admin)(saml.create(id, complete))
      const pending = yield* as(admin)(saml.create(id, { label: "Later" }))
      const outcomes = (caller: typeof admin, target: SamlProviderId) =>
        Effect.map(
          Effect.forEach(
            [
              saml.logins(id),
              saml.list(id, {}),
              saml.create(id, { label: "x" }),
              saml.get(id, target),
              saml.update(id, target, { label: "x" }),
              saml.remove(id, target)
            ],
            (call) => outcome<unknown, never>(as(caller)(call))
          ),
          (all) => all.join(" ")
        )
      const creator = yield* member(id, "Creator", "create")
      const guest = yield* member(id, "Guest", null)
      for (const caller of [creator, guest]) {
        expect(yield* outcomes(caller, active.id)).toBe("ok Forbidden Forbidden Forbidden Forbidden Forbidden")
        for (const target of [pending.id, SamlProviderId.make("nothing")]) {
          expect(yield* outcomes(caller, target)).toBe("ok Forbidden Forbidden NotFound NotFound ok")
        }
        expect((yield* as(caller)(saml.logins(id))).items.map(({ label }) => label)).toEqual(["Okta"])
      }
      expect(yield* outcomes(stranger, active.id)).toBe("NotFound NotFound NotFound NotFound NotFound ok")
      expect(yield* outcome(as(stranger)(saml.get(elsewhere, active.id)))).toBe("NotFound")
      expect(yield* outcomes(admin, active.id)).toBe("ok ok ok ok ok ok")
      expect(yield* outcomes(admin, pending.id)).toBe("ok ok ok ok ok ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed in the order of creation", () =>
    Effect.gen(function* () {
      const saml = yield* Saml
      const { id, admin } = yield* organization()
      const labels = ["a", "b", "c", "d", "e"]
      for (const label of labels) yield* as(admin)(saml.create(id, { label }))
      const { items, counts } = yield* walk((query) => as(admin)(saml.list(id, query)), 2)
      expect(items.map(({ label }) => label)).toEqual(labels)
      expect([...counts]).toEqual([5])
    }).pipe(Effect.provide(live))
  )
})
