/** The tests of the program run what is installed: the bundle, because loading its thousand modules takes longer than most tests. */
import { spawnSync } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = join(dirname(fileURLToPath(import.meta.url)), "..")

/** The file that {@link setup} makes. */
export const bundledProgram = join(folder, "dist/program/lectern.js")

/** Bundles the sources of the program where they have changed. */
export const setup = (): void => {
  const bundling = spawnSync(process.execPath, [join(folder, "../../scripts/bundle.mjs"), "--if-changed"], {
    encoding: "utf8"
  })
  if (bundling.status !== 0) throw new Error(`the program could not be bundled: ${bundling.stderr}`)
}
