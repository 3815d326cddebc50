/** The public modules of a package: modules tagged `@since`, unless another module re-exports their exports. */
import { readdirSync, readFileSync } from "node:fs"
import { join, posix, sep } from "node:path"
import { parseSync } from "oxc-parser"
import { publicModules } from "./packing.mjs"

/** The modules of the package that a module re-exports from. */
const reexportedBy = (module, text) => {
  const { program } = parseSync(module, text)
  const target = ({ value }) => posix.join(posix.dirname(module), value).replace(/\.js$/, ".ts")
  const relative = program.body.filter(({ source }) => source?.value.startsWith("."))
  const imported = new Map(
    relative
      .filter(({ type }) => type === "ImportDeclaration")
      .flatMap(({ source, specifiers }) => specifiers.map(({ local }) => [local.name, target(source)]))
  )
  const direct = relative.filter(({ type }) => type.startsWith("Export")).map(({ source }) => target(source))
  const named = program.body
    .filter(({ source, type }) => type === "ExportNamedDeclaration" && !source)
    .flatMap(({ specifiers }) => specifiers.map(({ local }) => imported.get(local.name)))
  return [...direct, ...named]
}

/** The modules of a package in `folder` that its manifest must export, by their paths in `src`. */
export const modulesToExport = (folder) => {
  const source = join(folder, "src")
  const texts = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [file.split(sep).join("/"), readFileSync(join(source, file), "utf8")])
  const again = new Set(
    texts.filter(([file]) => file !== "index.ts").flatMap(([file, text]) => reexportedBy(file, text))
  )
  return texts.filter(([file, text]) => / @since \d/.test(text) && !again.has(file)).map(([file]) => file)
}

/**
 * A manifest that also exports `modules`. `exports` maps addresses to files: an address stays the same when its file
 * moves, and a new one is the path of the file below its floor.
 */
export const withExports = (manifest, modules) => {
  const entries = Object.entries(manifest.exports)
  const exported = new Set(publicModules(manifest).values())
  for (const module of modules) {
    if (exported.has(module)) continue
    const path = `./${module.replace(/\.ts$/, "").replace(/^[a-z]+\/(?=.*\/)/, "")}`
    const after = entries.findIndex(
      ([other]) => /^\.\/[a-z-]+\//.test(other) && (other > path || other === "./internal/*")
    )
    const target = { "lectern-source": `./src/${module}`, default: `./dist/${module.replace(/\.ts$/, ".js")}` }
    entries.splice(after === -1 ? entries.length : after, 0, [path, target])
  }
  return { ...manifest, exports: Object.fromEntries(entries) }
}
