/** What commands print: results on stdout, everything else on stderr. */
import { Effect } from "effect"
import { withoutCredentials } from "./Redaction.js"

const write = (stream: NodeJS.WriteStream, text: string): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    stream.write(text, () => resume(Effect.void))
  })

/** A line of the result. */
export const print = (line: string): Effect.Effect<void> => write(process.stdout, `${line}\n`)

/** A result for machines: one JSON value. */
export const printJson = (value: unknown): Effect.Effect<void> => print(JSON.stringify(value, null, 2))

/** A line about the work, or about a problem. */
export const note = (line: string): Effect.Effect<void> => write(process.stderr, `${withoutCredentials(line)}\n`)

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
