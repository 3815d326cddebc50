/** The test files, and which of them import a module. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { publicAddresses } from "../../scripts/lib/addresses.mjs"
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
const importsOf = (file, text) =>
  Array.from(
    text.matchAll(/from "(\.[^"]*)\.js"|from "(@lectern\/([^/"]+)\/(?:internal\/)?([^"]+))"/g),
    ([, near, address, name, path]) =>
      near === undefined
        ? join(packages, name, "src", addresses.get(address) ?? `${path}.ts`)
        : join(dirname(file), `${near}.ts`)
  )

const texts = new Map(sources.map((file) => [file, readFileSync(file, "utf8")]))

/**
 * The test files of every day, relative to the root, for which `starts` holds, given their path and text, or that
 * import a module for which it holds, directly or through others.
 */
export const testFiles = (starts) => {
  const found = new Set(sources.filter((file) => starts(relative(root, file), texts.get(file))))
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const [file, text] of texts) if (importsOf(file, text).some((each) => found.has(each))) found.add(file)
  }
  return [...found]
    .filter((file) => file.endsWith(".test.ts") && !file.endsWith(".long.test.ts"))
    .map((file) => relative(root, file))
}
