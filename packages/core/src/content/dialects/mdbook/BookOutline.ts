/** The pages of a book: `book.toml` says where they are, and `SUMMARY.md` in which order. */
import type { Problem } from "../../git-layout/Folder.js"
import { folderOutline } from "../../git-layout/FolderOutline.js"
import type { Entry } from "../../git-layout/Outline.js"
import { basename, directory, isMarkdown, join } from "../../git-layout/Paths.js"
import { isUnder } from "../../git-layout/ReadOutline.js"
import { resolver } from "../../git-layout/Resolver.js"
import { parseSummary, type SummaryItem, type SummaryPart } from "../../git-layout/Summary.js"
import { summaryOutline } from "../../git-layout/SummaryOutline.js"
import type { DialectFolder, DialectOutline } from "../Dialect.js"
import { labelled } from "../Labels.js"
import { bookAliases } from "./BookAliases.js"
import { readBookToml } from "./BookToml.js"
import { withoutAttributes } from "./HeadingAttributes.js"

const configName = "book.toml"

/** The path of the settings of a book at the top of a folder, or else of the only one in the folders in it. */
const configIn = (paths: ReadonlySet<string>): string | undefined => {
  if (paths.has(configName)) return configName
  const found = [...paths].filter((path) => path.endsWith(`/${configName}`) && path.split("/").length === 2)
  return found.length === 1 ? found[0] : undefined
}

const isPartTitle = (line: string): boolean => !/^ {0,3}##/.test(line)
const isListed = (line: string): boolean => /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)

/**
 * The parts of a table of contents as mdBook reads them: only headings of level 1 are the titles of parts, which have
 * the chapters of the lists below them. Links outside of lists are before the first part or after the last one.
 */
export const bookParts = (table: string): ReadonlyArray<SummaryPart> => {
  const lines = table.split("\n")
  const lineAt = (line: number): string => lines[line - 1] ?? ""
  const parts: Array<SummaryPart & { readonly items: Array<SummaryItem> }> = []
  let open: (typeof parts)[number] | undefined
  for (const { href: _, ...part } of parseSummary(table)) {
    if (part.title !== undefined && isPartTitle(lineAt(part.line))) {
      open = { ...part, items: [] }
      parts.push(open)
    }
    for (const item of part.items) {
      if (open === undefined || !isListed(lineAt(item.line))) {
        open = undefined
        const last = parts.at(-1)
        if (last !== undefined && last.title === undefined) last.items.push(item)
        else parts.push({ line: item.line, end: item.end, items: [item] })
      } else open.items.push(item)
    }
  }
  return parts
}

/** The outline of a folder that holds a book; `undefined` for any other folder. */
export const bookOutline = (folder: DialectFolder): DialectOutline | undefined => {
  const { paths } = folder
  const config = configIn(paths)
  if (config === undefined) return undefined
  const settings = readBookToml(config, folder.text(config) ?? "")
  const problems: Array<Problem> = [...settings.problems]
  const within = join(directory(config), settings.src ?? "src")
  if (within === undefined) {
    const message = `book.src: ${settings.src} leads out of the folder`
    problems.push({ file: config, message, severity: "error" })
  }
  const root = within ?? join(directory(config), "src") ?? ""
  const table = root === "" ? "SUMMARY.md" : `${root}/SUMMARY.md`
  const text = folder.text(table)
  const entries = text === undefined ? listOf(folder, root) : chaptersOf(folder, root, table, text, problems)
  if (text === undefined)
    problems.push({ file: table, message: "the table of contents does not exist", severity: "error" })
  const { aliases, problems: wrong } = bookAliases(entries, root, settings.redirects, config)
  return { root, ...(text !== undefined && { table }), entries, aliases, problems: [...problems, ...wrong] }
}

const listOf = ({ paths }: DialectFolder, root: string): ReadonlyArray<Entry> =>
  folderOutline(
    [...paths].filter((path) => isMarkdown(path) && isUnder(root, path) && !basename(path).startsWith(".")),
    root
  )

const chaptersOf = (
  folder: DialectFolder,
  root: string,
  summary: string,
  text: string,
  problems: Array<Problem>
): ReadonlyArray<Entry> => {
  const { paths } = folder
  const outline = summaryOutline(bookParts(text), {
    summary,
    root,
    readme: undefined,
    resolve: resolver(paths, root),
    skipped: (path) => paths.has(path) && folder.text(path) === undefined
  })
  problems.push(...outline.problems)
  return labelled(outline.entries, folder, { ofHeading: withoutAttributes })
}
