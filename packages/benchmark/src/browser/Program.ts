/** The program of the browser: one from npm, unpacked, or one of this machine. */
import { spawnSync } from "node:child_process"
import { existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { preparationProblem, startProblem } from "@lectern/storage-testing/internal/startProblem"
import { temporaryPlace } from "@lectern/storage-testing/internal/temporaryPlace"
import chromium from "@sparticuz/chromium"
import * as Schema from "effect/Schema"

const decodeManifest = Schema.decodeSync(Schema.parseJson(Schema.Struct({ version: Schema.String })))

/** The version of the package. */
const version = (): string => {
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium")
  return decodeManifest(readFileSync(join(dirname(main), "../../package.json"), "utf8")).version
}

/** The space that its unpacked files take, in bytes. */
const enough = 1024 ** 3

/**
 * Its package unpacks into the folder for temporary files, where another process would start a half-written program.
 */
const unpack = async (folder: string): Promise<void> => {
  const { TMPDIR } = process.env
  const unpacked = mkdtempSync(`${folder}-`)
  try {
    process.env.TMPDIR = unpacked
    await chromium.executablePath()
    if (!existsSync(folder)) renameSync(unpacked, folder)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/**
 * The folder that the browser from npm is unpacked into, once for each user and version: no other user can read root's
 * files, and no user should run files that another user has unpacked.
 */
export const browserFolder = (uid: number): string =>
  join(temporaryPlace(enough), `lectern-browser-${uid}-${version()}`)

/** The path of the browser: the one of `LECTERN_TEST_BROWSER`, or the one from npm, which is unpacked. */
export const browserProgram = async (): Promise<string> => {
  const { LECTERN_TEST_BROWSER } = process.env
  if (LECTERN_TEST_BROWSER !== undefined) return LECTERN_TEST_BROWSER
  const uid = process.getuid?.() ?? 0
  const folder = browserFolder(uid)
  if (!existsSync(folder)) await unpack(folder)
  const owner = lstatSync(folder).uid
  if (owner !== uid) throw new Error(`${folder} belongs to the user ${owner}; please remove it`)
  return join(folder, "chromium")
}

/** The reason why the browser cannot be started here, as part of a sentence; or `undefined`. */
export const browserProblem = async (): Promise<string | undefined> => {
  try {
    return startProblem(spawnSync(await browserProgram(), ["--version"], { encoding: "utf8" }))
  } catch (error) {
    return preparationProblem(error)
  }
}
