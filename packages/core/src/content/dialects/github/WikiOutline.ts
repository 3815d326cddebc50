/** The pages of a wiki on GitHub, in the order of its sidebar. */
import { fileSlug } from "../../../text/markdown/Slug.js"
import type { Entry } from "../../git-layout/Outline.js"
import { basename, compareNames, decodePath, isMarkdown, pageName } from "../../git-layout/Paths.js"
import { entriesByKey } from "../../git-layout/ReadOutline.js"
import { parseSummary } from "../../git-layout/Summary.js"
import { summaryOutline } from "../../git-layout/SummaryOutline.js"
import type { DialectFolder, DialectOutline } from "../Dialect.js"
import { labelled } from "../Labels.js"
import { plainSidebar, wikiName, wikiTitle } from "./WikiLinks.js"

const around = /(?:^|\/)_(?:sidebar|footer|header)\.(?:md|markdown)$/i
const homeName = /^home\.(?:md|markdown)$/i

/** Whether a path is that of the sidebar of a wiki. */
export const isSidebar = (path: string): boolean => /^_sidebar\.(?:md|markdown)$/i.test(path)

/** The title of a page without a heading, from its name. */
const titleOf = (path: string): string => wikiTitle(pageName(path))

/** What stands in the sidebar without a link is the title of what is below it, or nothing. */
const withGroups = (entries: ReadonlyArray<Entry>, isTop: boolean): ReadonlyArray<Entry> =>
  entries.flatMap((entry): ReadonlyArray<Entry> => {
    const inner = withGroups(entry.entries, false)
    if (entry.type !== "document" || entry.path !== undefined) return [{ ...entry, entries: inner }]
    if (inner.length === 0) return []
    const { slug: _, ...group } = entry
    return isTop ? [{ ...group, type: "group", entries: inner }] : [{ ...entry, entries: inner }]
  })

/** The outline of a wiki; `undefined` for a folder that is none: its top has no `Home.md` or `_Sidebar.md`. */
export const wikiOutline = (folder: DialectFolder): DialectOutline | undefined => {
  const top = [...folder.paths].filter((path) => !path.includes("/"))
  const sidebarPath = top.find(isSidebar)
  const home = top.find((path) => homeName.test(path))
  if (home === undefined && sidebarPath === undefined) return undefined
  const pages = [...folder.paths].filter((path) => isMarkdown(path) && !around.test(path)).sort(compareNames)
  const byName = new Map<string, string>()
  for (const path of pages) if (!byName.has(wikiName(path))) byName.set(wikiName(path), path)
  const pageOf = (path: string): string | undefined => byName.get(wikiName(decodePath(path)))
  const sidebar = sidebarPath === undefined ? "" : (folder.text(sidebarPath) ?? "")
  const { entries: stated, problems } = summaryOutline(
    parseSummary(plainSidebar(sidebar, (name) => byName.has(name))),
    {
      summary: sidebarPath ?? "_Sidebar.md",
      root: "",
      readme: undefined,
      resolve: (path) => (folder.paths.has(path) ? path : pageOf(path)),
      skipped: (path) => folder.paths.has(path) && folder.text(path) === undefined
    }
  )
  const listed = entriesByKey(stated)
  const own = (path: string): Entry => ({
    type: "document",
    key: path,
    path,
    title: titleOf(path),
    slug: fileSlug(pageName(path)),
    entries: []
  })
  const first = home === undefined || listed.has(home) ? [] : [own(home)]
  const rest = pages.filter((path) => path !== home && !listed.has(path)).map(own)
  const aliases = new Map<string, string>()
  for (const path of pages) {
    for (const address of [path, basename(path), basename(path).replace(/\.[^.]*$/, "")])
      if (!aliases.has(address)) aliases.set(address, path)
  }
  return {
    root: "",
    ...(sidebarPath !== undefined && { table: sidebarPath }),
    entries: [...first, ...labelled(withGroups(stated, true), folder, { ofFile: titleOf }), ...rest],
    aliases: Object.fromEntries(aliases),
    problems
  }
}
