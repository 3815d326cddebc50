/** The layers of core, and the imports that point upward. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { importsOf } from "./imports.mjs"

/**
 * The layers from lowest to highest, with their folders in `packages/core/src`. Folders that are not listed belong to
 * the layer of resources. The repositories of resources, and the models they import from their own folder, are in the
 * layer of storage.
 */
export const layers = [
  {
    name: "kernel",
    folders: [
      "errors",
      "ids",
      "loading",
      "order-keys",
      "outbound",
      "quotas",
      "scheduling",
      "schema",
      "secrets",
      "telemetry",
      "urls",
      "workers"
    ]
  },
  { name: "texts", folders: ["conditions", "markdown", "openapi", "similarity"] },
  { name: "storage", folders: ["blobs", "content", "jobs", "lists", "search-index", "services", "storage"] },
  { name: "access", folders: ["access"] },
  { name: "versions", folders: ["content-tree", "git-layout", "indexing", "link-index", "merge", "versioning"] },
  { name: "resources", folders: [] },
  { name: "engine", folders: ["engine", ""] }
]

const levelOfFolder = new Map(layers.flatMap(({ folders }, level) => folders.map((folder) => [folder, level])))
const resources = layers.findIndex(({ name }) => name === "resources")
const storage = layers.findIndex(({ name }) => name === "storage")

const folderOf = (file) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "")

/** Matches repositories, and what is declared of their tables next to them. */
const declared = /(?:Repository|[a-z]Audits|[a-z]Invariants)\.ts$/

/** The repositories, and everything they import from their own folder, directly or indirectly. */
const repositories = (graph) => {
  const found = new Set([...graph.keys()].filter((file) => declared.test(file)))
  for (const file of found) {
    for (const imported of graph.get(file) ?? []) {
      if (folderOf(imported) === folderOf(file) && graph.has(imported)) found.add(imported)
    }
  }
  return found
}

/**
 * The upward imports in a graph of files, by their paths in `core/src`: `[file, imported]`. Type-only imports count.
 */
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

/**
 * The imports between folders of one layer that close a cycle. Folders up to storage contain models, which refer to each
 * other's ids, and are not checked.
 */
export const circular = (graph) => {
  const low = repositories(graph)
  const edges = new Map()
  for (const [file, imported] of graph) {
    const from = folderOf(file)
    const level = levelOfFolder.get(from) ?? resources
    if (level <= storage || low.has(file)) continue
    for (const other of imported) {
      const to = folderOf(other)
      if (to === from || low.has(other) || !graph.has(other) || (levelOfFolder.get(to) ?? resources) !== level) continue
      if (!edges.has(from)) edges.set(from, new Map())
      edges.get(from).set(to, [...(edges.get(from).get(to) ?? []), `${file} imports ${other}`])
    }
  }
  const reaches = (from, to) => {
    const seen = new Set()
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === to) return true
      if (seen.has(at)) continue
      seen.add(at)
      open.push(...(edges.get(at)?.keys() ?? []))
    }
    return false
  }
  return [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => reaches(to, from))
      .map(([to, files]) => `folders import each other in a circle: ${from} and ${to}, as ${files[0]}`)
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
export const checkLayers = (root) => {
  const graph = graphOf(join(root, "packages/core/src"))
  const up = upward(graph).map(
    ([file, imported, from, to]) => `core/src/${file} is in the layer "${from}" and imports ${imported}, in "${to}"`
  )
  return [...up, ...circular(graph)]
}
