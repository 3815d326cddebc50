/**
 * The `lectern` command line: runs the command that the arguments ask for, and turns failures into one line and an exit code.
 * @since 0.1.0
 */
import { stripVTControlCharacters } from "node:util"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { commands } from "./command-line/Commands.js"
import type { Values } from "./command-line/Declaration.js"
import { type Given, planOf, type RunnableName } from "./command-line/Plan.js"
import * as Logging from "./config/Logging.js"
import { names } from "./config/SettingNames.js"
import { parseSettings } from "./config/Settings.js"
import type { Handler } from "./Handler.js"
import { Invocation } from "./Invocation.js"
import { problem, write } from "./output/Output.js"

/** The handlers by the words of their commands. */
const handlers: { readonly [N in RunnableName]: () => Promise<Handler<N>> } = {
  start: async () => (await import("./commands/Start.js")).start,
  import: async () => (await import("./commands/Import.js")).importCommand,
  export: async () => (await import("./commands/Export.js")).exportCommand,
  publish: async () => (await import("./commands/Publish.js")).publish,
  preview: async () => (await import("./commands/Preview.js")).preview,
  rollback: async () => (await import("./commands/Rollback.js")).rollback,
  "user add": async () => (await import("./commands/User.js")).add,
  "user erase": async () => (await import("./commands/UserErase.js")).erase,
  "user link": async () => (await import("./commands/UserLink.js")).link,
  "access explain": async () => (await import("./commands/Access.js")).explain,
  "token create": async () => (await import("./commands/Token.js")).create,
  "token list": async () => (await import("./commands/Token.js")).list,
  "token rotate": async () => (await import("./commands/Token.js")).rotate,
  "token revoke": async () => (await import("./commands/Token.js")).revoke,
  audit: async () => (await import("./commands/Audit.js")).audit,
  "keys list": async () => (await import("./commands/Keys.js")).list,
  "keys rotate": async () => (await import("./commands/Keys.js")).rotate,
  "keys drop": async () => (await import("./commands/Keys.js")).drop,
  purge: async () => (await import("./commands/Purge.js")).purge,
  check: async () => (await import("./commands/Check.js")).check,
  backup: async () => (await import("./commands/Backup.js")).backup,
  resume: async () => (await import("./commands/Resume.js")).resume,
  copy: async () => (await import("./commands/Copy.js")).copy,
  restore: async () => (await import("./commands/Restore.js")).restore
}

const oneLine = (text: string): string => stripVTControlCharacters(text).replace(/\s+/g, " ").trim()

/** Whether an error comes from the system, whose message names the failed operation and the path. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "code" in error

const failed = (cause: Cause.Cause<unknown>): Effect.Effect<number> => {
  const error = Cause.squash(cause)
  if (Cause.failureOption(cause)._tag === "None") {
    if (isSystemError(error)) return Effect.as(problem(oneLine(error.message)), 1)
    return Effect.as(problem(`unexpected error\n${Cause.pretty(cause)}`), 1)
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
  if (_tag === "Unavailable" && reason instanceof Error) return Effect.as(problem(oneLine(reason.message)), 1)
  const code = _tag === "WrongUsage" || _tag === "Invalid" ? 2 : 1
  return Effect.as(problem(oneLine(message ?? String(error))), code)
}

/** The values of the flags of settings, by the keys of these. A command may have another option with such a name. */
const settingFlags = (command: RunnableName, values: Given): Readonly<Record<string, string>> => {
  const options: Readonly<Record<string, object>> = commands[command].options
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, { flag }]) => {
      const name = flag.slice(2)
      const value = values[name]
      const option = options[name]
      const isOther = option !== undefined && !("variable" in option || "setting" in option)
      return typeof value === "string" && !isOther ? [[key, value]] : []
    })
  )
}

/** Runs a command, and returns the exit code. */
export const run = <N extends RunnableName>(command: N, values: Given): Effect.Effect<number> =>
  Effect.gen(function* () {
    const { env } = yield* Invocation
    const settings = yield* parseSettings(settingFlags(command, values), env)
    const handler = yield* Effect.promise(handlers[command])
    yield* Effect.provide(handler(values as Values<(typeof commands)[N]>, settings), Logging.layer(settings))
    return 0
  }).pipe(Effect.catchAllCause((cause) => (Cause.isInterruptedOnly(cause) ? Effect.interrupt : failed(cause))))

/** Runs the command in the arguments (those after the program's name), and returns the exit code. */
export const main = (given: ReadonlyArray<string>): Effect.Effect<number> =>
  Effect.flatMap(Invocation, (invocation) => {
    const plan = planOf(given, invocation)
    return plan.kind === "run" ? run(plan.command, plan.values) : Effect.as(write(plan.stream, plan.text), plan.code)
  })

/** The exit code of a command that was interrupted: for a server that is success, for other commands it is not. */
export const interruptedCode = (command: string): number => (command === "start" ? 0 : 130)
