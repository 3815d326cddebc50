/** The floors of a package, and the imports that lead to a higher one. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { importsOf } from "./imports.mjs"

/** The first folders of a path in `src`, from the lowest floor to the highest. Files outside them are above all. */
export const floors = ["foundation", "text", "storage", "people", "content", "publishing", "operations", "engine"]

/** The packages whose sources are divided into floors. */
const divided = ["core", "http"]

const floorOf = (file) => {
  const floor = floors.indexOf(file.slice(0, file.indexOf("/")))
  return floor === -1 ? floors.length : floor
}

/** The imports of a file that lead to a higher floor; both are paths in `src`. Type-only imports count. */
export const upward = (file, imported) => imported.filter((other) => floorOf(other) > floorOf(file))

/** All violations in a workspace, one line each. */
export const checkFloors = (root) =>
  divided.flatMap((name) => {
    const source = join(root, "packages", name, "src")
    const path = (file) => relative(source, file).split(sep).join("/")
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
    const folders = new Set(
      files.map((file) => file.split(sep).join("/")).flatMap((file) => (file.includes("/") ? [file.split("/")[0]] : []))
    )
    const unknown = [...folders].filter((folder) => !floors.includes(folder))
    const up = files.flatMap((each) => {
      const file = join(source, each)
      const own = importsOf(file, readFileSync(file, "utf8")).filter(({ specifier }) => specifier.startsWith("."))
      const imported = own.map(({ specifier }) => path(resolve(dirname(file), specifier.replace(/\.js$/, ".ts"))))
      return upward(path(file), imported).map(
        (other) => `${name}/src/${path(file)} imports ${other}, on a higher floor`
      )
    })
    return [...unknown.map((folder) => `${name}/src/${folder} is no floor`), ...up]
  })
