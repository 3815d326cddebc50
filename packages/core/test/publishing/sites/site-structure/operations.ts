/** Random operations on a structure, and the growth that each may cause. */

import {
  groupsOf,
  SiteSectionGroupId,
  SiteSectionId,
  SiteSpaceId,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "@lectern/core/people/places/Structure"
import {
  type InsertionPoint,
  type Item,
  moveGroup,
  moveSection,
  moveSiteSpace
} from "@lectern/core/publishing/sites/site-structure/Moves"
import {
  addGroup,
  addSection,
  addSectionToGroup,
  addSiteSpace,
  detachSpace,
  patchGroup,
  patchSection,
  patchSiteSpace,
  removeGroup,
  removeSection,
  removeSectionFromGroup,
  removeSiteSpace,
  setDefaultSection,
  setDefaultSiteSpace
} from "@lectern/core/publishing/sites/site-structure/StructureChanges"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Either, FastCheck as fc } from "effect"

/** A step of a walk; numbers pick among the existing items when its turn comes. */
export interface Step {
  readonly kind: keyof typeof kinds
  readonly pick: number
  readonly other: number
  readonly third: number
  readonly title: string
  readonly at: "before" | "after" | "both" | "end"
}

interface Turn extends Step {
  readonly structure: Structure
  /** A number that no earlier turn had. */
  readonly fresh: number
}

const titles = ["Guide", "API", "api", "Überblick", "?!", "日本語", "Guide 2", "x".repeat(120), `${"x".repeat(97)} yz`]
const spaces = ["s1", "s2", "s3", "s4", "s5", "s6"].map((id) => SpaceId.make(id))

const at = <A>(all: ReadonlyArray<A>, index: number): A | undefined => all[index % Math.max(all.length, 1)]
const siteSpace = ({ structure }: Turn, index: number) =>
  at(siteSpacesOf(structure), index)?.id ?? SiteSpaceId.make("none")
const section = ({ structure }: Turn, index: number) =>
  at(sectionsOf(structure), index)?.id ?? SiteSectionId.make("none")
const group = ({ structure }: Turn, index: number) =>
  at(groupsOf(structure), index)?.id ?? SiteSectionGroupId.make("none")
const added = ({ fresh, other, title }: Turn) => ({
  id: SiteSpaceId.make(`ss${fresh}`),
  space: at(spaces, other) ?? SpaceId.make("s1"),
  title
})

/** Everything at the root of the structure, and in its groups. */
export const itemsOf = (structure: Structure): ReadonlyArray<Item> => [
  ...siteSpacesOf(structure).map(({ id }): Item => ({ type: "site-space", id })),
  ...sectionsOf(structure).map(({ id }): Item => ({ type: "site-section", id })),
  ...groupsOf(structure).map(({ id }): Item => ({ type: "site-section-group", id }))
]

const place = ({ structure, other, third, at: where }: Turn, types: ReadonlyArray<Item["type"]>): InsertionPoint => {
  const items = itemsOf(structure).filter(({ type }) => types.includes(type))
  const [before, after] = [at(items, other), at(items, third)]
  return {
    ...((where === "before" || where === "both") && { before }),
    ...((where === "after" || where === "both") && { after })
  }
}

/** Whether an id is shown to a caller who does not see some things. */
export const mostly = (id: string): boolean => !id.endsWith("7")
const all = () => true
const shown = ({ pick }: Step) => (pick % 3 === 0 ? mostly : all)

