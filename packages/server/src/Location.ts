/** The location of this program, and of the files that are installed with it. */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const folderOf = (name: string): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const file = join(folder, "package.json")
    if (existsSync(file) && JSON.parse(readFileSync(file, "utf8")).name === name) return folder
    if (dirname(folder) === folder) throw new Error(`${name} is not installed as a package`)
    folder = dirname(folder)
  }
}

/** The manual of a package of the server in `folder`; `undefined` if there is none. */
export const manualOf = (folder: string): string | undefined =>
  [join(folder, "docs"), join(folder, "../../docs")].find((docs) => existsSync(join(docs, "SUMMARY.md")))

const folder = folderOf("@lectern/server")

/** The version of this program. */
export const version: string = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version

/** The manual: inside the installed package, or next to the packages in a checkout. */
export const manual: string | undefined = manualOf(folder)
