/**
 * Bundles the `lectern` program into `packages/server/dist/program`. `--clean` deletes earlier bundles; `--if-changed`
 * does nothing if the sources have not changed.
 */
import { bundle, isBundled } from "./lib/bundle.mjs"

if (!process.argv.includes("--if-changed") || !isBundled()) {
  const started = performance.now()
  const { outputs } = await bundle({ clean: process.argv.includes("--clean") })
  const files = Object.entries(outputs).filter(([file]) => file.endsWith(".js"))
  const bytes = files.reduce((sum, [, output]) => sum + output.bytes, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`program: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s`)
}
