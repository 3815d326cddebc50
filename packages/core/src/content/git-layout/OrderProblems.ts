/** What the folder of another tool still says about the pages of a space. */
import type { DialectOutline } from "../dialects/Dialect.js"
import { outlineBy } from "../dialects/Dialects.js"
import type { Problem } from "./Folder.js"
import type { SnapshotPage, SpaceSnapshot } from "./SpaceSnapshot.js"
import { idForm } from "./Spelling.js"
import { sameOutline } from "./SummaryCheck.js"
import { allPages, layoutPaths } from "./WritePaths.js"

/** The outline that the folder of a space has for its own tool, by the paths of the parts. */
export const statedOutline = (
  { pages, source }: SpaceSnapshot<unknown>,
  paths: ReadonlyMap<string, string>
): DialectOutline | undefined => {
  if (source?.dialect === undefined) return undefined
  const titles = new Map<string, string>()
  for (const { id, title, type } of allPages(pages)) {
    const path = type === "document" ? paths.get(idForm("page", id)) : undefined
    if (path !== undefined) titles.set(path, title)
  }
  return outlineBy(source, new Set(paths.values()), titles)
}

/** What the owner of the folder has to change in the file that orders its pages, since an export leaves that alone. */
export const orderProblems = (
  snapshot: SpaceSnapshot<unknown>,
  fileless: ReadonlySet<string>
): ReadonlyArray<Problem> => {
  const { pages, source } = snapshot
  if (source?.dialect === undefined) return []
  const { paths } = layoutPaths(snapshot, fileless)
  const outline = statedOutline(snapshot, paths)
  if (outline === undefined || sameOutline(outline.entries, pages, (form) => paths.get(form))) return []
  const file = outline.table ?? Object.keys(source.stated ?? {})[0] ?? outline.root
  const message = `the pages of the space are no longer in this order; it is ${inOrder(pages)}`
  return [{ file, message, severity: "warning" }]
}

/** The number of pages that are named. */
const namedPages = 20

/** Pages in their order, those below others in parentheses. */
const inOrder = (pages: ReadonlyArray<SnapshotPage>): string => {
  const all = allPages(pages).slice(0, namedPages + 1)
  const shown = new Set(all.slice(0, namedPages))
  const names = (list: ReadonlyArray<SnapshotPage>): string =>
    list
      .filter((page) => shown.has(page))
      .map((page) => {
        const below = names(page.pages)
        return (page.label ?? page.title) + (below === "" ? "" : ` (${below})`)
      })
      .join(", ")
  return names(pages) + (all.length > namedPages ? " and so on" : "")
}
