/** Bundles the program into a few files: quick to start, and quick to build, since nothing is type-checked. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, isAbsolute, join, relative } from "node:path"
import { commonJsLoads } from "./commonJsLoads.mjs"
import { joinChunks } from "./join-chunks.mjs"
import { writeServedDocument } from "./servedDocument.mjs"
import { root } from "./toolchain.mjs"

const server = join(root, "packages/server")

/** The folder of the bundled program. */
export const programFolder = join(server, "dist/program")

/** The files that determine a bundle, in addition to the inputs. */
const besides = [
  "package-lock.json",
  "packages/http/openapi.json",
  "scripts/lib/bundle.mjs",
  "scripts/lib/commonJsLoads.mjs",
  "scripts/lib/join-chunks.mjs",
  "scripts/lib/servedDocument.mjs"
]

/** The search script of exported sites, in the package that exports them. */
const searchScript = join(root, "packages/reader/dist/client/search.js")

/** Records the inputs of a bundle with their sizes and modification times. */
const record = join(programFolder, "inputs.json")

/** Files of earlier bundles are kept for a day, since a running program may still load them. */
const stale = 24 * 60 * 60 * 1000

/** The scripts and styles of the console, in the package that serves them. */
const consoleFolder = join(root, "packages/console/dist/window")

const stateOf = (file) => {
  const status = statSync(join(root, file), { throwIfNoEntry: false })
  return status === undefined ? undefined : `${status.size} ${status.mtimeMs}`
}

/** Whether the bundled program is up to date. */
export const isBundled = () => {
  try {
    const { inputs, outputs } = JSON.parse(readFileSync(record, "utf8"))
    return (
      existsSync(searchScript) &&
      existsSync(consoleFolder) &&
      outputs.every((name) => existsSync(join(programFolder, name))) &&
      Object.entries(inputs).every(([file, state]) => stateOf(file) === state)
    )
  } catch {
    return false
  }
}

const removeOthers = (outputs, clean) => {
  for (const name of readdirSync(programFolder)) {
    const file = join(programFolder, name)
    if (outputs.includes(name) || file === record) continue
    if (clean || Date.now() - statSync(file).mtimeMs > stale) rmSync(file, { recursive: true })
  }
}

const programs = {
  lectern: join(server, "src/bin.ts"),
  // The programs of threads and processes are next to the rest, under the names by which they are looked up.
  WorkerProgram: join(server, "src/workspace/WorkerProgram.ts"),
  TypesetProcess: join(root, "packages/node/src/pdf/TypesetProcess.ts"),
  CardProcess: join(root, "packages/node/src/cards/CardProcess.ts"),
  StarterProcess: join(root, "packages/node/src/processes/StarterProcess.ts")
}

/**
 * The modules that a server has loaded when it is ready, including services that its start uses, and then the modules
 * that its rounds use.
 */
const serverStart =
  /^packages\/(server\/src\/start\/Serve|http\/src\/people\/scim\/ScimRoutes|core\/src\/(people\/(accounts\/Accounts|api-tokens\/ApiTokens|openid\/OpenIdSignIn)|operations\/(audit-events\/AuditEvents|key-rotation\/Secrets)|publishing\/site-reading\/SitePages))\.ts$/
const serverRounds =
  /^packages\/core\/src\/(operations\/garbage-collection\/Blobs|people\/(rate-limits\/RateLimits|sign-in\/SignIn)|content\/(imports\/ImportJobs|openapi-registry\/(OpenAPISpecs|SpecProcessing)|spaces\/SpacePurge|uploads\/Uploads))\.ts$/
/**
 * The commands that need only accounts are quick, with the modules that they load on first use; all others load the
 * engine.
 */
const accountCommand = /^packages\/(server\/src\/commands\/Token|core\/src\/operations\/audit-events\/Recording)\.ts$/
const command = /^packages\/server\/src\/commands\/(?!(Start|Token)\.ts)/

/**
 * The files of a bundle that are loaded together. `together`: by each program at its start, by every command, by a
 * server, and by its rounds. `apart`: by other commands, and by everything that is loaded on first use.
 */
