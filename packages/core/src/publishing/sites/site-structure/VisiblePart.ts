/** Reduces a structure to the parts that a caller can see. */

import {
  type SectionGroupNode,
  type SectionNode,
  type SiteSpaceNode,
  type Structure,
  sectionsOf
} from "../../../people/places/Structure.js"
import { heirOf, type RootNode } from "./Changes.js"

/** The parts of a structure that a caller can see. */
export interface Visible {
  readonly siteSpace: (node: SiteSpaceNode) => boolean
  /** Whether a section may be seen; all may when absent. */
  readonly section?: (node: SectionNode) => boolean
  /** Whether groups without any sections are visible. */
  readonly emptyGroups: boolean
}

interface Sibling {
  readonly id: string
  readonly default: boolean
}

const shownOf = <A extends Sibling>(all: ReadonlyArray<A>, isShown: (item: A) => boolean): ReadonlyArray<A> => {
  const shown = all.filter(isShown)
  const hidden = all.find((item) => item.default && !isShown(item))
  if (shown.length === 0 || hidden === undefined) return shown
  const ids = new Set(shown.map(({ id }) => id))
  const heir = heirOf(all, hidden.id, (id) => ids.has(id))
  return shown.map((item) => (item.id === heir ? { ...item, default: true } : item))
}

/**
 * The visible part of a structure: without sections of which nothing is visible, and without groups that contain only
 * such sections. If the default is not visible, the next visible sibling replaces it, as if the default had been
 * removed.
 */
export const visiblePart = (structure: Structure, { emptyGroups, section, siteSpace }: Visible): Structure => {
  if (structure.type === "siteSpaces") {
    return { type: "siteSpaces", siteSpaces: shownOf(structure.siteSpaces, siteSpace) }
  }
  const isShown = (node: SectionNode) => (section?.(node) ?? true) && node.siteSpaces.some(siteSpace)
  const shown = new Map(
    shownOf(sectionsOf(structure), isShown).map((node) => [
      node.id,
      { ...node, siteSpaces: shownOf(node.siteSpaces, siteSpace) }
    ])
  )
  const left = ({ id }: SectionNode): ReadonlyArray<SectionNode> => {
    const found = shown.get(id)
    return found === undefined ? [] : [found]
  }
  const group = (node: SectionGroupNode): ReadonlyArray<SectionGroupNode> => {
    const sections = node.sections.flatMap(left)
    const stays = sections.length > 0 || (emptyGroups && node.sections.length === 0)
    return stays ? [{ ...node, sections }] : []
  }
  return {
    type: "sections",
    structure: structure.structure.flatMap(
      (node): ReadonlyArray<RootNode> => (node.type === "section" ? left(node) : group(node))
    )
  }
}
