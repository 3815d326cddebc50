/** The titles that tell the spaces of a site apart. */
import type { ReadSection, ReadSiteSpace } from "@lectern/core/internal/publishing/site-reading/ReadSite"

/** The parts of a site and of a space on it that its titles are made of. */
interface TitledSite {
  readonly sections: ReadonlyArray<
    Pick<ReadSection, "title" | "group"> & { readonly siteSpaces: ReadonlyArray<TitledSpace> }
  >
}
type TitledSpace = Pick<ReadSiteSpace, "id" | "title" | "path">

const titlesIn = (
  { group = "", siteSpaces, title }: TitledSite["sections"][number],
  siteSpace: TitledSpace
): ReadonlyArray<string> =>
  [group, title, siteSpaces.length > 1 || title === "" ? siteSpace.title : ""].filter((each) => each !== "")

/**
 * The titles that tell a space from the others of its site, outermost first: those of its group and its section, its
 * own if the section has several spaces, and its path if another space has the same titles. There are none on a site of
 * one space.
 */
export const placeTitles = ({ sections }: TitledSite, { id }: Pick<TitledSpace, "id">): ReadonlyArray<string> => {
  const all = sections.flatMap((section) =>
    section.siteSpaces.map((siteSpace) => ({ siteSpace, titles: titlesIn(section, siteSpace) }))
  )
  const own = all.find(({ siteSpace }) => siteSpace.id === id)
  if (own === undefined || all.length < 2) return []
  const shown = own.titles.join("\n")
  const isShared = all.some((each) => each !== own && each.titles.join("\n") === shown)
  return isShared && own.siteSpace.path !== "" ? [...own.titles, own.siteSpace.path] : own.titles
}
