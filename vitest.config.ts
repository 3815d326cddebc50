import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig, mergeConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification, type Vite } from "vitest/node"
import { common } from "./packages/testing/src/Shared.js"

/**
 * Files that take longest, the longest first. Whatever is not here is short, and it does no harm if the list is not
 * quite true: it only decides how long one processor waits for the other in the end.
 */
const longest = [
  "packages/server/test/start.test.ts",
  "packages/server/test/jobs/imports.test.ts",
  "packages/server/test/history/history.test.ts",
  "packages/server/test/copy/",
  "packages/http/test/contract/operations.test.ts",
  "packages/storage-postgres/test/contract.test.ts",
  "packages/server/test/sign-in/pages.test.ts",
  "packages/reader/test/browser",
  "packages/server/test/docs/typescript.test.ts",
  "packages/benchmark/test/fuzz.test.ts",
  "packages/core/test/content/uploads/uploads.test.ts",
  "packages/server/test/hostile-texts.test.ts",
  "packages/server/test/uploads.test.ts",
  "packages/core/test/content/placement/moves.test.ts",
  "packages/http/test/people/access/visibility.test.ts",
  "packages/http/test/people/api-tokens/tokenLimits.test.ts",
  "packages/storage-sqlite/test/contract.test.ts",
  "packages/server/test/crash.test.ts",
  "packages/core/test/content/change-requests/crowd.test.ts",
  "packages/server/test/import-crash.test.ts",
  "packages/http/test/people/access/callers.test.ts",
  "packages/core/test/content/openapi-registry/specs.test.ts",
  "packages/core/test/people/access/agreement.test.ts",
  "packages/server/test/commands.test.ts",
  "packages/node/test/pdf/",
  "packages/core/test/content/change-requests/undecidedCases.test.ts",
  "packages/importers/test/html/hostile.test.ts",
  "packages/core/test/engine/texts/hostile.test.ts",
  "packages/node/test/workers/WorkerPool.test.ts",
  "packages/node/test/blobs/",
  "packages/core/test/content/",
  "packages/storage-sqlite/test/",
  "packages/server/test/",
  "packages/storage-memory/test/"
]

const place = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((path) => moduleId.includes(path))
  return found === -1 ? longest.length : found
}

/** The longest files first, then the others as vitest orders them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

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

/** What all tests share, and the order of their files. They test what was built, as it is published. */
export default mergeConfig(
  common,
  defineConfig({
    plugins: [builtModules],
    test: {
      sequence: { sequencer: LongestFirst },
      server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } }
    }
  })
)
