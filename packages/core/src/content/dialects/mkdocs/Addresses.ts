/** The addresses that MkDocs gives pages, relative to that of the site. */
import { isMarkdown, isReadme, join } from "../../git-layout/Paths.js"
import { cutSuffix, isExternal } from "../../git-layout/Resolver.js"
import type { MkDocsConfig } from "./MkDocsConfig.js"

/** The address of a page by its path in the folder of the pages; the first page of the site has the empty one. */
const addressOf = (path: string, hasDirectoryUrls: boolean): string => {
  const name = path.replace(/\.[^./]*$/, "")
  const folder = isReadme(path) ? name.slice(0, name.lastIndexOf("/") + 1) : `${name}/`
  if (hasDirectoryUrls) return folder
  return isReadme(path) ? `${folder}index.html` : `${name}.html`
}

/** The addresses of some pages, and those that lead to them from where they were before. */
export const addressesOf = (
  pages: ReadonlySet<string>,
  { hasDirectoryUrls, redirects, root }: MkDocsConfig
): Readonly<Record<string, string>> => {
  const found = new Map<string, string>()
  for (const [from, to] of redirects) {
    const path = isExternal(to) ? undefined : join(root, cutSuffix(to).path)
    if (path === undefined || !pages.has(path)) continue
    const former = cutSuffix(from).path.replace(/^\//, "")
    found.set(isMarkdown(former) ? addressOf(former, hasDirectoryUrls) : former, path)
  }
  for (const path of pages)
    found.set(addressOf(root === "" ? path : path.slice(root.length + 1), hasDirectoryUrls), path)
  return Object.fromEntries(found)
}
