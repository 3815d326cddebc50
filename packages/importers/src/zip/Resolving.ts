/** Resolves the links in the texts of a documentation folder as site generators do. */
import { basename, directory, join, joinInUrl } from "@lectern/core/internal/content/git-layout/Paths"
import { type Resolve, resolver } from "@lectern/core/internal/content/git-layout/Resolver"
import { isFolderPage, isText, withoutExtension, withoutNumber } from "../archive/Texts.js"
import type { Note } from "./FolderNotes.js"

/** Folders whose content a site serves from its root. */
const served = ["static", "public", ".vitepress/public", "docs/.vitepress/public", "docs/public", "assets"]

const plainPath = (path: string): string => withoutExtension(path).split("/").map(withoutNumber).join("/")

/**
 * Other paths by which links refer to the pages: with the extension `.md`, without numeric prefixes, and the paths that
 * pages request.
 */
const aliasesOf = (
  paths: ReadonlySet<string>,
  pages: Iterable<string>,
  root: string,
  notes: ReadonlyMap<string, Note>
): ReadonlyMap<string, string> => {
  const aliases = new Map<string, string>()
  const add = (alias: string | undefined, path: string): void => {
    if (alias !== undefined && alias !== "" && !paths.has(`${alias}.md`) && !aliases.has(`${alias}.md`)) {
      aliases.set(`${alias}.md`, path)
    }
  }
  for (const path of pages) {
    add(withoutExtension(path), path)
    add(plainPath(path), path)
    if (isFolderPage(path) && !/readme/i.test(basename(path))) add(join(directory(path), "README"), path)
    for (const address of notes.get(path)?.addresses ?? []) {
      const inside = plainPath(directory(address.replace(/^\//, "")))
      const name = basename(address)
      const wanted = inside === "" ? name : `${inside}/${name}`
      add(address.startsWith("/") ? join(root, wanted) : join("", wanted), path)
    }
  }
  return aliases
}

/** The folders that contain a file, outermost first; any of them may be the root of the site. */
const ancestors = (path: string): ReadonlyArray<string> => {
  const folders = [""]
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at))
  return folders
}

/**
 * A {@link Resolve} over the files of a documentation folder. It accepts file paths with or without extension, paths
 * that pages request, and URLs of the built site (`../install/`, `install.html`, `/docs/install`, `/img/a.png`). A path through
 * `docs` is also looked up without it, since that may be the folder that the files are from; `docs` itself leads to the
 * page `home`.
 */
export const siteResolver = (
  paths: ReadonlySet<string>,
  pages: ReadonlySet<string>,
  root: string,
  notes: ReadonlyMap<string, Note>,
  home: string | undefined
): Resolve => {
  const aliases = aliasesOf(paths, pages, root, notes)
  const shown = [...paths].filter((path) => !isText(path) || pages.has(path))
  const find = resolver(new Set([...shown, ...aliases.keys()]), root)
  const lookUp: Resolve = (path, from) => {
    const found = find(path, from)
    return found === undefined || found.endsWith("/") ? undefined : (aliases.get(found) ?? found)
  }
  const rootName = basename(root)
  const resolve: Resolve = (path, from) => {
    const own = lookUp(path, from)
    if (own !== undefined) return own
    const plainFrom = plainPath(from)
    const beside = path.startsWith("/") ? undefined : lookUp(path, plainFrom)
    if (beside !== undefined) return beside
    if (path.startsWith("@site/")) return lookUp(path.slice(5), from)
    const bare = path.replace(/(?:^|(?<=\/))index\.html?$|\.(?:html?|mdx?)$/i, "")
    if (bare !== path && bare !== "") {
      const found = lookUp(bare, from) ?? lookUp(bare, plainFrom)
      if (found !== undefined) return found
    }
    if (!path.startsWith("/")) {
      const below = /\.\w+$/.test(bare) ? undefined : lookUp(bare, `${withoutExtension(from)}/x`)
      const near = below ?? (isFolderPage(from) ? lookUp(bare, directory(from)) : undefined)
      if (near !== undefined) return near
      const through = joinInUrl(directory(from), path)
      return through.startsWith("docs/") ? resolve(`/${through}`, from) : undefined
    }
    const [, first = "", ...rest] = bare.split("/")
    const isFolder = first === "docs" || (first !== "" && first === rootName)
    const inside = rest.join("/")
    const shorter = isFolder && inside !== "" ? [`/${inside}`] : []
    for (const wanted of bare === path ? [path, ...shorter] : [path, bare, ...shorter]) {
      for (const base of [...served, ...ancestors(from)]) {
        const found = lookUp(base === "" ? wanted : `/${base}${wanted}`, from)
        if (found !== undefined) return found
      }
    }
    return isFolder && inside === "" ? home : undefined
  }
  return resolve
}
