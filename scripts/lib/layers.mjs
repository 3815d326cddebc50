/** The layers of core, and the imports that go up in them. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { importsOf } from "./imports.mjs"

/**
 * The layers from the lowest to the highest, with their folders in `packages/core/src`. A folder that no layer names is
 * one of a resource, and so in the layer of resources. The repositories of resources are in the layer of storage, with
 * what they import of their own folder: the models.
 */
export const layers = [
  {
    name: "kernel",
    folders: ["errors", "ids", "jobs", "order-keys", "outbound", "scheduling", "schema", "telemetry", "urls", "workers"]
  },
  { name: "texts", folders: ["conditions", "markdown", "openapi", "similarity"] },
  { name: "storage", folders: ["blobs", "content", "lists", "search-index", "services", "storage"] },
  { name: "access", folders: ["access"] },
  { name: "versions", folders: ["content-tree", "git-layout", "indexing", "link-index", "merge", "versioning"] },
  { name: "resources", folders: [] },
  { name: "engine", folders: ["engine", ""] }
]

const levelOfFolder = new Map(layers.flatMap(({ folders }, level) => folders.map((folder) => [folder, level])))
const resources = layers.findIndex(({ name }) => name === "resources")
const storage = layers.findIndex(({ name }) => name === "storage")

const folderOf = (file) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "")

/** The repositories, and what each imports of its own folder, directly or not. */
const repositories = (graph) => {
  const found = new Set([...graph.keys()].filter((file) => /Repository\.ts$/.test(file)))
  for (const file of found) {
    for (const imported of graph.get(file) ?? []) {
      if (folderOf(imported) === folderOf(file) && graph.has(imported)) found.add(imported)
    }
  }
  return found
}

/** The imports of a graph of files, named by their paths in `core/src`, that go up: `[file, imported]`. Types count. */
export const upward = (graph) => {
  const low = repositories(graph)
  const levelOf = (file) => {
    const level = levelOfFolder.get(folderOf(file)) ?? resources
    return low.has(file) ? Math.min(level, storage) : level
  }
  return [...graph].flatMap(([file, imported]) =>
    imported
      .filter((other) => graph.has(other) && levelOf(other) > levelOf(file))
      .map((other) => [file, other, layers[levelOf(file)].name, layers[levelOf(other)].name])
  )
}

const graphOf = (folder) => {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts"))
  const path = (file) => relative(folder, file).split(sep).join("/")
  return new Map(
    names.map((name) => {
      const file = join(folder, name)
      const specifiers = importsOf(file, readFileSync(file, "utf8")).map(({ specifier }) => specifier)
      const own = specifiers.filter((specifier) => specifier.startsWith("."))
      return [path(file), own.map((each) => path(resolve(dirname(file), each.replace(/\.js$/, ".ts"))))]
    })
  )
}

/** All problems in the core of a workspace, one line each. */
export const checkLayers = (root) =>
  upward(graphOf(join(root, "packages/core/src"))).map(
    ([file, imported, from, to]) => `core/src/${file} is in the layer "${from}" and imports ${imported}, in "${to}"`
  )
