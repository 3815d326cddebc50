/** A PostgreSQL server of this machine, with the programs that come with it. */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"

const needed = ["initdb", "pg_ctl", "postgres", "psql", "pg_isready", "pg_basebackup", "pg_verifybackup"]
const least = 14

/**
 * The folder with the programs of the newest PostgreSQL that has all programs that the recipe needs, or `undefined`.
 */
export const findPrograms = () => {
  const debian = "/usr/lib/postgresql"
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [...versions.map((version) => join(debian, version, "bin")), ...process.env.PATH.split(delimiter)]
  return folders.find((folder) => {
    if (!needed.every((name) => existsSync(join(folder, name)))) return false
    const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" })
    return Number(/\d+/.exec(stdout)?.[0]) >= least
  })
}

/** Kills the server on a data folder, as when its machine stops. Does nothing if none runs. */
export const killServer = (data) => {
  const file = join(data, "postmaster.pid")
  if (!existsSync(file)) return
  try {
    process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL")
  } catch (error) {
    if (error.code !== "ESRCH") throw error
  }
}
