/** Folders of documentation that people wrote: the manual, and the folders of packages that are installed here. */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"

const root = join(import.meta.dirname, "../../../../..")

/** The files of a folder by path, without the files of its dependencies. */
export const filesOf = (folder: string): Readonly<Record<string, Uint8Array>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => join(parentPath, name))
      .filter((path) => !relative(folder, path).split(sep).includes("node_modules"))
      .sort()
      .map((path) => [relative(folder, path).replaceAll(sep, "/"), readFileSync(path)])
  )

/** A folder, and how many texts it has at least. */
export interface RealFolder {
  readonly name: string
  readonly texts: number
  readonly files: Readonly<Record<string, Uint8Array>>
}

const installed = (path: string, texts: number): RealFolder => ({
  name: path,
  texts,
  files: filesOf(join(root, "node_modules", path))
})

/** All of them, the smallest at the end. */
export const realFolders: ReadonlyArray<RealFolder> = [
  { name: "the manual", texts: 30, files: filesOf(join(root, "docs")) },
  installed("@modern-js/builder-doc/docs/en", 80),
  installed("fastify/docs", 35),
  installed("markdownlint", 60),
  installed("undici/docs", 35),
  installed("pino/docs", 10)
]

/** The texts of a folder. */
export const textsOf = (files: RealFolder["files"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.endsWith(".md"))
      .map(([path, bytes]) => [path, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)])
  )
