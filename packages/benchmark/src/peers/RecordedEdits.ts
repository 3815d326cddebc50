/**
 * A hand-written server that takes edits and derives nothing: it writes the rows and index entries that Lectern wrote
 * for the same edits, and repeats Lectern's answers.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { deserialize, serialize } from "node:v8"
import Sqlite from "better-sqlite3"
import fastify, { type FastifyInstance } from "fastify"
import type { BareSpaces } from "./BareSqlite.js"

/** A statement that wrote, with its parameters. */
export interface Write {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

/** An edit: its writes, in one transaction, and its answer. */
export interface RecordedEdit {
  readonly writes: ReadonlyArray<Write>
  readonly answer: unknown
}

type Prepare = (this: Sqlite.Database, sql: string) => Sqlite.Statement<Array<unknown>>

const transactional = /^(begin|commit|rollback|savepoint|release)/i

/**
 * Records the statements that write, of all connections that prepare them from now on, until `stop` is called. `take`
 * returns those since it was called last.
 */
export const recordWrites = (): { readonly take: () => ReadonlyArray<Write>; readonly stop: () => void } => {
  let writes: Array<Write> = []
  const prepare: Prepare = Sqlite.prototype.prepare
  const recording: Prepare = function (sql) {
    const statement = prepare.call(this, sql)
    if (statement.readonly || transactional.test(sql)) return statement
    const { all, run } = statement
    statement.run = (...given) => {
      writes.push({ sql, parameters: given.flat() })
      return run.apply(statement, given)
    }
    statement.all = (...given) => {
      writes.push({ sql, parameters: given.flat() })
      return all.apply(statement, given)
    }
    return statement
  }
  Object.assign(Sqlite.prototype, { prepare: recording })
  return {
    take: () => {
      const taken = writes
      writes = []
      return taken
    },
    stop: () => {
      Object.assign(Sqlite.prototype, { prepare })
    }
  }
}

const recordingIn = (filename: string): string => join(dirname(filename), "edits")

/** Stores edits next to the file that they are to be written to. */
export const storeEdits = (filename: string, edits: ReadonlyArray<RecordedEdit>): void =>
  writeFileSync(recordingIn(filename), serialize(edits))

/**
 * Opens a file to make the edits stored next to it, in their order: each call writes the next one, in one transaction,
 * and returns its answer.
 */
export const replayOf = (filename: string): (() => unknown) => {
  const edits: ReadonlyArray<RecordedEdit> = deserialize(readFileSync(recordingIn(filename)))
  const db = new Sqlite(filename)
  db.pragma("journal_mode = wal")
  db.pragma("synchronous = normal")
  const statements = new Map<string, Sqlite.Statement<Array<unknown>>>()
  const run = ({ parameters, sql }: Write): void => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = db.prepare(sql)
      statements.set(sql, statement)
    }
    if (statement.reader) statement.all(...parameters)
    else statement.run(...parameters)
  }
  const write = db.transaction((writes: ReadonlyArray<Write>) => writes.forEach(run))
  let next = 0
  return () => {
    const edit = edits[next++]
    if (edit === undefined) throw new Error("there are no more edits")
    write.immediate(edit.writes)
    return edit.answer
  }
}

/** The server over a file and the edits stored next to it; it does not listen yet. */
export const make = (filename: string, spaces: BareSpaces): FastifyInstance => {
  const replay = replayOf(filename)
  const app = fastify({ bodyLimit: 2 ** 20 })
  app.post<{ Params: { id: string } }>("/v1/spaces/:id/content", (request, reply) => {
    const header = request.headers.authorization
    const user = header?.startsWith("Bearer ") ? spaces.authenticate(header.slice(7)) : undefined
    if (user === undefined) return reply.code(401).send({ error: { code: 401, message: "the token is not valid" } })
    return reply.send(replay())
  })
  return app
}
