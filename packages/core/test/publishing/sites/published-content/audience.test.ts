import { describe, expect, it } from "@effect/vitest"
import { ShareLinkRepository } from "@lectern/core/people/places/ShareLinkRepository"
import { SiteSectionId, SiteSpaceId } from "@lectern/core/people/places/Structure"
import { unkeyed } from "@lectern/core/secrets/Keyring"
import { AdaptiveSchemas } from "@lectern/core/sites/adaptive-content/AdaptiveSchemas"
import { PublishedContents } from "@lectern/core/sites/published-content/PublishedContents"
import { Sites } from "@lectern/core/sites/Sites"
import { ShareLink, ShareLinkId } from "@lectern/core/sites/share-links/ShareLink"
import { ShareLinks } from "@lectern/core/sites/share-links/ShareLinks"
import { SiteRedirectId } from "@lectern/core/sites/site-redirects/SiteRedirect"
import { SiteRedirects } from "@lectern/core/sites/site-redirects/SiteRedirects"
import { SiteSectionGroups } from "@lectern/core/sites/site-sections/SiteSectionGroups"
import { SiteSections } from "@lectern/core/sites/site-sections/SiteSections"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Schema } from "effect"
import { everyStorage } from "../../../storages.js"
import { as, asSystem, failure, member, organization, outcome, walk, workspace } from "../../../workspace.js"

const parseLink = Schema.decodeUnknownSync(ShareLink, { onExcessProperty: "error" })

/** A site of two spaces, and people with and without `create` on it. */
const scene = Effect.gen(function* () {
  const { id, admin } = yield* organization()
  const reader = yield* member(id, "Reader", "read")
  const guest = yield* member(id, "Guest", null)
  const own = as(admin)
  const spaces = yield* Spaces
  const sites = yield* Sites
  const first = (yield* own(spaces.create(id, { title: "First" }))).id
  const second = (yield* own(spaces.create(id, { title: "Second" }))).id
  const site = (yield* own(sites.create(id, { title: "Docs", spaces: [first, second] }))).id
  return { id, admin, reader, guest, own, spaces, sites, first, second, site }
})

