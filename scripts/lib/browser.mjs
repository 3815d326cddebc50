/** Bundles for the browser, and what is in them. */
import { isBuiltin } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { root } from "./toolchain.mjs"

/**
 * Bundles a module of `scripts/browser` as an application would: minified, for the browser, with chunks of their own for
 * what `import()` loads. Nothing is written; `outputFiles` and `metafile` have the result.
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

/** The names of the chunks that the entry needs before its first line runs: itself, and what it imports statically. */
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

/** What a bundle imports of Node, which no browser has. */
export const builtins = ({ inputs, outputs }) => {
  const imports = [...Object.values(inputs), ...Object.values(outputs)].flatMap((each) => each.imports)
  return [...new Set(imports.filter(({ external, path }) => external && isBuiltin(path)).map(({ path }) => path))]
}

/** The package that a module belongs to; those of this workspace by the name of their folder. */
export const packageOf = (input) => {
  const installed = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)
  return installed?.[1] ?? /^packages\/([^/]+)/.exec(input)?.[1] ?? "program"
}

/** Bytes of a file as it is sent. */
const gzipped = (contents) => gzipSync(contents, { level: 9 }).length

/** Bytes over the wire of each chunk of a bundle, by its name. */
export const sizes = ({ metafile, outputFiles }) => {
  const names = Object.keys(metafile.outputs)
  const contentsOf = (name) => outputFiles.find(({ path }) => path.endsWith(name)).contents
  return new Map(names.map((name) => [name, gzipped(contentsOf(name))]))
}

/**
 * Bytes over the wire by what `groupOf` makes of each module, largest first: every module has the share of its chunk
 * that its minified text has in it.
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
