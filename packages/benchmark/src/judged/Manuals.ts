/** The manuals of the judged questions: real ones from npm packages. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { SpaceTree, TreePage } from "@lectern/core/content/SpaceTree"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { inlineText } from "@lectern/core/internal/text/markdown/Parser"
import { tokensOf } from "@lectern/core/internal/text/markdown/Sections"

const require = createRequire(import.meta.url)

/** A section of a page, as plain text. */
export interface ManualSection {
  readonly heading: string
  readonly text: string
}

/** A page of a manual. */
export interface ManualPage {
  /** Its path in the manual, without extension, such as `Guides/Testing`; questions refer to it. */
  readonly name: string
  readonly title: string
  readonly markdown: string
}

/** A manual, ready for import, and its pages. */
export interface Manual {
  readonly name: string
  readonly tree: SpaceTree
  readonly pages: ReadonlyArray<ManualPage>
}

interface Source {
  readonly name: string
  /** A folder in a package. */
  readonly folder: string
  /** Matches the files that belong to the manual. */
  readonly has: RegExp
}

/**
 * Long guides and a reference; many short pages of rules with numbers; and short pages of options, each in English and
 * in Chinese. `Rules.md` is left out, since it repeats all other pages of its manual.
 */
const sources: ReadonlyArray<Source> = [
  { name: "fastify", folder: "fastify/docs", has: /\.md$/ },
  { name: "markdownlint", folder: "markdownlint/doc", has: /^(?!Rules\.md$).*\.md$/ },
  { name: "builder", folder: "@modern-js/builder-doc/docs", has: /^(?:en|zh)\/(?:config|shared)\/.*\.md$/ }
]

/** The folder of a package that is installed, by its path below `node_modules`. */
export const folderOf = (path: string): string => {
  const found = (require.resolve.paths(path) ?? []).map((folder) => join(folder, path)).find(existsSync)
  if (found === undefined) throw new Error(`${path} is not installed`)
  return found
}

const nameOf = (key: string): string => key.replace(/\.md$/, "")

/**
 * The sections of a page, split at headings of level 1 to 3 as Lectern does; the first one is the text before any
 * heading. Their texts are never shortened.
 */
export const sectionsOf = ({ markdown }: ManualPage): ReadonlyArray<ManualSection> => {
  const found: Array<{ heading: string; text: string }> = [{ heading: "", text: "" }]
  let opened = ""
  for (const token of tokensOf(markdown)) {
    if (token.type === "heading_open") opened = token.tag
    const text =
      token.type === "inline" ? inlineText(token.children ?? []) : token.type === "fence" ? token.content : ""
    if (text === "") continue
    if (opened !== "" && opened <= "h3") found.push({ heading: text, text: "" })
    else found.at(-1)!.text += `${text}\n`
    opened = ""
  }
  return found
}

const flat = (pages: ReadonlyArray<TreePage>): ReadonlyArray<TreePage> =>
  pages.flatMap((page) => [page, ...flat(page.pages)])

/** The pages of a tree that have a text. */
export const pagesOf = ({ pages }: SpaceTree): ReadonlyArray<ManualPage> =>
  flat(pages).flatMap(
    ({ key, markdown, title }): ReadonlyArray<ManualPage> =>
      markdown === undefined ? [] : [{ name: nameOf(key), title, markdown }]
  )

/** The pages with slugs from their file names. A folder without a page would otherwise get its slug from its title. */
const slugged = (pages: ReadonlyArray<TreePage>): ReadonlyArray<TreePage> =>
  pages.map((page) => ({
    ...page,
    slug: page.slug ?? nameOf(page.key).split("/").filter(Boolean).at(-1)!.toLowerCase(),
    pages: slugged(page.pages)
  }))

const read = ({ folder, has, name }: Source): Manual => {
  const root = folderOf(folder)
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => has.test(path))
    .map((path) => ({ path, bytes: readFileSync(join(root, path)) }))
  const read = readLayout(files).tree
  const tree = { ...read, pages: slugged(read.pages) }
  return { name, tree, pages: pagesOf(tree) }
}

/** The manuals. */
export const manuals = (): ReadonlyArray<Manual> => sources.map(read)

/** The names of a manual's pages by their paths in a space, which come from its tree. */
export const namesByPath = (tree: SpaceTree): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  const add = (pages: ReadonlyArray<TreePage>, above: string): void => {
    for (const { key, pages: below, slug = "" } of pages) {
      const path = above === "" ? slug : `${above}/${slug}`
      names.set(path, nameOf(key))
      add(below, path)
    }
  }
  add(tree.pages, "")
  return names
}
