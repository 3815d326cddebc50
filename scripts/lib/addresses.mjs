/** How a package refers to a module of another one: by its public specifier, or below `internal`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { publicModules } from "./packing.mjs"

/** Matches imports from this workspace: after `from`, `import` or `import(`. */
const specifiers = /(\b(?:from|import)\s*\(?\s*)"(@lectern\/[a-z-]+(?:\/[^"\n]+)?)"/g

/** The public specifiers of every package of a workspace, with the path of each module below its package's `src`. */
export const publicAddresses = (root) =>
  new Map(
    readdirSync(join(root, "packages")).flatMap((name) => {
      const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"))
      return [...publicModules(manifest)]
    })
  )

/** The specifier by which packages must import a module: its public one if it has any, otherwise that in `internal`. */
export const addressOf = (addresses, specifier) => {
  const [scope, name, ...path] = specifier.split("/")
  if (addresses.has(specifier) || path.length === 0 || path[0] === "package.json") return specifier
  const module = (path[0] === "internal" ? path.slice(1) : path).join("/")
  const own = `${scope}/${name}/`
  const found = [...addresses].find(([address, file]) => file === `${module}.ts` && address.startsWith(own))
  return found === undefined ? `${own}internal/${module}` : found[0]
}

const filesIn = (folder, pattern) => {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    return names
      .filter((name) => pattern.test(name) && !name.includes("node_modules"))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

const foldersIn = (folder) => readdirSync(folder).map((name) => join(folder, name))

/** The sources of the packages. */
const sources = (root) => foldersIn(join(root, "packages")).flatMap((folder) => filesIn(join(folder, "src"), /\.tsx?$/))

/** The places where users see imports: the examples, the readme files, and the manual. */
const shown = (root) => [
  join(root, "README.md"),
  ...foldersIn(join(root, "packages")).flatMap((folder) => filesIn(folder, /^README\.md$/)),
  ...filesIn(join(root, "docs"), /\.md$/).filter((file) => !file.endsWith("schema-changes.md")),
  ...foldersIn(join(root, "examples")).flatMap((folder) =>
    ["src", "test"].flatMap((part) => filesIn(join(folder, part), /\.ts$/))
  )
]

const importsIn = (file) =>
  Array.from(readFileSync(file, "utf8").matchAll(specifiers), ([, , specifier]) => specifier).filter(
    (specifier, index, all) => all.indexOf(specifier) === index && !specifier.endsWith(".json")
  )

/** Imports of other packages by a wrong specifier, one line each. */
export const checkAddresses = (root) => {
  const addresses = publicAddresses(root)
  const short = (file) => relative(root, file).split(sep).join("/")
  const inside = sources(root).flatMap((file) =>
    importsIn(file)
      .filter((specifier) => addressOf(addresses, specifier) !== specifier)
      .map((specifier) => `${short(file)}: write ${addressOf(addresses, specifier)} for ${specifier}`)
  )
  const outside = shown(root).flatMap((file) =>
    importsIn(file)
      .filter((specifier) => !addresses.has(specifier))
      .map((specifier) => `${short(file)}: ${specifier} is not public`)
  )
  return [...inside, ...outside]
}

/** Corrects the imports of other packages in the sources, and returns the changed files. */
export const fixAddresses = (root) => {
  const addresses = publicAddresses(root)
  return sources(root).filter((file) => {
    const text = readFileSync(file, "utf8")
    const fixed = text.replace(
      specifiers,
      (_, before, specifier) =>
        `${before}"${specifier.endsWith(".json") ? specifier : addressOf(addresses, specifier)}"`
    )
    if (fixed !== text) writeFileSync(file, fixed)
    return fixed !== text
  })
}
