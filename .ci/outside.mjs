/**
 * Packs every package, installs the tarballs in an empty project outside the checkout, and uses them as a user would.
 * Arguments: substrings of the names of the checks to run.
 */
import { ok } from "node:assert/strict"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  addressesOf,
  everything,
  install,
  pack,
  plain,
  programOf,
  root,
  run,
  runChecks,
  strictest
} from "./lib/project.mjs"
import { manual, served } from "./lib/served.mjs"

const folder = mkdtempSync(join(tmpdir(), "lectern-outside-"))
const project = join(folder, "project")
const built = join(project, "built")
const tarballs = pack(join(folder, "tarballs"))
const installed = (name) => join(project, "node_modules", name)
const binary = (name) => join(project, "node_modules/.bin", name)
const node = (...args) => run(process.execPath, args, project)

const addresses = () => addressesOf(project, [...tarballs.keys()])

const setUp = async () => {
  const manifest = JSON.parse(readFileSync(join(root, ".ci/outside/package.json"), "utf8"))
  const ours = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  await install(project, { ...manifest, dependencies: { ...manifest.dependencies, ...ours } })
  cpSync(join(root, ".ci/outside/src"), join(project, "src"), { recursive: true })
  writeFileSync(join(project, "src/everything.ts"), everything(addresses()))
  writeFileSync(join(project, "src/readme.ts"), programOf(join(root, "README.md")))
  const files = readdirSync(join(project, "src")).filter((file) => !/browser|test/.test(file))
  const { build } = await import(join(installed("esbuild"), "lib/main.js"))
  await build({ entryPoints: files.map((file) => join(project, "src", file)), outdir: built, format: "esm" })
}

/** Type-checks everything, including the declarations of dependencies, with the compiler that most users have. */
const types =
  (module, moduleResolution, options = strictest, compiler = "typescript") =>
  async () => {
    const config = join(project, "tsconfig.json")
    writeFileSync(
      config,
      JSON.stringify({ compilerOptions: { ...options, module, moduleResolution }, include: ["src"] })
    )
    await run(process.execPath, [join(installed(compiler), "bin/tsc"), "-p", config], project, { timeout: 300_000 })
  }

/** Older compilers do not know the declarations of `effect`. */
const unchecked = { ...plain, skipLibCheck: true }

const twice = async () => {
  const at = join(folder, "readme")
  mkdirSync(at)
  for (let count = 0; count < 2; count++) {
    const printed = await run(process.execPath, [join(built, "readme.js")], at)
    const [, expected] = /\/\/ => (.*)/.exec(readFileSync(join(project, "src/readme.ts"), "utf8")) ?? []
    ok(printed.includes(expected), `run ${count + 1} printed ${printed}`)
  }
}

const server = async () => {
  const data = join(folder, "data")
  for (let start = 0; start < 2; start++) {
    await served("npx", ["lectern", "start", "--data-dir", data], project, manual(data))
  }
}

/** In a folder of the project, so that the installed package is found instead of one of a registry. */
const empty = async () => {
  const cwd = join(project, "empty")
  mkdirSync(cwd)
  await served("npx", ["@lectern/server"], cwd, manual(join(cwd, ".lectern")))
}

const browser = async () => {
  const { build } = await import(join(installed("esbuild"), "lib/main.js"))
  const { outputFiles } = await build({
    entryPoints: [join(project, "src/browser.ts")],
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    minify: true,
    write: false,
    logLevel: "error"
  })
  const pages = createServer((request, response) => {
    const program = request.url === "/program.js"
    response.setHeader("content-type", program ? "text/javascript" : "text/html")
    response.end(program ? outputFiles[0].contents : '<!doctype html><script type="module" src="/program.js"></script>')
  })
  await new Promise((resolve) => pages.listen(0, "127.0.0.1", resolve))
  try {
    // The package of the browser unpacks it there, and would start what another user or version has unpacked.
    const TMPDIR = join(folder, "browser")
    mkdirSync(TMPDIR)
    const args = [join(built, "chromium.js"), `http://127.0.0.1:${pages.address().port}/`]
    const printed = await run(process.execPath, args, project, { env: { TMPDIR } })
    ok(printed.trim() === "found: welcome", `the page says: ${printed}`)
  } finally {
    pages.close()
  }
}

