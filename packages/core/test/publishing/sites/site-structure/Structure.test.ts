import { describe, expect, it } from "@effect/vitest"
import {
  emptyStructure,
  groupsOf,
  maxSections,
  maxSiteSpaces,
  SiteSectionGroupId,
  SiteSectionId,
  SiteSpaceId,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "@lectern/core/people/places/Structure"
import { moveGroup, moveSection, moveSiteSpace } from "@lectern/core/publishing/sites/site-structure/Moves"
import {
  addGroup,
  addSection,
  addSectionToGroup,
  addSiteSpace,
  detachSpace,
  removeGroup,
  removeSection,
  removeSectionFromGroup,
  removeSiteSpace,
  setDefaultSection,
  setDefaultSiteSpace
} from "@lectern/core/publishing/sites/site-structure/StructureChanges"
import { visibleStructureOf } from "@lectern/core/publishing/sites/site-structure/VisibleStructure"
import { SpaceId } from "@lectern/core/spaces/Space"
import { runs } from "@lectern/storage-testing/runs"
import { Either, FastCheck as fc } from "effect"
import { violations } from "./invariants.js"
import { growth, itemsOf, judgedApart, mostly, take, walks } from "./operations.js"

const ids = (all: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> => all.map(({ id }) => id)
const counts = (structure: Structure) =>
  [siteSpacesOf(structure), sectionsOf(structure), groupsOf(structure)].map((all) => all.length)
const names = (structure: Structure): ReadonlySet<string> => new Set(ids(itemsOf(structure)))

/** The lists of a structure: its root, its groups, and the containers of site spaces, in any order. */
const homesOf = (structure: Structure): ReadonlyArray<ReadonlyArray<string>> =>
  structure.type === "siteSpaces"
    ? [ids(structure.siteSpaces)]
    : [
        ids(structure.structure),
        ...groupsOf(structure)
          .toSorted(byId)
          .map(({ sections }) => ids(sections)),
        ...sectionsOf(structure)
          .toSorted(byId)
          .map(({ siteSpaces }) => ids(siteSpaces))
      ]
const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)

const siblingsOf = (structure: Structure, id: string): ReadonlyArray<string> =>
  homesOf(structure).find((home) => home.includes(id)) ?? []

it("whatever is done to a structure, it stays one", () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(walks, (steps) => {
      let structure: Structure = emptyStructure
      for (const [fresh, step] of steps.entries()) {
        const before = structure
        const result = take(before, step, fresh)
        if (Either.isLeft(result)) continue
        structure = result.right
        expect(violations(structure), step.kind).toEqual([])
        if (structure !== before) seen.set(step.kind, (seen.get(step.kind) ?? 0) + 1)
        if (judgedApart.has(step.kind)) continue
        const [grown, was] = [counts(structure), counts(before)]
        const difference = grown.map((count, index) => count - was[index]!)
        const nothing = step.kind === "removeGroup" && was[2] === 0
        expect(difference, step.kind).toEqual(nothing ? [0, 0, 0] : (growth[step.kind] ?? [0, 0, 0]))
      }
    }),
    { numRuns: runs(150) }
  )
  expect(seen.size).toBe(17)
})

it("nothing is lost or doubled unless it is removed", () => {
  fc.assert(
    fc.property(walks, (steps) => {
      let structure: Structure = emptyStructure
      for (const [fresh, step] of steps.entries()) {
        const before = structure
        const result = take(before, step, fresh)
        if (Either.isLeft(result)) continue
        structure = result.right
        const [was, is] = [names(before), names(structure)]
        const gone = [...was].filter((id) => !is.has(id))
        const come = [...is].filter((id) => !was.has(id))
        if (step.kind.startsWith("add")) expect(gone).toEqual([])
        else expect(come).toEqual([])
        if (step.kind === "removeSection" && sectionsOf(before).length === 1) {
          expect(siteSpacesOf(structure)).toEqual(siteSpacesOf(before))
        }
        if (step.kind === "addSection") {
          expect(ids(siteSpacesOf(structure)).slice(0, -1)).toEqual(ids(siteSpacesOf(before)))
        }
      }
    }),
    { numRuns: runs(100) }
  )
})

/** A structure of some sections, some in groups, with some site spaces each, from a walk. */
const walked = (steps: ReadonlyArray<Parameters<typeof take>[1]>): Structure =>
  steps.reduce<Structure>(
    (structure, step, fresh) => Either.getOrElse(take(structure, step, fresh), () => structure),
    emptyStructure
  )

