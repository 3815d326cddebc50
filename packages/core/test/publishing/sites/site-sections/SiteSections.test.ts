import { describe, expect, it } from "@effect/vitest"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { SiteSectionGroupId, SiteSectionId } from "@lectern/core/people/places/Structure"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteSection, SiteSectionGroup } from "@lectern/core/sites/site-sections/SiteSection"
import { SiteSectionGroups } from "@lectern/core/sites/site-sections/SiteSectionGroups"
import { SiteSections } from "@lectern/core/sites/site-sections/SiteSections"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import type { SiteStructure } from "@lectern/core/sites/site-structure/SiteStructure"
import { SiteStructures } from "@lectern/core/sites/site-structure/SiteStructures"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Schema } from "effect"
import { storages } from "../../../storages.js"
import { as, failure, member, organization, outcome, walk, workspace } from "../../../workspace.js"
import { siteOf } from "../site-spaces/site.js"

const parse = Schema.decodeUnknownSync(SiteSection, { onExcessProperty: "error" })
const parseGroup = Schema.decodeUnknownSync(SiteSectionGroup, { onExcessProperty: "error" })

describe.each(storages)("site sections over $name", (storage) => {
  const live = workspace(storage)

  it.effect("gather what was loose, and let go of it again", () =>
    Effect.gen(function* () {
      const sections = yield* SiteSections
      const siteSpaces = yield* SiteSpaces
      const structures = yield* SiteStructures
      const { id, own, site, spaces } = yield* siteOf(["One", "Two", "Three"], 2)
      const loose = (yield* own(siteSpaces.list(id, site, {}))).items
      const added = yield* own(sections.add(id, site, { spaceId: spaces[2]!, icon: "gear" }))
      const [ofThree] = added.siteSpaces
      expect(parse(added)).toEqual({
        object: "site-section",
        id: added.id,
        title: "Three",
        default: false,
        path: "three",
        siteSpaces: [{ ...ofThree, section: added.id, title: "Three", path: "three", default: true }],
        urls: { location: `https://docs.example/v1/orgs/${id}/sites/${site}/sections/${added.id}` },
        icon: "gear"
      })
      const [gathered, ...rest] = (yield* own(sections.list(id, site, {}))).items
      expect(rest).toEqual([added])
      expect(gathered).toMatchObject({ title: "The site", path: "the-site", default: true })
      expect(gathered?.siteSpaces).toEqual(loose.map((node) => ({ ...node, section: gathered?.id })))
      expect((yield* own((yield* Sites).get(id, site))).siteSpaces).toBe(3)
      yield* own(sections.remove(id, site, added.id))
      yield* own(sections.remove(id, site, gathered!.id))
      expect(yield* own(structures.get(id, site))).toEqual({ type: "siteSpaces", structure: loose })
      expect((yield* own((yield* Sites).get(id, site))).siteSpaces).toBe(2)
    }).pipe(Effect.provide(live))
  )

  it.effect("are not there for whoever sees none, and what they put on the site is loose for them", () =>
    Effect.gen(function* () {
      const sections = yield* SiteSections
      const siteSpaces = yield* SiteSpaces
      const structures = yield* SiteStructures
      const grants = yield* ContentGrants
      const { id, own, site, spaces } = yield* siteOf(["Hidden", "Seen", "More"], 0)
      const editor = yield* member(id, "Editor", "create")
      const hers = as(editor)
      yield* own(grants.invite({ space: spaces[0]! }, { role: null, users: [editor] }))
      const hidden = yield* own(sections.add(id, site, { spaceId: spaces[0]! }))
      expect(yield* hers(structures.get(id, site))).toEqual({ type: "siteSpaces", structure: [] })
      const seen = yield* own(sections.add(id, site, { spaceId: spaces[1]! }))
      expect((yield* hers(structures.get(id, site))).type).toBe("sections")
      yield* hers(sections.remove(id, site, seen.id))
      const of = (structure: SiteStructure) => [
        structure.type,
        ...structure.structure.map((part) => ("title" in part ? part.title : ""))
      ]
      expect(of(yield* hers(structures.get(id, site)))).toEqual(["siteSpaces", "Seen"])
      expect(of(yield* own(structures.get(id, site)))).toEqual(["sections", "Hidden", "The site"])
      yield* hers(siteSpaces.add(id, site, { spaceId: spaces[2]! }))
      expect(of(yield* hers(structures.get(id, site)))).toEqual(["siteSpaces", "Seen", "More"])
      expect((yield* hers(sections.list(id, site, {}))).count).toBe(0)
      const [, gathered] = (yield* own(sections.list(id, site, {}))).items
      expect(gathered).toMatchObject({ path: "the-site", default: true })
      expect(gathered?.siteSpaces.map(({ title }) => title)).toEqual(["Seen", "More"])
      yield* own(sections.update(id, site, gathered!.id, { title: "Open" }))
      expect(of(yield* hers(structures.get(id, site)))).toEqual(["sections", "Open"])
      yield* hers(sections.remove(id, site, gathered!.id))
      yield* own(sections.remove(id, site, hidden.id))
      expect(of(yield* own(structures.get(id, site)))).toEqual(["siteSpaces", "Seen", "More"])
    }).pipe(Effect.provide(live))
  )

  it.effect("are titled as their space, or as one says, and changed", () =>
    Effect.gen(function* () {
      const sections = yield* SiteSections
      const siteSpaces = yield* SiteSpaces
      const { id, own, site, spaces } = yield* siteOf(["x", "Other"], 0)
      const untitled = yield* own(sections.add(id, site, { spaceId: spaces[0]!, title: null, icon: null }))
      expect(untitled).toMatchObject({ title: "Untitled", path: "untitled", default: true })
      const titled = yield* own(sections.add(id, site, { spaceId: spaces[1]!, title: "Untitled" }))
      expect(titled).toMatchObject({ title: "Untitled", path: "untitled-2", default: false })
      const more = yield* own(siteSpaces.add(id, site, { spaceId: spaces[0]!, sectionId: titled.id }))
      const set = { title: "New", path: "new", description: "", icon: "gear", condition: "true" }
      const changed = yield* own(sections.update(id, site, titled.id, { ...set, defaultSiteSpace: more.id }))
      expect(parse(changed)).toMatchObject({ ...set, default: false })
      expect(changed.siteSpaces.map((each) => each.default)).toEqual([false, true])
      const none = { description: null, icon: null, condition: null }
      const bare = yield* own(sections.update(id, site, titled.id, none))
      expect(Object.keys(none).filter((key) => key in bare)).toEqual([])
      const update = (patch: Parameters<typeof sections.update>[3]) =>
        failure(own(sections.update(id, site, untitled.id, patch)))
      expect(yield* update({ path: "new" })).toMatchObject({ _tag: "Invalid", field: "path" })
      expect(yield* update({ condition: "1 +" })).toMatchObject({ _tag: "Invalid", field: "condition" })
      expect(yield* update({ title: "x" })).toMatchObject({ _tag: "Invalid", field: "title" })
      expect(yield* update({ defaultSiteSpace: more.id })).toMatchObject({ _tag: "Invalid", field: "defaultSiteSpace" })
    }).pipe(Effect.provide(live))
  )

  it.effect("are grouped, moved and listed", () =>
    Effect.gen(function* () {
      const sections = yield* SiteSections
      const groups = yield* SiteSectionGroups
      const { id, own, site, spaces } = yield* siteOf(["One", "Two", "Three", "Four"], 0)
      expect(yield* outcome(own(groups.add(id, site, { title: "Early" })))).toBe("Conflict")
      const made = yield* Effect.forEach(spaces, (spaceId) => own(sections.add(id, site, { spaceId })))
      const [one, two, three, four] = made.map((each) => each.id)
      const group = yield* own(groups.add(id, site, { title: "Group", icon: "gear", sections: [three!, one!] }))
      expect(parseGroup(group)).toMatchObject({ title: "Group", icon: "gear" })
      expect(group.sections.map((each) => [each.title, each.sectionGroup])).toEqual([
        ["Three", group.id],
        ["One", group.id]
      ])
      const order = Effect.map(
        walk((query) => own(sections.list(id, site, query)), 3),
        ({ items, counts }) => [items.map((each) => each.title).join(" "), ...counts]
      )
      expect(yield* order).toEqual(["Two Four Three One", 4])
      const pointer = (section: SiteSectionId | undefined) => ({ type: "site-section", siteSection: section! }) as const
      const moved = yield* own(sections.move(id, site, three!, { position: { before: pointer(two) } }))
      expect(moved).not.toHaveProperty("sectionGroup")
      expect(yield* order).toEqual(["Three Two Four One", 4])
      expect((yield* own(groups.addSection(id, site, group.id, { sectionId: four! }))).sections).toHaveLength(2)
      expect(yield* outcome(own(groups.addSection(id, site, group.id, { sectionId: four! })))).toBe("Conflict")
      yield* own(groups.removeSection(id, site, group.id, one!))
      yield* own(groups.removeSection(id, site, group.id, two!))
      expect(yield* order).toEqual(["Three Two Four One", 4])
      const before = { before: { type: "site-section", id: three! } } as const
      yield* own(groups.move(id, site, group.id, { position: before }))
      expect(yield* order).toEqual(["Four Three Two One", 4])
      expect(yield* outcome(own(groups.move(id, site, group.id, { position: before })))).toBe("Conflict")
      const renamed = yield* own(groups.update(id, site, group.id, { title: "G", icon: null }))
      expect([renamed.title, "icon" in renamed]).toEqual(["G", false])
      yield* own(groups.remove(id, site, group.id))
      expect((yield* own(groups.list(id, site, {}))).items).toEqual([])
      expect(yield* order).toEqual(["Four Three Two One", 4])
    }).pipe(Effect.provide(live))
  )

  it.effect("go with the last of their spaces, and with spaces that are deleted", () =>
    Effect.gen(function* () {
      const sections = yield* SiteSections
      const siteSpaces = yield* SiteSpaces
      const { id, own, site, spaces } = yield* siteOf(["One", "Two", "Three"], 0)
      const [one] = yield* Effect.forEach(spaces, (spaceId) => own(sections.add(id, site, { spaceId })))
      yield* own(siteSpaces.remove(id, site, one!.siteSpaces[0]!.id))
      const left = Effect.map(own(sections.list(id, site, {})), ({ items }) =>
        items.map((each) => `${each.title}${each.default ? "*" : ""}`)
      )
      expect(yield* left).toEqual(["Two*", "Three"])
      yield* own((yield* Spaces).remove(spaces[1]!))
      expect(yield* left).toEqual(["Three*"])
    }).pipe(Effect.provide(live))
  )

  it.effect("leave what the caller does not see where it is when a section or a group goes", () =>
    Effect.gen(function* () {
      const sections = yield* SiteSections
      const groups = yield* SiteSectionGroups
      const structures = yield* SiteStructures
      const { id, own, site, spaces } = yield* siteOf(["Open", "Shut", "Other", "Third"], 0)
      const made = yield* Effect.forEach([0, 2, 1], (at) => own(sections.add(id, site, { spaceId: spaces[at]! })))
      const [mixed, other, hidden] = made
      yield* own((yield* SiteSpaces).add(id, site, { spaceId: spaces[1]!, sectionId: mixed!.id }))
      yield* own(sections.update(id, site, mixed!.id, { title: "Mixed", condition: "visitor.claims.beta" }))
      const group = yield* own(groups.add(id, site, { title: "Both", sections: [other!.id, hidden!.id] }))
      yield* own((yield* Spaces).update(spaces[1]!, { defaultLevel: null }))
      const creator = yield* member(id, "Creator", "create")
      const me = as(creator)

      yield* me(groups.remove(id, site, group.id))
      const seen = yield* me(structures.get(id, site))
      expect(seen.structure.map((node) => node.id)).toEqual([mixed!.id, other!.id])
      const [, , left] = (yield* own(structures.get(id, site))).structure
      expect(left).toMatchObject({ object: "site-section-group", title: "Both", sections: [{ id: hidden!.id }] })

      yield* me(sections.remove(id, site, mixed!.id))
      const after = yield* me(sections.list(id, site, {}))
      expect(after.items.map((each) => [each.id, each.default])).toEqual([[other!.id, true]])
      const kept = (yield* own(sections.list(id, site, {}))).items.find((each) => each.id === mixed!.id)
      expect(kept).toMatchObject({
        title: "Mixed",
        path: mixed!.path,
        condition: "visitor.claims.beta",
        default: false
      })
      expect(kept?.siteSpaces.map((each) => [each.space.id, each.default])).toEqual([[spaces[1], true]])
    }).pipe(Effect.provide(live))
  )

  it.effect("need the level that each operation states, and are not there without a visible space", () =>
    Effect.gen(function* () {
      const sections = yield* SiteSections
      const groups = yield* SiteSectionGroups
      const { id, own, site, spaces } = yield* siteOf(["Open", "Shut", "More"], 0)
      const [open, shut] = yield* Effect.forEach(spaces.slice(0, 2), (spaceId) =>
        own(sections.add(id, site, { spaceId }))
      )
      const group = yield* own(groups.add(id, site, { title: "Group", sections: [open!.id, shut!.id] }))
      yield* own((yield* Spaces).update(spaces[1]!, { defaultLevel: null }))
      const reader = yield* member(id, "Reader", "read")
      const creator = yield* member(id, "Creator", "create")
      const { admin: stranger } = yield* organization("Other")
      const outcomes = (caller: typeof reader, section: SiteSectionId, of: SiteSectionGroupId) =>
        Effect.map(
          Effect.forEach(
            [
              sections.list(id, site, {}),
              groups.list(id, site, {}),
              sections.update(id, site, section, { title: "Title" }),
              sections.move(id, site, section, {}),
              groups.add(id, site, { title: "New", sections: [section] }),
              groups.update(id, site, of, { title: "Title" }),
              groups.addSection(id, site, of, { sectionId: section }),
              groups.move(id, site, of, {}),
              groups.removeSection(id, site, of, section),
              groups.remove(id, site, of),
              sections.remove(id, site, section)
            ],
            (call) => outcome<unknown, never>(as(caller)(call))
          ),
          (all) => all.join(" ")
        )
      const sixTimes = (word: string) => Array(6).fill(word).join(" ")
      const nothing = SiteSectionId.make("nothing")
      const noGroup = SiteSectionGroupId.make("nothing")
      const refused = "Forbidden Forbidden Forbidden"
      expect(yield* outcomes(reader, open!.id, group.id)).toBe(`ok ok ${sixTimes("Forbidden")} ${refused}`)
      for (const section of [nothing, shut!.id]) {
        expect(yield* outcomes(reader, section, noGroup)).toBe(`ok ok ${sixTimes("Forbidden")} ok ok ok`)
        expect(yield* outcomes(creator, section, noGroup)).toBe(`ok ok ${sixTimes("NotFound")} ok ok ok`)
      }
      expect(yield* outcomes(stranger, open!.id, group.id)).toBe(`NotFound NotFound ${sixTimes("NotFound")} ok ok ok`)
      const [seen] = (yield* as(reader)(groups.list(id, site, {}))).items
      expect(seen?.sections.map((each) => each.id)).toEqual([open!.id])
      expect((yield* as(reader)(sections.list(id, site, {}))).count).toBe(1)
      expect((yield* own(sections.list(id, site, {}))).count).toBe(2)
      // Once the only section of the group that they see is in another one, the group does not exist for them.
      const gone = "NotFound NotFound NotFound"
      expect(yield* outcomes(creator, open!.id, group.id)).toBe(`ok ok ok ok ok ${gone} ok ok ok`)
    }).pipe(Effect.provide(live))
  )
})
