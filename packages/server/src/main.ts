/** The `lectern` command line: parses arguments, runs a command, turns failures into one line and an exit code. */
import { stripVTControlCharacters } from "node:util"
import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as ValidationError from "@effect/cli/ValidationError"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import { Cause, type Console, Effect, Layer } from "effect"
import { prepare } from "./Arguments.js"
import { access } from "./commands/Access.js"
import { backup } from "./commands/Backup.js"
import { check } from "./commands/Check.js"
import { exportCommand } from "./commands/Export.js"
import { importCommand } from "./commands/Import.js"
import { purge } from "./commands/Purge.js"
import { restore } from "./commands/Restore.js"
import { rollback } from "./commands/Rollback.js"
import { start } from "./commands/Start.js"
import { token } from "./commands/Token.js"
import { user } from "./commands/User.js"
import { LogLevelFlag } from "./config/ConfigFlags.js"
import { Invocation } from "./Invocation.js"
import { version } from "./Location.js"
import { note, print } from "./output/Output.js"

const lectern = Command.make("lectern").pipe(
  Command.withDescription("A documentation workspace: versioned, searchable and served."),
  Command.withSubcommands([
    start,
    importCommand,
    exportCommand,
    rollback,
    user,
    access,
    token,
    purge,
    check,
    backup,
    restore
  ])
)

const run = Command.run(lectern, { name: "Lectern", version })

const platform = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeTerminal.layer)

/** What the library prints goes where results go; its own way of printing problems is left out. */
const quietErrors = Effect.consoleWith((console) =>
  Effect.map(
    Invocation,
    (invocation): Console.Console => ({
      ...console,
      log: (text) => Effect.provideService(print(String(text)), Invocation, invocation),
      error: () => Effect.void
    })
  )
)

const oneLine = (text: string): string => stripVTControlCharacters(text).replace(/\s+/g, " ").trim()

const wrong = (message: string): Effect.Effect<number> => Effect.as(note(`lectern: ${message} (see lectern --help)`), 2)

/** Whether an error is the system's, whose message says what could not be done, and with which path. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "code" in error

const failed = (cause: Cause.Cause<unknown>): Effect.Effect<number> => {
  const error = Cause.squash(cause)
  if (ValidationError.isValidationError(error)) return wrong(oneLine(HelpDoc.toAnsiText(error.error)))
  if (Cause.failureOption(cause)._tag === "None") {
    if (isSystemError(error)) return Effect.as(note(`lectern: ${oneLine(error.message)}`), 1)
    return Effect.as(note(`lectern: unexpected error\n${Cause.pretty(cause)}`), 1)
  }
  const {
    _tag,
    cause: reason,
    message
  } = error as {
    readonly _tag?: string
    readonly message?: string
    readonly cause?: unknown
  }
  if (_tag === "Unavailable" && reason instanceof Error) {
    return Effect.as(note(`lectern: ${oneLine(reason.message)}`), 1)
  }
  const code = _tag === "WrongUsage" || _tag === "Invalid" ? 2 : 1
  return Effect.as(note(`lectern: ${oneLine(message ?? String(error))}`), code)
}

/** Runs the command that the arguments (those after the program's name) ask for, and gives the exit code. */
export const main = (given: ReadonlyArray<string>): Effect.Effect<number> => {
  const { args, logLevel, unknown } = prepare(given)
  if (unknown !== undefined) return wrong(`unknown option ${unknown}`)
  return quietErrors.pipe(
    Effect.flatMap((console) => Effect.withConsole(run(["node", "lectern", ...args]), console)),
    Effect.as(0),
    Effect.provideService(LogLevelFlag, logLevel),
    Effect.provide(platform),
    Effect.catchAllCause((cause) => (Cause.isInterruptedOnly(cause) ? Effect.interrupt : failed(cause)))
  )
}

/** The exit code of a program that was asked to stop: a server has then done its work, other commands have not. */
export const interruptedCode = (args: ReadonlyArray<string>): number => (args[0] === "start" ? 0 : 130)
