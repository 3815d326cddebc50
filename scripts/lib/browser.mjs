/** Bundles for the browser and analyzes the bundles. */
import { isBuiltin } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { root } from "./toolchain.mjs"

/**
 * Bundles a module of `scripts/browser` as an application would: minified, for the browser, with separate chunks for
 * modules that `import()` loads. Nothing is written; `outputFiles` and `metafile` contain the result.
 */
export const bundle = (entry, options = {}) =>
  build({
    entryPoints: [join(root, "scripts/browser", entry)],
    absWorkingDir: root,
    outdir: join(root, "node_modules/.cache/browser"),
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    legalComments: "none",
    logLevel: "error",
    ...options
  })

/**
 * The names of the chunks that the entry needs before its first line runs: itself, and everything that it imports
 * statically.
 */
export const firstLoad = ({ outputs }) => {
  const [entry] = Object.keys(outputs).filter((name) => outputs[name].entryPoint?.startsWith("scripts/browser/"))
  const found = new Set([entry])
  for (const name of found) {
    for (const { kind, path } of outputs[name].imports) {
      if (kind === "import-statement" && path in outputs) found.add(path)
    }
  }
  return found
}

/** The modules of Node that a bundle imports, which no browser has. */
export const builtins = ({ inputs, outputs }) => {
  const imports = [...Object.values(inputs), ...Object.values(outputs)].flatMap((each) => each.imports)
  return [...new Set(imports.filter(({ external, path }) => external && isBuiltin(path)).map(({ path }) => path))]
}

/** The package of a module; packages of this workspace are named by their folder. */
export const packageOf = (input) => {
  const installed = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)
  return installed?.[1] ?? /^packages\/([^/]+)/.exec(input)?.[1] ?? "program"
}

/** The size of a file after gzip, in bytes. */
const gzipped = (contents) => gzipSync(contents, { level: 9 }).length

/** The compressed size of each chunk of a bundle, by its name. */
export const sizes = ({ metafile, outputFiles }) => {
  const names = Object.keys(metafile.outputs)
  const contentsOf = (name) => outputFiles.find(({ path }) => path.endsWith(name)).contents
  return new Map(names.map((name) => [name, gzipped(contentsOf(name))]))
}

/**
 * The compressed bytes per group of modules, largest first; `groupOf` maps a module to its group. A module accounts for
 * the share of its chunk that its minified text has in it.
 */
export const shares = ({ outputs }, chunks, bytes, groupOf) => {
  const found = new Map()
  for (const name of chunks) {
    const { bytes: minified, inputs } = outputs[name]
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const group = groupOf(input)
      found.set(group, (found.get(group) ?? 0) + (bytesInOutput / minified) * bytes.get(name))
    }
  }
  return [...found].sort(([, a], [, b]) => b - a)
}
