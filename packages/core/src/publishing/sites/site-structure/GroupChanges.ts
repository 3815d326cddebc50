/** The transitions of a structure that concern its groups of sections. */
import * as Either from "effect/Either"
import { Conflict, invalid, notFound } from "../../../foundation/errors/Errors.js"
import {
  groupsOf,
  maxGroups,
  type SectionGroupNode,
  type SectionNode,
  type SiteSectionGroupId,
  type SiteSectionId,
  type Structure
} from "../../../people/places/Structure.js"
import {
  type Changed,
  everything,
  findSection,
  type Patched,
  patched,
  type RootNode,
  replaceGroup,
  type Shown,
  takeOut
} from "./Changes.js"

/** A group to add, with these sections in this order. */
export interface NewGroup {
  readonly id: SiteSectionGroupId
  readonly title: string
  readonly icon?: string | undefined
  readonly sections: ReadonlyArray<SiteSectionId>
}

/** The changes of a group. */
export interface GroupPatch {
  readonly title?: string | undefined
  readonly icon?: Patched<string>
}

const sections = (structure: ReadonlyArray<RootNode>): Structure => ({ type: "sections", structure })

/**
 * Adds a group, last on the site, and moves the given sections into it. `Conflict` for a site without sections, or if
 * there is no room.
 */
export const addGroup = (structure: Structure, { id, title, icon, sections: ids }: NewGroup): Changed =>
  Either.gen(function* () {
    if (structure.type === "siteSpaces") {
      return yield* Either.left(new Conflict({ message: "a site without sections has no section groups" }))
    }
    if (groupsOf(structure).length >= maxGroups) {
      return yield* Either.left(new Conflict({ message: `a site holds at most ${maxGroups} section groups` }))
    }
    const chosen = new Set<string>(ids)
    if (chosen.size < ids.length) return yield* Either.left(invalid("sections", "expected each section once"))
    const found: Array<SectionNode> = []
    for (const each of ids) {
      const section = findSection(structure, each)
      if (section === undefined) return yield* Either.left(notFound("site section"))
      found.push(section)
    }
    const group: SectionGroupNode = { type: "group", id, title, ...(icon !== undefined && { icon }), sections: found }
    return sections([...takeOut(structure.structure, chosen), group])
  })

/** Changes a group. */
export const patchGroup = (structure: Structure, id: SiteSectionGroupId, patch: GroupPatch): Changed => {
  if (structure.type === "siteSpaces" || groupsOf(structure).every((group) => group.id !== id)) {
    return Either.left(notFound("site section group"))
  }
  return Either.right(
    sections(
      replaceGroup(structure.structure, id, ({ icon: oldIcon, ...group }) => {
        const icon = patched(oldIcon, patch.icon)
        return { ...group, title: patch.title ?? group.title, ...(icon !== undefined && { icon }) }
      })
    )
  )
}

/**
 * Removes a group; its sections stay in its place. Sections that are not shown stay in it, and so does the group.
 * Absent ones are ignored.
 */
export const removeGroup = (structure: Structure, id: SiteSectionGroupId, shown: Shown = everything): Structure =>
  structure.type === "siteSpaces"
    ? structure
    : sections(
        structure.structure.flatMap((node): ReadonlyArray<RootNode> => {
          if (node.type === "section" || node.id !== id) return [node]
          const left = node.sections.filter((section) => !shown(section.id))
          return [
            ...node.sections.filter((section) => shown(section.id)),
            ...(left.length === 0 ? [] : [{ ...node, sections: left }])
          ]
        })
      )

/** Moves a section to the end of a group; `Conflict` if it is already in it. */
export const addSectionToGroup = (structure: Structure, id: SiteSectionGroupId, added: SiteSectionId): Changed =>
  Either.gen(function* () {
    const group = groupsOf(structure).find((each) => each.id === id)
    if (structure.type === "siteSpaces" || group === undefined) {
      return yield* Either.left(notFound("site section group"))
    }
    const section = findSection(structure, added)
    if (section === undefined) return yield* Either.left(notFound("site section"))
    if (group.sections.includes(section)) {
      return yield* Either.left(new Conflict({ message: "the section is in this group already" }))
    }
    return sections(
      replaceGroup(takeOut(structure.structure, new Set([added])), id, (rest) => ({
        ...rest,
        sections: [...rest.sections, section]
      }))
    )
  })

/** Moves a section of a group out of it, right after the group. A section that is not in the group is ignored. */
export const removeSectionFromGroup = (
  structure: Structure,
  id: SiteSectionGroupId,
  removed: SiteSectionId
): Structure =>
  structure.type === "siteSpaces"
    ? structure
    : sections(
        structure.structure.flatMap((node): ReadonlyArray<RootNode> => {
          const section =
            node.type === "group" && node.id === id ? node.sections.find((each) => each.id === removed) : undefined
          return node.type === "section" || section === undefined
            ? [node]
            : [{ ...node, sections: node.sections.filter((each) => each !== section) }, section]
        })
      )
