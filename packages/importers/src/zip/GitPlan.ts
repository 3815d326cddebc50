/** Plans the import of a folder in the layout of Git-synced documentation. */

import type { Problem } from "@lectern/core/git-layout/Folder"
import { type Config, configPath, readConfig } from "@lectern/core/internal/content/git-layout/Config"
import type { FolderTexts } from "@lectern/core/internal/content/git-layout/FolderTexts"
import type { Entry } from "@lectern/core/internal/content/git-layout/Outline"
import { partsOf } from "@lectern/core/internal/content/git-layout/Parts"
import { isMarkdown, join } from "@lectern/core/internal/content/git-layout/Paths"
import { entriesByKey, isUnder, readOutline } from "@lectern/core/internal/content/git-layout/ReadOutline"
import type { Resolve } from "@lectern/core/internal/content/git-layout/Resolver"
import { split } from "@lectern/core/internal/text/markdown/FrontMatter"
import { references } from "@lectern/core/internal/text/markdown/ReferenceSearch"
import * as Effect from "effect/Effect"
import { type Archive, configText } from "../archive/Archive.js"
import type { Plan, PlannedPage } from "../archive/Landing.js"
import { linkToKeys } from "../archive/Links.js"
import type { Report } from "../archive/Report.js"
import { outsideCode } from "../markdown/Code.js"
import { compute } from "../Source.js"
import { markdownTask } from "../Tasks.js"
import { vaultLinks } from "./VaultLinks.js"

/** The places of the parts of such a folder; `undefined` if it is not one. */
const configOf = (archive: Archive, report: Report): Config | undefined => {
  const stated = configText(archive, configPath)
  if (stated !== undefined) {
    const config = readConfig(stated)
    for (const { line, message } of config.problems) report(`${configPath}: line ${line}: ${message}`)
    if ([...archive.paths].some((path) => isUnder(config.root, path))) return config
    report(`${configPath}: root: ${config.root} does not exist`)
  }
  const book = configText(archive, "book.toml")
  const roots = book === undefined ? usualRoots : [/^src\s*=\s*"([^"]*)"/m.exec(book)?.[1] ?? "src"]
  const root = roots
    .map((each) => join("", each) ?? "")
    .find((each) => archive.paths.has(join(each, "SUMMARY.md") ?? ""))
  if (root === undefined) return stated === undefined ? undefined : readConfig(undefined)
  const at = (name: string): string => join(root, name) ?? name
  return { ...readConfig(undefined), root, readme: at("README.md"), summary: at("SUMMARY.md") }
}

/** The places to look for a table of contents that no configuration names. */
const usualRoots = ["", "docs", "doc", "book"]

const include = /^[ \t]*\{%[ \t]+include[ \t]+"([^"\n]+)"[ \t]+%\}[ \t]*$/gm

/** How deep includes are followed. */
const depthLimit = 5

/** Plans the import of an archive with `.gitbook.yaml` or `SUMMARY.md`; `undefined` if it has neither. */
export const gitPlan = (archive: Archive, report: Report): Plan | undefined => {
  const config = configOf(archive, report)
  if (config === undefined) return undefined
  const { root } = config
  const texts: FolderTexts = {
    ...archive,
    file: (path) => {
      const bytes = archive.bytes(path)
      return bytes === undefined ? undefined : { path, bytes }
    },
    skipped: (path) => isMarkdown(path) && archive.text(path) === undefined
  }
  const said = (problem: Problem): void =>
    report(`${problem.file}: ${problem.line === undefined ? "" : `line ${problem.line}: `}${problem.message}`)
  const entries = readOutline(config, texts, said)
  const { resolve } = partsOf(texts, entriesByKey(entries), root)
  if ([...archive.paths].some((path) => path.endsWith(".gitbook/vars.yaml"))) {
    report(".gitbook/vars.yaml: variables are not supported")
  }

  const placeOf = (entry: Entry): ReadonlyArray<PlannedPage> => {
    const places = entry.entries.flatMap(placeOf)
    if (entry.type !== "link") return [{ path: entry.path, title: entry.title, slug: entry.slug, places }]
    const { target } = entry
    const where = target?.kind === "url" ? target.url : target?.kind === "page" ? target.page : ""
    report(
      `${config.summary}: the link "${entry.title}"${where === "" ? "" : ` to ${where}`} is not a page and is left out`
    )
    return places
  }

  const included = (markdown: string, from: string, depth: number): string =>
    outsideCode(markdown, (part) =>
      part.replaceAll(include, (whole, path: string) => {
        const found = resolve(path, from)
        const text = found === undefined || depth > depthLimit ? undefined : archive.text(found)
        if (found === undefined || text === undefined) return whole
        const body = text.slice(split(text).bodyStart).trim()
        const linked = linkToKeys(body, references(body), found, { resolve, use: () => "file", report: () => {} })
        return included(linked, found, depth + 1)
      })
    )

  const linked = vaultLinks(archive.paths, report)
  const read: Plan["read"] = (path) =>
    Effect.suspend(() => {
      const text = archive.text(path)
      if (text === undefined) return Effect.succeed(undefined)
      return compute(markdownTask, { text: linked(included(text, path, 0), path), components: false })
    })
  return { places: entries.flatMap(placeOf), read, resolve: absolute(resolve) }
}

/** Makes paths relative to the archive instead of the root, since keys are. */
const absolute =
  (resolve: Resolve): Resolve =>
  (path, from) =>
    resolve(path, from) ?? (path.startsWith("/") ? resolve(path.slice(1), "") : undefined)
