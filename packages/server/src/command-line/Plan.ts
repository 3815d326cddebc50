/** Plans a run of the program before anything slow is loaded: a text to print, or a command to run. */
import { version } from "../Location.js"
import type { CommandName } from "./Commands.js"
import { completing, completionLines, scripts } from "./Completion.js"
import { help } from "./Help.js"
import { parse } from "./Parsing.js"
import { red, type ScreenStream, screenOf } from "./Screen.js"

/** A command that does something other than print a static text. */
export type RunnableName = Exclude<CommandName, "completion">

/** The values of arguments and options by name. */
export type Given = Readonly<Record<string, string | boolean | undefined>>

/** The task of an invocation: run a command, or print a text. */
export type Plan =
  | { readonly kind: "run"; readonly command: RunnableName; readonly values: Given }
  /** A text for `stream`, printed unchanged, and the exit code. */
  | { readonly kind: "print"; readonly stream: "stdout" | "stderr"; readonly text: string; readonly code: number }

/** The output streams and the environment of a run. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: ScreenStream
  readonly stderr: ScreenStream
}

const result = (text: string): Plan => ({ kind: "print", stream: "stdout", text, code: 0 })

/** Plans a run from the arguments that follow the name of the program. */
export const planOf = (given: ReadonlyArray<string>, { env, stderr, stdout }: Surroundings): Plan => {
  if (given[0] === completing) return result(completionLines(given.slice(1)))
  const request = parse(given)
  switch (request.kind) {
    case "help":
      return result(help(request.about, screenOf(stdout, env)))
    case "version":
      return result(`${version}\n`)
    case "wrong": {
      const more = `see ${["lectern", ...(request.about === "" ? [] : [request.about]), "--help"].join(" ")}`
      const text = `${red("lectern:", screenOf(stderr, env))} ${request.message} (${more})\n`
      return { kind: "print", stream: "stderr", text, code: 2 }
    }
    case "run": {
      const { command, values } = request
      if (command !== "completion") return { kind: "run", command, values }
      return result(scripts[values.shell as keyof typeof scripts])
    }
  }
}
