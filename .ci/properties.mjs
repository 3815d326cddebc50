/**
 * Reruns the test files that contain properties, with the number of inputs in `LECTERN_RUNS`. These are the files that
 * read it as a number, or import a module that does. Arguments are passed to vitest.
 */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = join(root, "packages")

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
    text.matchAll(/from "(\.[^"]*)\.js"|from "@lectern\/([^/"]+)\/(?:internal\/)?([^"]+)"/g),
    ([, near, name, path]) =>
      near === undefined ? join(packages, name, "src", `${path}.ts`) : join(dirname(file), `${near}.ts`)
  )

const texts = new Map(sources.map((file) => [file, readFileSync(file, "utf8")]))
const sized = new Set(sources.filter((file) => texts.get(file).includes("LECTERN_RUNS ??")))
for (let before = -1; before < sized.size; ) {
  before = sized.size
  for (const [file, text] of texts) if (importsOf(file, text).some((each) => sized.has(each))) sized.add(file)
}
const files = [...sized]
  .filter((file) => file.endsWith(".test.ts") && !file.endsWith(".long.test.ts"))
  .map((file) => relative(root, file))
if (files.length === 0) throw new Error("no test file reads LECTERN_RUNS")

const vitest = join(root, "node_modules/vitest/vitest.mjs")
const { status } = spawnSync(process.execPath, [vitest, "run", ...files, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { VITEST_MAX_FORKS: "2", ...process.env }
})
process.exitCode = status ?? 1
