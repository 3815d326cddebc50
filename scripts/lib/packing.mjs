/** Prepares packages for publishing: the manifest, the build, and the files shared by the workspace. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { importsOf } from "./imports.mjs"
import { root } from "./toolchain.mjs"

/** The condition under which this workspace resolves its packages to their sources. */
const source = "lectern-source"

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** The folders in `packages` whose packages are published. */
export const published = () =>
  readdirSync(join(root, "packages")).filter((name) => {
    const folder = join(root, "packages", name)
    return existsSync(join(folder, "package.json")) && readManifest(folder).private !== true
  })

const buildInfo = "!dist/.tsbuildinfo"

/** The packages whose manifest does not leave out the build info of TypeScript, which `npm pack` would take; one line each. */
export const packsBuildInfo = () =>
  published()
    .filter((name) => !readManifest(join(root, "packages", name)).files.includes(buildInfo))
    .map((name) => `packages/${name}/package.json: files: expected ${buildInfo}`)

/** A target of `exports` without the condition for sources; `undefined` if it has nothing else. */
const publishedTarget = (target) => {
  if (typeof target === "string") return target
  const { [source]: _, ...rest } = target
  const conditions = Object.keys(rest)
  if (conditions.length === 0) return undefined
  return conditions.length === 1 && conditions[0] === "default" ? rest.default : rest
}

/** The published manifest, without entries that only the workspace needs, such as the condition for sources. */
export const publishedManifest = ({ devDependencies: _, scripts: __, ...manifest }) => ({
  ...manifest,
  exports: Object.fromEntries(
    Object.entries(manifest.exports)
      .map(([subpath, target]) => [subpath, publishedTarget(target)])
      .filter(([, target]) => target !== undefined)
  )
})

/**
 * The specifiers in `exports` that users may import, such as `@lectern/core/spaces/Spaces`, with their modules in
 * `src`.
 */
export const publicModules = ({ exports, name }) =>
  new Map(
    Object.entries(exports).flatMap(([subpath, target]) => {
      const file = typeof target === "string" ? undefined : target[source]
      return file === undefined || subpath.includes("*") ? [] : [[name + subpath.slice(1), file.slice("./src/".length)]]
    })
  )

/** Files that are not published: build info of tools, and output of deleted sources. */
const stale = (folder) => {
  const dist = join(folder, "dist")
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
  const gone = files
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => file.slice(0, -".d.ts".length))
    .filter((module) => !existsSync(join(folder, "src", `${module}.ts`)))
  const leftovers = gone.flatMap((module) => [".d.ts", ".js", ".js.map"].map((end) => `${module}${end}`))
  const ofTools = files.filter((file) =>
    /\.d\.ts\.map$|\.tsbuildinfo$|^program[\\/]inputs\.json$|^for-tests[\\/]/.test(file)
  )
  return [...leftovers, ...ofTools].map((file) => join(dist, file))
}

/**
 * The files of the workspace that a package includes: all packages the same ones, and the manual for packages that ship
 * it.
 */
const shared = (manifest) => ["LICENSE", "CHANGELOG.md", ...(manifest.files.includes("docs") ? ["docs"] : [])]

/** Copies the shared files into the folder of a package, and returns their paths. */
export const addShared = (folder, manifest) =>
  shared(manifest).map((name) => {
    const target = join(folder, name)
    cpSync(join(root, name), target, { recursive: true })
    return target
  })

/** Copies a built package to a folder, as it is published. */
export const stage = (name, target) => {
  const folder = join(root, "packages", name)
  const manifest = readManifest(folder)
  mkdirSync(target, { recursive: true })
  const left = new Set(stale(folder))
  for (const entry of ["README.md", ...manifest.files]) {
    const from = join(folder, entry)
    if (existsSync(from)) cpSync(from, join(target, entry), { recursive: true, filter: (file) => !left.has(file) })
  }
  addShared(target, manifest)
  writeFileSync(join(target, "package.json"), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
}

const original = (folder) => join(folder, ".package.json.workspace")

/**
 * Turns the folder of a package into its published form, until {@link restore}, for `npm pack` and `npm publish` in it.
 */
export const prepare = (folder) => {
  restore(folder)
  const manifest = readManifest(folder)
  addShared(folder, manifest)
  for (const file of stale(folder)) if (!file.endsWith(".tsbuildinfo")) rmSync(file, { force: true })
  cpSync(join(folder, "package.json"), original(folder))
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
}

/** Undoes {@link prepare}; does nothing if it was not called. */
export const restore = (folder) => {
  const kept = original(folder)
  if (!existsSync(kept)) return
  cpSync(kept, join(folder, "package.json"))
  for (const name of shared(readManifest(folder))) rmSync(join(folder, name), { recursive: true, force: true })
  rmSync(kept)
}

const addressed = (exports, subpath) =>
  Object.keys(exports).some((key) => {
    const [head, tail] = key.split("*")
    return tail === undefined ? key === subpath : subpath.startsWith(head) && subpath.endsWith(tail)
  })

/**
 * The imports between staged packages that are not exported, one line each. `folders` maps package names to folders.
 */
export const unexported = (folders) => {
  const manifests = new Map([...folders].map(([name, folder]) => [`@lectern/${name}`, readManifest(folder)]))
  return [...folders.values()].flatMap((folder) => {
    const files = readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" })
    return files.flatMap((file) => {
      if (!/\.(js|d\.ts)$/.test(file)) return []
      const text = readFileSync(join(folder, "dist", file), "utf8")
      const inTypes = Array.from(text.matchAll(/import\("(@lectern\/[^"]+)"\)/g), ([, specifier]) => specifier)
      const imported = importsOf(join(folder, "dist", file), text)
      return [...new Set([...imported, ...inTypes])].flatMap((specifier) => {
        const [, name, subpath] = /^(@lectern\/[^/]+)(.*)$/.exec(specifier) ?? []
        if (name === undefined) return []
        const manifest = manifests.get(name)
        return manifest !== undefined && addressed(manifest.exports, `.${subpath}`)
          ? []
          : [`${join(folder, "dist", file)}: ${specifier} is not exported`]
      })
    })
  })
}

/** The folder of the package that an npm script runs for. */
export const currentPackage = () => dirname(process.env.npm_package_json ?? join(process.cwd(), "package.json"))
