/** Where something is looked up by its id or by a name, the one with the id is found, even if another has the name. */
import { expect, it } from "@effect/vitest"
import { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Items } from "@lectern/core/content/items/ItemTables"
import { OpenAPISpecsTable } from "@lectern/core/content/openapi-registry/OpenAPISpecTables"
import { PageId } from "@lectern/core/content/Page"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { type IdSource, Ids, makeOf, sequence } from "@lectern/core/ids/Ids"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import { OrganizationsTable } from "@lectern/core/people/organizations/OrganizationRepository"
import { SiteStructuresTable, SitesTable } from "@lectern/core/people/places/SiteRepository"
import { SitePages } from "@lectern/core/publishing/site-reading/SitePages"
import type { SiteId } from "@lectern/core/sites/Site"
import { Sites } from "@lectern/core/sites/Sites"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { type Scan, Storage } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import { Teams } from "@lectern/core/teams/Teams"
import { Effect, Layer } from "effect"
import { describe } from "vitest"
import { settled } from "../../content/openapi-registry/specs.js"
import { storages } from "../../storages.js"
import { as, damages, member, organization, workspace } from "../../workspace.js"

/** Ids one after the other, except for the ones that were asked for. */
const ids = (wanted: Array<string>): IdSource => {
  const rest = sequence()
  return { next: () => wanted.shift() ?? rest.next(), secret: rest.secret }
}

/** Changes columns of a row and the fields of their names, as no call does any more. */
const rewrite = (table: Table, scan: Scan, changes: Readonly<Record<string, string>>, write: Rewrite = spread) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const [row] = yield* storage.scan(table, scan)
    if (row === undefined) return yield* Effect.dieMessage("expected a row")
    const columns = Object.fromEntries(
      Object.entries(row.columns).map(([name, value]) => [name, changes[name] ?? value])
    )
    const json = JSON.stringify(write(JSON.parse(row.json), changes))
    yield* storage.transaction(storage.update(table, columns, json, row.version))
  })
type Rewrite = (value: object, changes: object) => object
const spread: Rewrite = (value, changes) => ({ ...value, ...changes })

/** Sets the basename of a site. */
const giveBasename = (site: SiteId, basename: string) => rewrite(SitesTable, { prefix: [site] }, { basename })

/** A published site, of an organization of its own. */
const published = (name: string) =>
  Effect.gen(function* () {
    const { admin, id } = yield* organization(name)
    const sites = yield* Sites
    const site = yield* as(admin)(sites.create(id, { title: name, spaces: "empty" }))
    yield* as(admin)(sites.publish(id, site.id))
    return { own: as(admin), organization: id, site: site.id }
  })

