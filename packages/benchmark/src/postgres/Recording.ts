/** The statements that this process sends to PostgreSQL, and the same statements sent again by clients of their own. */
import { session } from "@lectern/storage-postgres/internal/PostgresPool"
import * as Effect from "effect/Effect"
import pg from "pg"

/** A statement that was sent. */
export interface Sent {
  readonly text: string
  /** The name that it is prepared under, if it is. */
  readonly name: string | undefined
  readonly values: ReadonlyArray<unknown>
  /** The number of rows it returned or wrote; of several statements in one message, the last one. */
  readonly rows: number
}

/** The statements of one edit, in order. */
export type Edit = ReadonlyArray<Sent>

type Results = pg.QueryArrayResult | ReadonlyArray<pg.QueryArrayResult>
type Callback = (error: Error | null, result: Results) => void
type Given = [query: { text: string; name?: string; values: ReadonlyArray<unknown> }, callback: Callback]

const rowsOf = (result: Results): number => {
  const last = "rows" in result ? result : result.at(-1)
  return last?.rowCount ?? 0
}

/** Notes each statement once it has been answered, for as long as an effect runs. */
export const recording = <A, E, R>(
  note: (sent: Sent) => void,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const original: unknown = Reflect.get(pg.Client.prototype, "query")
      Reflect.set(pg.Client.prototype, "query", function (this: unknown, ...[query, callback]: Given) {
        const noted: Callback = (error, result) => {
          if (!error) note({ text: query.text, name: query.name, values: query.values, rows: rowsOf(result) })
          callback(error, result)
        }
        return typeof original === "function" ? Reflect.apply(original, this, [query, noted]) : undefined
      })
      return original
    }),
    () => effect,
    (original) => Effect.sync(() => Reflect.set(pg.Client.prototype, "query", original))
  )

/** Clients of a database, with the settings that sessions of the engine have. */
export const clientsOf = (url: string, count: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const options = session.map((each) => `-c ${each}`).join(" ")
      const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url, options }))
      for (const client of clients) await client.connect()
      return clients
    }),
    (clients) => Effect.promise(() => Promise.all(clients.map((client) => client.end())))
  )

const isBegin = ({ text }: Sent): boolean => text.startsWith("begin")

/**
 * Sends the statements of an edit. `begins` is called around the beginning of its transaction. Throws if a statement of
 * the transaction returns or writes another number of rows than when it was recorded.
 */
export const replayed = async (
  client: pg.Client,
  edit: Edit,
  begins: (begin: () => Promise<void>) => Promise<void> = (begin) => begin()
): Promise<void> => {
  let inside = false
  for (const sent of edit) {
    const { name, rows, text, values } = sent
    const send = async (): Promise<void> => {
      const query = { text, ...(name !== undefined && { name }), values: [...values], rowMode: "array" as const }
      const found = rowsOf(await client.query(query))
      if (inside && found !== rows) throw new Error(`${found} rows instead of ${rows}: ${text}`)
    }
    if (isBegin(sent)) await begins(send)
    else await send()
    inside ||= isBegin(sent)
  }
}
