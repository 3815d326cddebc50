/** The manuals whose sites are measured. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { FolderFile } from "@lectern/core/git-layout/Folder"
import { folderOf } from "../judged/Manuals.js"

/** A manual as a folder of files. */
export interface Manual {
  readonly name: string
  readonly files: ReadonlyArray<FolderFile>
}

const repository = fileURLToPath(new URL("../../../../", import.meta.url))

const filesIn = (folder: string, has: RegExp, below = ""): ReadonlyArray<FolderFile> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => has.test(path) && statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => ({ path: `${below}${path}`, bytes: readFileSync(join(folder, path)) }))

/** The manual of this project. */
export const ownManual = (): Manual => ({
  name: "the manual of Lectern",
  files: filesIn(join(repository, "docs"), /./)
})

const pagesOfBlocks = 8

/** A page with every block, several times under different titles. */
const pagesWithBlocks = (): ReadonlyArray<FolderFile> => {
  const text = readFileSync(join(repository, "packages/reader/test/support/blocks.md"), "utf8")
  return Array.from({ length: pagesOfBlocks }, (_, i) => ({
    path: `blocks/blocks-${i + 1}.md`,
    bytes: new TextEncoder().encode(text.replace(/^# .*$/m, `# All blocks ${i + 1}`))
  }))
}

/**
 * A manual of about 180 pages: the pages of Lectern, fastify and markdownlint, some of Modern.js Builder, and pages
 * with all blocks.
 */
export const largeManual = (): Manual => ({
  name: "a manual of 180 pages",
  files: [
    ...filesIn(join(repository, "docs"), /^(?!SUMMARY)/, "lectern/"),
    ...filesIn(folderOf("fastify/docs"), /./, "fastify/"),
    ...filesIn(folderOf("markdownlint/doc"), /\.md$/, "markdownlint/"),
    ...filesIn(folderOf("@modern-js/builder-doc/docs/en/config"), /^(?:output|source)\/.*\.md$/, "builder/"),
    ...pagesWithBlocks()
  ]
})

const openingFence = /^( *(?:```|~~~)(?!mermaid)[\w-]+[^\n`]*)$/gm

/** A manual with one more line in each of its codes, so that nothing cached from another manual helps to render it. */
export const alike = ({ files, name }: Manual, line: number): Manual => ({
  name,
  files: files.map(({ bytes, path }) => ({
    path,
    bytes: path.endsWith(".md")
      ? new TextEncoder().encode(new TextDecoder().decode(bytes).replace(openingFence, `$1\n${line}`))
      : bytes
  }))
})

/** Pages of another manual, to run the measured code before it is measured. */
export const otherManual = (): Manual => ({
  name: "another manual",
  files: filesIn(folderOf("@modern-js/builder-doc/docs/zh"), /\.md$/)
})
