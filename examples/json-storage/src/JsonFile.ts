/** The file in which a content is kept. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { Unavailable } from "@lectern/core/errors/Errors"
import { Effect } from "effect"
import type { Content } from "./Rows.js"

const attempt = <A>(what: string, use: () => A): Effect.Effect<A, Unavailable> =>
  Effect.try({ try: use, catch: (cause) => new Unavailable({ message: `the file cannot be ${what}`, cause }) })

/** Reads the content of a file; nothing if there is no file. */
export const read = (file: string): Effect.Effect<Content, Unavailable> =>
  attempt("read", () => {
    const { rows, counters } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { rows: [], counters: [] }
    return { rows: new Map(rows), counters: new Map(counters) }
  })

/** Replaces the content of a file: whoever reads it later finds all of the old content or all of the new one. */
export const write = (file: string, { counters, rows }: Content): Effect.Effect<void, Unavailable> =>
  attempt("written", () => {
    writeFileSync(`${file}.new`, JSON.stringify({ rows: [...rows], counters: [...counters] }), { flush: true })
    renameSync(`${file}.new`, file)
  })
