import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig, mergeConfig } from "vitest/config"
import type { Vite } from "vitest/node"
import { common } from "./packages/testing/src/Shared.js"

const packages = join(import.meta.dirname, "packages")

/** The module that was built from a source, if there is one. */
const builtFrom = (name: string, module: string): string | undefined => {
  const file = join(packages, name, "dist", `${module}.js`)
  return existsSync(file) ? file : undefined
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default?: string }>>
}

const exportsOf = new Map<string, Manifest["exports"]>()

/** The built module at an address of a package: a public one, or the path of any module of it. */
const builtAt = (name: string, address: string): string | undefined => {
  const exports =
    exportsOf.get(name) ?? (JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8")) as Manifest).exports
  exportsOf.set(name, exports)
  const target = exports[address === "" ? "." : `./${address}`]
  const file = typeof target === "string" ? target : target?.default
  return builtFrom(name, file?.replace(/^\.\/dist\/(.+)\.js$/, "$1") ?? address)
}

/**
 * Has Node load the modules that were built instead of their sources, which takes less time: none is compiled again, and
 * V8 can inline what is imported. Tests import any module by its path, whether the package exports it or not.
 */
const builtModules: Vite.Plugin = {
  name: "built-modules",
  enforce: "pre",
  async resolveId(source, importer, options) {
    const [, name, address = ""] = /^@lectern\/([^/]+)(?:\/(.+))?$/.exec(source) ?? []
    const named = name === undefined ? undefined : builtAt(name, address)
    if (named !== undefined) return { id: named, external: true }
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    const [, place, path] = /\/packages\/([^/]+)\/src\/(.+)\.ts$/.exec(found?.id ?? "") ?? []
    const built = place === undefined || path === undefined ? undefined : builtFrom(place, path)
    return built === undefined ? found : { id: built, external: true }
  }
}

/** What all tests share. They test what was built, as it is published. */
export default mergeConfig(
  common,
  defineConfig({
    plugins: [builtModules],
    test: {
      server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } }
    }
  })
)
