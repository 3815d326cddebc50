import { describe, expect, it } from "@effect/vitest"
import { EmailDomains } from "@lectern/core/organizations/EmailDomains"
import { Organization } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { MemberRepository } from "@lectern/core/people/members/MemberRepository"
import { Effect, Schema } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, person, walk, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(Organization, { onExcessProperty: "error" })

describe.each(storages)("organizations over $name", (storage) => {
  const live = workspace(storage)

  it.effect("make their creator the administrator", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const ada = yield* person("Ada")
      const made = yield* as(ada)(
        organizations.create({ title: "Acme", emailDomains: ["Acme.example", "acme.example"], hostname: "acme" })
      )
      expect(parse(made)).toMatchObject({
        object: "organization",
        title: "Acme",
        emailDomains: ["acme.example"],
        hostname: "acme",
        type: "business",
        urls: { location: `https://docs.example/v1/orgs/${made.id}`, app: `https://docs.example/app/o/${made.id}` },
        permissions: { view: true, admin: true, createContent: true, listMembers: true, ingestConversations: false }
      })
      expect(made).not.toHaveProperty("key")
      expect(yield* as(ada)(organizations.get(made.id))).toEqual(made)
      expect(yield* outcome(asSystem(organizations.create({ title: "Acme" })))).toBe("Forbidden")
      expect(yield* outcome(as("nobody" as typeof ada)(organizations.create({ title: "Acme" })))).toBe(
        "Unauthenticated"
      )
      const forAda = yield* asSystem(organizations.createFor(ada, { title: "Second" }))
      expect((yield* as(ada)(organizations.get(forAda.id))).permissions.admin).toBe(true)
      expect(yield* outcome(as(ada)(organizations.createFor(ada, { title: "Third" })))).toBe("Forbidden")
    }).pipe(Effect.provide(live))
  )

  it.effect("are there for members alone, and answer what each of them may do", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const { id } = yield* organization()
      const { admin: stranger } = yield* organization("Other")
      const reader = yield* member(id, "Reader", "read")
      const guest = yield* member(id, "Guest", null)
      expect((yield* as(reader)(organizations.get(id))).permissions).toMatchObject({
        view: true,
        admin: false,
        createContent: false,
        listMembers: true,
        viewBilling: false
      })
      expect((yield* as(guest)(organizations.get(id))).permissions).toMatchObject({ view: true, listMembers: false })
      expect(yield* outcome(as(reader)(organizations.update(id, { title: "Mine" })))).toBe("Forbidden")
      const invisible = [
        yield* failure(as(stranger)(organizations.get(id))),
        yield* failure(as(stranger)(organizations.update(id, { title: "Mine" }))),
        yield* failure(as(stranger)(organizations.get("nowhere" as typeof id))),
        yield* failure(asSystem(organizations.get("nowhere" as typeof id)))
      ]
      expect(new Set(invisible.map(({ _tag, message }) => `${_tag}: ${message}`))).toEqual(
        new Set(["NotFound: organization not found"])
      )
    }).pipe(Effect.provide(live))
  )

  it.effect("change what is given, remove what is null and keep the rest", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const { id, admin } = yield* organization()
      const update = (patch: Parameters<typeof organizations.update>[1]) => as(admin)(organizations.update(id, patch))
      const logo = "https://acme.example/logo.png"
      const changed = yield* update({ title: "New", logo, sso: true, defaultRole: null, emailDomains: ["a.example"] })
      expect(parse(changed)).toMatchObject({ title: "New", sso: true, defaultRole: null, emailDomains: ["a.example"] })
      expect(changed.urls.logo).toBe(logo)
      expect(yield* as(admin)(organizations.get(id))).toEqual(changed)
      const removed = yield* update({ logo: null, emailDomains: [], defaultContent: null })
      expect(removed.urls).not.toHaveProperty("logo")
      expect(removed).toMatchObject({ title: "New", sso: true, emailDomains: [] })
      expect(yield* update({})).toEqual(removed)
      expect(yield* outcome(update({ title: "x" }))).toBe("Invalid")
      expect(yield* outcome(update({ defaultContent: { type: "site", site: "none" } }))).toBe("NotFound")
      expect(yield* as(admin)(organizations.get(id))).toEqual(removed)
    }).pipe(Effect.provide(live))
  )

  it.effect("have hostnames of their own", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const { id, admin } = yield* organization("Acme")
      const other = yield* organization("Other")
      yield* as(admin)(organizations.update(id, { hostname: "docs" }))
      expect(yield* outcome(as(other.admin)(organizations.update(other.id, { hostname: "docs" })))).toBe("Conflict")
      expect(yield* outcome(as(other.admin)(organizations.create({ title: "Third", hostname: "docs" })))).toBe(
        "Conflict"
      )
      expect((yield* as(other.admin)(organizations.list({}))).count).toBe(1)
      expect(yield* outcome(as(admin)(organizations.update(id, { hostname: "docs", title: "Still" })))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed for their members, all of them for the embedding program", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const all = yield* Effect.forEach(["A1", "B2", "C3", "D4", "E5"], organization)
      const reader = yield* member(all[0]!.id, "Reader", "read")
      const members = yield* MemberRepository
      for (const { id } of all.slice(2)) {
        yield* members.insert({
          organization: id,
          user: reader,
          role: null,
          disabled: id === all[3]!.id,
          sso: false,
          joinedAt: "1970-01-01T00:00:00.000Z"
        })
      }
      const mine = yield* walk((query) => as(reader)(organizations.list(query)), 2)
      expect(mine.items.map(({ title }) => title)).toEqual(["A1", "C3", "E5"])
      expect([...mine.counts]).toEqual([3])
      expect(mine.items.map(({ permissions }) => permissions.listMembers)).toEqual([true, false, false])
      const everything = yield* walk((query) => asSystem(organizations.list(query)), 2)
      expect(everything.items.map(({ title }) => title)).toEqual(["A1", "B2", "C3", "D4", "E5"])
      expect([...everything.counts]).toEqual([5])
    }).pipe(Effect.provide(live))
  )

  it.effect("are found by e-mail domain: one's own organizations, and all with one's own domain", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const acme = yield* organization("Acme")
      const other = yield* organization("Other")
      const domains = { emailDomains: ["firm.example", "second.example"] }
      yield* asSystem(organizations.update(acme.id, domains))
      yield* as(other.admin)(organizations.update(other.id, domains))
      const insider = yield* person("Insider", "firm.example")
      const guest = yield* member(acme.id, "Guest", null)
      const find = (domain: string) =>
        Effect.map(organizations.forEmailDomain(domain), ({ organizations: found }) =>
          found.map(({ title, permissions }) => `${title} ${permissions.view}`)
        )
      expect(yield* as(insider)(find("FIRM.example"))).toEqual(["Acme false"])
      expect(yield* as(other.admin)(find("firm.example"))).toEqual(["Other true"])
      yield* asSystem((yield* EmailDomains).verify(other.id, "firm.example"))
      expect(yield* as(insider)(find("FIRM.example"))).toEqual(["Acme false", "Other false"])
      expect(yield* as(insider)(find("second.example"))).toEqual([])
      expect(yield* as(guest)(find("firm.example"))).toEqual(["Acme true"])
      expect(yield* asSystem(find("second.example"))).toEqual(["Acme true", "Other true"])
      yield* as(acme.admin)(organizations.update(acme.id, { emailDomains: ["second.example"] }))
      expect(yield* as(insider)(find("firm.example"))).toEqual(["Other false"])
    }).pipe(Effect.provide(live))
  )
})
