/**
 * `npm run compatibility -- versions`: lets clients work on servers of an earlier version, which are replaced by this one,
 * one after the other, on one PostgreSQL database. The earlier version is a commit of this repository, by default the last one before
 * the baselines of the migrations; it is installed and bundled in the cache of `node_modules`.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { commitBeforeBaselines } from "@lectern/storage-sql/internal/SchemaNumbers"
import { Failure, main, root } from "../lib/toolchain.mjs"

const run = (command, args, options) => {
  const { error, status, stderr } = spawnSync(command, args, {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    maxBuffer: 1e9,
    shell: process.platform === "win32",
    ...options
  })
  if (status !== 0) throw new Failure(`${command} ${args.join(" ")} failed: ${error?.message ?? stderr}`)
}

/** The program of a commit, in one folder. */
const programOf = (commit) => {
  const folder = join(root, "node_modules/.cache/versions", commit)
  const program = join(folder, "packages/server/dist/program/lectern.js")
  if (existsSync(program)) return program
  const making = `${folder}.part`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const archive = join(making, "commit.tar")
  run("git", ["archive", `--output=${archive}`, commit], { cwd: root })
  run("tar", ["--extract", `--file=${archive}`, `--directory=${making}`])
  run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: making })
  run(process.execPath, ["scripts/bundle.mjs"], { cwd: making })
  renameSync(making, folder)
  return program
}

await main(() => {
  const [asked = commitBeforeBaselines] = process.argv.slice(2)
  const { status: isKnown, stdout } = spawnSync("git", ["rev-parse", "--verify", "--quiet", `${asked}^{commit}`], {
    cwd: root,
    encoding: "utf8"
  })
  if (isKnown !== 0) {
    console.log(`skipped: this checkout has no commit ${asked}`)
    return
  }
  const program = programOf(stdout.trim())
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const { status } = spawnSync(process.execPath, [vitest, "run", "packages/server/test/history/versions"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, LECTERN_EARLIER_PROGRAM: program, LECTERN_LONG: "1" }
  })
  if (status !== 0) throw new Failure("a request failed, or something was lost")
})