describe.each(everyStorage)("whom sites are for, over $name", (storage) => {
  const live = workspace(storage)

  it.effect("share links are made, changed, listed and removed with create", () =>
    Effect.gen(function* () {
      const { id, site, own, reader, guest, sites } = yield* scene
      const links = yield* ShareLinks
      const link = parseLink(yield* own(links.create(id, site, { name: "Friends" })))
      const address = `https://docs.example/sites/${site}/`
      expect(link).toMatchObject({ object: "share-link", name: "Friends", active: true })
      expect(link.urls.location).toBe(`https://docs.example/v1/orgs/${id}/sites/${site}/share-links/${link.id}`)
      expect(link.urls.published.startsWith(address)).toBe(true)
      expect(link.urls.published.slice(address.length)).toMatch(/^[0-9a-f]{32}\/$/)
      for (const [caller, expected] of [
        [reader, "Forbidden"],
        [guest, "NotFound"]
      ] as const) {
        expect(yield* outcome(as(caller)(links.list(id, site, {})))).toBe(expected)
        expect(yield* outcome(as(caller)(links.create(id, site, { name: "" })))).toBe(expected)
        expect(yield* outcome(as(caller)(links.update(id, site, link.id, {})))).toBe(expected)
        expect(yield* outcome(as(caller)(links.remove(id, site, link.id)))).toBe(
          expected === "NotFound" ? "ok" : expected
        )
      }
      const changed = yield* own(links.update(id, site, link.id, { active: false, name: "" }))
      expect(changed).toEqual({ ...link, active: false, name: "" })
      const other = yield* own(links.create(id, site, { name: "Family" }))
      expect(other.urls.published).not.toBe(link.urls.published)
      const listed = yield* own(walk((query) => links.list(id, site, query), 1))
      expect(listed).toEqual({ items: [changed, other], counts: new Set([2]) })
      expect(yield* outcome(own(links.update(id, site, ShareLinkId.make("unknown"), {})))).toBe("NotFound")
      yield* own(links.remove(id, site, link.id))
      yield* own(links.remove(id, site, link.id))
      expect((yield* own(links.list(id, site, {}))).items).toEqual([other])

      const second = (yield* own(sites.create(id, { title: "Other" }))).id
      expect(yield* outcome(own(links.update(id, second, other.id, {})))).toBe("NotFound")
      const key = other.urls.published.slice(address.length, -1)
      const repository = yield* ShareLinkRepository
      const hashes = yield* unkeyed.digests("share-link", key)
      expect(yield* repository.byHash(hashes)).toMatchObject({ id: other.id, site })
      yield* own(sites.remove(id, site))
      expect(yield* repository.byHash(hashes)).toBeUndefined()
    }).pipe(Effect.provide(live))
  )

  it.effect("a site is published to who has an active key, where it is shared by link", () =>
    Effect.gen(function* () {
      const { id, site, own, reader, guest, sites } = yield* scene
      const links = yield* ShareLinks
      const published = yield* PublishedContents
      const get = (shareKey?: string) => published.get(id, site, shareKey === undefined ? {} : { shareKey })
      expect(yield* failure(own(get()))).toMatchObject({ _tag: "NotFound", message: "site not found" })
      yield* own(sites.publish(id, site))
      const address = `https://docs.example/sites/${site}/`
      expect(yield* as(reader)(get())).toMatchObject({
        object: "published-content-site",
        site: { id: site, siteSpaces: 2, urls: { published: address } },
        structure: {
          type: "siteSpaces",
          structure: [{ urls: { published: address } }, { urls: { published: `${address}second/` } }]
        }
      })
      expect(yield* outcome(as(guest)(get()))).toBe("NotFound")
      yield* own(sites.update(id, site, { visibility: "share-link" }))
      const link = yield* own(links.create(id, site, { name: "Friends" }))
      const key = link.urls.published.slice(address.length, -1)
      for (const wrong of [undefined, "", link.id, key.toUpperCase(), `${key}0`]) {
        expect(yield* outcome(own(get(wrong)))).toBe(wrong === key ? "ok" : "NotFound")
      }
      const other = (yield* own(sites.create(id, { title: "Other" }))).id
      const foreign = yield* own(links.create(id, other, { name: "" }))
      expect(yield* outcome(own(get(foreign.urls.published.split("/").at(-2))))).toBe("NotFound")
      expect(yield* as(reader)(get(key))).toMatchObject({
        site: { urls: { published: link.urls.published } },
        structure: {
          structure: [
            { urls: { published: link.urls.published } },
            { urls: { published: `${link.urls.published}second/` } }
          ]
        }
      })
      expect(yield* outcome(as(guest)(get(key)))).toBe("NotFound")
      yield* own(links.update(id, site, link.id, { active: false }))
      expect(yield* outcome(own(get(key)))).toBe("NotFound")
      yield* own(links.update(id, site, link.id, { active: true }))
      expect(yield* outcome(own(get(key)))).toBe("ok")
      yield* own(links.remove(id, site, link.id))
      expect(yield* outcome(own(get(key)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("a visitor sees what no condition hides", () =>
    Effect.gen(function* () {
      const { id, site, own, first, second, sites } = yield* scene
      const sections = yield* SiteSections
      const groups = yield* SiteSectionGroups
      const siteSpaces = yield* SiteSpaces
      const published = yield* PublishedContents
      yield* own(sites.publish(id, site))
      const one = (yield* own(siteSpaces.list(id, site, {}))).items[1]!
      yield* own(siteSpaces.update(id, site, one.id, { condition: "visitor.claims.plan == 'pro'" }))
      const titles = Effect.fnUntraced(function* (visitor: Parameters<typeof published.get>[2]) {
        const { site: answered, structure } = yield* own(published.get(id, site, visitor))
        const names = structure.structure.map((node) => node.title)
        return [answered.siteSpaces, ...names]
      })
      expect(yield* titles({})).toEqual([1, "First"])
      expect(yield* titles({ claims: { plan: "free" } })).toEqual([1, "First"])
      expect(yield* titles({ claims: { plan: "pro" } })).toEqual([2, "First", "Second"])
      expect(yield* titles({ unsigned: { plan: "pro" } })).toEqual([1, "First"])

      const extra = yield* own(sections.add(id, site, { spaceId: first, title: "Extra" }))
      yield* own(sections.update(id, site, extra.id, { condition: "visitor.claims.unsigned.seats > 2" }))
      const group = yield* own(groups.add(id, site, { title: "Group", sections: [extra.id] }))
      expect(yield* titles({})).toEqual([1, "Docs"])
      expect(yield* titles({ unsigned: { seats: "3" } })).toEqual([2, "Docs", group.title])
      expect(yield* titles({ claims: { unsigned: { seats: 3, more: 1 } }, unsigned: { more: "2" } })).toEqual([
        2,
        "Docs",
        group.title
      ])
      const [docs] = (yield* own(sections.list(id, site, {}))).items
      yield* own(siteSpaces.update(id, site, docs!.siteSpaces[0]!.id, { condition: "false" }))
      expect(yield* titles({})).toEqual([0])
      expect((yield* own(siteSpaces.list(id, site, {}))).count).toBe(3)
      expect(second).toBe(one.space.id)
    }).pipe(Effect.provide(live))
  )

  it.effect("claims count as far as they fit the site's schema", () =>
    Effect.gen(function* () {
      const { id, site, own, reader, guest, sites } = yield* scene
      const schemas = yield* AdaptiveSchemas
      const siteSpaces = yield* SiteSpaces
      const published = yield* PublishedContents
      const plan = { type: "string", enum: ["pro"], description: "Plan" } as const
      const jsonSchema = { type: "object", properties: { plan }, additionalProperties: false } as const
      expect(yield* outcome(own(schemas.get(id, site)))).toBe("NotFound")
      expect(yield* own(schemas.templateConditions(id, site))).toEqual({ items: [] })
      expect(yield* outcome(as(reader)(schemas.set(id, site, { jsonSchema })))).toBe("Forbidden")
      expect(yield* outcome(as(guest)(schemas.set(id, site, { jsonSchema })))).toBe("NotFound")
      const set = yield* own(schemas.set(id, site, { jsonSchema: { ...jsonSchema, properties: {} } }))
      expect(set).toMatchObject({ object: "site-adaptive-schema", jsonSchema: { properties: {} } })
      yield* own(sites.publish(id, site))
      const [, hidden] = (yield* own(siteSpaces.list(id, site, {}))).items
      yield* own(siteSpaces.update(id, site, hidden!.id, { condition: "visitor.claims.plan == 'pro'" }))
      const seen = Effect.map(
        own(published.get(id, site, { claims: { plan: "pro" } })),
        ({ structure }) => structure.structure.length
      )
      expect(yield* seen).toBe(1)
      yield* own(schemas.set(id, site, { jsonSchema }))
      expect(yield* as(reader)(schemas.get(id, site))).toMatchObject({ jsonSchema })
      expect(yield* as(reader)(schemas.templateConditions(id, site))).toEqual({
        items: [{ description: "Plan: pro", condition: 'visitor.claims.plan == "pro"' }]
      })
      expect(yield* seen).toBe(2)
      expect(yield* outcome(as(guest)(schemas.get(id, site)))).toBe("NotFound")
      const cyclic: Record<string, unknown> = {}
      cyclic.self = cyclic
      for (const claims of [null, [], "plan", { at: new Date(0) }, { seats: Number.NaN }, { f: () => 1 }, cyclic]) {
        const odd = own(published.get(id, site, { claims: claims as never }))
        expect(yield* failure(odd)).toMatchObject({ _tag: "Invalid", field: expect.stringMatching(/^(claims)?$/) })
      }
      const syntax = own(siteSpaces.update(id, site, hidden!.id, { condition: "visitor.claims.plan =" }))
      expect(yield* failure(syntax)).toMatchObject({
        _tag: "Invalid",
        message: "condition: unexpected token, at line 1, column 22"
      })
    }).pipe(Effect.provide(live))
  )

  it.effect("redirects lead from one path each to what is on the site", () =>
    Effect.gen(function* () {
      const { id, site, own, reader, guest, first } = yield* scene
      const redirects = yield* SiteRedirects
      const siteSpaces = yield* SiteSpaces
      const sections = yield* SiteSections
      const edits = yield* ContentEdits
      const contents = yield* Contents
      yield* own(edits.apply(first, { changes: [{ operation: "insert_page", title: "Page" }] }))
      const pageId = (yield* own(contents.current(first))).pages[0]!.id
      const [one, two] = (yield* own(siteSpaces.list(id, site, {}))).items
      const toOne = { kind: "site-space", siteSpaceId: one!.id } as const
      const toPage = { kind: "site-page", siteSpaceId: one!.id, pageId } as const
      const redirect = yield* own(redirects.create(id, site, { source: "/old", destination: toOne }))
      expect(redirect).toEqual({ object: "site-redirect", id: redirect.id, source: "/old", destination: toOne })
      const other = yield* own(redirects.create(id, site, { source: "/old/page", destination: toPage }))
      for (const destination of [
        { kind: "site-space", siteSpaceId: SiteSpaceId.make("unknown") },
        { kind: "site-section", siteSectionId: SiteSectionId.make("unknown") },
        { kind: "site-page", siteSpaceId: two!.id, pageId }
      ] as const) {
        expect(yield* outcome(own(redirects.create(id, site, { source: "/x", destination })))).toBe("NotFound")
        expect(yield* outcome(own(redirects.update(id, site, redirect.id, { destination })))).toBe("NotFound")
      }
      expect(yield* outcome(own(redirects.create(id, site, { source: "/old", destination: toPage })))).toBe("Conflict")
      expect(yield* outcome(own(redirects.update(id, site, other.id, { source: "/old" })))).toBe("Conflict")
      expect(yield* own(redirects.update(id, site, other.id, { source: "/old/page" }))).toEqual(other)
      expect(yield* own(redirects.update(id, site, redirect.id, {}))).toEqual(redirect)
      for (const source of ["", "/", "old", "/old/", "//old", "/a b", "/a?b", `/${"x".repeat(512)}`]) {
        const made = own(redirects.create(id, site, { source, destination: toOne }))
        expect(yield* failure(made), source).toMatchObject({ _tag: "Invalid", field: "source" })
      }
      for (const [caller, expected] of [
        [reader, "Forbidden"],
        [guest, "NotFound"]
      ] as const) {
        expect(yield* outcome(as(caller)(redirects.list(id, site, {})))).toBe(expected)
        expect(yield* outcome(as(caller)(redirects.update(id, site, other.id, {})))).toBe(expected)
      }
      const section = yield* own(sections.add(id, site, { spaceId: first, title: "Section" }))
      const toSection = { kind: "site-section", siteSectionId: section.id } as const
      const changed = yield* own(redirects.update(id, site, redirect.id, { destination: toSection }))
      expect(changed.destination).toEqual(toSection)
      const listed = yield* own(walk((query) => redirects.list(id, site, query), 1))
      expect(listed).toEqual({ items: [changed, other], counts: new Set([2]) })
      yield* own(redirects.remove(id, site, redirect.id))
      expect(yield* outcome(asSystem(redirects.remove(id, site, SiteRedirectId.make("unknown"))))).toBe("ok")
      expect((yield* own(redirects.list(id, site, {}))).items).toEqual([other])
    }).pipe(Effect.provide(live))
  )
})