const kinds = {
  addSiteSpace: (turn: Turn) =>
    addSiteSpace(turn.structure, added(turn), turn.third % 2 === 0 ? undefined : section(turn, turn.pick)),
  removeSiteSpace: (turn: Turn) => Either.right(removeSiteSpace(turn.structure, siteSpace(turn, turn.pick))),
  detachSpace: (turn: Turn) =>
    Either.right(turn.third % 4 === 0 ? detachSpace(turn.structure, added(turn).space) : turn.structure),
  patchSiteSpace: (turn: Turn) =>
    patchSiteSpace(turn.structure, siteSpace(turn, turn.pick), {
      ...(turn.third % 2 === 0 && { path: at(siteSpacesOf(turn.structure), turn.other)?.path ?? "path" }),
      ...(turn.third % 3 === 0 && { space: added(turn).space }),
      condition: turn.third % 5 === 0 ? null : "true"
    }),
  setDefaultSiteSpace: (turn: Turn) => setDefaultSiteSpace(turn.structure, siteSpace(turn, turn.pick)),
  moveSiteSpace: (turn: Turn) =>
    moveSiteSpace(turn.structure, siteSpace(turn, turn.pick), place(turn, ["site-space"]), shown(turn)),
  addSection: (turn: Turn) =>
    addSection(
      turn.structure,
      { id: SiteSectionId.make(`se${turn.fresh}`), title: turn.title, siteSpace: added(turn) },
      { id: SiteSectionId.make(`ga${turn.fresh}`), title: "Site" }
    ),
  patchSection: (turn: Turn) =>
    patchSection(turn.structure, section(turn, turn.pick), {
      title: turn.title,
      ...(turn.third % 2 === 0 && { path: at(sectionsOf(turn.structure), turn.other)?.path ?? "path" }),
      ...(turn.third % 3 === 0 && { defaultSiteSpace: siteSpace(turn, turn.other) }),
      icon: turn.third % 2 === 0 ? null : "gear"
    }),
  removeSection: (turn: Turn) => Either.right(removeSection(turn.structure, section(turn, turn.pick))),
  setDefaultSection: (turn: Turn) => setDefaultSection(turn.structure, section(turn, turn.pick)),
  moveSection: (turn: Turn) =>
    moveSection(
      turn.structure,
      section(turn, turn.pick),
      place(turn, ["site-section", "site-section-group"]),
      shown(turn)
    ),
  addGroup: (turn: Turn) =>
    addGroup(turn.structure, {
      id: SiteSectionGroupId.make(`gr${turn.fresh}`),
      title: turn.title,
      sections: turn.third % 3 === 0 ? [] : [section(turn, turn.pick), section(turn, turn.other)]
    }),
  patchGroup: (turn: Turn) => patchGroup(turn.structure, group(turn, turn.pick), { icon: "gear" }),
  removeGroup: (turn: Turn) => Either.right(removeGroup(turn.structure, group(turn, turn.pick))),
  addSectionToGroup: (turn: Turn) =>
    addSectionToGroup(turn.structure, group(turn, turn.pick), section(turn, turn.other)),
  removeSectionFromGroup: (turn: Turn) =>
    Either.right(removeSectionFromGroup(turn.structure, group(turn, turn.pick), section(turn, turn.other))),
  moveGroup: (turn: Turn) =>
    moveGroup(turn.structure, group(turn, turn.pick), place(turn, ["site-section", "site-section-group"]), shown(turn))
}

/** Takes a step. */
export const take = (structure: Structure, step: Step, fresh: number) => kinds[step.kind]({ ...step, structure, fresh })

/** The most that a step can add to the structure or take from it, in site spaces, sections and groups. */
export const growth: { readonly [K in keyof typeof kinds]?: readonly [number, number, number] } = {
  addSiteSpace: [1, 0, 0],
  addGroup: [0, 0, 1],
  removeGroup: [0, 0, -1]
}

/** Steps that may add or remove more or less than their {@link growth}: they are judged one by one. */
export const judgedApart: ReadonlySet<Step["kind"]> = new Set([
  "removeSiteSpace",
  "detachSpace",
  "addSection",
  "removeSection"
])

/** Walks; additions are more frequent than removals. */
export const walks = fc.array(
  fc.record({
    kind: fc.oneof(
      fc.constantFrom(...(Object.keys(kinds) as ReadonlyArray<Step["kind"]>)),
      fc.constantFrom<Step["kind"]>("addSiteSpace", "addSection", "addGroup", "addSectionToGroup", "moveSection")
    ),
    pick: fc.nat(30),
    other: fc.nat(30),
    third: fc.nat(30),
    title: fc.constantFrom(...titles),
    at: fc.constantFrom<Step["at"]>("before", "after", "both", "end")
  }),
  { minLength: 20, maxLength: 80, size: "max" }
)
