/** The TypeScript of the manual as modules. */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { build } from "esbuild"
import { type Block, blocks, root } from "./blocks.js"

const run = promisify(execFile)

/** A module: one block and the ones after it that continue it. */
export interface Program {
  readonly name: string
  readonly blocks: ReadonlyArray<Block>
  readonly text: string
  readonly runs: boolean
}

/** Makes programs of TypeScript blocks, except for excerpts of the examples; throws where a block continues nothing. */
export const programsOf = (all: ReadonlyArray<Block>): ReadonlyArray<Program> => {
  const chains: Array<Array<Block>> = []
  for (const block of all.filter(({ flags, language }) => language === "ts" && !flags.includes("excerpt"))) {
    const last = chains.at(-1)
    if (!block.flags.includes("continued")) chains.push([block])
    else if (last?.[0]?.file === block.file) last.push(block)
    else throw new Error(`${block.file}:${block.line}: nothing comes before it that it could continue`)
  }
  return chains.map((chain) => {
    const first = chain[0]!
    return {
      name: `${first.file.replace(/\.md$/, "").replaceAll("/", "-")}-${first.line}`,
      blocks: chain,
      text: chain.map(({ text }) => text).join(""),
      runs: first.flags.includes("run")
    }
  })
}

/** The programs of the manual. */
export const programs = programsOf(blocks)

/** The lines that a program prints according to its comments: `// => …`. */
export const expectedLines = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/\/\/ => (.*)$/gm), (match) => match[1]!)

/** A new folder inside the repository's cache, where packages resolve as they do for its own sources. */
export const makeFolder = (): string => {
  const cache = join(root, "node_modules/.cache")
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, "docs-"))
}

interface Projects {
  readonly references: ReadonlyArray<{ readonly path: string }>
}

/** The packages that programs may import: the compiler reads their declarations, once it has made the stale ones. */
const references = (JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as Projects).references
  .filter(({ path }) => path.startsWith("packages/"))
  .map(({ path }) => ({ path: join(root, path) }))

/** Writes the programs into a folder with a `tsconfig.json`. */
export const writePrograms = (folder: string, all: ReadonlyArray<Program>): void => {
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      incremental: false,
      declaration: false,
      declarationMap: false,
      noEmit: true,
      noUnusedLocals: false,
      types: ["node"]
    },
    references,
    include: ["*.ts"]
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }))
  for (const { name, text } of all) writeFileSync(join(folder, `${name}.ts`), `${text}\nexport {}\n`)
}

/** Type-checks a folder of programs, and returns the compiler's complaints about them by program. */
export const check = async (folder: string): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const manifest = createRequire(import.meta.url).resolve("typescript/package.json")
  const compiler = join(dirname(manifest), JSON.parse(readFileSync(manifest, "utf8")).bin.tsc)
  const { stdout } = await run(process.execPath, [compiler, "-b", folder, "--pretty", "false"], {
    cwd: folder,
    maxBuffer: 1 << 26
  }).catch((error: { readonly stdout?: string }) => {
    if (typeof error.stdout !== "string") throw error
    return { stdout: error.stdout }
  })
  const complaints = new Map<string, Array<string>>()
  for (const line of stdout.split("\n")) {
    const found = /^([\w.-]+)\.ts\((\d+),\d+\): (.*)$/.exec(line)
    const everywhere = /^error TS/.test(line) ? ["", "", "", line] : null
    const [, name, at, message] = found ?? everywhere ?? []
    if (name === undefined || message === undefined) continue
    complaints.set(name, [
      ...(complaints.get(name) ?? []),
      at === "" ? message : `line ${at} of the program: ${message}`
    ])
  }
  return complaints
}

/** Compiles programs to JavaScript. They import the compiled packages, as programs of users do. */
export const transpile = (folder: string, all: ReadonlyArray<Program>): Promise<unknown> =>
  build({
    entryPoints: all.map(({ name }) => join(folder, `${name}.ts`)),
    outdir: join(folder, "transpiled"),
    outExtension: { ".js": ".mjs" },
    format: "esm",
    target: "node20",
    logLevel: "error"
  })

/** Runs programs one after another, each in its folder, and prints the output or the failure of each. */
const runner = `
import { mkdirSync } from "node:fs"
import { format } from "node:util"
const printed = {}
const { log } = console
for (const name of process.argv.slice(2)) {
  const lines = []
  console.log = (...values) => lines.push(format(...values))
  mkdirSync(new URL(name, import.meta.url))
  process.chdir(new URL(name, import.meta.url).pathname)
  try {
    await import(new URL(\`transpiled/\${name}.mjs\`, import.meta.url))
    printed[name] = lines.join("\\n")
  } catch (error) {
    printed[name] = lines.concat(format(error)).join("\\n")
  }
}
log(JSON.stringify(printed))
`

/** Runs programs in one process, which loads their shared modules once, and returns the output of each. */
export const execute = async (
  folder: string,
  all: ReadonlyArray<Program>
): Promise<Readonly<Record<string, string>>> => {
  const file = join(folder, "run.mjs")
  writeFileSync(file, runner)
  const { stdout } = await run(process.execPath, [file, ...all.map(({ name }) => name)], { timeout: 100_000 })
  return JSON.parse(stdout)
}
