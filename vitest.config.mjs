import { existsSync } from "node:fs"
import { join } from "node:path"
import { defineConfig, mergeConfig } from "vitest/config"
import { common } from "./packages/testing/src/Shared.js"
import { publicAddresses } from "./scripts/lib/addresses.mjs"

const root = import.meta.dirname
const addresses = publicAddresses(root)

/** The module that was built from a source of a package, if there is one. */
const builtFrom = (name, source) => {
  const file = join(root, "packages", name, "dist", source.replace(/\.ts$/, ".js"))
  return existsSync(file) ? { id: file, external: true } : undefined
}

/** The built module at a public address, or at the path of any module of a package. */
const builtAt = (specifier) => {
  const [, name, path] = /^@lectern\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  return name && builtFrom(name, addresses.get(specifier) ?? `${path}.ts`)
}

/**
 * Has Node load the modules that were built instead of their sources, which takes less time: none is compiled again, and
 * V8 can inline what is imported. Tests import any module by its path, whether the package exports it or not.
 */
const builtModules = {
  name: "built-modules",
  enforce: "pre",
  async resolveId(source, importer, options) {
    const built = builtAt(source)
    if (built) return built
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    const [, name, path] = /\/packages\/([^/]+)\/src\/(.+)$/.exec(found?.id ?? "") ?? []
    return (name && builtFrom(name, path)) ?? found
  }
}

/** The configuration of all tests together. They test what was built, as it is published. */
export default mergeConfig(
  common,
  defineConfig({
    plugins: [builtModules],
    test: {
      server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } }
    }
  })
)