it("what somebody sees of a structure is one, too", () => {
  let hidden = 0
  fc.assert(
    fc.property(walks, fc.nat(6), (steps, seventh) => {
      const structure = walked(steps)
      const { loose, seen, shown } = visibleStructureOf(structure, ({ id }) => Number(id.slice(2)) % 7 !== seventh)
      if (loose !== undefined) return
      expect(violations(seen)).toEqual([])
      const visible = itemsOf(structure).filter(({ id }) => shown(id))
      expect(itemsOf(seen)).toEqual(visible)
      if (sectionsOf(structure).some((section) => section.default && !shown(section.id))) hidden++
    }),
    { numRuns: runs(100) }
  )
  expect(hidden).toBeGreaterThan(0)
})

it("what is moved goes where it is told, past what is hidden, and nothing else changes places", () => {
  let moves = 0
  fc.assert(
    fc.property(walks, fc.nat(30), fc.nat(30), fc.constantFrom("before", "after"), (steps, pick, other, side) => {
      const structure = walked(steps)
      const items = itemsOf(structure).filter(({ id }) => mostly(id))
      const [moved, target] = [items[pick % items.length], items[other % items.length]]
      if (moved === undefined || target === undefined || moved === target) return
      const place = { [side]: target }
      const result =
        moved.type === "site-space"
          ? moveSiteSpace(structure, SiteSpaceId.make(moved.id), place, mostly)
          : moved.type === "site-section"
            ? moveSection(structure, SiteSectionId.make(moved.id), place, mostly)
            : moveGroup(structure, SiteSectionGroupId.make(moved.id), place, mostly)
      const among = (of: Structure) => siblingsOf(of, target.id)
      if (Either.isLeft(result)) {
        const already = among(structure).filter((id) => mostly(id))
        const index = already.indexOf(moved.id) + (side === "before" ? 1 : -1)
        const isThere = already.includes(moved.id) && already[index] === target.id
        expect(result.left._tag).toBe(isThere ? "Conflict" : "Invalid")
        return
      }
      moves++
      const siblings = among(result.right)
      expect(siblings[siblings.indexOf(target.id) + (side === "before" ? -1 : 1)]).toBe(moved.id)
      const others = (of: Structure) => homesOf(of).map((home) => home.filter((id) => id !== moved.id))
      expect(others(result.right)).toEqual(others(structure))
    }),
    { numRuns: runs(600) }
  )
  expect(moves).toBeGreaterThan(20)
})

const space = (name: string) => ({ id: SiteSpaceId.make(`at-${name}`), space: SpaceId.make(name), title: name })
const section = (name: string, of = name) => ({ id: SiteSectionId.make(name), title: name, siteSpace: space(of) })
const site = { id: SiteSectionId.make("all"), title: "The site" }
const group = (name: string, ...sections: ReadonlyArray<string>) => ({
  id: SiteSectionGroupId.make(name),
  title: name,
  sections: sections.map((id) => SiteSectionId.make(id))
})

/** A site with these spaces, all loose. */
const loose = (...spaces: ReadonlyArray<string>): Structure =>
  spaces.reduce<Structure>((structure, name) => Either.getOrThrow(addSiteSpace(structure, space(name))), emptyStructure)

/** A site with a section for each of these. */
const sectioned = (...sections: ReadonlyArray<string>): Structure =>
  sections.reduce<Structure>(
    (structure, name) => Either.getOrThrow(addSection(structure, section(name), site)),
    emptyStructure
  )

/** A structure at a glance: defaults marked, groups in brackets. */
const sketch = (structure: Structure): string => {
  const mark = ({ id, default: isDefault }: { readonly id: string; readonly default: boolean }) =>
    `${id}${isDefault ? "*" : ""}`
  if (structure.type === "siteSpaces") return structure.siteSpaces.map(mark).join(" ")
  return structure.structure
    .map((node) => (node.type === "section" ? mark(node) : `${node.id}[${node.sections.map(mark).join(" ")}]`))
    .join(" ")
}

const tag = (result: Either.Either<Structure, { readonly _tag: string }>): string =>
  Either.match(result, { onLeft: ({ _tag }) => _tag, onRight: sketch })

