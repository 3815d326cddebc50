/** Plans the import of a folder of markdown and HTML: the sources of a documentation site, or any other. */
import { basename } from "@lectern/core/internal/content/git-layout/Paths"
import { isUnder } from "@lectern/core/internal/content/git-layout/ReadOutline"
import * as Effect from "effect/Effect"
import type { Archive } from "../archive/Archive.js"
import { anchorFinder } from "../archive/Headings.js"
import { breathe, flatten, type Plan, type PlannedPage } from "../archive/Landing.js"
import type { Report } from "../archive/Report.js"
import { isFolderPage, isHtml, isMdx, isText, withoutExtension } from "../archive/Texts.js"
import { compute } from "../Source.js"
import { htmlTextTask, markdownTask } from "../Tasks.js"
import { type Note, pageNote } from "./FolderNotes.js"
import { folderPlaces } from "./FolderPlaces.js"
import { mintlifyNavigation, mkdocsNavigation, type Navigation, placed } from "./NavPlaces.js"
import { siteResolver } from "./Resolving.js"
import { siteIncludes } from "./SiteIncludes.js"
import { vaultLinks } from "./VaultLinks.js"

/** The folder of the pages, depending on the generator, which is recognized by its configuration. */
const rootOf = (archive: Archive): string => {
  const has = (pattern: RegExp): boolean => [...archive.paths].some((path) => pattern.test(path))
  const known: ReadonlyArray<readonly [RegExp, string]> = [
    [/^docusaurus\.config\.\w+$/, "docs"],
    [/^astro\.config\.\w+$/, "src/content/docs"],
    [/^(?:hugo|config)\.(?:toml|yaml|yml|json)$|^config\/_default\//, "content"]
  ]
  for (const [config, root] of known) {
    if (has(config) && [...archive.paths].some((path) => isUnder(root, path) && isText(path))) return root
  }
  const vitepress = [...archive.paths].map((path) => /^(?:(.*?)\/)?\.(?:vitepress|vuepress)\//.exec(path)).find(Boolean)
  return vitepress?.[1] ?? ""
}

const isPart = (path: string): boolean => basename(path).startsWith("_") && !isFolderPage(path)

/**
 * The texts that become pages: under the root, not hidden and not partials. If two have the same name, the markdown
 * wins.
 */
const pagesOf = (archive: Archive, root: string): ReadonlySet<string> => {
  const found = [...archive.paths].filter(
    (path) => isText(path) && isUnder(root, path) && !/(?:^|\/)\./.test(path.slice(root.length)) && !isPart(path)
  )
  const markdown = new Set(found.filter((path) => !isHtml(path)).map(withoutExtension))
  return new Set(found.filter((path) => !isHtml(path) || !markdown.has(withoutExtension(path))))
}

const withRest = (
  archive: Archive,
  { root, places }: Navigation,
  pages: ReadonlySet<string>,
  notes: ReadonlyMap<string, Note>
): ReadonlyArray<PlannedPage> => {
  const listed = placed(places)
  return [
    ...places,
    ...folderPlaces(
      archive,
      [...pages].filter((path) => !listed.has(path)),
      root,
      notes
    )
  ]
}

/** Plans the import of an archive without a table of contents. */
export const sitePlan = Effect.fnUntraced(function* (archive: Archive, report: Report): Effect.fn.Return<Plan> {
  const navigation = mkdocsNavigation(archive) ?? mintlifyNavigation(archive)
  for (const name of navigation?.missing ?? []) report(`${name}: the navigation lists it, but it is not a page`)
  const root = navigation?.root ?? rootOf(archive)
  const pages = pagesOf(archive, root)
  const notes = new Map<string, Note>()
  for (const path of pages) {
    if (notes.size % 20 === 0) yield* breathe
    notes.set(path, pageNote(archive, path))
  }
  const components = [...archive.paths].some((path) => /^docusaurus\.config\.\w+$/.test(path))
  const linked = vaultLinks(archive.paths, report)
  const places =
    navigation === undefined ? folderPlaces(archive, pages, root, notes) : withRest(archive, navigation, pages, notes)
  const home = flatten(places).find(({ path }) => path !== undefined)?.path
  const resolve = siteResolver(archive.paths, pages, root, notes, home)
  const included = siteIncludes(archive, root, resolve)
  const read: Plan["read"] = (path) =>
    Effect.suspend(() => {
      const bytes = isHtml(path) ? archive.bytes(path) : undefined
      if (bytes !== undefined) return compute(htmlTextTask, { bytes, path })
      const text = isHtml(path) ? undefined : archive.text(path)
      if (text === undefined) return Effect.succeed(undefined)
      return compute(markdownTask, { text: linked(included(text, path), path), components: components || isMdx(path) })
    })
  const anchorOf = anchorFinder((path) => (isHtml(path) ? undefined : archive.text(path)))
  return { places, read, resolve, anchorOf }
})
