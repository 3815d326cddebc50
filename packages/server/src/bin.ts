/**
 * The program behind `lectern` and `npm start`. Anything that does not need the engine is printed without loading it.
 */
import { setFlagsFromString } from "node:v8"
import { planOf } from "./command-line/Plan.js"
import { keepFilesPrivate } from "./files/PrivateFiles.js"

/** The commands that run until they are stopped. */
const servers: ReadonlySet<string> = new Set(["start", "preview"])

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
  // A command that ends soon gains less from optimized code than optimizing takes, which is another core's time. This
  // is how many bytes of a function run before V8 considers it; by default, 132 KB do.
  if (!servers.has(plan.command)) setFlagsFromString("--interrupt-budget=300000")
  const { runProcess } = await import("./RunProcess.js")
  runProcess(plan.command, plan.values)
}
