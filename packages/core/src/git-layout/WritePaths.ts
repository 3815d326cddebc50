/** Where the parts of a space go in a folder. */
import type { LayoutSource } from "../content/SpaceTree.js"
import { fileSlug, slug } from "../markdown/Slug.js"
import { configPath } from "./Config.js"
import { basename, directory, isReadme, isSafePath, pageName } from "./Paths.js"
import type { SnapshotPage, SpaceSnapshot } from "./SpaceSnapshot.js"
import { idForm } from "./Spelling.js"

/** The path of every part that has one, by its id form, and those of the layout's own files. */
export interface LayoutPaths {
  readonly source: LayoutSource
  readonly variables: string
  readonly paths: ReadonlyMap<string, string>
}

const inRoot = (root: string, path: string): string => (root === "" ? path : `${root}/${path}`)

/** The layout a space came from; one that knows none has its root where its `.gitbook` folder was. */
const sourceOf = (snapshot: SpaceSnapshot<unknown>): LayoutSource => {
  if (snapshot.source !== undefined) return snapshot.source
  const parts = [...snapshot.files, ...snapshot.reusableContents]
  const inside = parts
    .map(({ git }) => /^(.+)\/\.gitbook\//.exec(git?.path ?? "")?.[1])
    .find((each) => each !== undefined)
  const root = inside ?? ""
  return { root, readme: inRoot(root, "README.md"), summary: inRoot(root, "SUMMARY.md") }
}

/** Whether a page's slug is still the one its file gives, but for a number that made it unique. */
const sits = (page: SnapshotPage, path: string): boolean => {
  const given = fileSlug(pageName(path))
  return page.slug === given || (page.slug.startsWith(`${given}-`) && /^-\d+$/.test(page.slug.slice(given.length)))
}

const isEmpty = (page: SnapshotPage): boolean => {
  const { id: _, type, title, slug: given, markdown, pages: __, git, ...stated } = page
  const silent = Object.values(stated).every((value) => value === undefined)
  return type === "document" && !markdown && git === undefined && silent && given === slug(title)
}

/** Pages with those below them, in order. */
export const allPages = (pages: ReadonlyArray<SnapshotPage>): ReadonlyArray<SnapshotPage> =>
  pages.flatMap((page) => [page, ...allPages(page.pages)])

/**
 * The pages that need no file unless a text links to them, by their id form: empty ones that hold others, as folders
 * without a text of their own become, or that came from entries without a file. The table of contents says all there is
 * to say of them.
 */
export const emptyFolders = (snapshot: SpaceSnapshot<unknown>): ReadonlySet<string> => {
  const pages = allPages(snapshot.pages)
  const listed = new Set(snapshot.source?.table?.entries.map(({ page }) => page))
  const empty = pages.filter((page) => (page.pages.length > 0 || listed.has(page.id)) && isEmpty(page))
  const folders = new Set(empty.map(({ id }) => idForm("page", id)))
  for (const target of Object.values(snapshot.redirects)) folders.delete(idForm("page", target))
  for (const { target } of pages) if (target?.kind === "page") folders.delete(idForm("page", target.page))
  return folders
}

/** Those of some pages, by their id forms, to which no text refers. */
export const unlinked = (forms: ReadonlySet<string>, texts: Iterable<string>): ReadonlySet<string> => {
  const left = new Set(forms)
  for (const text of texts) {
    if (left.size === 0) break
    for (const [form] of text.matchAll(/\/pages\/[\w-]+/g)) left.delete(form)
  }
  return left
}

/**
 * Gives every file, reusable content and page its path: where it came from, else from its place and slug. A page that
 * only holds others may have none: those of `fileless` do.
 */
export const layoutPaths = (snapshot: SpaceSnapshot<unknown>, fileless: ReadonlySet<string>): LayoutPaths => {
  const source = sourceOf(snapshot)
  const variables = inRoot(source.root, ".gitbook/vars.yaml")
  const paths = new Map<string, string>()
  const exact = new Set<string>([configPath, source.summary, variables])
  const folded = new Set<string>([...exact].map((path) => path.toLowerCase()))
  const take = (form: string, path: string): void => {
    paths.set(form, path)
    exact.add(path)
    folded.add(path.toLowerCase())
  }
  const keep = (form: string, path: string | undefined): void => {
    if (path !== undefined && isSafePath(path) && !exact.has(path)) take(form, path)
  }
  const first = (candidates: ReadonlyArray<string>, numbered: (count: number) => string): string => {
    const free = candidates.find((path) => !folded.has(path.toLowerCase()))
    if (free !== undefined) return free
    for (let count = 2; ; count++) if (!folded.has(numbered(count).toLowerCase())) return numbered(count)
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
      const name = page.slug === "" ? slug(page.title) : page.slug
      const inner = inRoot(folder, name)
      const form = idForm("page", page.id)
      if (page.type === "document" && !paths.has(form) && !fileless.has(form)) {
        const flat = `${inner}.md`
        const nested = `${inner}/README.md`
        const folderFirst = page.pages.length > 0 || isReadme(flat)
        const candidates = isReadme(flat) ? [nested] : folderFirst ? [nested, flat] : [flat, nested]
        take(
          form,
          first(candidates, (count) => `${inner}-${count}.md`)
        )
      }
      const path = paths.get(form)
      place(page.pages, path === undefined ? inner : isReadme(path) ? directory(path) : path.replace(/\.[^./]*$/, ""))
    }
  }

  keepPages(snapshot.pages)
  for (const { id, git } of snapshot.files) keep(idForm("file", id), git?.path)
  for (const { id, git } of snapshot.reusableContents) keep(idForm("reusable-content", id), git?.path)
  place(snapshot.pages, source.root)
  for (const { id, name } of snapshot.files) {
    const form = idForm("file", id)
    if (paths.has(form)) continue
    const safe = basename(name).replaceAll(/[\\\p{Cc}]/gu, "-")
    const path = inRoot(source.root, `.gitbook/assets/${/^\.*$/.test(safe) ? "file" : safe}`)
    const dot = path.lastIndexOf(".") > path.lastIndexOf("/") + 1 ? path.lastIndexOf(".") : path.length
    take(
      form,
      first([path], (count) => `${path.slice(0, dot)} (${count - 1})${path.slice(dot)}`)
    )
  }
  for (const { id, title } of snapshot.reusableContents) {
    const form = idForm("reusable-content", id)
    if (paths.has(form)) continue
    const path = inRoot(source.root, `.gitbook/includes/${slug(title)}`)
    take(
      form,
      first([`${path}.md`], (count) => `${path}-${count}.md`)
    )
  }
  return { source, variables, paths }
}
