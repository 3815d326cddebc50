/** Host names of sites: who may set one, that each belongs to one site, and which content is published at it. */
import { describe, expect, it } from "@effect/vitest"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { SitePages } from "@lectern/core/internal/publishing/site-reading/SitePages"
import * as Lectern from "@lectern/core/Lectern"
import { OfferedHosts } from "@lectern/core/sites/OfferedHosts"
import { Sites } from "@lectern/core/sites/Sites"
import { ShareLinks } from "@lectern/core/sites/share-links/ShareLinks"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Layer } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, damages, failure, member, organization, outcome, workspace } from "../../workspace.js"

const offered = ["help.example.com", "*.sites.example.com"]

const places = Effect.gen(function* () {
  const { id, admin } = yield* organization()
  const { id: elsewhere, admin: stranger } = yield* organization("Other")
  const writer = yield* member(id, "Writer", "create")
  const sites = yield* Sites
  const { id: site } = yield* as(admin)(sites.create(id, { title: "Docs" }))
  const { id: other } = yield* as(stranger)(sites.create(elsewhere, { title: "Other" }))
  const take = (hostname: string | null) => sites.update(id, site, { hostname })
  const takeElsewhere = (hostname: string) => sites.update(elsewhere, other, { hostname })
  return { id, admin, elsewhere, stranger, writer, sites, site, other, take, takeElsewhere }
})

describe.each(storages)("host names of sites over $name", (storage) => {
  const live = Layer.provideMerge(workspace(storage), Layer.succeed(OfferedHosts, offered))

  it.effect("are set by administrators of the server, and by everybody who manages a site if they are offered", () =>
    Effect.gen(function* () {
      const { admin, id, site, sites, take, writer } = yield* places
      for (const name of ["docs.example.com", "a.help.example.com", "a.b.sites.example.com", "sites.example.com"]) {
        expect([name, yield* outcome(as(admin)(take(name)))]).toEqual([name, "Forbidden"])
      }
      expect(yield* outcome(as(writer)(take("help.example.com")))).toBe("ok")
      expect(yield* outcome(as(writer)(take("acme.sites.example.com")))).toBe("ok")
      expect((yield* asSystem(take("docs.example.com"))).hostname).toBe("docs.example.com")
      // Setting the present value is no change.
      expect(yield* outcome(as(writer)(take("docs.example.com")))).toBe("ok")
      expect(yield* as(writer)(sites.update(id, site, { title: "Renamed" }))).toMatchObject({
        title: "Renamed",
        hostname: "docs.example.com"
      })
      yield* (yield* Accounts).createLink(admin, { administrator: true }).pipe(asSystem)
      expect((yield* as(admin)(take("manual.example.com"))).hostname).toBe("manual.example.com")
      expect(yield* as(writer)(take(null))).not.toHaveProperty("hostname")
      expect(yield* outcome(as(writer)(take("manual.example.com")))).toBe("Forbidden")
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("belong to one site, which keeps its own until it gives it up", () =>
    Effect.gen(function* () {
      const { admin, id, site, sites, stranger, take, takeElsewhere } = yield* places
      yield* as(admin)(take("help.example.com"))
      const taken = yield* failure(as(stranger)(takeElsewhere("help.example.com")))
      expect([taken._tag, taken.message]).toEqual(["Conflict", "the host name belongs to another site"])
      expect(yield* outcome(asSystem(takeElsewhere("help.example.com")))).toBe("Conflict")
      expect(yield* outcome(as(stranger)(takeElsewhere("other.sites.example.com")))).toBe("ok")
      yield* as(admin)(take(null))
      expect(yield* outcome(as(stranger)(takeElsewhere("help.example.com")))).toBe("ok")
      yield* as(admin)(take("mine.sites.example.com"))
      yield* as(admin)(sites.remove(id, site))
      expect(yield* outcome(as(stranger)(takeElsewhere("mine.sites.example.com")))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("are given up by a site that is deleted, even if part of it stays for others", () =>
    Effect.gen(function* () {
      const { admin, id, site, sites, stranger, take, takeElsewhere, writer } = yield* places
      const spaces = yield* Spaces
      const { id: hidden } = yield* as(admin)(spaces.create(id, { title: "Hidden" }))
      yield* as(admin)(spaces.update(hidden, { defaultLevel: null }))
      yield* as(admin)((yield* SiteSpaces).add(id, site, { spaceId: hidden }))
      yield* as(admin)(take("help.example.com"))
      yield* as(writer)(sites.remove(id, site))
      expect(yield* as(admin)(sites.get(id, site))).not.toHaveProperty("hostname")
      expect(yield* outcome(as(stranger)(takeElsewhere("help.example.com")))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("are where a site is published, with the scheme of the server", () =>
    Effect.gen(function* () {
      const { admin, id, site, sites, take } = yield* places
      yield* as(admin)(take("help.example.com"))
      yield* as(admin)(sites.update(id, site, { basename: "docs", visibility: "share-link" }))
      const { urls } = yield* as(admin)(sites.publish(id, site))
      expect(urls.published).toBe("https://help.example.com/")
      const link = yield* as(admin)((yield* ShareLinks).create(id, site, { name: "Friends" }))
      expect(link.urls.published).toMatch(/^https:\/\/help\.example\.com\/[\w-]{20,}\/$/)
      const pages = yield* SitePages
      expect(yield* pages.onHost("help.example.com")).toMatchObject({ place: { site } })
      expect((yield* pages.find("docs"))?.hostAddress).toBe("https://help.example.com/")
      expect(yield* pages.onHost("docs.example.com")).toBeUndefined()
      yield* as(admin)(sites.unpublish(id, site))
      expect(yield* pages.onHost("help.example.com")).toEqual({})
    }).pipe(Effect.provide(live))
  )
})

it("the host name of the server is refused, whoever asks", async () => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: "https://www.example.com:8443/base" })
  const { id: user } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { id } = await lectern.as(user).organizations.create({ title: "Acme" })
  for (const { sites } of [lectern.as(user), lectern.asSystem()]) {
    const { id: site } = await sites.create(id, {})
    await expect(sites.update(id, site, { hostname: "www.example.com" })).rejects.toMatchObject({
      _tag: "Conflict",
      message: "www.example.com is the host of the server itself"
    })
  }
  await lectern.close()
})

it("the URL of a host name has the scheme and the port of the server", () => {
  const at = (base: string) => PublicUrls.siteAddress(PublicUrls.make(base), { id: "a", hostname: "docs.example.com" })
  expect(at("https://lectern.example.com/base")).toBe("https://docs.example.com/")
  expect(at("http://localhost:4000")).toBe("http://docs.example.com:4000/")
})
