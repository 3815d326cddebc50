/**
 * A space as a folder of markdown, laid out as Git-synced documentation.
 * @since 0.1.0
 */

import { patch as patchFrontMatter } from "../../text/markdown/FrontMatterPatch.js"
import { derive } from "../pages/PageMetadata.js"
import { complete } from "../pages/PageMetadataPatch.js"
import { configPath, writeConfig } from "./Config.js"
import { encode, type FolderFile } from "./Folder.js"
import { folderPages, foldersOf } from "./FolderPages.js"
import { statedOutline } from "./OrderProblems.js"
import { isMarkdown, relative } from "./Paths.js"
import { isUnder } from "./ReadOutline.js"
import { reusableTitle } from "./ReadPage.js"
import { partsFirst, withAddresses } from "./Resolver.js"
import type { SnapshotPage, SpaceSnapshot } from "./SpaceSnapshot.js"
import { idForm, toFile } from "./Spelling.js"
import { makeTable } from "./Table.js"
import { writeVariables } from "./Variables.js"
import { allPages, emptyFolders, layoutPaths, unlinked } from "./WritePaths.js"

/**
 * A file to write: its bytes, or a text made from a body (`body` is the snapshot's value for the body), or the
 * snapshot's value for the bytes of a file.
 */
export type PlannedFile<Bytes> =
  | { readonly kind: "made"; readonly path: string; readonly bytes: Uint8Array }
  | {
      readonly kind: "text"
      readonly path: string
      readonly body: string | undefined
      readonly text: (markdown: string) => string
    }
  | { readonly kind: "file"; readonly path: string; readonly bytes: Bytes }

const pageText = (page: SnapshotPage, markdown: string): string => {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, condition, cover, layout, variables } = page
  return complete(markdown, {
    title,
    description,
    icon,
    emoji,
    hidden,
    noIndex,
    noRobotsIndex,
    condition,
    cover,
    layout,
    variables
  })
}

/** A text that states its title if the table of contents has a different one. */
const named = ({ id, title }: SnapshotPage, markdown: string, titles: ReadonlyMap<string, string>): string =>
  titles.has(id) && derive(markdown).title === undefined ? patchFrontMatter(markdown, { title }) : markdown

const reusableText = (title: string, markdown: string, path: string): string =>
  reusableTitle(markdown, path) === title ? markdown : patchFrontMatter(markdown, { title })

/**
 * Plans the files of a space, so that they can be written one by one: texts with relative links, front matter for
 * fields that they do not state themselves, `SUMMARY.md`, and `.gitbook.yaml` and `.gitbook/vars.yaml` if needed. A
 * file that came from a folder and did not change keeps its path and its bytes. `fileless` lists the pages without a
 * file, see `emptyFolders`.
 */
export const planLayout = <Bytes>(
  snapshot: SpaceSnapshot<Bytes>,
  fileless: ReadonlySet<string>
): ReadonlyArray<PlannedFile<Bytes>> => {
  const { source, paths, variables } = layoutPaths(snapshot, fileless)
  const pathOf = (form: string): string | undefined => paths.get(form)
  const folders = foldersOf(snapshot, fileless)
  const linkPathOf = (form: string): string | undefined => paths.get(form) ?? folders?.get(form)
  const inRoot = source.root === "" ? "" : `${source.root}/`
  const all = new Set([...paths.values(), source.summary, configPath])
  const unlisted = new Set(
    snapshot.files
      .map(({ id }) => pathOf(idForm("file", id)))
      .filter((path) => path !== undefined && isMarkdown(path) && !isUnder(`${inRoot}.gitbook/assets`, path))
  )
  const known = partsFirst(all, (path) => !unlisted.has(path), source.root)
  const outline = statedOutline(snapshot, paths)
  const resolve = outline === undefined ? known : withAddresses(known, outline.aliases, outline.root)
  const table = makeTable(snapshot.pages, source, new Set(paths.values()), {
    summary: source.summary,
    root: source.root,
    pathOf,
    resolve
  })
  const planned: Array<PlannedFile<Bytes>> = []
  const write = (path: string, text: string | undefined): void => {
    if (text !== undefined) planned.push({ kind: "made", path, bytes: encode(text) })
  }
  const writePage = (page: SnapshotPage): void => {
    const path = pathOf(idForm("page", page.id))
    if (path !== undefined) {
      const text = (markdown: string) =>
        toFile(named(page, pageText(page, markdown), table.titles), page.spellings ?? {}, {
          ownPath: path,
          pathOf: linkPathOf,
          resolve,
          dialect: page.dialect
        })
      planned.push({ kind: "text", path, body: page.markdown, text })
    }
    page.pages.forEach(writePage)
  }
  const pagePaths = new Set(allPages(snapshot.pages).map(({ id }) => pathOf(idForm("page", id))))
  const redirects: Record<string, string> = {}
  for (const [from, page] of Object.entries(snapshot.redirects)) {
    const path = pathOf(idForm("page", page))
    if (path !== undefined) redirects[from] = relative(inRoot, path)
  }
  const leadsTo = (to: string): string | undefined => {
    const path = resolve(to.startsWith("/") ? to : `/${to}`, "")
    return path !== undefined && pagePaths.has(path) ? relative(inRoot, path) : undefined
  }
  if (source.dialect === undefined) write(configPath, writeConfig(source, redirects, all, leadsTo))
  write(source.summary, table.text)
  write(variables, writeVariables(snapshot.variables, source.variables))
  snapshot.pages.forEach(writePage)
  for (const { id, markdown: body, spellings, title } of snapshot.reusableContents) {
    const path = pathOf(idForm("reusable-content", id))
    if (path === undefined) continue
    const text = (markdown: string) =>
      toFile(reusableText(title, markdown, path), spellings ?? {}, { ownPath: path, pathOf: linkPathOf, resolve })
    planned.push({ kind: "text", path, body, text })
  }
  for (const { id, bytes } of snapshot.files) {
    const path = pathOf(idForm("file", id))
    if (path !== undefined) planned.push({ kind: "file", path, bytes })
  }
  return planned
}

/**
 * Writes a space that is all in memory; {@link planLayout} is for larger ones. Reading the result yields the same tree.
 */
export const writeLayout = (snapshot: SpaceSnapshot): ReadonlyArray<FolderFile> => {
  const texts = [...allPages(snapshot.pages), ...snapshot.reusableContents].map(({ markdown }) => markdown ?? "")
  const fileless = folderPages(snapshot) ?? unlinked(emptyFolders(snapshot), texts)
  return planLayout(snapshot, fileless).map((file) => ({
    path: file.path,
    bytes: file.kind === "text" ? encode(file.text(file.body ?? "")) : file.bytes
  }))
}
