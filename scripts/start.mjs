/** `npm start`: installs and builds missing files, then runs the server with the arguments given after `--`. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bundle, install, main, root } from "./lib/toolchain.mjs"

/**
 * npm passes a signal to its shell, which exits without passing it on. Therefore the server stops once its shell is
 * gone. A server that is already stopping listens to no signals, and another one would kill it, so it gets none.
 */
const stopWithShell = () => {
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell && process.listenerCount("SIGTERM") > 0) process.kill(process.pid, "SIGTERM")
  }, 250).unref()
}

await main(async () => {
  await install({ forDevelopment: false })
  await bundle()
})
if (process.env.npm_lifecycle_event) stopWithShell()
const program = join(root, "packages/server/dist/program/lectern.js")
process.argv = [process.argv[0], program, "start", ...process.argv.slice(2)]
await import(pathToFileURL(program).href)
