import { describe, expect, it } from "@effect/vitest"
import { Collections } from "@lectern/core/collections/Collections"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { SiteRepository } from "@lectern/core/people/places/SiteRepository"
import { SiteSectionId, SiteSpaceId, sectionsOf, siteSpacesOf } from "@lectern/core/people/places/Structure"
import { addSection } from "@lectern/core/publishing/sites/site-structure/StructureChanges"
import { PublishingAuth, Site, type SiteId } from "@lectern/core/sites/Site"
import { SitePublishing } from "@lectern/core/sites/SitePublishing"
import { Sites } from "@lectern/core/sites/Sites"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Schema } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(Site, { onExcessProperty: "error" })
const parseAuth = Schema.decodeUnknownSync(PublishingAuth, { onExcessProperty: "error" })

const staff = Effect.gen(function* () {
  const { id, admin } = yield* organization()
  const writer = yield* member(id, "Writer", "create")
  const reader = yield* member(id, "Reader", "read")
  const guest = yield* member(id, "Guest", null)
  const { id: elsewhere, admin: stranger } = yield* organization("Other")
  const spaces = yield* Spaces
  const space = (title: string) => Effect.map(as(admin)(spaces.create(id, { title })), (made) => made.id)
  return { id, elsewhere, admin, writer, reader, guest, stranger, sites: yield* Sites, spaces, space }
})

/** The structure that is stored for a site. */
const structureOf = (id: SiteId) =>
  Effect.flatMap(SiteRepository, (sites) =>
    Effect.map(Effect.flatMap(sites.structure(id), Effect.fromNullable), ({ structure }) => structure.value)
  ).pipe(Effect.orDie)

