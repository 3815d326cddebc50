/**
 * The API reference as pages of the manual, made by typedoc from the public modules. Typedoc needs an older compiler than
 * the workspace has, so both are installed apart, in the cache, when they are first needed.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { publicModules, published } from "./packing.mjs"
import { Failure, root } from "./toolchain.mjs"

const cache = join(root, "node_modules/.cache/reference")

/** Installs typedoc, unless what is there is what is asked for. */
const install = () => {
  const wanted = readFileSync(join(root, "scripts/reference/package.json"), "utf8")
  const manifest = join(cache, "package.json")
  const done = join(cache, "node_modules/.package-lock.json")
  if (existsSync(done) && existsSync(manifest) && readFileSync(manifest, "utf8") === wanted) return
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  writeFileSync(manifest, wanted)
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    {
      cwd: cache,
      encoding: "utf8",
      shell: process.platform === "win32"
    }
  )
  if (status !== 0) throw new Failure(`typedoc could not be installed\n${stderr}`)
}

/** The public modules: the file of each with its shortest address. */
const modules = () => {
  const found = new Map()
  for (const name of published()) {
    const folder = join(root, "packages", name)
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    for (const [address, module] of publicModules(manifest)) {
      const file = join(folder, "src", module)
      if (!found.has(file)) found.set(file, address)
    }
  }
  return found
}

const configure = (files) => {
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      incremental: false,
      noEmit: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      plugins: []
    },
    files
  }
  const file = join(cache, "tsconfig.json")
  writeFileSync(file, JSON.stringify(config))
  return file
}

/** The table of contents below a heading: a page for each package, and below it one for each of its modules. */
const contents = (addresses, path) => {
  const packageOf = (address) => address.split("/").slice(0, 2).join("/")
  const lines = addresses.toSorted().map((address) => {
    const nested = packageOf(address) !== address && addresses.includes(packageOf(address))
    return `${nested ? "  " : ""}* [${address}](${path}/${address.slice("@lectern/".length)}.md)`
  })
  return `\n## Reference\n\n${lines.join("\n")}\n`
}

/**
 * Writes the reference into the folder `reference` of a manual, and its table of contents at the end of the manual's. Pages
 * are named by the addresses of their modules.
 */
export const addReference = async (manual) => {
  install()
  const { Application } = await import(pathToFileURL(join(cache, "node_modules/typedoc/dist/index.js")).href)
  const addresses = modules()
  const app = await Application.bootstrapWithPlugins({
    entryPoints: [...addresses.keys()],
    plugin: [join(cache, "node_modules/typedoc-plugin-markdown/dist/index.js")],
    tsconfig: configure([...addresses.keys()]),
    // The compiler of the workspace checks the sources; this one only reads them.
    skipErrorChecking: true,
    readme: "none",
    excludeExternals: true,
    excludePrivate: true,
    excludeInternal: true,
    disableSources: true,
    logLevel: "Error",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    outputFileStrategy: "modules",
    useCodeBlocks: true,
    entryFileName: "modules",
    validation: { notExported: false, invalidLink: false, notDocumented: false }
  })
  const project = await app.convert()
  if (project === undefined) throw new Failure("typedoc could not read the sources")
  for (const module of project.children ?? []) {
    const address = addresses.get(project.files.getReflectionPath(module) ?? "")
    if (address === undefined) throw new Failure(`typedoc has a module of no address: ${module.name}`)
    module.name = address.slice("@lectern/".length)
  }
  const target = join(manual, "reference")
  await app.outputs.writeOutput({ name: "markdown", path: target }, project)
  rmSync(join(target, "modules.md"), { force: true })
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    writeFileSync(file, readFileSync(file, "utf8").replace(/^# /m, "# @lectern/"))
  }
  const summary = join(manual, "SUMMARY.md")
  if (existsSync(summary)) {
    const before = readFileSync(summary, "utf8").replace(/\n## Reference\n[\s\S]*$/, "")
    writeFileSync(summary, `${before.trimEnd()}\n${contents([...addresses.values()], "reference")}`)
  }
  return addresses.size
}
