/** What a site generates at its root, beside its pages. */
import type { ReadSiteSpace } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { SiteOutline } from "@lectern/core/internal/publishing/site-reading/SiteOutline"

/** The texts about a whole site. */
export type ListName = "llms.txt" | "llms-full.txt" | "sitemap.xml" | "feed.xml" | "robots.txt"

/** What a site generates; `404` is the page for paths that have none, which only an export has. */
export type GeneratedName = ListName | "search" | "404"

/** The path below the URL of a site of something that the site generates. */
export type GeneratedPath = (name: GeneratedName) => string

/** The prefix of the paths that are a site's own, which no page has. */
export const ownPrefix = "~/"

/**
 * The path of what a site generates: its name, or, if a page or a space has this path, its name below {@link ownPrefix},
 * where it is always found.
 */
export const generatedPath = (
  siteSpaces: ReadonlyArray<Pick<ReadSiteSpace, "path">>,
  atRoot: Pick<SiteOutline, "byPath"> | undefined
): GeneratedPath => {
  const spaces = new Set(siteSpaces.map(({ path }) => path))
  return (name) => (spaces.has(name) || atRoot?.byPath.has(name) === true ? `${ownPrefix}${name}` : name)
}

/** The paths of what is generated where no page has such a path. */
export const plainPath: GeneratedPath = (name) => name
