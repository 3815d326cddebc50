/** The output of commands: results on stdout, everything else on stderr. */
import * as Effect from "effect/Effect"
import { red, screenOf } from "../command-line/Screen.js"
import { Invocation } from "../Invocation.js"
import { withoutCredentials } from "./Redaction.js"

/** Writes text unchanged, and waits until it is flushed. */
export const write = (stream: "stdout" | "stderr", text: string): Effect.Effect<void> =>
  Effect.flatMap(Invocation, (invocation) =>
    Effect.async<void>((resume) => {
      invocation[stream].write(text, () => resume(Effect.void))
    })
  )

/** A line of the result. */
export const print = (line: string): Effect.Effect<void> => write("stdout", `${line}\n`)

/** A result for machines: one JSON value. */
export const printJson = (value: unknown): Effect.Effect<void> => print(JSON.stringify(value, null, 2))

/** A line about the work. */
export const note = (line: string): Effect.Effect<void> => write("stderr", `${withoutCredentials(line)}\n`)

/** The line that says why a command failed. */
export const problem = (message: string): Effect.Effect<void> =>
  Effect.flatMap(Invocation, ({ env, stderr }) =>
    write("stderr", `${red("lectern:", screenOf(stderr, env))} ${withoutCredentials(message)}\n`)
  )

/** Rows of text in columns as wide as their widest cell. */
export const columns = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
