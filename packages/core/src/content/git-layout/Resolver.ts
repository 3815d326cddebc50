/** Resolves destinations in the files of a folder. */

import { unescape } from "../../text/markdown/Parser.js"
import type { ReferenceKind } from "../../text/markdown/References.js"
import { basename, decodePath, directory, isReadme, join, relative } from "./Paths.js"

/** A destination split in two: the path, and its suffix (`#anchor`, `?query`). */
export interface Destination {
  readonly path: string
  readonly suffix: string
}

/** Cuts a destination as written before its first `#` or `?`. */
export const cutSuffix = (raw: string): Destination => {
  const at = raw.search(/(?<!&)[#?]/)
  if (at < 0) return { path: raw, suffix: "" }
  const escaped = /\\*$/.exec(raw.slice(0, at))![0].length % 2
  return { path: raw.slice(0, at - escaped), suffix: raw.slice(at - escaped) }
}

const external = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** Whether a destination is outside of the folder: a URL with a scheme or a host. */
export const isExternal = (destination: string): boolean => external.test(destination)

/** A destination as written, with the escapes of its context replaced. */
export const meaning = (raw: string, kind: ReferenceKind): string => {
  if (kind === "link" || kind === "image") return unescape(raw)
  return kind === "html" ? unescape(raw, true).trim() : raw
}

/**
 * Finds the file that a destination path (escapes replaced, no suffix) in the file `from` leads to: the file itself,
 * the README of a folder, or the page of that name without its extension; a folder without README as `folder/`. Paths
 * that begin with `/` are relative to the root.
 */
export type Resolve = (path: string, from: string) => string | undefined

const rank = (path: string): number => {
  const name = basename(path)
  return name === "README.md" ? 0 : /^readme/i.test(name) ? 1 : 2
}

/** The page of each folder that has one: its README, else its index. */
export const folderPages = (paths: Iterable<string>): ReadonlyMap<string, string> => {
  const pages = new Map<string, string>()
  for (const path of paths) {
    if (!isReadme(path)) continue
    const folder = directory(path)
    const other = pages.get(folder)
    const order = other === undefined ? -1 : rank(path) - rank(other)
    if (other === undefined || order < 0 || (order === 0 && path < other)) pages.set(folder, path)
  }
  return pages
}

/** A {@link Resolve} over a set of paths. `root` is the folder that destinations with a leading `/` are relative to. */
export const resolver = (paths: ReadonlySet<string>, root: string): Resolve => {
  const pages = folderPages(paths)
  const folders = new Set<string>([""])
  const composed = new Map<string, string>()
  for (const path of paths) {
    for (let folder = directory(path); folder !== "" && !folders.has(folder); folder = directory(folder)) {
      folders.add(folder)
    }
    const normal = path.normalize("NFC")
    if (normal !== path) composed.set(normal, path)
  }
  const exact = (path: string): string | undefined => {
    if (paths.has(path)) return path
    return composed.get(path.normalize("NFC")) ?? (paths.has(path.normalize("NFD")) ? path.normalize("NFD") : undefined)
  }
  const find = (path: string, slash: boolean): string | undefined => {
    const own = slash ? undefined : (exact(path) ?? exact(`${path}.md`))
    if (own !== undefined) return own
    const page = pages.get(path)
    if (page !== undefined) return page
    return exact(`${path}.md`) ?? (path !== "" && folders.has(path) ? `${path}/` : undefined)
  }
  const lookUp = (path: string, from: string): string | undefined => {
    const slash = /(?:^|\/)\.{0,2}\/?$/.test(path)
    const places = path.startsWith("/") ? (root === "" ? [""] : [root, ""]) : [directory(from)]
    for (const place of places) {
      const joined = join(place, path)
      const found = joined === undefined ? undefined : find(joined, slash)
      if (found !== undefined) return found
    }
    return undefined
  }
  return (path, from) => {
    if (path === "" || isExternal(path)) return undefined
    const found = lookUp(path, from)
    if (found !== undefined) return found
    const decoded = decodePath(path)
    return decoded === path ? undefined : lookUp(decoded, from)
  }
}

/**
 * A {@link Resolve} that also knows the addresses that another tool gives pages, which are relative to its root:
 * `chapter/page.html`.
 */
export const withAddresses = (resolve: Resolve, addresses: Readonly<Record<string, string>>, root: string): Resolve => {
  const find = (path: string, from: string): string | undefined => {
    const joined = join(path.startsWith("/") ? root : directory(from), path)
    const address = root === "" || joined === undefined ? joined : relative(`${root}/`, joined)
    return address !== undefined && Object.hasOwn(addresses, address) ? addresses[address] : undefined
  }
  return (path, from) =>
    resolve(path, from) ?? (path === "" || isExternal(path) ? undefined : find(decodePath(path), from))
}

/**
 * A {@link Resolve} that prefers the parts of a space: a text that the table of contents leaves out is found only if no
 * part has the name, so that `guide` is the page `guide/README.md` even next to an unlisted `guide.md`.
 */
export const partsFirst = (paths: ReadonlySet<string>, isPart: (path: string) => boolean, root: string): Resolve => {
  const any = resolver(paths, root)
  const parts = resolver(new Set([...paths].filter(isPart)), root)
  return (path, from) => {
    const part = parts(path, from)
    return part === undefined || part.endsWith("/") ? any(path, from) : part
  }
}