describe.each(storages)("sites over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are made, changed and removed with create, and read with read", () =>
    Effect.gen(function* () {
      const { id, writer, reader, guest, stranger, sites } = yield* staff
      for (const [caller, expected] of [
        [reader, "Forbidden"],
        [guest, "Forbidden"],
        [stranger, "NotFound"]
      ] as const) {
        expect(yield* outcome(as(caller)(sites.create(id, {})))).toBe(expected)
      }
      const site = yield* as(writer)(sites.create(id, {}))
      expect(parse(site)).toMatchObject({
        title: "Acme",
        type: "basic",
        visibility: "public",
        published: false,
        siteSpaces: 0,
        adaptiveContent: { enabled: false },
        features: [],
        urls: {
          location: `https://docs.example/v1/orgs/${id}/sites/${site.id}`,
          app: `https://docs.example/app/o/${id}/sites/${site.id}`
        }
      })
      expect(yield* as(reader)(sites.get(id, site.id))).toEqual(site)
      for (const caller of [guest, stranger]) {
        expect(yield* outcome(as(caller)(sites.get(id, site.id)))).toBe("NotFound")
        expect(yield* outcome(as(caller)(sites.remove(id, site.id)))).toBe("ok")
        expect(yield* outcome(as(caller)(sites.update(id, site.id, { title: "Mine" })))).toBe("NotFound")
      }
      expect(yield* outcome(as(reader)(sites.update(id, site.id, { title: "Mine" })))).toBe("Forbidden")
      expect(yield* outcome(as(reader)(sites.remove(id, site.id)))).toBe("Forbidden")
      expect(yield* as(writer)(sites.update(id, site.id, {}))).toEqual(site)
      const changed = yield* as(writer)(
        sites.update(id, site.id, {
          title: "Docs",
          visibility: "unlisted",
          basename: "docs",
          adaptiveContent: { enabled: true },
          agentsContext: "excluded",
          proxy: "example.com/docs"
        })
      )
      expect(parse(changed)).toMatchObject({
        title: "Docs",
        visibility: "unlisted",
        basename: "docs",
        adaptiveContent: { enabled: true },
        agentsContext: "excluded",
        proxy: { origin: "example.com/docs", target: "https://docs.example/sites/docs/" },
        features: [{ id: "sites-adaptive-content", plan: "basic", frozen: false }]
      })
      expect(yield* as(writer)(sites.update(id, site.id, { proxy: null }))).not.toHaveProperty("proxy")
      yield* as(writer)(sites.remove(id, site.id))
      expect(yield* outcome(as(writer)(sites.get(id, site.id)))).toBe("NotFound")
      expect(yield* outcome(as(writer)(sites.remove(id, site.id)))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("belong to the organization that they are asked for in", () =>
    Effect.gen(function* () {
      const { id, elsewhere, admin, sites } = yield* staff
      const site = yield* as(admin)(sites.create(id, {}))
      expect(yield* outcome(asSystem(sites.get(elsewhere, site.id)))).toBe("NotFound")
      expect(yield* outcome(asSystem(sites.update(elsewhere, site.id, { title: "Mine" })))).toBe("NotFound")
      yield* asSystem(sites.remove(elsewhere, site.id))
      expect(yield* as(admin)(sites.get(id, site.id))).toEqual(site)
    }).pipe(Effect.provide(live))
  )

  it.effect("take a title, basename and proxy within their limits, and a basename once", () =>
    Effect.gen(function* () {
      const { id, elsewhere, admin, stranger, sites } = yield* staff
      const { id: site } = yield* as(admin)(sites.create(id, { title: "🦊".repeat(128) }))
      for (const title of ["x", "é".repeat(129)]) {
        expect(yield* outcome(as(admin)(sites.create(id, { title })))).toBe("Invalid")
        expect(yield* outcome(as(admin)(sites.update(id, site, { title })))).toBe("Invalid")
      }
      for (const basename of ["", "x".repeat(101), "a/b", "..", "a b", "a?b"]) {
        expect(yield* outcome(as(admin)(sites.update(id, site, { basename })))).toBe("Invalid")
      }
      for (const proxy of [
        "example.com",
        "https://example.com/docs",
        "example.com/",
        `example.com/${"x".repeat(512)}`
      ]) {
        expect(yield* outcome(as(admin)(sites.update(id, site, { proxy })))).toBe("Invalid")
      }
      yield* as(admin)(sites.update(id, site, { basename: "é".repeat(100) }))
      const { id: other } = yield* as(stranger)(sites.create(elsewhere, {}))
      expect(yield* outcome(as(stranger)(sites.update(elsewhere, other, { basename: "é".repeat(100) })))).toBe(
        "Conflict"
      )
      yield* as(admin)(sites.remove(id, site))
      expect(yield* outcome(as(stranger)(sites.update(elsewhere, other, { basename: "é".repeat(100) })))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("begin with spaces that the maker may manage, or with a new one", () =>
    Effect.gen(function* () {
      const { id, elsewhere, admin, writer, stranger, sites, spaces, space } = yield* staff
      const first = yield* space("Guide")
      const second = yield* space("Guide")
      const shut = yield* space("Shut")
      yield* as(admin)(spaces.update(shut, { defaultLevel: null }))
      const readOnly = yield* space("Read only")
      yield* as(admin)(spaces.update(readOnly, { defaultLevel: "read" }))
      const foreign = yield* as(stranger)(spaces.create(elsewhere, {}))
      const create = (list: ReadonlyArray<SpaceId>) => outcome(as(writer)(sites.create(id, { spaces: list })))
      expect(yield* create([first, first])).toBe("Invalid")
      expect(yield* create([first, shut])).toBe("NotFound")
      expect(yield* create([first, readOnly])).toBe("Forbidden")
      expect(yield* outcome(asSystem(sites.create(id, { spaces: [foreign.id] })))).toBe("NotFound")
      expect((yield* as(admin)(sites.list(id, {}))).count).toBe(0)
      const site = yield* as(writer)(sites.create(id, { spaces: [first, second] }))
      expect(site.siteSpaces).toBe(2)
      expect(siteSpacesOf(yield* structureOf(site.id))).toMatchObject([
        { space: first, path: "guide", default: true },
        { space: second, path: "guide-2", default: false }
      ])
      const contents = yield* Contents
      for (const [wanted, pages] of [
        ["empty", 0],
        ["sample", 2]
      ] as const) {
        const made = yield* as(writer)(sites.create(id, { title: "New docs", spaces: wanted }))
        const [node] = siteSpacesOf(yield* structureOf(made.id))
        const content = yield* as(writer)(contents.current(node!.space))
        expect([made.siteSpaces, content.pages.length]).toEqual([1, pages])
        expect(yield* as(writer)(spaces.get(node!.space))).toMatchObject({ title: "New docs" })
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed as the caller sees them, in order, with an exact count", () =>
    Effect.gen(function* () {
      const { id, admin, reader, guest, stranger, sites, space } = yield* staff
      const first = yield* space("First")
      const made: Array<SiteId> = []
      for (const title of ["Alpha", "Beta", "Alphabet", "Gamma"]) {
        const site = yield* as(admin)(sites.create(id, { title, ...(title === "Beta" && { spaces: [first] }) }))
        made.push(site.id)
      }
      yield* as(admin)(sites.publish(id, made[2]!))
      const grants = yield* ContentGrants
      yield* as(admin)(grants.invite({ organization: id, site: made[1]! }, { role: "read", users: [guest] }))
      yield* as(admin)(grants.invite({ organization: id, site: made[3]! }, { role: null, users: [reader] }))
      const seen = (caller: typeof admin) =>
        Effect.map(
          walk((page) => as(caller)(sites.list(id, page)), 1),
          ({ items, counts }) => {
            expect([...counts]).toEqual([items.length])
            return items.map((site) => site.id)
          }
        )
      expect(yield* seen(admin)).toEqual(made)
      expect(yield* seen(reader)).toEqual(made.slice(0, 3))
      expect(yield* seen(guest)).toEqual([made[1]])
      expect(yield* outcome(as(stranger)(sites.list(id, {})))).toBe("NotFound")
      const filtered = (query: Parameters<typeof sites.list>[1]) =>
        Effect.map(as(admin)(sites.list(id, query)), ({ items, count }) => {
          expect(count).toBe(items.length)
          return items.map((site) => site.title)
        })
      expect(yield* filtered({ title: "ALPHA" })).toEqual(["Alpha", "Alphabet"])
      expect(yield* filtered({ published: true })).toEqual(["Alphabet"])
      expect(yield* filtered({ published: false, title: "a" })).toEqual(["Alpha", "Beta", "Gamma"])
      expect(yield* filtered({ space: first })).toEqual(["Beta"])
      yield* as(admin)((yield* Spaces).update(first, { defaultLevel: null }))
      expect((yield* as(reader)(sites.list(id, { space: first }))).count).toBe(0)
      expect((yield* as(reader)(sites.get(id, made[1]!))).siteSpaces).toBe(0)
    }).pipe(Effect.provide(live))
  )

  it.effect("are published and unpublished, and their spaces say so", () =>
    Effect.gen(function* () {
      const { id, admin, reader, guest, sites, spaces, space } = yield* staff
      const first = yield* space("First")
      const second = yield* space("Second")
      const seen = (caller = admin) =>
        Effect.map(as(caller)(spaces.get(second)), ({ visibility, urls }) => [visibility, urls.published, urls.public])
      const open = yield* as(admin)(sites.create(id, { spaces: [first, second] }))
      expect(yield* seen()).toEqual(["private", undefined, undefined])
      expect(yield* outcome(as(reader)(sites.publish(id, open.id)))).toBe("Forbidden")
      expect(yield* outcome(as(guest)(sites.unpublish(id, open.id)))).toBe("NotFound")
      const published = yield* as(admin)(sites.publish(id, open.id))
      expect(parse(published)).toMatchObject({
        published: true,
        urls: { published: `https://docs.example/sites/${open.id}/` }
      })
      expect(yield* as(admin)(sites.publish(id, open.id))).toEqual(published)
      const address = `https://docs.example/sites/${open.id}/second/`
      expect(yield* seen()).toEqual(["public", address, address])
      const closed = yield* as(admin)(sites.create(id, { visibility: "visitor-auth", spaces: [second] }))
      yield* as(admin)(sites.update(id, closed.id, { basename: "für alle".replace(" ", "-") }))
      yield* as(admin)(sites.publish(id, closed.id))
      expect(yield* seen()).toEqual(["public", address, address])
      yield* as(admin)(sites.unpublish(id, open.id))
      const other = "https://docs.example/sites/f%C3%BCr-alle/"
      expect(yield* seen()).toEqual(["visitor-auth", other, undefined])
      yield* as(admin)(
        (yield* ContentGrants).invite({ organization: id, site: closed.id }, { role: null, users: [reader] })
      )
      yield* as(admin)((yield* ContentGrants).invite({ space: second }, { role: "read", users: [reader] }))
      expect(yield* seen(reader)).toEqual(["visitor-auth", undefined, undefined])
    }).pipe(Effect.provide(live))
  )

  it.effect("open with the section and the site space that they are told", () =>
    Effect.gen(function* () {
      const { id, admin, writer, sites, spaces, space } = yield* staff
      const [first, second, third] = [yield* space("First"), yield* space("Second"), yield* space("Third")]
      const { id: site } = yield* as(admin)(sites.create(id, { spaces: [first, second] }))
      const [one, two] = siteSpacesOf(yield* structureOf(site))
      yield* as(admin)(sites.update(id, site, { defaultSiteSpace: two!.id }))
      expect(siteSpacesOf(yield* structureOf(site)).map((each) => each.default)).toEqual([false, true])
      const { id: loose } = yield* as(admin)(sites.create(id, { spaces: [first] }))
      const strange = siteSpacesOf(yield* structureOf(loose))[0]!.id
      expect(yield* outcome(as(admin)(sites.update(id, site, { defaultSiteSpace: strange })))).toBe("NotFound")
      yield* as(admin)(spaces.update(first, { defaultLevel: null }))
      expect(yield* outcome(as(writer)(sites.update(id, site, { defaultSiteSpace: one!.id })))).toBe("NotFound")

      const repository = yield* SiteRepository
      const storage = yield* Storage
      const [gathered, added] = [SiteSectionId.make("gathered"), SiteSectionId.make("added")]
      yield* storage.transaction(
        Effect.gen(function* () {
          const read = yield* Effect.flatMap(repository.structure(site), Effect.fromNullable)
          const siteSpace = { id: SiteSpaceId.make("third"), space: third, title: "Third" }
          const structure = yield* addSection(
            read.structure.value,
            { id: added, title: "Added", siteSpace },
            { id: gathered, title: "Gathered" }
          )
          yield* repository.saveStructure(read, structure)
        })
      )
      expect(yield* outcome(as(admin)(sites.update(id, site, { defaultSiteSpace: SiteSpaceId.make("third") })))).toBe(
        "Invalid"
      )
      const both = { defaultSiteSection: added, defaultSiteSpace: SiteSpaceId.make("third") }
      expect(yield* as(admin)(sites.update(id, site, both))).toMatchObject({ siteSpaces: 3 })
      expect(sectionsOf(yield* structureOf(site)).map((section) => section.default)).toEqual([false, true])
      expect(yield* outcome(as(admin)(sites.update(id, loose, { defaultSiteSection: added })))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("lose spaces that are deleted, transferred, or in a collection that is", () =>
    Effect.gen(function* () {
      const { id, admin, sites, spaces, space } = yield* staff
      const { id: target } = yield* as(admin)((yield* Organizations).create({ title: "Target" }))
      const collections = yield* Collections
      const collection = yield* as(admin)(collections.create(id, {}))
      const moving = yield* as(admin)(collections.create(id, {}))
      const deleted = yield* space("Deleted")
      const moved = yield* space("Moved")
      const inside = yield* as(admin)(spaces.create(id, { parent: collection.id }))
      const movedInside = yield* as(admin)(spaces.create(id, { parent: moving.id }))
      const kept = yield* space("Kept")
      const all = [deleted, moved, inside.id, movedInside.id, kept]
      const { id: site } = yield* as(admin)(sites.create(id, { spaces: all }))
      const { id: other } = yield* as(admin)(sites.create(id, { spaces: all.toReversed() }))
      const left = (count: number) =>
        Effect.gen(function* () {
          for (const each of [site, other]) {
            expect((yield* as(admin)(sites.get(id, each))).siteSpaces).toBe(count)
            const nodes = siteSpacesOf(yield* structureOf(each))
            expect([nodes.length, nodes.filter((node) => node.default).length]).toEqual([count, 1])
          }
        })
      yield* as(admin)(spaces.remove(deleted))
      yield* left(4)
      yield* as(admin)(spaces.restore(deleted))
      yield* left(4)
      yield* as(admin)(spaces.transfer(moved, { organization: target }))
      yield* left(3)
      yield* as(admin)(collections.remove(collection.id))
      yield* left(2)
      yield* as(admin)(collections.transfer(moving.id, { organization: target }))
      yield* left(1)
      expect(yield* (yield* SiteRepository).ofSpace(moved)).toEqual([])
      yield* as(admin)(sites.remove(id, site))
      expect(yield* (yield* SiteRepository).ofSpace(kept)).toEqual([other])
    }).pipe(Effect.provide(live))
  )

  it.effect("can be what their organization opens with, as long as they are there", () =>
    Effect.gen(function* () {
      const { id, elsewhere, admin, reader, guest, stranger, sites } = yield* staff
      const organizations = yield* Organizations
      const { id: site } = yield* as(admin)(sites.create(id, {}))
      const { id: foreign } = yield* as(stranger)(sites.create(elsewhere, {}))
      const open = (of: string) => organizations.update(id, { defaultContent: { type: "site", site: of } })
      expect(yield* outcome(as(admin)(open("unknown")))).toBe("NotFound")
      expect(yield* outcome(as(admin)(open(foreign)))).toBe("NotFound")
      expect(yield* as(admin)(open(site))).toMatchObject({ defaultContent: { type: "site", site } })
      expect(yield* as(admin)(organizations.update(id, { title: "Renamed" }))).toHaveProperty("defaultContent")
      expect(yield* as(reader)(organizations.get(id))).toHaveProperty("defaultContent")
      expect(yield* as(guest)(organizations.get(id))).not.toHaveProperty("defaultContent")
      yield* as(admin)(sites.remove(id, site))
      expect(yield* as(admin)(organizations.get(id))).not.toHaveProperty("defaultContent")
    }).pipe(Effect.provide(live))
  )

  it.effect("give access to their spaces by grants on them", () =>
    Effect.gen(function* () {
      const { id, admin, guest, reader, stranger, sites, spaces, space } = yield* staff
      const inside = yield* space("Inside")
      const { id: site } = yield* as(admin)(sites.create(id, { spaces: [inside] }))
      const grants = yield* ContentGrants
      const target = { organization: id, site }
      expect(yield* outcome(as(reader)(grants.invite(target, { role: "read", users: [guest] })))).toBe("Forbidden")
      expect(yield* outcome(as(stranger)(grants.users(target, {})))).toBe("NotFound")
      yield* as(admin)(grants.invite(target, { role: "comment", users: [guest] }))
      expect(yield* as(guest)(spaces.get(inside))).toMatchObject({ permissions: { comment: true, edit: false } })
      expect(yield* as(admin)(grants.users(target, {}))).toMatchObject({
        count: 1,
        items: [{ permission: "comment", user: { id: guest } }]
      })
      const everybody = yield* as(admin)(grants.siteAggregate(target, { role: "comment" }))
      expect(everybody.items).toEqual([
        { permission: "comment", user: expect.anything(), origin: { type: "organization", organization: id } }
      ])
      yield* as(admin)(grants.updateUser(target, guest, { role: "create" }))
      expect((yield* as(guest)(sites.publish(id, site))).published).toBe(true)
      yield* as(admin)(grants.removeUser(target, guest))
      expect(yield* outcome(as(guest)(spaces.get(inside)))).toBe("NotFound")
      yield* as(admin)(grants.invite(target, { role: "create", users: [guest] }))
      yield* as(admin)(sites.remove(id, site))
      expect(yield* outcome(as(guest)(spaces.get(inside)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("keep a key for their visitors' tokens", () =>
    Effect.gen(function* () {
      const { id, admin, reader, guest, sites } = yield* staff
      const publishing = yield* SitePublishing
      const { id: site } = yield* as(admin)(sites.create(id, { visibility: "visitor-auth" }))
      const auth = yield* as(admin)(publishing.auth(id, site))
      expect(parseAuth(auth)).toMatchObject({ backend: "custom", privateKey: expect.stringMatching(/^.{43}$/) })
      expect(yield* outcome(as(reader)(publishing.auth(id, site)))).toBe("Forbidden")
      expect(yield* outcome(as(reader)(publishing.regenerateAuth(id, site)))).toBe("Forbidden")
      expect(yield* outcome(as(guest)(publishing.updateAuth(id, site, {})))).toBe("NotFound")
      expect(yield* outcome(as(admin)(publishing.updateAuth(id, site, { fallbackURL: "nowhere" })))).toBe("Invalid")
      const patch = { backend: "integration", fallbackURL: "https://example.com/login" } as const
      expect(yield* as(admin)(publishing.updateAuth(id, site, patch))).toEqual({ ...auth, ...patch })
      const changed = yield* as(admin)(publishing.updateAuth(id, site, { fallbackURL: null }))
      expect(changed).toEqual({ ...auth, backend: "integration" })
      const renewed = yield* as(admin)(publishing.regenerateAuth(id, site))
      expect(renewed.privateKey).not.toBe(auth.privateKey)
      expect(yield* as(admin)(publishing.auth(id, site))).toEqual(renewed)
    }).pipe(Effect.provide(live))
  )
})
