import { describe, expect, it } from "@effect/vitest"
import { EmailDomain } from "@lectern/core/organizations/EmailDomain"
import { EmailDomains } from "@lectern/core/organizations/EmailDomains"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { DomainRecords } from "@lectern/core/outbound/DomainRecords"
import { Effect, Layer, Schema } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(EmailDomain, { onExcessProperty: "error" })

describe.each(storages)("e-mail domains over $name", (storage) => {
  it.effect("are verified by a record that only their organization knows", () => {
    const zone = new Map<string, ReadonlyArray<string>>()
    const domainRecords = Layer.succeed(DomainRecords, { texts: (name) => Effect.sync(() => zone.get(name) ?? []) })
    return Effect.gen(function* () {
      const domains = yield* EmailDomains
      const organizations = yield* Organizations
      const { id, admin } = yield* organization()
      const other = yield* organization("Other")
      for (const each of [{ id, admin }, other]) {
        yield* as(each.admin)(organizations.update(each.id, { emailDomains: ["acme.dev", "second.dev"] }))
      }
      const { record, verified } = parse(yield* as(admin)(domains.verify(id, "Acme.dev")))
      expect(verified).toBe(false)
      zone.set(record.name, ["v=spf1 -all", record.value])
      expect((yield* as(other.admin)(domains.verify(other.id, "acme.dev"))).verified).toBe(false)
      expect((yield* as(admin)(domains.verify(id, "acme.dev"))).verified).toBe(true)
      expect((yield* as(admin)(domains.verify(id, "second.dev"))).verified).toBe(false)
      zone.clear()
      expect((yield* as(admin)(domains.verify(id, "acme.dev"))).verified).toBe(true)
      yield* as(admin)(organizations.update(id, { emailDomains: ["second.dev"] }))
      expect(yield* outcome(as(admin)(domains.verify(id, "acme.dev")))).toBe("NotFound")
      yield* as(admin)(organizations.update(id, { emailDomains: ["acme.dev"] }))
      expect((yield* as(admin)(domains.verify(id, "acme.dev"))).verified).toBe(false)
    }).pipe(Effect.provide(workspace(storage, { domainRecords })))
  })

  it.effect("are verified by an administrator of the server, and by nobody where the DNS cannot be asked", () =>
    Effect.gen(function* () {
      const domains = yield* EmailDomains
      const organizations = yield* Organizations
      const { id, admin } = yield* organization()
      const creator = yield* member(id, "Creator", "create")
      yield* as(admin)(organizations.update(id, { emailDomains: ["acme.dev"] }))
      expect(yield* outcome(as(creator)(domains.verify(id, "acme.dev")))).toBe("Forbidden")
      expect(yield* outcome(as(admin)(domains.verify(id, "acme.dev")))).toBe("Conflict")
      expect((yield* asSystem(domains.verify(id, "acme.dev"))).verified).toBe(true)
      yield* asSystem(organizations.update(id, { emailDomains: ["acme.dev", "set.dev"] }))
      expect((yield* as(admin)(domains.verify(id, "set.dev"))).verified).toBe(true)
    }).pipe(Effect.provide(workspace(storage)))
  )
})
