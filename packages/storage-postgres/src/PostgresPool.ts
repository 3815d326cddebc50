/** A small pool of connections, and how statements run on them. */
import { createHash } from "node:crypto"
import { Unavailable } from "@lectern/core/errors/Errors"
import { named } from "@lectern/storage-sql/internal/Dialect"
import type { Parameters, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"
import pg from "pg"
import type { PostgresAddress } from "./PostgresAddress.js"
import * as Failure from "./PostgresFailure.js"
import { openError, type PostgresOpenError } from "./PostgresOpenError.js"

/**
 * The bytes of the parts of a binary `COPY`: its header before the rows, the number of columns that a row begins with,
 * and a length.
 */
const before = { rows: 19, columns: 2, length: 4 }

/** A `COPY … TO STDOUT (FORMAT binary)` while it runs. */
class CopyOut extends pg.Query {
  private readonly received: Array<Buffer> = []

  /** Called by `pg` with a part of the answer, whose memory is about to be used again. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.received.push(Buffer.from(chunk))
  }

  /** The first column of the only row, `undefined` if there is no row. */
  get value(): Uint8Array | undefined {
    const all = Buffer.concat(this.received)
    if (all.readInt16BE(before.rows) < 1) return undefined
    const at = before.rows + before.columns
    const start = at + before.length
    return all.subarray(start, start + all.readInt32BE(at))
  }
}

/** The statement that sends the result of a query, one column of at most one row. */
const copyOf = (query: string): string => `copy (${query}) to stdout (format binary)`

/** The timeouts, in milliseconds, and the number of connections. */
export interface PoolOptions {
  readonly connections: number
  readonly connectTimeout: number
  readonly statementTimeout: number
  readonly lockTimeout: number
  readonly idleTransactionTimeout: number
  /**
   * Whether a commit is acknowledged before it is on the disk of the server. It is once a later commit of a connection
   * without this is; behind a pooler without named statements, only transactions make use of it.
   */
  readonly commitsLater?: boolean
  /** The schema of the workspace; that of the connection when absent. */
  readonly schema?: string
}

/** The options of connections for short work. */
export const completed = ({
  connections = 10,
  connectTimeout = 10_000,
  idleTransactionTimeout = 60_000,
  lockTimeout = 10_000,
  statementTimeout = 30_000
}: Partial<PoolOptions>): PoolOptions => ({
  connections: Math.max(2, connections),
  connectTimeout,
  idleTransactionTimeout,
  lockTimeout,
  statementTimeout
})

/** The options of a connection for long work that nobody waits for, such as a copy or a check. */
export const patient: PoolOptions = {
  connections: 1,
  connectTimeout: 10_000,
  statementTimeout: 86_400_000,
  lockTimeout: 60_000,
  idleTransactionTimeout: 86_400_000
}

/** A statement, with the name under which PostgreSQL keeps it prepared. */
export interface Statement {
  readonly text: string
  readonly name: string | undefined
}

/** The result of a statement: its rows, and the number of rows it affected. */
export interface Result {
  readonly rows: Array<SqlRow>
  readonly affected: number
  /** The first word of PostgreSQL's command tag. */
  readonly command: string
}

/** A connection of the pool. */
export type Connection = pg.PoolClient

/** Where the connections of a pool come from. */
export interface Source {
  /** Calls back with a connection, or with the reason why there is none. */
  readonly connect: (done: (refusal: unknown, connection?: Connection) => void) => void
  /** Takes a connection back; a broken one is closed. */
  readonly release: (connection: Connection, broken: boolean) => void
  /** Closes what this process has opened. */
  readonly close: () => Promise<void>
}

/** The connections to one database. */
export interface PostgresPool {
  readonly address: Pick<PostgresAddress, "name">
  /** What the names of tables begin with in statements: a schema and a dot, or nothing. */
  readonly prefix: string
  /** Declares a statement. */
  readonly statement: (text: string) => Statement
  /** The maximum number of connections. */
  readonly connections: number
  /**
   * Runs a statement on any connection, and retries it on another one, up to this many times, if the connection was
   * lost.
   */
  readonly once: (statement: Statement, parameters: Parameters, again: number) => Effect.Effect<Result, unknown>
  /** Acquires a connection, which the caller must release. Uninterruptible, except while waiting. */
  readonly take: (restore: Restore) => Effect.Effect<Connection, unknown>
  /** Releases a connection; a broken one is closed. */
  readonly give: (connection: Connection, broken: boolean) => void
  /** Runs a statement on a connection. */
  readonly run: (connection: Connection, statement: Statement, parameters: Parameters) => Effect.Effect<Result, unknown>
  /** Reads the bytes that a query without parameters selects, from one column of at most one row, on any connection. */
  readonly bytesOnce: (query: string, again: number) => Effect.Effect<Uint8Array | undefined, unknown>
  /** Reads such bytes on a connection. */
  readonly bytes: (connection: Connection, query: string) => Effect.Effect<Uint8Array | undefined, unknown>
  /** Runs statements without parameters on a connection, in one message. */
  readonly send: (connection: Connection, text: string) => Effect.Effect<Result, unknown>
  /** The settings with which a transaction of this pool begins, in addition to `begin` itself. */
  readonly settings: string
  /** Closes idle connections, and each of the others once it is released; later calls fail. */
  readonly close: Effect.Effect<void>
}

const asIs = (value: string): string => value

const parsers = new Map<number, (value: string) => unknown>([
  [17, (value) => Buffer.from(value.slice(2), "hex")],
  [20, Number],
  [21, Number],
  [23, Number]
])

/** Bytes are bytes, integers are numbers, and the rest is text. */
const types: pg.CustomTypesConfig = { getTypeParser: (type: number) => parsers.get(type) ?? asIs }

/**
 * The settings of every session. All statements scan an index in order: the planner is kept from plans that look
 * cheaper while tables are small or statistics outdated, and from replanning.
 */
export const session = [
  "jit=off",
  "enable_seqscan=off",
  "enable_bitmapscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "max_parallel_workers_per_gather=0",
  "plan_cache_mode=force_generic_plan"
]

const nameOf = (statement: string): string =>
  `lectern_${createHash("sha256").update(statement).digest("base64url").slice(0, 24)}`

const resultOf = (result: pg.QueryArrayResult): Result => {
  const last = Array.isArray(result) ? (result.at(-1) as pg.QueryArrayResult) : result
  return { rows: last.rows, affected: last.rowCount ?? 0, command: last.command }
}

const ignore = (): void => {}

/** Sends a request on a connection, and calls back with its result. */
type Ask<A> = (client: pg.ClientBase, done: (answer: Either.Either<A, unknown>) => void) => void

const bytesOf =
  (query: string): Ask<Uint8Array | undefined> =>
  (client, done) => {
    const copy: CopyOut = new CopyOut(copyOf(query), (error) =>
      done(error ? Either.left(error) : Either.right(copy.value))
    )
    client.query(copy)
  }

/** How the statements of a pool are written. */
interface Writing {
  /** See {@link PostgresPool}. */
  readonly prefix: string
  /** Whether statements have names, under which PostgreSQL keeps them prepared. */
  readonly prepare: boolean
  readonly settings: string
}

/** A pool over connections from anywhere. */
export const over = (
  { close, connect, release }: Source,
  address: PostgresPool["address"],
  connections: number,
  { prefix, prepare, settings }: Writing
): PostgresPool => {
  const statements = new Map<string, Statement>()
  let isClosed = false

  const queryOf = ({ name, text }: Statement, values: Parameters) => ({
    text,
    ...(name !== undefined && { name }),
    values: [...values],
    rowMode: "array" as const,
    types
  })

  const rowsOf =
    (statement: Statement, parameters: Parameters): Ask<Result> =>
    (client, done) => {
      client.query(queryOf(statement, parameters), (error: Error | null, result: pg.QueryArrayResult) =>
        done(error ? Either.left(error) : Either.right(resultOf(result)))
      )
    }

  const on = <A>(connection: Connection, ask: Ask<A>): Effect.Effect<A, unknown> =>
    Effect.async((resume) => ask(connection, resume))

  const onAny = <A>(ask: Ask<A>, again: number): Effect.Effect<A, unknown> =>
    Effect.async((resume) => {
      if (isClosed) return resume(Effect.fail(Failure.closed))
      let abandoned = false
      connect((refusal, client) => {
        if (client === undefined) return resume(Effect.fail(refusal))
        if (abandoned) return release(client, false)
        ask(client, (answer) => {
          const error = Either.isLeft(answer) ? answer.left : undefined
          release(client, Either.isLeft(answer) && Failure.isLost(error))
          resume(Either.isLeft(answer) && Failure.isClosed(error) && again > 0 ? onAny(ask, again - 1) : answer)
        })
      })
      return Effect.sync(() => {
        abandoned = true
      })
    })

  const take: PostgresPool["take"] = (restore) => {
    let taken: Connection | undefined
    let abandoned = false
    const waiting = Effect.async<Connection, unknown>((resume) => {
      if (isClosed) return resume(Effect.fail(Failure.closed))
      connect((refusal, client) => {
        if (client === undefined) return resume(Effect.fail(refusal))
        if (abandoned) return release(client, false)
        taken = client
        resume(Effect.succeed(client))
      })
    })
    const abandon = Effect.sync(() => {
      abandoned = true
      if (taken !== undefined) release(taken, false)
    })
    return Effect.onInterrupt(restore(waiting), () => abandon)
  }

  return {
    address,
    prefix,
    statement: (text) => {
      const known = statements.get(text)
      if (known !== undefined) return known
      const whole = named(prefix, text)
      const made: Statement = { text: whole, name: prepare ? nameOf(whole) : undefined }
      statements.set(text, made)
      return made
    },
    connections,
    once: (statement, parameters, again) => onAny(rowsOf(statement, parameters), again),
    take,
    give: release,
    run: (connection, statement, parameters) => on(connection, rowsOf(statement, parameters)),
    bytesOnce: (query, again) => onAny(bytesOf(named(prefix, query)), again),
    bytes: (connection, query) => on(connection, bytesOf(named(prefix, query))),
    send: (connection, text) => on(connection, rowsOf({ text, name: undefined }, [])),
    settings,
    close: Effect.promise(async () => {
      isClosed = true
      await close()
    })
  }
}

/** A pool of connections to the database at an address; it connects when it is first used. */
export const make = (address: PostgresAddress, options: PoolOptions): PostgresPool => {
  const {
    commitsLater = false,
    connections,
    connectTimeout,
    idleTransactionTimeout,
    lockTimeout,
    schema,
    statementTimeout
  } = options
  const limits = {
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: idleTransactionTimeout
  }
  const more = [
    ...(commitsLater ? ["synchronous_commit=off"] : []),
    ...(schema === undefined ? [] : [`search_path=${schema}`])
  ]
  const pool = new pg.Pool({
    connectionString: address.url,
    ssl: address.tls,
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: statementTimeout + 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: "lectern",
    // A pooler between may refuse parameters that it does not know.
    ...(address.prepare && { ...limits, options: [...session, ...more].map((each) => `-c ${each}`).join(" ") })
  })
  pool.on("error", ignore)
  pool.on("connect", (client) => client.on("error", ignore))
  const source: Source = {
    connect: (done) => pool.connect((refusal, client) => done(refusal, client)),
    release: (connection, broken) => connection.release(broken),
    close: () => pool.end()
  }
  return over(source, address, connections, {
    prefix: schema === undefined ? "" : `${schema}.`,
    prepare: address.prepare,
    settings: address.prepare
      ? ""
      : [...Object.entries(limits).map(([name, limit]) => `${name}=${limit}`), ...more]
          .map((each) => `; set local ${each}`)
          .join("")
  })
}

/**
 * The schema of a workspace in the database of an application. It must not have the name of a role: PostgreSQL looks
 * there first for the tables of the role.
 */
export const sharedSchema = "lectern_workspace"

/**
 * {@link make} for the workspace of a database until the scope closes, wherever it is: in the schema of the connection,
 * or in one of its own in the database of an application.
 */
export const ofWorkspace = (
  address: PostgresAddress,
  options: PoolOptions
): Effect.Effect<PostgresPool, PostgresOpenError, Scope.Scope> => {
  const opened = (options: PoolOptions) =>
    Effect.acquireRelease(
      Effect.sync(() => make(address, options)),
      (pool) => pool.close
    )
  return Effect.gen(function* () {
    const pool = yield* opened(options)
    const text = `select to_regclass('${sharedSchema}.schema_migrations') is not null`
    const { rows } = yield* Effect.mapError(pool.once({ text, name: undefined }, [], 0), (cause) =>
      openError(address.name, cause)
    )
    return rows[0]?.[0] === "t" ? yield* opened({ ...options, schema: sharedSchema }) : pool
  })
}

/** The failure of a statement, for any cause. */
export const failure = (cause: unknown): Effect.Effect<never, Unavailable> =>
  cause instanceof Unavailable ? Effect.fail(cause) : Failure.failure(cause)

/** Makes an effect interruptible again. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
