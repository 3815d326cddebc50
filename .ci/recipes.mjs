/**
 * Runs the recipes for continuous backup in `docs/continuous-backup.md` while clients write to a server, kills
 * everything, recovers, and compares the result with the acknowledged writes. Skips a recipe whose programs are not
 * installed.
 */
import { equal, match, ok, rejects } from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { handOver, nobody } from "../packages/storage-testing/dist/nobody.js"
import { diskPlace } from "../packages/storage-testing/dist/temporaryPlace.js"
import { findPrograms, killServer } from "./lib/cluster.mjs"
import { runChecks } from "./lib/project.mjs"
import { makeBin, recipesOf, runBlock } from "./lib/recipes.mjs"
import { readBack, startServer, startWriting } from "./lib/writers.mjs"

const recipes = recipesOf("docs/continuous-backup.md")
const blocksOf = (heading, count) => {
  const blocks = recipes.get(heading) ?? []
  equal(blocks.length, count, `"${heading}" has ${blocks.length} recipes, expected ${count}`)
  return blocks
}
const [copyFiles, recoverFiles] = blocksOf("Files beside the database", 2)
const [check] = blocksOf("Check what was recovered", 1)

const folder = mkdtempSync(join(diskPlace(), "lectern-recipes-"))
chmodSync(folder, 0o755)
const bin = join(folder, "bin")
mkdirSync(bin)
makeBin(bin)

/** The data folders of the PostgreSQL servers that may run when this ends. */
const clusters = []

/** Requires everything acknowledged before a point, and nothing begun after it. Returns how much was begun after it. */
const compare = (name, acknowledged, found, { from, to }) => {
  const due = acknowledged.filter(({ done }) => done < from)
  const later = acknowledged.filter(({ begun }) => begun > to)
  const numbers = (writes) => writes.map(({ number }) => number)
  const lost = numbers(due).filter((number) => !found.has(number))
  const extra = numbers(later).filter((number) => found.has(number))
  console.log(`     ${name}: ${due.length} writes had to be there, ${later.length} not; ${found.size} are`)
  ok(due.length > 0, "nothing was written before the point")
  equal(lost.length, 0, `acknowledged and not recovered: ${lost}`)
  equal(extra.length, 0, `written after the point and recovered: ${extra}`)
  return later.length
}

const sqlite = async () => {
  const [copy, recover] = blocksOf("SQLite", 2)
  const place = join(folder, "sqlite")
  const [LECTERN_DATA_DIR, BACKUPS, KEYS, RECOVERED] = ["data", "backups", "keys", "recovered"].map((name) =>
    join(place, name)
  )
  mkdirSync(LECTERN_DATA_DIR, { recursive: true })
  const env = { PATH: `${bin}:${process.env.PATH}`, LECTERN_DATA_DIR, BACKUPS, KEYS, RECOVERED }
  const server = await startServer(LECTERN_DATA_DIR, ["--blobs", "folder"], {})
  const writing = await startWriting(server)
  cpSync(join(LECTERN_DATA_DIR, "keys"), KEYS)
  let point
  let during = 0
  for (let round = 0; round < 3; round++) {
    await writing.until(30)
    const from = performance.now()
    await runBlock(copy, place, { env })
    point = { from, to: performance.now() }
    during += writing.acknowledged.filter(({ begun, done }) => begun > from && done < point.to).length
    await runBlock(copyFiles, place, { env })
  }
  await writing.until(30)
  await server.kill()
  await writing.finished
  rmSync(LECTERN_DATA_DIR, { recursive: true })
  for (const block of [recover, recoverFiles, check]) await runBlock(block, place, { env })
  const found = await readBack(writing.space, join(place, "exported"), RECOVERED, {})
  console.log(`     ${during} writes were acknowledged during 3 copies`)
  ok(during > 0, "nothing was written during a copy")
  ok(compare("the last copy", writing.acknowledged, found, point) > 0, "nothing was written after the last copy")
}

