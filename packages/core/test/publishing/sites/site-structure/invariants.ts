/** Invariants of every structure, whatever was done to it. */

import {
  groupsOf,
  maxGroups,
  maxSections,
  maxSiteSpaces,
  type Structure,
  sectionsOf,
  siteSpacesOf
} from "@lectern/core/people/places/Structure"
import { slug } from "@lectern/core/text/markdown/Slug"

const repeated = (values: ReadonlyArray<string>): boolean => new Set(values).size < values.length

/** The violations among siblings: their paths and how many of them are the default. */
const amongSiblings = (
  what: string,
  siblings: ReadonlyArray<{ readonly path: string; readonly default: boolean }>
): ReadonlyArray<string> => {
  const paths = siblings.map(({ path }) => path)
  const defaults = siblings.filter((each) => each.default).length
  return [
    ...(repeated(paths) ? [`${what}: a path twice in ${paths.join()}`] : []),
    ...paths.filter((path) => slug(path) !== path).map((path) => `${what}: ${path} is no slug`),
    ...(defaults === (siblings.length === 0 ? 0 : 1) ? [] : [`${what}: ${defaults} defaults`])
  ]
}

/** The violations of a structure; empty if there are none. */
export const violations = (structure: Structure): ReadonlyArray<string> => {
  const sections = sectionsOf(structure)
  const groups = groupsOf(structure)
  const siteSpaces = siteSpacesOf(structure)
  const homes = structure.type === "siteSpaces" ? [structure] : sections
  const ids = [...sections, ...groups, ...siteSpaces].map(({ id }) => id)
  return [
    ...(repeated(ids) ? ["something is there twice"] : []),
    ...(structure.type === "sections" && sections.length === 0 ? ["sections without a section"] : []),
    ...amongSiblings("sections", sections),
    ...sections.filter((each) => each.siteSpaces.length === 0).map(({ id }) => `${id} is empty`),
    ...homes.flatMap((home) => amongSiblings("site spaces", home.siteSpaces)),
    ...homes.filter((home) => repeated(home.siteSpaces.map(({ space }) => space))).map(() => "a space twice"),
    ...(siteSpaces.length > maxSiteSpaces ? ["too many site spaces"] : []),
    ...(sections.length > maxSections ? ["too many sections"] : []),
    ...(groups.length > maxGroups ? ["too many groups"] : [])
  ]
}
