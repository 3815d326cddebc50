/** The URLs of the pages of a site. */

import type { ReadSection, ReadSite, ReadSiteSpace } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry, SiteOutline } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { Html } from "../html/Html.js"

/** A space of a site with its pages, for one reader. */
export interface Reading {
  /** The language of its pages, as a BCP 47 tag. */
  readonly language: string
  /** The icon with this name. */
  readonly icon: (name: string) => Html | undefined
  readonly site: ReadSite
  /** The path of the site's URL, with a trailing slash. */
  readonly root: string
  readonly section: ReadSection
  readonly siteSpace: ReadSiteSpace
  readonly outline: SiteOutline
}

/** A path with each of its segments percent-encoded, as it stands in a URL. */
export const encodedPath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

/** The path of the URL of a space. */
export const spaceHref = (root: string, { path }: Pick<ReadSiteSpace, "path">): string =>
  path === "" ? root : `${root}${encodedPath(path)}/`

/** The path of a page's URL; the path of the space for its first page. */
export const pageHref = (
  root: string,
  siteSpace: Pick<ReadSiteSpace, "path">,
  outline: SiteOutline,
  { id, path }: OutlineEntry
): string =>
  id === outline.first?.id ? spaceHref(root, siteSpace) : `${spaceHref(root, siteSpace)}${encodedPath(path)}`

/** The URL of a page as markdown. */
export const markdownHref = (reading: Pick<Reading, "root" | "siteSpace">, { path }: OutlineEntry): string =>
  `${spaceHref(reading.root, reading.siteSpace)}${path === "" ? "readme" : encodedPath(path)}.md`

/** The URL of a file in a space of a site. */
export const fileHref = (
  root: string,
  siteSpace: Pick<ReadSiteSpace, "id">,
  file: { readonly id: string; readonly hash: string; readonly name: string }
): string =>
  `${root}~/files/${encodeURIComponent(siteSpace.id)}/${encodeURIComponent(file.id)}/${file.hash.slice(0, 16)}/${encodeURIComponent(file.name)}`

/** The spaces of a site that may contain a path, nearest first, each with the rest of the path. */
export const placesOf = (
  { sections }: ReadSite,
  path: string
): ReadonlyArray<{ readonly section: ReadSection; readonly siteSpace: ReadSiteSpace; readonly rest: string }> =>
  sections
    .flatMap((section) => section.siteSpaces.map((siteSpace) => ({ section, siteSpace })))
    .filter(({ siteSpace: { path: at } }) => at === "" || path === at || path.startsWith(`${at}/`))
    .sort((a, b) => b.siteSpace.path.length - a.siteSpace.path.length)
    .map(({ section, siteSpace }) => ({
      section,
      siteSpace,
      rest: siteSpace.path === "" ? path : path.slice(siteSpace.path.length + 1)
    }))

/** The section and the space that a site opens with. */
export const openingOf = ({
  sections
}: ReadSite): { readonly section: ReadSection; readonly siteSpace: ReadSiteSpace } | undefined => {
  const section = sections.find(({ isDefault }) => isDefault) ?? sections[0]
  const siteSpace = section?.siteSpaces.find(({ isDefault }) => isDefault) ?? section?.siteSpaces[0]
  return section === undefined || siteSpace === undefined ? undefined : { section, siteSpace }
}
