import { sectionPath, siteSpacePath } from "../../people/places/SitePaths.js"
import type { SectionNode, SiteSpaceNode, Structure } from "../../people/places/Structure.js"
import type { ReadSection, ReadSiteSpace } from "./ReadSite.js"

/** The sections of a structure, with the spaces that have a title; sections without such spaces are omitted. */
export const sectionsRead = (structure: Structure, titles: ReadonlyMap<string, string>): ReadonlyArray<ReadSection> => {
  const spacesOf = (nodes: ReadonlyArray<SiteSpaceNode>, section?: SectionNode): ReadonlyArray<ReadSiteSpace> =>
    nodes.flatMap((node) => {
      const title = titles.get(node.space)
      if (title === undefined) return []
      const { default: isDefault, id, space } = node
      return [{ id, space, title, isDefault, path: siteSpacePath(section, node) }]
    })
  const sectionOf = (node: SectionNode, group?: string): ReadSection => ({
    title: node.title,
    ...(group !== undefined && { group }),
    ...(node.icon !== undefined && { icon: node.icon }),
    isDefault: sectionPath(node) === "",
    siteSpaces: spacesOf(node.siteSpaces, node)
  })
  const all: ReadonlyArray<ReadSection> =
    structure.type === "siteSpaces"
      ? [{ title: "", isDefault: true, siteSpaces: spacesOf(structure.siteSpaces) }]
      : structure.structure.flatMap((node) =>
          node.type === "section" ? [sectionOf(node)] : node.sections.map((section) => sectionOf(section, node.title))
        )
  return all.filter(({ siteSpaces }) => siteSpaces.length > 0)
}
