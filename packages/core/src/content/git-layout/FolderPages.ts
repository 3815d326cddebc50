/** Pages for folders without a text of their own, in a layout without a table of contents. */
import type { Entry } from "./Outline.js"
import { inferred } from "./ReadOutline.js"
import type { SnapshotPage, SpaceSnapshot } from "./SpaceSnapshot.js"
import { idForm } from "./Spelling.js"
import { sameOutline } from "./SummaryCheck.js"
import { emptyFolders, layoutPaths } from "./WritePaths.js"

/**
 * The folders (`guide/`) of the pages without a file, by id form, so that links to them can stay links to folders.
 * `undefined` if the space came with a table of contents or needs one: nothing would then tell that these are pages.
 */
export const foldersOf = (
  snapshot: SpaceSnapshot<unknown>,
  fileless: ReadonlySet<string>
): ReadonlyMap<string, string> | undefined => {
  if (snapshot.source?.inferred !== true) return undefined
  const { paths, source } = layoutPaths(snapshot, fileless)
  const outline = inferred(source, new Set(paths.values()))
  if (!sameOutline(outline, snapshot.pages, (form) => paths.get(form))) return undefined
  const folders = new Map<string, string>()
  const visit = (entries: ReadonlyArray<Entry>, pages: ReadonlyArray<SnapshotPage>): boolean =>
    entries.every(({ entries: inner, key, path, slug, type }, at) => {
      const page = pages[at]!
      const isFolder = type === "document" && path === undefined
      if (isFolder) folders.set(idForm("page", page.id), key)
      return (!isFolder || slug === page.slug) && visit(inner, page.pages)
    })
  return visit(outline, snapshot.pages) ? folders : undefined
}

/** The pages that need no file although texts may link to them, as these links lead to folders. */
export const folderPages = (snapshot: SpaceSnapshot<unknown>): ReadonlySet<string> | undefined => {
  const fileless = emptyFolders(snapshot, true)
  return foldersOf(snapshot, fileless) === undefined ? undefined : fileless
}
