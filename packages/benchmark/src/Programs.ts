/** Programs that are run in their installed form. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { endedTime, memoryBelow } from "./ProcessTree.js"

/** The file of the `lectern` program. */
export const lectern = fileURLToPath(new URL("../../server/bin/lectern.mjs", import.meta.url))

/** Runs a program to its end. Throws with its output if it fails. */
export const ran = async (
  command: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  cwd?: string
): Promise<void> => {
  const child = spawn(command, [...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
    ...(cwd !== undefined && { cwd })
  })
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, "exit")])
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}: ${printed}`)
}

/** The resources that a run of a program took, with all processes below it. */
export interface Usage {
  /** Processor time, in seconds. */
  readonly seconds: number
  /** The most memory at any time, in megabytes. */
  readonly megabytes: number
}

/**
 * Like {@link ran}, and measures the resources it took; nothing else may run below this process meanwhile. Needs Linux.
 */
export const usageOf = async (...run: Parameters<typeof ran>): Promise<Usage> => {
  const before = endedTime()
  let megabytes = 0
  const watching = setInterval(() => {
    megabytes = Math.max(megabytes, memoryBelow())
  }, 25)
  try {
    await ran(...run)
  } finally {
    clearInterval(watching)
  }
  return { seconds: endedTime() - before, megabytes }
}

const debian = "/usr/lib/postgresql"

/**
 * The folder of an installed PostgreSQL that has all of these programs, the newest where Debian keeps several; `undefined`
 * if there is none.
 */
export const installedPostgres = (...names: ReadonlyArray<string>): string | undefined => {
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter)
  ]
  return folders.find((folder) => names.every((name) => existsSync(join(folder, name))))
}
