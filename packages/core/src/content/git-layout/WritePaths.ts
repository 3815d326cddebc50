/** Decides the paths of the parts of a space in a folder. */

import { fileSlug, slug, unique } from "../../text/markdown/Slug.js"
import type { LayoutSource } from "../sync/SpaceTree.js"
import { configPath } from "./Config.js"
import { numbered, safeName, takenPaths } from "./FileNames.js"
import type { Problem } from "./Folder.js"
import { basename, directory, isReadme, isSafePath, pageName } from "./Paths.js"
import type { SnapshotPage, SpaceSnapshot } from "./SpaceSnapshot.js"
import { idForm } from "./Spelling.js"
import { variablesName } from "./Variables.js"

/** The path of every part that has one, by its id form, and the paths of the layout's own files. */
export interface LayoutPaths {
  readonly source: LayoutSource
  readonly variables: string
  readonly paths: ReadonlyMap<string, string>
  /** The names that had to be changed. */
  readonly problems: ReadonlyArray<Problem>
}

const inRoot = (root: string, path: string): string => (root === "" ? path : `${root}/${path}`)

/** The layout a space came from; if it is not known, the root is where its `.gitbook` folder was. */
const sourceOf = (snapshot: SpaceSnapshot<unknown>): LayoutSource => {
  if (snapshot.source !== undefined) return snapshot.source
  const parts = [...snapshot.files, ...snapshot.reusableContents]
  const inside = parts
    .map(({ git }) => /^(.+)\/\.gitbook\//.exec(git?.path ?? "")?.[1])
    .find((each) => each !== undefined)
  const root = inside ?? ""
  return { root, readme: inRoot(root, "README.md"), summary: inRoot(root, "SUMMARY.md") }
}

/** Whether a page's slug is still the one derived from its file, except for a number that made it unique. */
const sits = (page: SnapshotPage, path: string): boolean => {
  const given = fileSlug(pageName(path))
  return page.slug === given || (page.slug.startsWith(`${given}-`) && /^-\d+$/.test(page.slug.slice(given.length)))
}

const isEmpty = (page: SnapshotPage): boolean => {
  const { id: _, type, title: __, slug: ___, markdown, pages: ____, git, ...stated } = page
  return (
    type === "document" && !markdown && git === undefined && Object.values(stated).every((each) => each === undefined)
  )
}

/** Pages and their descendants, in order. */
export const allPages = (pages: ReadonlyArray<SnapshotPage>): ReadonlyArray<SnapshotPage> =>
  pages.flatMap((page) => [page, ...allPages(page.pages)])

/** The ids of the pages whose slugs are the same as an import derives from their titles. */
const slugsOfTitles = (roots: ReadonlyArray<SnapshotPage>): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const siblings of [roots, ...allPages(roots).map(({ pages }) => pages)]) {
    const taken = new Set<string>()
    for (const page of siblings) {
      if (page.type === "link") continue
      if (page.slug === unique(slug(page.title), taken)) found.add(page.id)
      taken.add(page.slug)
    }
  }
  return found
}

/**
 * The pages that need no file unless a text links to them, by their id form: empty pages that hold others, such as
 * folders without a text of their own, or pages from entries without a file. The table of contents has everything about
 * them: the title, and with it the slug. If `areFolders` is set, a slug may also be a folder's.
 */
export const emptyFolders = (snapshot: SpaceSnapshot<unknown>, areFolders = false): ReadonlySet<string> => {
  const pages = allPages(snapshot.pages)
  const listed = new Set(snapshot.source?.table?.entries.map(({ page }) => page))
  const isForeign = snapshot.source?.dialect !== undefined
  const titled = areFolders ? undefined : slugsOfTitles(snapshot.pages)
  const empty = pages.filter(
    (page) =>
      (page.pages.length > 0 || listed.has(page.id) || isForeign) &&
      isEmpty(page) &&
      (titled === undefined || titled.has(page.id))
  )
  const folders = new Set(empty.map(({ id }) => idForm("page", id)))
  for (const target of Object.values(snapshot.redirects)) folders.delete(idForm("page", target))
  for (const { target } of pages) if (target?.kind === "page") folders.delete(idForm("page", target.page))
  return folders
}

/** The pages among some, given by their id forms, that no text refers to. */
export const unlinked = (forms: ReadonlySet<string>, texts: Iterable<string>): ReadonlySet<string> => {
  const left = new Set(forms)
  for (const text of texts) {
    if (left.size === 0) break
    for (const [form] of text.matchAll(/\/pages\/[\w-]+/g)) left.delete(form)
  }
  return left
}

