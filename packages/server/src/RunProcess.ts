/** Runs a command as this process: signals interrupt it, and its end is the end of the process. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Given, RunnableName } from "./command-line/Plan.js"
import { interruptedCode, run } from "./main.js"

/** Runs a command until it ends or is interrupted, and sets the exit code. */
export const runProcess = (command: RunnableName, values: Given): void => {
  const program = Effect.map(run(command, values), (code) => {
    process.exitCode = code
  })
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    disablePrettyLogger: true,
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : interruptedCode(command))
  })
}
