/**
 * The program behind `lectern` and `npm start`. Anything that does not need the engine is printed without loading it.
 */
import { setFlagsFromString } from "node:v8"
import { planOf } from "./command-line/Plan.js"
import { keepFilesPrivate } from "./files/PrivateFiles.js"

/** The commands that run until they are stopped. */
const servers: ReadonlySet<string> = new Set(["start", "preview"])

/**
 * The flags of V8 for all other commands. They end so soon that optimized code gains less than optimizing takes, on
 * another core: a function is considered after 300 KB of its code have run instead of 132 KB. And the heap may only
 * grow to twice its live size before garbage is collected.
 */
const brief = ["--interrupt-budget=300000", "--heap-growing-percent=100"]

keepFilesPrivate()
// A reader of the output may close it early, as `head` does. The command still finishes its work.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
})
const plan = planOf(process.argv.slice(2), process)
if (plan.kind === "print") {
  process[plan.stream].write(plan.text)
  process.exitCode = plan.code
} else {
  if (!servers.has(plan.command)) for (const flag of brief) setFlagsFromString(flag)
  const { runProcess } = await import("./RunProcess.js")
  runProcess(plan.command, plan.values)
}
