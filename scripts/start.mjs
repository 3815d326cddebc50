/** `npm start`: installs and builds what is missing, then runs the server with the arguments given after `--`. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bundle, install, main, root } from "./lib/toolchain.mjs"

/**
 * npm passes a signal to its shell, which ends without passing it on: a server whose shell is gone is to stop. Once it
 * stops it listens to no more signals, and another one would cut it short.
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