const postgres = (programs) => async () => {
  const [archive, baseBackup, name, recover] = blocksOf("PostgreSQL", 4)
  const place = join(folder, "postgres")
  const [BACKUPS, PGDATA] = ["backups", "cluster"].map((each) => join(place, each))
  const [DATA, KEYS] = ["data", "keys"].map((each) => join(folder, "postgres-data", each))
  for (const each of [place, BACKUPS, DATA]) mkdirSync(each, { recursive: true })
  for (const each of [place, BACKUPS]) handOver(each)
  const PATH = `${bin}:${programs}:${process.env.PATH}`
  const env = { PATH, PGHOST: place, PGUSER: "lectern", BACKUPS, PGDATA }
  const asPostgres = (block, more = {}) => runBlock(block, place, { env: { ...env, ...more }, ...nobody })
  const ask = async (sql) => (await asPostgres(`psql --dbname=postgres -Atc "${sql}"`)).trim()
  clusters.push(PGDATA)
  await asPostgres('initdb -D "$PGDATA" -U lectern -A trust -E UTF8 --locale=C --no-sync --no-instructions')
  appendFileSync(join(PGDATA, "postgresql.conf"), `listen_addresses = ''\nunix_socket_directories = '${place}'\n`)
  await asPostgres('pg_ctl --pgdata="$PGDATA" --log="$PGDATA/log" --wait start')
  await asPostgres(archive)
  await ask("create database lectern")
  const url = (port) => `postgres:///lectern?host=${encodeURIComponent(place)}&port=${port}&user=lectern`
  const server = await startServer(DATA, [], { LECTERN_DATABASE_URL: url(5432) })
  const writing = await startWriting(server)
  cpSync(join(DATA, "keys"), KEYS)
  const timed = async (work) => {
    const from = performance.now()
    const result = await work()
    return { from, to: performance.now(), result }
  }

  await writing.until(30)
  await asPostgres(baseBackup)
  await writing.until(30)
  const named = await timed(() => asPostgres(name))
  await writing.until(30)
  const moment = await timed(() => ask("select clock_timestamp()"))
  await writing.until(30)
  await server.kill()
  await writing.finished
  const end = { from: performance.now(), to: performance.now() }
  // Archives the last segment, as `archive_timeout` would within a minute.
  const last = await ask("select pg_walfile_name(pg_switch_wal())")
  while ((await ask(`select last_archived_wal >= '${last}' from pg_stat_archiver`)) !== "t");
  killServer(PGDATA)
  renameSync(PGDATA, join(place, "lost"))

  const targets = [
    ["a restore point", "recovery_target_name = 'before-upgrade'", named],
    ["a time", `recovery_target_time = '${moment.result}'`, moment],
    ["the end of the archive", "", end]
  ]
  const unreached = join(place, "unreached")
  clusters.push(unreached)
  const nothing = { RECOVERED_PGDATA: unreached, TARGET: "recovery_target_name = 'nothing'" }
  // Either program notices first that the server has ended; the reason is in its log.
  await rejects(asPostgres(recover, nothing), /no response|could not start server/)
  match(readFileSync(join(unreached, "log"), "utf8"), /recovery ended before configured recovery target was reached/)
  for (const [index, [what, TARGET, point]] of targets.entries()) {
    const RECOVERED_PGDATA = join(place, `recovered-${index}`)
    const RECOVERED = join(folder, "postgres-data", `recovered-${index}`)
    clusters.push(RECOVERED_PGDATA)
    await asPostgres(recover, { RECOVERED_PGDATA, TARGET })
    const database = { LECTERN_DATABASE_URL: url(5433) }
    await runBlock(check, folder, { env: { PATH, KEYS, RECOVERED, ...database } })
    const found = await readBack(writing.space, join(RECOVERED, "exported"), RECOVERED, database)
    const later = compare(what, writing.acknowledged, found, point)
    ok(TARGET === "" || later > 0, "nothing was written after the target")
    await asPostgres(`pg_ctl --pgdata="${RECOVERED_PGDATA}" --wait --mode=fast stop`)
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1))
process.once("exit", () => {
  for (const cluster of clusters) killServer(cluster)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const programs = findPrograms()
const hasSqlite = spawnSync("sqlite3", ["--version"]).status === 0
if (!hasSqlite) console.log("skipped SQLite: the program sqlite3 is not installed")
if (programs === undefined) console.log("skipped PostgreSQL: no programs of PostgreSQL 14 or later with pg_basebackup")
else console.log(`programs of PostgreSQL: ${programs}`)
await runChecks({
  ...(hasSqlite && { SQLite: sqlite }),
  ...(programs !== undefined && { PostgreSQL: postgres(programs) })
})