describe("a structure", () => {
  it("gathers its loose site spaces when it gets a section, and lets go of them with the last one", () => {
    const gathered = Either.getOrThrow(addSection(loose("a", "b"), section("c"), site))
    expect(sketch(gathered)).toBe("all* c")
    expect(sectionsOf(gathered)[0]).toEqual({
      type: "section",
      id: "all",
      title: "The site",
      path: "the-site",
      default: true,
      siteSpaces: siteSpacesOf(loose("a", "b"))
    })
    const grouped = Either.getOrThrow(addGroup(gathered, group("g", "all")))
    const left = removeSection(removeSection(grouped, SiteSectionId.make("c")), site.id)
    expect(left).toEqual(loose("a", "b"))
    expect(sketch(Either.getOrThrow(addSection(emptyStructure, section("a"), site)))).toBe("a*")
  })

  it("promotes the next one when a default goes, else the one before", () => {
    expect(sketch(removeSiteSpace(loose("a", "b", "c"), SiteSpaceId.make("at-a")))).toBe("at-b* at-c")
    const third = Either.getOrThrow(setDefaultSiteSpace(loose("a", "b", "c"), SiteSpaceId.make("at-c")))
    expect(sketch(removeSiteSpace(third, SiteSpaceId.make("at-c")))).toBe("at-a at-b*")
    const grouped = Either.getOrThrow(addGroup(sectioned("a", "b", "c"), group("g", "b")))
    const middle = Either.getOrThrow(setDefaultSection(grouped, SiteSectionId.make("c")))
    expect(sketch(removeSection(middle, SiteSectionId.make("c")))).toBe("a g[b*]")
    expect(sketch(removeSiteSpace(middle, SiteSpaceId.make("at-c")))).toBe("a g[b*]")
  })

  it("has a space once in a section, and as often as there are sections", () => {
    expect(tag(addSiteSpace(loose("a"), { ...space("a"), id: SiteSpaceId.make("again") }))).toBe("Conflict")
    const twice = Either.getOrThrow(
      addSiteSpace(sectioned("a", "b"), { ...space("a"), id: SiteSpaceId.make("again") }, SiteSectionId.make("b"))
    )
    expect(siteSpacesOf(twice).map((each) => each.space)).toEqual(["a", "b", "a"])
    expect(sketch(detachSpace(twice, SpaceId.make("a")))).toBe("b*")
    expect(detachSpace(detachSpace(twice, SpaceId.make("a")), SpaceId.make("b"))).toEqual(emptyStructure)
  })

  it("moves sections into groups and out of them, and keeps those of a group that goes", () => {
    const start = Either.getOrThrow(addGroup(sectioned("a", "b", "c"), group("g", "b", "a")))
    expect(sketch(start)).toBe("c g[b a*]")
    const g = group("g").id
    const b = SiteSectionId.make("b")
    expect(tag(addSectionToGroup(start, g, b))).toBe("Conflict")
    expect(tag(addSectionToGroup(start, g, SiteSectionId.make("c")))).toBe("g[b a* c]")
    expect(sketch(removeSectionFromGroup(start, g, b))).toBe("c g[a*] b")
    expect(sketch(removeSectionFromGroup(start, g, SiteSectionId.make("c")))).toBe("c g[b a*]")
    expect(sketch(removeGroup(start, g))).toBe("c b a*")
    const all = () => true
    const a = { type: "site-section", id: "a" } as const
    expect(tag(moveSection(start, SiteSectionId.make("c"), { before: a }, all))).toBe("g[b c a*]")
    expect(tag(moveSection(start, b, {}, all))).toBe("c g[a*] b")
    expect(tag(moveSection(start, b, { before: { type: "site-section-group", id: "g" } }, all))).toBe("c b g[a*]")
    expect(tag(moveGroup(start, g, { before: { type: "site-section", id: "c" } }, all))).toBe("g[b a*] c")
    expect(tag(moveGroup(start, g, { before: a }, all))).toBe("Invalid")
    expect(tag(moveGroup(start, g, {}, all))).toBe("Conflict")
    expect(tag(addGroup(loose("a"), group("h")))).toBe("Conflict")
    expect(tag(addGroup(start, group("h", "a", "a")))).toBe("Invalid")
    expect(tag(addGroup(start, group("h", "a", "nothing")))).toBe("NotFound")
    expect(tag(addGroup(start, group("h", "a", "c")))).toBe("g[b] h[a* c]")
  })

  it("holds so many site spaces and sections, and no more", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`)
    const full = loose(...many(maxSiteSpaces))
    expect(tag(addSiteSpace(full, space("more")))).toBe("Conflict")
    expect(tag(addSection(full, section("more"), site))).toBe("Conflict")
    const sections = sectioned(...many(maxSections))
    expect(tag(addSection(sections, section("more"), site))).toBe("Conflict")
    expect(violations(full)).toEqual([])
    expect(violations(sections)).toEqual([])
  })
})
