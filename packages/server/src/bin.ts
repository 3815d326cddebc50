/** The program behind `lectern` and `npm start`. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Exit } from "effect"
import { keepFilesPrivate } from "./files/PrivateFiles.js"
import { interruptedCode, main } from "./main.js"

keepFilesPrivate()
const args = process.argv.slice(2)
const program = Effect.map(main(args), (code) => {
  process.exitCode = code
})
NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : interruptedCode(args))
})
