/** The paths of parts below a site's URL: a default part contributes no segment. */
import type { SpaceId } from "./Space.js"
import { type SectionNode, type SiteSpaceNode, type Structure, sectionsOf } from "./Structure.js"

/** The path of a section, without leading and trailing slashes; empty for the default one. */
export const sectionPath = (section: SectionNode): string => (section.default ? "" : section.path)

/**
 * The path of a site space of `section`, or of a site without sections; without leading and trailing slashes, empty at
 * the root.
 */
export const siteSpacePath = (section: SectionNode | undefined, siteSpace: SiteSpaceNode): string =>
  [section === undefined ? "" : sectionPath(section), siteSpace.default ? "" : siteSpace.path]
    .filter((segment) => segment !== "")
    .join("/")

/** The paths of every space's site spaces, in the order of the structure. */
export const pathsOf = (structure: Structure): ReadonlyMap<SpaceId, ReadonlyArray<string>> => {
  const paths = new Map<SpaceId, Array<string>>()
  const add = (section: SectionNode | undefined, siteSpaces: ReadonlyArray<SiteSpaceNode>): void => {
    for (const siteSpace of siteSpaces) {
      const known = paths.get(siteSpace.space)
      const path = siteSpacePath(section, siteSpace)
      if (known === undefined) paths.set(siteSpace.space, [path])
      else known.push(path)
    }
  }
  if (structure.type === "siteSpaces") add(undefined, structure.siteSpaces)
  for (const section of sectionsOf(structure)) add(section, section.siteSpaces)
  return paths
}
