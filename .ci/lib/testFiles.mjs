/** The test files, and which of them import a module. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { publicAddresses } from "../../scripts/lib/addresses.mjs"
import { importsOf } from "../../scripts/lib/imports.mjs"
import { root } from "./project.mjs"

const packages = join(root, "packages")
const addresses = publicAddresses(root)

const sources = readdirSync(packages).flatMap((name) =>
  ["src", "test"].flatMap((part) => {
    const folder = join(packages, name, part)
    try {
      const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
      return found.filter((path) => path.endsWith(".ts")).map((path) => join(folder, path))
    } catch {
      return []
    }
  })
)

/** The files of this repository that a file imports. */
const importedBy = (file, text) =>
  importsOf(file, text).flatMap((specifier) => {
    if (specifier.startsWith(".")) return [join(dirname(file), specifier.replace(/\.js$/, ".ts"))]
    const [, name, path] = /^@lectern\/([^/]+)\/(?:internal\/)?(.+)$/.exec(specifier) ?? []
    return name === undefined ? [] : [join(packages, name, "src", addresses.get(specifier) ?? `${path}.ts`)]
  })

const texts = new Map(sources.map((file) => [file, readFileSync(file, "utf8")]))
const imported = new Map(Array.from(texts, ([file, text]) => [file, importedBy(file, text)]))

/**
 * The test files of every day, relative to the root, for which `starts` holds, given their path and text, or that
 * import a module for which it holds, directly or through others.
 */
export const testFiles = (starts) => {
  const found = new Set(sources.filter((file) => starts(relative(root, file), texts.get(file))))
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const [file, files] of imported) if (files.some((each) => found.has(each))) found.add(file)
  }
  return [...found]
    .filter((file) => file.endsWith(".test.ts") && !file.endsWith(".long.test.ts"))
    .map((file) => relative(root, file))
}
