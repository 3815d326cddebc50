/** Before the tests: bundles the console's window from its sources, so that no test runs an earlier bundle. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

const program = `
  import { build, stop } from "esbuild"
  import { bundleConsole } from "./scripts/lib/bundle.mjs"
  await bundleConsole(build)
  await stop()`

/** Bundles it in a process of its own, whose memory is free again afterwards. */
export const setup = async (): Promise<void> => {
  const cwd = join(import.meta.dirname, "../../../../..")
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { cwd })
}
