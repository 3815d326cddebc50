/**
 * Writes the lists of declarations in the folders of resources: how their tables are audited (`*Audits.ts`), the
 * invariants of their rows (`*Invariants.ts`), and which of their modules are public (`@since`), for the manifest of
 * core. With `--check`, fails if a list is not the one that it would write.
 */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { modulesToExport, withExports } from "../lib/publicModules.mjs"

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const source = join(root, "packages/core/src")
const files = readdirSync(source, { recursive: true })
  .map((name) => name.split(sep).join("/"))
  .sort((one, other) => (one < other ? -1 : 1))

/** The lists: where each is written, the suffix of the names of its files, and their exports. */
const lists = [
  {
    file: "operations/audit-events/AllAudits.ts",
    suffix: "Audits",
    name: "audits",
    type: "Auditing",
    from: "Audited",
    all: "allAudits",
    doc: "How every table of the engine is audited."
  },
  {
    file: "operations/integrity/AllInvariants.ts",
    suffix: "Invariants",
    name: "invariants",
    type: "Invariants",
    from: "Invariants",
    all: "allInvariants",
    doc: "The invariants of the rows of every table."
  }
]

const textOf = ({ all, doc, file, from, name, suffix, type }) => {
  const found = files.filter(
    (each) => each.endsWith(`${suffix}.ts`) && each !== file && !each.startsWith("storage/rows/")
  )
  const names = found.map((each) => {
    const own = basename(each, ".ts")
    return /^[A-Z]+(?![a-z])/.test(own)
      ? own.replace(/^[A-Z]+(?=[A-Z])/, (start) => start.toLowerCase())
      : own[0].toLowerCase() + own.slice(1)
  })
  const path = (each) => {
    const to = relative(dirname(file), each).split(sep).join("/").replace(/\.ts$/, ".js")
    return to.startsWith(".") ? to : `./${to}`
  }
  return [
    `/** ${doc} Written by \`npm run generate\`, from what is declared next to repositories. */`,
    ...found.map((each, index) => `import { ${name} as ${names[index]} } from "${path(each)}"`),
    `import type { ${type} } from "../../storage/rows/${from}.js"`,
    "",
    `/** ${doc} */`,
    `export const ${all}: ReadonlyArray<${type}> = [`,
    names.map((each) => `  ...${each}`).join(",\n"),
    "]",
    ""
  ].join("\n")
}

/** The lines of a text without their order: the order of imports is the formatter's. */
const linesOf = (text) => text.split("\n").sort().join("\n")

const checking = process.argv.includes("--check")

const write = (file, text) => {
  writeFileSync(file, text)
  execFileSync("npx", ["biome", "check", "--write", file], { cwd: root })
}

for (const list of lists) {
  const file = join(source, list.file)
  const text = textOf(list)
  if (!checking) {
    write(file, text)
  } else if (linesOf(readFileSync(file, "utf8")) !== linesOf(text)) {
    console.error(`${list.file} is not what is declared: run npm run generate`)
    process.exitCode = 1
  }
}

const manifestFile = join(root, "packages/core/package.json")
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"))
const exporting = withExports(manifest, modulesToExport(join(root, "packages/core")))
const missing = Object.keys(exporting.exports).filter((path) => !(path in manifest.exports))
if (!checking && missing.length > 0) write(manifestFile, `${JSON.stringify(exporting, null, 2)}\n`)
if (checking && missing.length > 0) {
  console.error(`packages/core/package.json does not export ${missing.join(", ")}: run npm run generate`)
  process.exitCode = 1
}
