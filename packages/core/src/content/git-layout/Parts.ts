/** The role of each path of a folder in the space that it holds. */
import type { FolderTexts } from "./FolderTexts.js"
import type { Entry } from "./Outline.js"
import { isMarkdown } from "./Paths.js"
import { isUnder } from "./ReadOutline.js"
import type { Part, TextContext } from "./ReadTexts.js"
import { partsFirst } from "./Resolver.js"

/** The parts of a folder: every path that is not another part is a file. */
export interface Parts extends Pick<TextContext, "resolve" | "use"> {
  readonly files: () => ReadonlyArray<string>
  readonly reusable: ReadonlySet<string>
}

/**
 * Sorts the paths of a folder into pages, reusable contents and files. Files are kept even if nothing refers to them;
 * `layout` has the paths that the layout itself uses.
 */
export const partsOf = (
  texts: FolderTexts,
  pages: ReadonlyMap<string, Entry>,
  root: string,
  layout: ReadonlySet<string> = new Set()
): Parts => {
  const inGitbook = (name: string) => (path: string) =>
    isUnder(root === "" ? `.gitbook/${name}` : `${root}/.gitbook/${name}`, path) && !pages.has(path)
  const paths = [...texts.paths]
  const reusable = new Set(paths.filter((path) => isMarkdown(path) && inGitbook("includes")(path)))
  const isPage = (path: string): boolean => pages.get(path)?.type === "document"
  const isFile = (path: string): boolean =>
    !isPage(path) && !reusable.has(path) && !layout.has(path) && !texts.skipped(path)
  const assets = new Set(paths.filter(inGitbook("assets")))
  const unlisted = new Set<string>()

  const use = (path: string): Part => {
    if (isPage(path)) return { kind: "page", key: path }
    if (path.endsWith("/") || path === "") return { kind: "folder" }
    if (texts.file(path) === undefined) return { kind: "skipped" }
    if (reusable.has(path)) return texts.skipped(path) ? { kind: "skipped" } : { kind: "reusable-content", key: path }
    if (!isFile(path)) return { kind: "skipped" }
    if (!isMarkdown(path) || assets.has(path) || unlisted.has(path)) return { kind: "file", key: path }
    unlisted.add(path)
    return { kind: "unlisted", key: path }
  }

  const isPart = (path: string): boolean => !isMarkdown(path) || isPage(path) || reusable.has(path) || assets.has(path)
  const resolve = partsFirst(texts.paths, isPart, root)
  return { files: () => paths.filter(isFile).sort(), reusable, resolve, use }
}
