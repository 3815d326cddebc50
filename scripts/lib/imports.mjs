/** Reads the imports of TypeScript sources, and finds forbidden and circular ones. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { dirname, join, relative, resolve, sep } from "node:path"
import { parseSync } from "oxc-parser"
import { floorProblems } from "./floors.mjs"

/**
 * The imports from this workspace that each package may have, and whether it may use Node: everywhere, or only in one
 * folder. Dependencies point one way: from the command line to HTTP to core, and from storages to core. `client` is what
 * its folder of that name may import, which is bundled when the package is built, so that whoever installs it needs none.
 */
export const rules = {
  core: { workspace: [], node: false, forbidden: [/^@effect\//] },
  "storage-memory": { workspace: ["core"], node: false, forbidden: [/^@effect\//] },
  "storage-sql": { workspace: ["core"], node: false, forbidden: [/-node$/] },
  "storage-sqlite": { workspace: ["core", "storage-sql"], node: true, forbidden: [] },
  "storage-postgres": { workspace: ["core", "storage-sql"], node: true, forbidden: [] },
  "storage-testing": { workspace: ["core"], node: true, forbidden: [] },
  node: { workspace: ["core"], node: true, forbidden: [] },
  importers: { workspace: ["core"], node: false, forbidden: [/^@effect\//] },
  http: { workspace: ["core"], node: "engine/node", forbidden: [/-node$/, /^@effect\/sql/] },
  reader: { workspace: ["core", "http"], node: "node", forbidden: [/^@effect\//] },
  console: {
    workspace: ["core", "http"],
    client: ["core", "importers", "reader"],
    node: "node",
    forbidden: [/^@effect\//]
  },
  server: {
    workspace: [
      "console",
      "core",
      "node",
      "importers",
      "http",
      "reader",
      "storage-memory",
      "storage-postgres",
      "storage-sql",
      "storage-sqlite"
    ],
    node: true,
    forbidden: []
  },
  benchmark: {
    workspace: [
      "console",
      "core",
      "node",
      "importers",
      "http",
      "reader",
      "server",
      "storage-memory",
      "storage-postgres",
      "storage-sqlite",
      "storage-testing"
    ],
    node: true,
    forbidden: []
  }
}

/** The specifiers of all imports of a source text: of values and types, exported again, and made when they are needed. */
export const importsOf = (file, text) => {
  const { errors, module } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const again = module.staticExports.flatMap(({ entries }) => entries.find((entry) => entry.moduleRequest) ?? [])
  const later = module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end))
  return [
    ...[...module.staticImports, ...again].map(({ moduleRequest }) => moduleRequest.value),
    ...later.filter((written) => /^["'][^"']*["']$/.test(written)).map((written) => written.slice(1, -1))
  ]
}

/** The codecs of rows, the only places where parsed JSON is cast. */
const rowCodecs = new Set([
  "packages/core/src/storage/rows/RowJson.ts",
  "packages/storage-postgres/src/PostgresReads.ts"
])

/** Whether a source text casts parsed JSON without checking it. */
export const castsJson = (file, text) => {
  if (!text.includes("JSON.parse")) return false
  const isParse = (node) =>
    node.type === "CallExpression" && text.slice(node.callee.start, node.callee.end) === "JSON.parse"
  const inner = (node) => (node.type === "ParenthesizedExpression" ? inner(node.expression) : node)
  const isCast = (node) =>
    (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") &&
    node.typeAnnotation.type !== "TSUnknownKeyword" &&
    isParse(inner(node.expression))
  const isUnknown = (annotation) => annotation?.typeAnnotation.type === "TSUnknownKeyword"
  const isDeclared = (node) =>
    (node.type === "VariableDeclarator" &&
      node.init !== null &&
      isParse(inner(node.init)) &&
      node.id.typeAnnotation !== undefined &&
      node.id.typeAnnotation !== null &&
      !isUnknown(node.id.typeAnnotation)) ||
    (node.type === "ArrowFunctionExpression" &&
      isParse(inner(node.body)) &&
      node.returnType !== undefined &&
      node.returnType !== null &&
      !isUnknown(node.returnType))
  const search = (node) =>
    typeof node === "object" &&
    node !== null &&
    ((typeof node.type === "string" && (isCast(node) || isDeclared(node))) || Object.values(node).some(search))
  return search(parseSync(file, text).program)
}

const packageName = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")

/** Why a package may not have this import, or `undefined`. `dependencies` are those declared in its package.json. */
export const forbidden = (name, rule, dependencies, specifier) => {
  if (specifier.startsWith(".")) return undefined
  if (isBuiltin(specifier)) return rule.node ? undefined : `${name} must run without Node, but imports ${specifier}`
  const imported = packageName(specifier)
  if (imported === `@lectern/${name}`) return `import your own files by a relative path, not as ${specifier}`
  if (imported.startsWith("@lectern/") && !rule.workspace.includes(imported.slice("@lectern/".length))) {
    return `${name} must not depend on ${imported}`
  }
  if (rule.forbidden.some((pattern) => pattern.test(imported))) return `${name} must not depend on ${imported}`
  if (!dependencies.has(imported) && !dependencies.has(`@types/${imported}`)) {
    return `${imported} is not among the dependencies of ${name}`
  }
  return undefined
}

/** Whether a rule allows a file to use Node. */
export const mayUseNode = ({ node }, source, file) =>
  node === true || (typeof node === "string" && relative(source, file).split(sep).join("/").startsWith(`${node}/`))

/** The cycles in a graph from each node to the nodes it imports. Each is reported once, as a list of nodes. */
export const circles = (graph) => {
  const state = new Map()
  const found = []
  const visit = (node, path) => {
    state.set(node, "open")
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === "open") found.push([...path.slice(path.indexOf(next)), next])
      else if (!state.has(next)) visit(next, [...path, next])
    }
    state.set(node, "done")
  }
  for (const node of graph.keys()) if (!state.has(node)) visit(node, [node])
  return found
}

const sources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))

/** The source of a module that is imported by its path. */
const sourceOf = (path) =>
  [".ts", ".tsx"].map((ending) => path.replace(/\.js$/, ending)).find((file) => existsSync(file)) ?? path

/** All problems in `packages/<name>/src` of a workspace, one line each. */
export const check = (root) => {
  const problems = []
  const graph = new Map()
  for (const [name, rule] of Object.entries(rules)) {
    const folder = join(root, "packages", name)
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const dependencies = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))
    const source = join(folder, "src")
    const client = {
      rule: { ...rule, workspace: rule.client ?? rule.workspace },
      dependencies: new Set([...dependencies, ...Object.keys(manifest.devDependencies ?? {})])
    }
    for (const file of sources(source)) {
      const edges = new Set()
      const text = readFileSync(file, "utf8")
      const path = relative(root, file).split(sep).join("/")
      if (!rowCodecs.has(path) && castsJson(file, text))
        problems.push(`${path}: decode parsed JSON instead of casting it`)
      const node = mayUseNode(rule, source, file)
      const isClient = rule.client !== undefined && file.startsWith(join(source, "client/"))
      const allowed = isClient ? client : { rule, dependencies }
      for (const specifier of importsOf(file, text)) {
        const imported = resolve(dirname(file), specifier)
        const problem =
          !node && specifier.startsWith(".") && mayUseNode(rule, source, imported)
            ? `only modules of ${rule.node}/ may use Node, and so import ${specifier}`
            : forbidden(name, { ...allowed.rule, node }, allowed.dependencies, specifier)
        if (problem) problems.push(`${path}: ${problem}`)
        if (specifier.startsWith(".")) edges.add(sourceOf(resolve(dirname(file), specifier)))
      }
      graph.set(file, edges)
    }
  }
  const short = (file) => relative(join(root, "packages"), file).split(sep).join("/")
  const shortGraph = new Map(Array.from(graph, ([file, edges]) => [short(file), [...edges].map(short)]))
  for (const circle of circles(shortGraph)) problems.push(`circular import: ${circle.join(" -> ")}`)
  return [...problems, ...floorProblems(shortGraph)]
}
