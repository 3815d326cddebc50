/** What a visitor sees of a site's structure. */
import type { Claims } from "../../conditions/Claims.js"
import { holds } from "../../conditions/Condition.js"
import type { SectionGroupNode, SectionNode, SiteSpaceNode, Structure } from "../site-structure/Structure.js"

/**
 * The structure without the site spaces and sections whose condition is false for a visitor with these claims, and
 * without the sections and groups that nothing is left of.
 */
export const visibleStructure = (structure: Structure, claims: Claims): Structure => {
  const isShown = ({ condition }: { readonly condition?: string }) =>
    condition === undefined || holds(condition, claims)
  const section = (node: SectionNode): ReadonlyArray<SectionNode> => {
    const siteSpaces = isShown(node) ? node.siteSpaces.filter(isShown) : []
    return siteSpaces.length === 0 ? [] : [{ ...node, siteSpaces }]
  }
  const group = (node: SectionGroupNode): ReadonlyArray<SectionGroupNode> => {
    const sections = node.sections.flatMap(section)
    return sections.length === 0 ? [] : [{ ...node, sections }]
  }
  return structure.type === "siteSpaces"
    ? { ...structure, siteSpaces: structure.siteSpaces.filter((node: SiteSpaceNode) => isShown(node)) }
    : {
        ...structure,
        structure: structure.structure.flatMap(
          (node): ReadonlyArray<SectionNode | SectionGroupNode> =>
            node.type === "section" ? section(node) : group(node)
        )
      }
}