const loadsOf = ({ outputs }) => {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined)
  const filesOf = (matches) =>
    entries.flatMap(([file, { entryPoint }]) => (matches(entryPoint) ? [basename(file)] : []))
  const paths = Object.values(programs).map((file) => relative(root, file))
  const atStart = [...paths, "packages/server/src/RunProcess.ts"]
  return {
    together: [
      ...atStart.map((path) => filesOf((entry) => entry === path)),
      filesOf((entry) => serverStart.test(entry)),
      filesOf((entry) => serverRounds.test(entry))
    ],
    apart: [
      filesOf((entry) => accountCommand.test(entry)),
      filesOf((entry) => command.test(entry)),
      filesOf(
        (entry) =>
          ![serverStart, serverRounds, accountCommand, command].some((part) => part.test(entry)) &&
          !atStart.includes(entry)
      )
    ]
  }
}

/** Bundled CommonJS modules call `require`. */
const requiring =
  'import { createRequire as requireOfBundle } from "node:module"; const require = requireOfBundle(import.meta.url);'

/** Most files have no such module, and start faster without it. The line stays, so that source maps are still right. */
const withoutRequire = (outputs) => {
  for (const output of outputs) {
    if (!output.endsWith(".js")) continue
    const file = join(root, output)
    const [before, after = ""] = readFileSync(file, "utf8").split(requiring)
    if (!/\brequire\b/.test(after)) writeFileSync(file, before + after)
  }
}

/** The options of a bundle for browsers. */
const forBrowsers = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2022",
  conditions: ["lectern-source"],
  metafile: true,
  logLevel: "error"
}

const bundleSearch = async (build) => {
  const { metafile } = await build({
    ...forBrowsers,
    entryPoints: [join(root, "packages/reader/src/export/client/main.ts")],
    outfile: searchScript,
    format: "iife"
  })
  return metafile
}

/** Bundles the console for browsers; the names of files change with what is in them. */
export const bundleConsole = async (build) => {
  rmSync(consoleFolder, { recursive: true, force: true })
  const { metafile } = await build({
    ...forBrowsers,
    entryPoints: [join(root, "packages/console/src/client/main.tsx")],
    outdir: consoleFolder,
    splitting: true,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]"
  })
  const worker = await build({
    ...forBrowsers,
    entryPoints: [join(root, "packages/console/src/client/worker/TextWorker.ts")],
    outdir: consoleFolder,
    format: "iife",
    // Some packages ask the document for help in browsers; a worker has none.
    conditions: [...forBrowsers.conditions, "worker"],
    entryNames: "[name]-[hash]"
  })
  return { inputs: { ...metafile.inputs, ...worker.metafile.inputs } }
}

/**
 * Bundles the program, the console and the search script of exported sites; `clean` deletes earlier bundles. Throws if that fails.
 */
export const bundle = async ({ clean = false } = {}) => {
  writeServedDocument()
  const { build, stop } = await import("esbuild")
  mkdirSync(programFolder, { recursive: true })
  const options = {
    absWorkingDir: root,
    minifySyntax: true,
    minifyWhitespace: true,
    // Stack traces only need names and line numbers from the sources.
    sourcesContent: false,
    platform: "node",
    target: "node20.11",
    format: "esm",
    logLevel: "error"
  }
  const bundled = await build({
    ...options,
    entryPoints: programs,
    outdir: programFolder,
    write: false,
    bundle: true,
    // Code that a command does not need is in files that it does not load.
    splitting: true,
    chunkNames: "[name]-[hash]",
    sourcemap: "inline",
    conditions: ["lectern-source"],
    external: ["better-sqlite3", "@myriaddreamin/typst-ts-node-compiler", "@node-rs/argon2", "@resvg/resvg-wasm"],
    metafile: true
  })
  const problems = commonJsLoads(bundled.metafile)
  if (problems.length > 0) throw new Error(problems.join("\n"))
  const metafile = await joinChunks({
    build,
    bundled,
    loads: loadsOf(bundled.metafile),
    programs: Object.keys(programs).map((name) => `${name}.js`),
    outdir: programFolder,
    options: { ...options, sourcemap: "linked", banner: { js: requiring } }
  })
  withoutRequire(Object.keys(metafile.outputs))
  const search = await bundleSearch(build)
  const client = await bundleConsole(build)
  // Its process would keep more than a gigabyte for as long as this one runs, which may go on to start the server.
  await stop()
  const outputs = Object.keys(metafile.outputs).map((file) => relative(programFolder, join(root, file)))
  const inputs = Object.keys({ ...bundled.metafile.inputs, ...search.inputs, ...client.inputs }).filter(
    (file) => !isAbsolute(file) && !file.includes(":")
  )
  const states = Object.fromEntries([...besides, ...inputs].map((file) => [file, stateOf(file)]))
  writeFileSync(record, JSON.stringify({ inputs: states, outputs }))
  removeOthers(outputs, clean)
  return metafile
}
