/** The pages of a folder that is read on GitHub. */
import { configPath } from "../../git-layout/Config.js"
import type { Entry } from "../../git-layout/Outline.js"
import { directory, isMarkdown, isReadme } from "../../git-layout/Paths.js"
import { inferred } from "../../git-layout/ReadOutline.js"
import type { DialectFolder, DialectOutline } from "../Dialect.js"
import { isSidebar, wikiOutline } from "./WikiOutline.js"

const pathsIn = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> =>
  entries.flatMap((entry) => [...(entry.path === undefined ? [] : [entry.path]), ...pathsIn(entry.entries)])

/** The addresses of pages: their files with and without an extension, and the folders of READMEs. */
const aliasesOf = (pages: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const found = new Map<string, string>()
  const add = (address: string, path: string): void => {
    if (address !== "" && !found.has(address)) found.set(address, path)
  }
  for (const path of pages) add(path, path)
  for (const path of pages) if (isReadme(path)) add(directory(path), path)
  for (const path of pages) add(path.replace(/\.[^./]*$/, ""), path)
  return Object.fromEntries(found)
}

/**
 * The outline of a folder with a README and without the table of contents of another tool, or of a wiki, which may have
 * one, too; `undefined` for any other folder.
 */
export const githubOutline = (folder: DialectFolder): DialectOutline | undefined => {
  const { paths } = folder
  const top = [...paths].filter((path) => !path.includes("/"))
  if (paths.has(configPath) || top.some((path) => /^summary\.md$/i.test(path))) return undefined
  const readme = top.find((path) => /^readme\.md$/i.test(path))
  if (readme === undefined || top.some(isSidebar)) return wikiOutline(folder)
  const texts = new Set([...paths].filter((path) => isMarkdown(path) && folder.text(path) !== undefined))
  const entries = inferred({ root: "", readme, summary: "" }, texts)
  return { root: "", entries, aliases: aliasesOf(pathsIn(entries)), problems: [] }
}
