/**
 * Files that are built once, before tests use them in several processes. The tests of the program run the installed
 * form, the bundle, because loading its thousand modules takes longer than most tests.
 */
import { execFile } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const folder = join(dirname(fileURLToPath(import.meta.url)), "..")

/** The file that {@link setup} makes. */
export const bundledProgram = join(folder, "dist/program/lectern.js")

/** Bundles the sources of the program where they have changed. */
export const setup = async (): Promise<void> => {
  await promisify(execFile)(process.execPath, [join(folder, "../../scripts/bundle.mjs"), "--if-changed"])
}
