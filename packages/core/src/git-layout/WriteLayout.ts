/** A space as a folder of markdown, laid out as Git-synced documentation. */

import { patch as patchFrontMatter } from "../markdown/FrontMatterPatch.js"
import { complete } from "../markdown/PageMetadataPatch.js"
import { configPath, writeConfig } from "./Config.js"
import { encode } from "./Folder.js"
import { relative } from "./Paths.js"
import { reusableTitle } from "./ReadPage.js"
import { resolver } from "./Resolver.js"
import type { SnapshotPage, SnapshotReusableContent, SpaceSnapshot } from "./SpaceSnapshot.js"
import { idForm, toFile } from "./Spelling.js"
import { writeVariables } from "./Variables.js"
import { layoutPaths } from "./WritePaths.js"
import { writeSummary } from "./WriteSummary.js"

/** A file to write: the bytes made here, or what the snapshot has in their place. */
export interface WrittenFile<Bytes> {
  readonly path: string
  readonly bytes: Uint8Array | Bytes
}

const pageText = (page: SnapshotPage): string => {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, condition, cover, layout, variables } = page
  return complete(page.markdown ?? "", {
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

const reusableText = ({ markdown, title }: SnapshotReusableContent, path: string): string =>
  reusableTitle(markdown, path) === title ? markdown : patchFrontMatter(markdown, { title })

/**
 * Writes a space: texts with relative links, front matter for what they do not say themselves, `SUMMARY.md`, and
 * `.gitbook.yaml` and `.gitbook/vars.yaml` where they are needed. What came from a folder and did not change keeps its
 * path and its bytes. Reading the result gives the same tree.
 */
export const writeLayout = <Bytes = Uint8Array>(snapshot: SpaceSnapshot<Bytes>): ReadonlyArray<WrittenFile<Bytes>> => {
  const { source, paths, variables } = layoutPaths(snapshot)
  const pathOf = (form: string): string | undefined => paths.get(form)
  const resolve = resolver(new Set([...paths.values(), source.summary, configPath]), source.root)
  const written: Array<WrittenFile<Bytes>> = []
  const write = (path: string, text: string | undefined): void => {
    if (text !== undefined) written.push({ path, bytes: encode(text) })
  }
  const writePage = (page: SnapshotPage): void => {
    const ownPath = pathOf(idForm("page", page.id))
    if (ownPath !== undefined)
      write(ownPath, toFile(pageText(page), page.spellings ?? {}, { ownPath, pathOf, resolve }))
    page.pages.forEach(writePage)
  }
  const redirects: Record<string, string> = {}
  for (const [from, page] of Object.entries(snapshot.redirects)) {
    const path = pathOf(idForm("page", page))
    if (path !== undefined) redirects[from] = relative(source.root === "" ? "" : `${source.root}/`, path)
  }
  write(configPath, writeConfig(source, redirects))
  write(source.summary, writeSummary(snapshot.pages, source.summary, pathOf))
  write(variables, writeVariables(snapshot.variables, source.variables))
  snapshot.pages.forEach(writePage)
  for (const content of snapshot.reusableContents) {
    const ownPath = pathOf(idForm("reusable-content", content.id))
    if (ownPath === undefined) continue
    write(ownPath, toFile(reusableText(content, ownPath), content.spellings ?? {}, { ownPath, pathOf, resolve }))
  }
  for (const { id, bytes } of snapshot.files) {
    const path = pathOf(idForm("file", id))
    if (path !== undefined) written.push({ path, bytes })
  }
  return written
}
