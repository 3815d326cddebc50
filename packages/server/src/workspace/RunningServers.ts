/**
 * The servers that run on a workspace: each leaves a file in the data folder while it runs, so that commands can print
 * its URL.
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import type { ThisProcessService } from "@lectern/core/internal/storage/jobs/ThisProcess"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Settings } from "../config/Settings.js"

const Note = Schema.parseJson(
  Schema.Struct({ host: Schema.String, pid: Schema.Number, started: Schema.Number, base: Schema.String })
)
const encode = Schema.encodeSync(Note)
const decode = Schema.decodeUnknownOption(Note)
const pattern = /^server-\d+-\d+\.json$/

/** When this process started, which distinguishes it from an earlier one with the same id. */
const started = Math.round(performance.timeOrigin)

/** Whether a process of this machine runs. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Whether the process with this id and start time runs on a machine; `undefined` if it is another machine. */
const runs = (host: string, pid: number, since: number): boolean | undefined => {
  if (host !== hostname()) return undefined
  return pid === process.pid ? since === started : isRunning(pid)
}

/** This process, for the jobs of a workspace whose processes all run on this machine. */
export const thisProcess: ThisProcessService = {
  name: `${process.pid}.${started}.${hostname()}/`,
  isGone: (claim) => {
    const [, pid, since, host] = /^(\d+)\.(\d+)\.(.+)\//.exec(claim) ?? []
    return host !== undefined && runs(host, Number(pid), Number(since)) === false
  }
}

interface Found {
  readonly file: string
  readonly since: number
  /** Absent if the server ended without removing its file, or runs on another machine. */
  readonly base?: string
  readonly here: boolean
}

const read = (folder: string, name: string): ReadonlyArray<Found> => {
  const file = join(folder, name)
  try {
    const note = decode(readFileSync(file, "utf8"))
    if (note._tag === "None") return []
    const { base, host, pid, started: since } = note.value
    const isUp = runs(host, pid, since)
    return [{ file, since: statSync(file).mtimeMs, here: isUp !== undefined, ...(isUp && { base }) }]
  } catch {
    return []
  }
}

const notesIn = (folder: string): ReadonlyArray<Found> => {
  try {
    return readdirSync(folder).flatMap((name) => (pattern.test(name) ? read(folder, name) : []))
  } catch {
    return []
  }
}

/** The base URL of the server that runs on a workspace, the newest of several; `undefined` if none does. */
export const runningBase = ({ dataDir }: Pick<Settings, "dataDir">): string | undefined =>
  [...notesIn(dataDir)].sort((one, other) => other.since - one.since).find(({ base }) => base !== undefined)?.base

/** Keeps the file of this server while the scope is open, and removes the files of servers that were killed. */
export const announce = (
  { dataDir, storage }: Pick<Settings, "dataDir" | "storage">,
  base: string,
  port: number
): Effect.Effect<void, never, Scope.Scope> => {
  if (storage === "memory") return Effect.void
  const file = join(dataDir, `server-${process.pid}-${port}.json`)
  const leave = Effect.try(() => {
    for (const { base, file, here } of notesIn(dataDir)) if (here && base === undefined) rmSync(file, { force: true })
    writeFileSync(file, encode({ host: hostname(), pid: process.pid, started, base }))
  })
  return Effect.acquireRelease(Effect.ignoreLogged(leave), () =>
    Effect.ignore(Effect.try(() => rmSync(file, { force: true })))
  )
}