/**
 * Assigns a path to every file, reusable content and page: its original path, else one made from its place and slug,
 * changed if a file system could not hold it, which is reported as a problem. A page that only holds others may have no
 * file; the pages in `fileless` have one.
 */
export const layoutPaths = (snapshot: SpaceSnapshot<unknown>, fileless: ReadonlySet<string>): LayoutPaths => {
  const source = sourceOf(snapshot)
  const variables = inRoot(source.root, variablesName)
  const paths = new Map<string, string>()
  const problems: Array<Problem> = []
  const taken = takenPaths(source.dialect === undefined ? [configPath, source.summary, variables] : [variables])
  const take = (form: string, path: string): void => {
    paths.set(form, path)
    taken.take(path)
  }
  const keep = (form: string, path: string | undefined): void => {
    if (path !== undefined && isSafePath(path) && taken.isKeepable(path)) take(form, path)
  }
  /** The number that each name reached, so that many equal names do not try all numbers again. */
  const reached = new Map<string, number>()
  const countFrom = (name: string, isTaken: (count: number) => boolean): number => {
    let count = reached.get(name) ?? 2
    while (isTaken(count)) count++
    reached.set(name, count)
    return count
  }
  /** Takes the first free path, or a numbered one; reports a problem if that is not the wanted name. */
  const first = (
    form: string,
    candidates: ReadonlyArray<string>,
    mark: (count: number) => string,
    wanted: string
  ): string => {
    const base = candidates.find((each) => taken.isOpen(directory(each))) ?? candidates[0]!
    const path =
      candidates.find(taken.isFree) ??
      numbered(
        base,
        mark,
        countFrom(mark(0) + base, (count) => !taken.isFree(numbered(base, mark, count)))
      )
    take(form, path)
    if (!path.split("/").some((name) => name === wanted || name === `${wanted}.md`)) {
      const why = "on some file systems, the name is too long, reserved, or the same as another one in the folder"
      problems.push({ file: path, message: `${wanted}: written under another name: ${why}`, severity: "warning" })
    }
    return path
  }
  /** The folder itself, or one with a similar name that files can be put into. */
  const openFolder = (folder: string): string => {
    if (taken.isOpen(folder)) return folder
    const top = inRoot(source.root, basename(folder))
    if (taken.isOpen(top)) return top
    return `${top}-${countFrom(`${top}/`, (count) => !taken.isOpen(`${top}-${count}`))}`
  }

  const keepPages = (pages: ReadonlyArray<SnapshotPage>): void => {
    for (const page of pages) {
      const path = page.git?.path
      if (page.type === "document" && path !== undefined && sits(page, path)) keep(idForm("page", page.id), path)
      keepPages(page.pages)
    }
  }
  const place = (pages: ReadonlyArray<SnapshotPage>, folder: string): void => {
    for (const page of pages) {
      const wanted = page.slug === "" ? slug(page.title) : page.slug
      const inner = inRoot(folder, safeName(wanted))
      const form = idForm("page", page.id)
      if (page.type === "document" && !paths.has(form) && !fileless.has(form)) {
        const flat = `${inner}.md`
        const nested = `${inner}/README.md`
        const folderFirst = page.pages.length > 0 || isReadme(flat)
        const candidates = isReadme(flat) ? [nested] : folderFirst ? [nested, flat] : [flat, nested]
        if (candidates.some(taken.isFree)) first(form, candidates, () => "", wanted)
        else first(form, [`${inner}.md`], (count) => `-${count}`, wanted)
      }
      const path = paths.get(form)
      const own = path === undefined ? inner : isReadme(path) ? directory(path) : path.replace(/\.[^./]*$/, "")
      if (page.pages.length > 0) place(page.pages, openFolder(own))
    }
  }

  keepPages(snapshot.pages)
  for (const { id, git } of snapshot.files) keep(idForm("file", id), git?.path)
  for (const { id, git } of snapshot.reusableContents) keep(idForm("reusable-content", id), git?.path)
  place(snapshot.pages, source.root)
  for (const { id, name } of snapshot.files) {
    const form = idForm("file", id)
    if (paths.has(form)) continue
    const safe = safeName(basename(name))
    const path = inRoot(source.root, `.gitbook/assets/${/^\.*$/.test(safe) ? "file" : safe}`)
    first(form, [path], (count) => ` (${count - 1})`, basename(name))
  }
  for (const { id, title } of snapshot.reusableContents) {
    const form = idForm("reusable-content", id)
    if (paths.has(form)) continue
    const wanted = slug(title)
    const path = inRoot(source.root, `.gitbook/includes/${safeName(wanted)}.md`)
    first(form, [path], (count) => `-${count}`, wanted)
  }
  return { source, variables, paths, problems }
}