describe.each(storages)("over $name", (storage) => {
  const live = workspace(storage)
  /** Runs a test in which ids that are put into `wanted` are the next ones. */
  const withIds = <A, E>(test: (wanted: Array<string>) => Effect.Effect<A, E, Layer.Layer.Success<typeof live>>) => {
    const wanted: Array<string> = []
    return Effect.provide(test(wanted), workspace(storage, {}, Layer.effect(Ids, makeOf(ids(wanted)))))
  }

  it.effect("the id of a site leads to it, whatever site has the id as its basename, and a check says so", () =>
    Effect.gen(function* () {
      const ann = yield* published("Ann")
      const eve = yield* published("Eve")
      const pages = yield* SitePages
      yield* giveBasename(eve.site, ann.site)
      expect(yield* pages.find(ann.site)).toMatchObject({ site: ann.site })
      expect(yield* damages).toEqual([
        `sites: site ${eve.site}: its basename is ${ann.site}, which is the id of a site`
      ])
      yield* ann.own((yield* Sites).update(ann.organization, ann.site, { basename: "ann" }))
      expect(yield* pages.find(ann.site)).toBeUndefined()
      expect(yield* pages.find("ann")).toMatchObject({ site: ann.site })
      yield* eve.own((yield* Sites).update(eve.organization, eve.site, { basename: "eve" }))
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("a check finds every name that looks like an id, or consists of dots", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* organization()
      const own = as(admin)
      const space = yield* own((yield* Spaces).create(id, { title: "S" }))
      const site = yield* own((yield* Sites).create(id, { title: "Docs", spaces: [space.id] }))
      yield* own((yield* ContentEdits).apply(space.id, { changes: [{ operation: "insert_page", title: "Page" }] }))
      yield* own((yield* OpenAPISpecs).create(id, { slug: "pets", source: { text: "{}" } }))
      yield* settled(admin, id, "pets")
      expect(yield* damages).toEqual([])
      const like = "01k0000000000000000000000z"
      yield* rewrite(OrganizationsTable, { prefix: [id] }, { hostname: like })
      yield* rewrite(OpenAPISpecsTable, { index: "slug", prefix: [id] }, { slug: like })
      yield* rewrite(Items, { index: "path", prefix: [space.id, "page"] }, { path: ".." }, (version) => ({
        ...version,
        value: { ...("value" in version ? Object(version.value) : {}), slug: "..", path: ".." }
      }))
      const found = yield* damages
      expect(found.filter((each) => /form of an id|clients resolve/.test(each))).toHaveLength(3)
      yield* rewrite(SiteStructuresTable, { prefix: [site.id] }, {}, (value) =>
        JSON.parse(JSON.stringify(value).replace('"path":"s"', `"path":"${like}"`))
      )
      expect(yield* damages).toContain(`sites: site ${site.id}: its path is ${like}, which has the form of an id`)
    }).pipe(Effect.provide(live))
  )

  it.effect("a new site gets no id that is the basename of another", () =>
    withIds((wanted) =>
      Effect.gen(function* () {
        const ann = yield* published("Ann")
        yield* ann.own((yield* Sites).update(ann.organization, ann.site, { basename: "docs" }))
        const { id, admin } = yield* organization("Eve")
        wanted.push("docs", "other")
        const site = yield* as(admin)((yield* Sites).create(id, { title: "Eve" }))
        expect(site.id).toBe("other")
      })
    )
  )

  it.effect("a change request is found by its id before its number", () =>
    withIds((wanted) =>
      Effect.gen(function* () {
        const { id, admin } = yield* organization()
        const space = yield* as(admin)((yield* Spaces).create(id, { title: "S" }))
        const requests = yield* ChangeRequests
        const other = yield* as(admin)((yield* Spaces).create(id, { title: "T" }))
        wanted.push("2")
        const first = yield* as(admin)(requests.create(space.id, {}))
        const second = yield* as(admin)(requests.create(space.id, {}))
        wanted.push("1")
        yield* as(admin)(requests.create(other.id, {}))
        expect(first).toMatchObject({ id: "2", number: 1 })
        const found = (ref: string) =>
          Effect.map(as(admin)(requests.get(space.id, ChangeRequestRef.make(ref))), (request) => request.id)
        expect(yield* found("2")).toBe(first.id)
        expect(yield* found("1")).toBe(first.id)
        expect(yield* found(second.id)).toBe(second.id)
      })
    )
  )

  it.effect("a member of a team is named by an id before an e-mail address", () =>
    withIds((wanted) =>
      Effect.gen(function* () {
        const { id, admin } = yield* organization()
        wanted.push("acme-admin@example.com")
        const eve = yield* member(id, "Eve", "read")
        expect(eve).not.toBe(admin)
        const teams = yield* Teams
        const team = yield* as(admin)(teams.create(id, { title: "Team" }))
        yield* as(admin)(teams.updateMembers(id, team.id, { add: [eve, "eve@example.com"] }))
        const { items } = yield* as(admin)(teams.members(id, team.id, {}))
        expect(items.map(({ organization }) => organization.id)).toEqual([eve])
      })
    )
  )

  it.effect("a link to a page is by id before path, and only pages have ids there", () =>
    withIds((wanted) =>
      Effect.gen(function* () {
        const { id, admin } = yield* organization()
        const space = yield* as(admin)((yield* Spaces).create(id, { title: "S" }))
        const edits = yield* ContentEdits
        const files = { ".gitbook/vars.yaml": "a: b\n", "variables.md": "# Variables\n", "intro.md": "# Intro\n" }
        const folder = Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
        yield* as(admin)((yield* ContentSync).apply(space.id, readLayout(folder).tree))
        const contents = yield* Contents
        const variables = yield* as(admin)(contents.pageByPath(space.id, "variables"))
        wanted.push("intro")
        yield* as(admin)(edits.apply(space.id, { changes: [{ operation: "insert_page", title: "Named" }] }))
        const named = yield* as(admin)(contents.page(space.id, PageId.make("intro")))
        expect(named).toMatchObject({ id: "intro", title: "Named" })
        const markdown = "[a](/pages/intro) [b](/pages/variables)"
        yield* as(admin)(
          edits.apply(space.id, { changes: [{ operation: "insert_page", title: "Links", document: { markdown } }] })
        )
        expect(yield* as(admin)(contents.pageByPath(space.id, "links"))).toMatchObject({
          markdown: `[a](/pages/intro) [b](/pages/${variables.id})`
        })
      })
    )
  )
})
