import { describe, expect, it } from "@effect/vitest"
import { SiteSectionId, SiteSpaceId } from "@lectern/core/people/places/Structure"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteSectionGroups } from "@lectern/core/sites/site-sections/SiteSectionGroups"
import { SiteSections } from "@lectern/core/sites/site-sections/SiteSections"
import { SiteSpace } from "@lectern/core/sites/site-spaces/SiteSpace"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { SiteStructures } from "@lectern/core/sites/site-structure/SiteStructures"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Schema } from "effect"
import { storages } from "../../../storages.js"
import { as, failure, member, organization, outcome, walk, workspace } from "../../../workspace.js"
import { siteOf } from "./site.js"

const parse = Schema.decodeUnknownSync(SiteSpace, { onExcessProperty: "error" })

describe.each(storages)("site spaces over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are added, changed and taken off", () =>
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces
      const { id, own, site, spaces } = yield* siteOf(["Guide", "Guide", "Guide"], 1)
      const [, second, third] = spaces
      const location = `https://docs.example/v1/orgs/${id}/sites/${site}/site-spaces`
      const added = yield* own(siteSpaces.add(id, site, { spaceId: second! }))
      const space = yield* own((yield* Spaces).get(second!))
      expect(parse(added)).toEqual({
        object: "site-space",
        id: added.id,
        path: "guide-2",
        space,
        title: "Guide",
        default: false,
        urls: { location: `${location}/${added.id}` }
      })
      expect(yield* outcome(own(siteSpaces.add(id, site, { spaceId: second! })))).toBe("Conflict")
      const changed = yield* own(siteSpaces.update(id, site, added.id, { path: "日本", condition: "true" }))
      expect(changed).toEqual({ ...added, path: "日本", condition: "true" })
      const pointed = yield* own(siteSpaces.update(id, site, added.id, { spaceId: third!, condition: null }))
      expect([pointed.space.id, pointed.path, "condition" in pointed]).toEqual([third, "日本", false])
      const { items } = yield* own(siteSpaces.list(id, site, {}))
      expect(items.map((each) => each.path)).toEqual(["guide", "日本"])
      yield* own(siteSpaces.remove(id, site, items[0]!.id))
      expect((yield* own(siteSpaces.list(id, site, {}))).items).toEqual([{ ...pointed, default: true }])
      expect((yield* own((yield* Sites).get(id, site))).siteSpaces).toBe(1)
    }).pipe(Effect.provide(live))
  )

  it.effect("have a path that is a slug, and no sibling's", () =>
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces
      const { id, own, site } = yield* siteOf(["One", "Two"])
      const [first] = (yield* own(siteSpaces.list(id, site, {}))).items
      const update = (path: string) => failure(own(siteSpaces.update(id, site, first!.id, { path })))
      for (const path of ["", "Two", "a b", "-a", "two", "x".repeat(101)]) {
        expect(yield* update(path), path).toMatchObject({ _tag: "Invalid", field: "path" })
      }
      expect(yield* outcome(own(siteSpaces.update(id, site, first!.id, { path: "x".repeat(100) })))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("are published where the site is, the defaults without a segment of their own", () =>
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces
      const { id, own, site, spaces } = yield* siteOf(["One", "Two", "Three", "Four"], 2)
      yield* own((yield* Sites).update(id, site, { basename: "docs" }))
      yield* own((yield* Sites).publish(id, site))
      const addresses = Effect.map(own(siteSpaces.list(id, site, {})), ({ items }) =>
        items.map(({ urls }) => urls.published?.slice("https://docs.example/sites/docs/".length))
      )
      expect(yield* addresses).toEqual(["", "two/"])
      const section = yield* own((yield* SiteSections).add(id, site, { spaceId: spaces[2]! }))
      yield* own(siteSpaces.add(id, site, { spaceId: spaces[3]!, sectionId: section.id }))
      expect(yield* addresses).toEqual(["", "two/", "three/", "three/four/"])
      expect(section.urls.published).toBe("https://docs.example/sites/docs/three/")
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed as defaults or others, and walked while some are taken off", () =>
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces
      const titles = Array.from({ length: 12 }, (_, index) => `s${index}`)
      const { id, own, site } = yield* siteOf(titles)
      const list = (query: Parameters<typeof siteSpaces.list>[2]) => own(siteSpaces.list(id, site, query))
      const walked = yield* walk(list, 5)
      expect([walked.items.map(({ title }) => title), ...walked.counts]).toEqual([titles, 12])
      expect((yield* list({ default: true })).items.map(({ title }) => title)).toEqual(["s0"])
      expect((yield* list({ default: false, limit: 0 })).count).toBe(11)
      const page = yield* list({ limit: 3 })
      expect(yield* outcome(list({ ...page.next, default: false }))).toBe("Invalid")
      for (const { id: gone } of page.items.slice(1)) yield* own(siteSpaces.remove(id, site, gone))
      expect((yield* list({ ...page.next })).items.map(({ title }) => title)).toEqual(titles.slice(3))
      yield* own(siteSpaces.remove(id, site, page.items[0]!.id))
      expect((yield* list({ ...page.next })).items.map(({ title }) => title)).toEqual(titles.slice(3))
    }).pipe(Effect.provide(live))
  )

  it.effect("are neither lost nor doubled by those who work on a site at once", () =>
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces
      const sections = yield* SiteSections
      const { id, own, site, spaces } = yield* siteOf(["x", "x", "x", "x", "x", "x"], 1)
      const [first] = (yield* own(siteSpaces.list(id, site, {}))).items
      yield* Effect.all(
        [
          ...spaces.slice(1, 4).map((spaceId) => own(siteSpaces.add(id, site, { spaceId }))),
          ...spaces.slice(4).map((spaceId) => own(sections.add(id, site, { spaceId }))),
          ...spaces.map(() => Effect.either(own(siteSpaces.move(id, site, first!.id, {}))))
        ],
        { concurrency: "unbounded", discard: true }
      )
      const { count, items } = yield* own(siteSpaces.list(id, site, {}))
      expect([count, new Set(items.map(({ space }) => space.id)).size]).toEqual([6, 6])
      const all = (yield* own(sections.list(id, site, {}))).items
      expect([all.filter((section) => section.default).length, new Set(all.map(({ path }) => path)).size]).toEqual([
        1,
        all.length
      ])
      expect((yield* own((yield* Sites).get(id, site))).siteSpaces).toBe(6)
    }).pipe(Effect.provide(live))
  )

  it.effect("move among what the caller sees", () =>
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces
      const { id, own, site, spaces } = yield* siteOf(["a", "b", "c", "d"])
      const creator = yield* member(id, "Creator", "create")
      yield* own((yield* Spaces).update(spaces[1]!, { defaultLevel: null }))
      const nodes = (yield* own(siteSpaces.list(id, site, {}))).items
      const pointer = (index: number) => ({ type: "site-space", siteSpace: nodes[index]!.id }) as const
      const [a, b, c, d] = [pointer(0), pointer(1), pointer(2), pointer(3)]
      const move = (node: typeof a, position?: { readonly before?: typeof b; readonly after?: typeof b }) =>
        outcome(as(creator)(siteSpaces.move(id, site, node.siteSpace, position === undefined ? {} : { position })))
      const order = Effect.map(own(siteSpaces.list(id, site, {})), ({ items }) =>
        items.map((each) => each.title).join("")
      )
      expect(yield* move(a, { before: c })).toBe("Conflict")
      expect(yield* move(a, { after: b })).toBe("NotFound")
      expect(yield* move(b)).toBe("NotFound")
      expect(yield* move(d)).toBe("Conflict")
      expect(yield* move(a, { before: c, after: d })).toBe("Invalid")
      expect(yield* order).toBe("abcd")
      expect(yield* move(a)).toBe("ok")
      expect(yield* order).toBe("bcda")
      expect(yield* move(a, { after: c, before: d })).toBe("ok")
      expect(yield* order).toBe("bcad")
    }).pipe(Effect.provide(live))
  )

  it.effect("need the level that each operation states, and are not there without their space", () =>
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces
      const structures = yield* SiteStructures
      const { id, own, site, spaces } = yield* siteOf(["Open", "Shut", "Other"], 2)
      const reader = yield* member(id, "Reader", "read")
      const creator = yield* member(id, "Creator", "create")
      const guest = yield* member(id, "Guest", null)
      const { admin: stranger } = yield* organization("Other")
      yield* own((yield* Spaces).update(spaces[1]!, { defaultLevel: null }))
      const [open, shut] = (yield* own(siteSpaces.list(id, site, {}))).items
      const nothing = SiteSpaceId.make("nothing")
      const outcomes = (caller: typeof reader, target: SiteSpaceId, spaceId = spaces[2]!) =>
        Effect.map(
          Effect.forEach(
            [
              siteSpaces.list(id, site, {}),
              structures.get(id, site),
              siteSpaces.add(id, site, { spaceId }),
              siteSpaces.update(id, site, target, { path: "path" }),
              siteSpaces.move(id, site, target, {}),
              structures.sort(id, site, { item: { type: "site-space", id: target } }),
              siteSpaces.remove(id, site, target)
            ],
            (call) => outcome<unknown, never>(as(caller)(call))
          ),
          (all) => all.join(" ")
        )
      const forbidden = "Forbidden Forbidden Forbidden Forbidden"
      const absent = "NotFound NotFound NotFound"
      expect(yield* outcomes(reader, open!.id)).toBe(`ok ok ${forbidden} Forbidden`)
      expect(yield* outcomes(reader, shut!.id)).toBe(`ok ok ${forbidden} ok`)
      expect(yield* outcomes(reader, nothing)).toBe(`ok ok ${forbidden} ok`)
      for (const caller of [guest, stranger]) {
        expect(yield* outcomes(caller, open!.id)).toBe(`NotFound NotFound NotFound ${absent} ok`)
      }
      expect(yield* outcomes(creator, shut!.id, spaces[1]!)).toBe(`ok ok NotFound ${absent} ok`)
      expect(yield* outcomes(creator, nothing, SpaceId.make("nothing"))).toBe(`ok ok NotFound ${absent} ok`)
      expect((yield* as(creator)(siteSpaces.list(id, site, {}))).count).toBe(1)
      expect(yield* as(creator)(structures.get(id, site))).toEqual({
        type: "siteSpaces",
        structure: (yield* as(creator)(siteSpaces.list(id, site, {}))).items
      })
      const elsewhere = yield* organization("Elsewhere")
      const foreign = yield* as(elsewhere.admin)((yield* Spaces).create(elsewhere.id, {}))
      expect(yield* outcome(own(siteSpaces.add(id, site, { spaceId: foreign.id })))).toBe("NotFound")
      yield* own((yield* Spaces).update(spaces[2]!, { defaultLevel: "edit" }))
      expect(yield* outcome(as(creator)(siteSpaces.add(id, site, { spaceId: spaces[2]! })))).toBe("Forbidden")
      expect(
        yield* outcome(own(siteSpaces.add(id, site, { spaceId: spaces[2]!, sectionId: SiteSectionId.make("no") })))
      ).toBe("NotFound")
      expect((yield* own(siteSpaces.list(id, site, {}))).count).toBe(2)
    }).pipe(Effect.provide(live))
  )

  it.effect("belong to a structure that is read and sorted as a whole", () =>
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces
      const sections = yield* SiteSections
      const groups = yield* SiteSectionGroups
      const structures = yield* SiteStructures
      const { id, own, site, spaces } = yield* siteOf(["One", "Two", "Three"], 1)
      const two = yield* own(sections.add(id, site, { spaceId: spaces[1]! }))
      const three = yield* own(sections.add(id, site, { spaceId: spaces[2]! }))
      const group = yield* own(groups.add(id, site, { title: "Group", sections: [two.id] }))
      const all = (yield* own(sections.list(id, site, {}))).items
      const sketch = Effect.map(own(structures.get(id, site)), ({ structure }) =>
        structure.map((node) =>
          node.object === "site-section-group" ? node.sections.map((each) => each.title) : node.title
        )
      )
      expect(yield* sketch).toEqual(["The site", "Three", ["Two"]])
      const sort = (input: Parameters<typeof structures.sort>[2]) => own(structures.sort(id, site, input))
      const item = { type: "site-section", id: three.id } as const
      const moved = yield* sort({ item, position: { after: { type: "site-section", id: two.id } } })
      expect(moved).toEqual({ ...three, sectionGroup: group.id })
      expect(yield* sketch).toEqual(["The site", ["Two", "Three"]])
      const root = { type: "site-section", id: all[0]!.id } as const
      const grouped = { type: "site-section-group", id: group.id } as const
      expect(yield* sort({ item: grouped, position: { before: root } })).toMatchObject({ object: "site-section-group" })
      expect(yield* sketch).toEqual([["Two", "Three"], "The site"])
      expect(yield* outcome(sort({ item: grouped, position: { before: root } }))).toBe("Conflict")
      expect(yield* outcome(sort({ item: grouped, position: { before: item } }))).toBe("Invalid")
      const [siteSpace] = (yield* own(siteSpaces.list(id, site, {}))).items
      const other = { type: "site-space", id: siteSpace!.id } as const
      expect(yield* outcome(sort({ item: root, position: { before: other } }))).toBe("Invalid")
      expect(yield* outcome(sort({ item: other }))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )
})
