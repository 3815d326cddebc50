/** Programs that are run as they are installed. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"

/** The file of the `lectern` program. */
export const lectern = fileURLToPath(new URL("../../server/bin/lectern.mjs", import.meta.url))

/** Runs a program to its end. Throws with what it printed if it fails. */
export const ran = async (
  command: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Promise<void> => {
  const child = spawn(command, [...args], { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] })
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, "exit")])
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}: ${printed}`)
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
