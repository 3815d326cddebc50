import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { TreePage } from "@lectern/core/content/SpaceTree"
import type { FolderFile } from "@lectern/core/git-layout/Folder"

/** The names of the trees in `fixtures`. */
export const fixtures = ["gitbook", "inferred", "monorepo", "broken", "mdbook", "mkdocs", "book", "wiki"] as const

/** A tree of `fixtures` as a folder. */
export const fixture = (name: (typeof fixtures)[number]): ReadonlyArray<FolderFile> => {
  const top = join(import.meta.dirname, "fixtures", name)
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const full = join(entry.parentPath, entry.name)
      return { path: full.slice(top.length + 1).replaceAll("\\", "/"), bytes: new Uint8Array(readFileSync(full)) }
    })
    .sort((left, right) => (left.path < right.path ? -1 : 1))
}

/** Pages as indented lines: the kind where it is no document, the title, the key. */
export const outline = (pages: ReadonlyArray<TreePage>, depth = 0): ReadonlyArray<string> =>
  pages.flatMap((page) => {
    const kind = page.type === "document" ? "" : `${page.type} `
    const leads = page.target === undefined ? "" : ` -> ${Object.values(page.target).join(" ")}`
    return [`${"  ".repeat(depth)}${kind}${page.title} (${page.key})${leads}`, ...outline(page.pages, depth + 1)]
  })

/** All pages by key. */
export const byKey = (pages: ReadonlyArray<TreePage>): ReadonlyMap<string, TreePage> =>
  new Map(pages.flatMap((page) => [[page.key, page] as const, ...byKey(page.pages)]))
