/**
 * The user for programs that refuse to run as root. It can enter only folders that everybody can enter, and read only
 * files that everybody can read: other files are handed over or copied.
 */
import { type SpawnSyncOptions, spawnSync } from "node:child_process"
import { cpSync, existsSync, lchownSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"

/** The user of a process: empty if it is the user who runs this. */
export interface User {
  readonly uid?: number
  readonly gid?: number
}

/** The options of a process that runs as that user. They are empty unless this process runs as root. */
export const nobody: User = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** Changes the owner of a file, or of a folder with everything in it, to that user or another one. */
export const handOver = (path: string, user = nobody): void => {
  const { gid, uid } = user
  if (uid === undefined || gid === undefined) return
  lchownSync(path, uid, gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) handOver(join(path, name), user)
}

/** Starts a program as that user, and waits for its end. */
export const startAsNobody = (program: string, args: ReadonlyArray<string>, options: SpawnSyncOptions = {}) =>
  spawnSync(program, args, { cwd: "/", ...options, ...nobody, encoding: "utf8" })

const startsIn = (place: string): boolean => {
  let folder: string | undefined
  try {
    folder = mkdtempSync(join(place, "lectern-"))
    const program = join(folder, "program")
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 })
    handOver(folder)
    return startAsNobody(program, []).status === 0
  } catch {
    return false
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true })
  }
}

const known = new Map<string, boolean>()

/**
 * Whether that user can start programs in a folder: it is not below a folder that only others can enter, and not on a file
 * system without programs, as `/dev/shm` of most containers is.
 */
export const isOpen = (place: string): boolean => {
  const open = known.get(place) ?? startsIn(place)
  known.set(place, open)
  return open
}

/**
 * The folder of a program that this user can start: `from`, or, if that is private, the copy `to`, which is made unless
 * it exists. The copy is also used if the path has the separator of paths, since no library is found there. `program`
 * is a path in the folder.
 */
export const startable = (from: string, program: string, to: string): string => {
  const hasLibraries = !from.includes(delimiter)
  if (hasLibraries && startAsNobody(join(from, program), ["--version"]).error === undefined) return from
  if (!existsSync(to)) {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    handOver(to)
  }
  return to
}
