/** Manuals read from clones of repositories, at the commits at which they were judged. */
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import type { TreePage } from "@lectern/core/content/SpaceTree"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { type Manual, pagesOf } from "../judged/Manuals.js"
import type { PublicSet } from "./PublicSets.js"

/** A file of markdown, by its path below the folder of the manual. */
export interface MarkdownFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The name that a page has in its manual: its path without extension. */
export const pageName = (path: string): string => path.replace(/\.mdx?$/, "")

const git = (clone: string, args: ReadonlyArray<string>, input = ""): Buffer =>
  execFileSync("git", ["-C", clone, ...args], { input, maxBuffer: 1024 ** 3, stdio: ["pipe", "pipe", "inherit"] })

/** The markdown files of a folder at a commit, without checking anything out. */
const markdownFiles = (clone: string, { commit, folder }: PublicSet): ReadonlyArray<MarkdownFile> => {
  const listed = git(clone, ["ls-tree", "-r", "-z", "--full-tree", commit, "--", `${folder}/`]).toString("utf8")
  const files = listed.split("\0").flatMap((entry) => {
    const [fields = "", path = ""] = entry.split("\t")
    return /\.mdx?$/.test(path) ? [{ path: path.slice(folder.length + 1), object: fields.split(" ")[2]! }] : []
  })
  const output = git(clone, ["cat-file", "--batch"], files.map(({ object }) => `${object}\n`).join(""))
  let at = 0
  return files.map(({ path }) => {
    const end = output.indexOf("\n", at)
    const start = end + 1
    const size = Number(output.toString("utf8", at, end).split(" ")[2])
    at = start + size + 1
    return { path, bytes: output.subarray(start, start + size) }
  })
}

/** The pages with slugs that are short and unique, so that paths in a space always lead back to their files. */
const numbered = (pages: ReadonlyArray<TreePage>): ReadonlyArray<TreePage> =>
  pages.map((page, index) => ({ ...page, slug: `page-${index}`, pages: numbered(page.pages) }))

/** A manual of markdown files, read like any folder; files of MDX are read as markdown. */
export const manualOfFiles = (name: string, files: ReadonlyArray<MarkdownFile>): Manual => {
  const { tree: read } = readLayout(files.map(({ bytes, path }) => ({ path: `${pageName(path)}.md`, bytes })))
  const tree = { ...read, pages: numbered(read.pages) }
  return { name, tree, pages: pagesOf(tree) }
}

/** The manual of a set. Throws if it does not have a page that a question refers to. */
export const manualOfSet = (clones: string, set: PublicSet): Manual => {
  const manual = manualOfFiles(set.name, markdownFiles(join(clones, set.repository.replace("/", "+")), set))
  const names = new Set(manual.pages.map(({ name }) => name))
  for (const { id, relevant } of set.questions) {
    const missing = Object.keys(relevant).filter((path) => !names.has(pageName(path)))
    if (missing.length > 0) throw new Error(`${id}: ${set.repository} has no page ${missing.join(", ")}`)
  }
  return manual
}
