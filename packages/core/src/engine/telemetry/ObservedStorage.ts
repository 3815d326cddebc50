/** A storage whose statements and transactions are spans, and measured. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import type * as Tracer from "effect/Tracer"
import { counting, gauging, metrics, timing } from "../../foundation/telemetry/Metrics.js"
import { spanned } from "../../foundation/telemetry/Spans.js"
import { timed } from "../../foundation/telemetry/Timed.js"
import type { Lock } from "../../storage/rows/Locks.js"
import type { Read, Write } from "../../storage/rows/Reads.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import type { Table } from "../../storage/rows/Table.js"

const statements = counting(metrics.statements)
const statementDurations = timing(metrics.statementDuration)
const transactions = counting(metrics.transactions)
const waits = timing(metrics.transactionWait)
const durations = timing(metrics.transactionDuration)
const retries = counting(metrics.transactionRetries)
const waiting = gauging(metrics.transactionsWaiting)

/** The number of statements below one span that get a span of their own; the rest are only counted on it. */
const spansOfStatements = 64

/** The class of a statement; a `scan` reads any number of rows. */
type StatementClass = "read" | "scan" | "write"

/** Tracks the statements below a span: an import has many, of which only the first get a span. */
const makeStatements = () => {
  const below = new WeakMap<Tracer.AnySpan, number>()
  return <A, E, R>(
    kind: StatementClass,
    table: string,
    operation: string,
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> => {
    const ended = (seconds: number): void => {
      statements(1, table, kind)
      statementDurations(seconds, kind)
    }
    const attributes = {
      "db.system.name": "lectern",
      "db.collection.name": table,
      "db.operation.name": operation,
      "lectern.statement.class": kind
    }
    const shown = spanned(`storage.${kind} ${table}`, { kind: "client", attributes, leaf: true, ended }, effect)
    return Effect.withFiberRuntime<A, E, R>(({ currentSpan }) => {
      if (currentSpan === undefined || currentSpan._tag === "ExternalSpan") return shown
      const count = (below.get(currentSpan) ?? 0) + 1
      below.set(currentSpan, count)
      if (count <= spansOfStatements) return shown
      currentSpan.attribute("lectern.statements.not_shown", count - spansOfStatements)
      return timed(effect, ended)
    })
  }
}

/** A transaction that fibers are in; a fiber that outlives it is in none. */
interface Outermost {
  open: boolean
}

/** The transaction of a fiber: a nested one is a savepoint, and never waits. */
const current = FiberRef.unsafeMake<Outermost | undefined>(undefined)

const transactionOf =
  (storage: StorageService): StorageService["transaction"] =>
  <A, E, R>(effect: Effect.Effect<A, E, R>, locks?: ReadonlyArray<Lock>) => {
    const savepoint = spanned("storage.savepoint", { kind: "client" }, storage.transaction(effect, locks))
    const outermost = Effect.uninterruptibleMask((restore) => {
      const asked = performance.now()
      const transaction: Outermost = { open: true }
      let begun: number | undefined
      let runs = 0
      waiting.change(1)
      const began = Effect.sync(() => {
        if (++runs > 1) return
        begun = performance.now()
        waiting.change(-1)
      })
      const ending = (span: Tracer.Span, exit: Exit.Exit<unknown, unknown>): void => {
        span.attribute("lectern.transaction.outcome", Exit.isSuccess(exit) ? "committed" : "rolled_back")
        if (begun !== undefined)
          span.attribute("lectern.transaction.wait_ms", Math.round((begun - asked) * 1000) / 1000)
        if (runs > 1) span.attribute("lectern.transaction.retries", runs - 1)
      }
      const body = Effect.zipRight(began, Effect.locally(effect, current, transaction))
      const ended = (_: number, exit: Exit.Exit<unknown, unknown>): void => {
        transaction.open = false
        if (begun === undefined) waiting.change(-1)
        const left = performance.now()
        waits(((begun ?? left) - asked) / 1000)
        if (begun !== undefined) durations((left - begun) / 1000)
        if (runs > 1) retries(runs - 1)
        transactions(1, Exit.isSuccess(exit) ? "committed" : "rolled_back")
      }
      return spanned(
        "storage.transaction",
        { kind: "client", ending, ended },
        restore(storage.transaction(body, locks))
      )
    })
    return Effect.flatMap(FiberRef.get(current), (inside) => (inside?.open === true ? savepoint : outermost))
  }

/** The table that a call with several statements is counted for: the table of the first statement that has one. */
const tableOf = (statements: ReadonlyArray<Read | Write>): string => {
  for (const each of statements) if ("table" in each) return each.table.name
  return "counters"
}

/** A storage that does the same, and is measured. Generations and the stream of changes are left as they are. */
export const observedStorage = (storage: StorageService): StorageService => {
  const statement = makeStatements()
  return {
    get: <T extends Table>(table: T, key: Parameters<StorageService["get"]>[1]) =>
      statement("read", table.name, "get", storage.get(table, key)),
    insert: (table, columns, json) => statement("write", table.name, "insert", storage.insert(table, columns, json)),
    update: (table, columns, json, version) =>
      statement("write", table.name, "update", storage.update(table, columns, json, version)),
    delete: (table, key) => statement("write", table.name, "delete", storage.delete(table, key)),
    scan: <T extends Table>(table: T, scan: Parameters<StorageService["scan"]>[1]) =>
      statement("scan", table.name, "scan", storage.scan(table, scan)),
    count: (table, range) => statement("scan", table.name, "count", storage.count(table, range)),
    increment: (counter, by) => statement("write", "counters", "increment", storage.increment(counter, by)),
    counter: (counter) => statement("read", "counters", "counter", storage.counter(counter)),
    reads: (reads) => statement("read", tableOf(reads), "reads", storage.reads(reads)),
    counters: (counters) => statement("read", "counters", "counters", storage.counters(counters)),
    increments: (counters) => statement("write", "counters", "increments", storage.increments(counters)),
    writes: (writes) => statement("write", tableOf(writes), "writes", storage.writes(writes)),
    transaction: transactionOf(storage),
    lock: storage.lock,
    inTransaction: storage.inTransaction,
    generation: storage.generation,
    changes: storage.changes,
    ...(storage.library !== undefined && { library: storage.library })
  }
}
