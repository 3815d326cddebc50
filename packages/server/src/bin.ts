/**
 * The program behind `lectern` and `npm start`. Anything that does not need the engine is printed without loading it.
 */
import { planOf } from "./command-line/Plan.js"
import { keepFilesPrivate } from "./files/PrivateFiles.js"

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
  const { runProcess } = await import("./RunProcess.js")
  runProcess(plan.command, plan.values)
}
