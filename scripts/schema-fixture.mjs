/**
 * Writes a fixture of the schema tests: a workspace file made by the checked-out code of a commit.
 * Usage: node scripts/schema-fixture.mjs COMMIT
 */
import { execFileSync } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

const root = fileURLToPath(new URL("..", import.meta.url))
const fixtures = "packages/storage-sqlite/test/fixtures"
const [commit] = process.argv.slice(2)
if (commit === undefined) {
  console.error("Usage: node scripts/schema-fixture.mjs COMMIT")
  process.exit(1)
}

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 }).trim()
const hash = git("rev-parse", "--short=7", `${commit}^{commit}`)

/** Links the dependencies of this checkout into the old sources, together with their own packages. */
const link = (folder) => {
  const modules = join(folder, "node_modules")
  mkdirSync(join(modules, "@lectern"), { recursive: true })
  for (const entry of readdirSync(join(root, "node_modules"))) {
    if (entry !== "@lectern" && !entry.startsWith("."))
      symlinkSync(join(root, "node_modules", entry), join(modules, entry))
  }
  for (const entry of readdirSync(join(folder, "packages"))) {
    symlinkSync(join(folder, "packages", entry), join(modules, "@lectern", entry))
    const own = join(root, "packages", entry, "node_modules")
    if (existsSync(own)) symlinkSync(own, join(folder, "packages", entry, "node_modules"))
  }
}

const folder = mkdtempSync(join(tmpdir(), "lectern-fixture-"))
const checkout = join(folder, "checkout")
try {
  git("worktree", "add", "--detach", "--quiet", checkout, hash)
  link(checkout)
  mkdirSync(join(checkout, fixtures), { recursive: true })
  const script = join(checkout, fixtures, "content.mjs")
  copyFileSync(join(root, fixtures, "content.mjs"), script)
  const program = join(checkout, fixtures, "program.mjs")
  await build({
    entryPoints: [script],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["lectern-source"],
    external: ["better-sqlite3", "effect", "@effect/*"],
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url)'
    },
    logLevel: "error"
  })
  const filename = join(folder, "lectern.db")
  const facts = JSON.parse(execFileSync(process.execPath, [program, filename], { encoding: "utf8" }))
  const beside = readdirSync(folder).filter((file) => file.startsWith("lectern.db-"))
  if (beside.length > 0) throw new Error(`the file was not closed: there is ${beside.join(", ")}`)
  const bytes = gzipSync(readFileSync(filename), { level: 9 })
  const target = join(root, fixtures, `${facts.schema}-${hash}`)
  writeFileSync(`${target}.db.gz`, bytes)
  writeFileSync(`${target}.json`, `${JSON.stringify(facts, null, 2)}\n`)
  console.log(`${target}.db.gz: ${bytes.length} bytes`)
} finally {
  if (existsSync(checkout)) git("worktree", "remove", "--force", checkout)
  rmSync(folder, { recursive: true, force: true })
}