/** Checks that `require` in Node returns the same modules as `import`, without warnings. */
const required = async () => {
  const [major, minor] = process.versions.node.split(".").map(Number)
  if (major < 20 || (major === 20 && minor < 19)) return
  const program = join(project, "required.cjs")
  writeFileSync(
    program,
    `const addresses = ${JSON.stringify(addresses().filter((address) => !address.startsWith("@lectern/storage-testing")))}
for (const address of addresses) if (Object.keys(require(address)).length + address.length === 0) throw new Error(address)
const { Conflict } = require("@lectern/core")
import("@lectern/core").then((core) => { if (core.Conflict !== Conflict) throw new Error("two copies") })`
  )
  await node("--disable-warning=ExperimentalWarning", program)
}

const contents = async () => {
  for (const name of tarballs.keys()) {
    const files = readdirSync(installed(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.slice(installed(name).length).includes("node_modules"))
      .map((entry) => join(entry.parentPath, entry.name).slice(installed(name).length + 1))
    const also = name === "@lectern/server" ? ["bin", "dashboards", "docs"] : []
    const allowed = ["dist", "package.json", "README.md", "LICENSE", "CHANGELOG.md", ...also]
    for (const entry of allowed) ok(existsSync(join(installed(name), entry)), `${name} has no ${entry}`)
    const built = name === "@lectern/console" ? /(\.js|\.d\.ts|\.js\.map|\.css)$/ : /(\.js|\.d\.ts|\.js\.map)$/
    const strange = files.filter(
      (file) => !allowed.includes(file.split("/")[0]) || (file.startsWith("dist/") && !built.test(file))
    )
    ok(strange.length === 0, `${name} has ${strange.join(", ")}`)
    // The bundled program consists of the modules next to it, whose source maps contain the sources.
    for (const file of files.filter((each) => each.endsWith(".js.map") && !each.startsWith("dist/program/"))) {
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(installed(name), file), "utf8"))
      ok(sourcesContent?.length === sources.length && !sourcesContent.includes(null), `${name}/${file} has no sources`)
    }
  }
}

const linted = async () => {
  for (const file of tarballs.values()) {
    await run(process.execPath, [binary("publint"), "run", file, "--strict"], project)
  }
}

const typesOfPackages = async () => {
  for (const file of tarballs.values()) {
    await run(process.execPath, [binary("attw"), file, "--profile", "esm-only", "--format", "ascii"], project)
  }
}

const checks = {
  "the packed files": contents,
  publint: linted,
  "are the types wrong": typesOfPackages,
  "types under node16": types("Node16", "Node16"),
  "types under nodenext": types("NodeNext", "NodeNext"),
  "types under bundler": types("ESNext", "Bundler"),
  "types under strict alone": types("NodeNext", "NodeNext", plain),
  "types under TypeScript 5.7": types("NodeNext", "NodeNext", plain, "typescript-5.7"),
  "types under TypeScript 5.4": types("NodeNext", "NodeNext", unchecked, "typescript-5.4"),
  "require()": required,
  "the README program, twice": twice,
  "lectern start, twice": server,
  "npx @lectern/server in an empty folder": empty,
  "vitest over memory": () => node(binary("vitest"), "run", "src/suite.test.ts"),
  Hono: () => node(join(built, "hono.js")),
  Express: () => node(join(built, "express.js")),
  "a route below a path": () => node(join(built, "route.js")),
  "Effect layers": () => node(join(built, "effect.js")),
  Chromium: browser
}

try {
  const asked = process.argv.slice(2)
  const chosen = Object.entries(checks).filter(
    ([name]) => asked.length === 0 || asked.some((part) => name.includes(part))
  )
  await runChecks({ "npm install": setUp })
  if (process.exitCode !== 1) await runChecks(Object.fromEntries(chosen))
} finally {
  if (process.env.LECTERN_KEEP === undefined) rmSync(folder, { recursive: true, force: true })
  else console.log(`kept ${folder}`)
}
