/** A storage of rows and counters in one JSON file, which every commit writes anew. One process may have it open. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import { withDefaults } from "@lectern/core/storage/Batches"
import { type Change, Storage, type StorageService } from "@lectern/core/storage/Storage"
import type { Row, Table } from "@lectern/core/storage/Table"
import { Effect, Either, Exit, FiberRef, Layer, PubSub, Stream } from "effect"
import * as JsonFile from "./JsonFile.js"
import * as Rows from "./Rows.js"

/** A running transaction: the content that it would commit, and the changes that lead to it. */
interface Transaction extends Rows.Written {
  content: Rows.Content
  changes: ReadonlyArray<Change>
  open: boolean
}

const make = Effect.fnUntraced(function* (file: string) {
  let committed = yield* JsonFile.read(file)
  let generation = 0
  let generations = 0
  const commits = yield* PubSub.unbounded<ReadonlyArray<Change>>()
  const writer = yield* Effect.makeSemaphore(1)
  const current = yield* FiberRef.make<Transaction | undefined>(undefined)

  /** The transaction of the fiber, which a fiber that outlives its transaction no longer has. */
  const running = Effect.map(FiberRef.get(current), (found) => (found?.open === true ? found : undefined))

  const commit = Effect.fnUntraced(function* ({ changes, content }: Transaction) {
    if (content === committed) return
    yield* JsonFile.write(file, content)
    committed = content
    generation = ++generations
    if (changes.length > 0) yield* PubSub.publish(commits, changes)
  })

  /** Waits for the running transaction, then runs the effect in a new one, and commits that if the effect succeeds. */
  const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const transaction: Transaction = { content: committed, changes: [], open: true }
        const exit = yield* Effect.exit(restore(Effect.locally(effect, current, transaction)))
        transaction.open = false
        if (Exit.isSuccess(exit)) yield* commit(transaction)
        return yield* exit
      })
    ).pipe(writer.withPermits(1))

  /** Runs the effect in the running transaction, and undoes what it wrote unless it succeeds. */
  const nested = <A, E, R>(transaction: Transaction, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const { changes, content } = transaction
      return Effect.onError(effect, () => Effect.sync(() => Object.assign(transaction, { changes, content })))
    })

  const transaction: StorageService["transaction"] = (effect) =>
    Effect.flatMap(running, (outer) => (outer === undefined ? outermost(effect) : nested(outer, effect)))

  const read = <A>(use: (content: Rows.Content) => A): Effect.Effect<A> =>
    Effect.map(running, (transaction) => use(transaction?.content ?? committed))

  /** Writes in the running transaction, or in one of its own. */
  const write = <E = never>(
    use: (content: Rows.Content) => Either.Either<Rows.Written, E>
  ): Effect.Effect<Rows.Written, E | Unavailable> =>
    Effect.flatMap(running, (transaction) =>
      transaction === undefined
        ? outermost(write(use))
        : Effect.map(use(transaction.content), (written) => {
            transaction.content = written.content
            transaction.changes = [...transaction.changes, ...written.changes]
            return written
          })
    )

  return withDefaults({
    get: <T extends Table>(table: T, key: Parameters<typeof Rows.get>[2]) =>
      read((content) => Rows.get(content, table, key) as Row<T> | undefined),
    scan: <T extends Table>(table: T, scan: Parameters<typeof Rows.scan>[2]) =>
      read((content) => Rows.scan(content, table, scan) as ReadonlyArray<Row<T>>),
    count: (table, range) => read((content) => Rows.scan(content, table, range).length),
    counter: (name) => read((content) => Rows.counter(content, name)),
    insert: (table, columns, json) => Effect.asVoid(write((content) => Rows.insert(content, table, columns, json))),
    update: (table, columns, json, version) =>
      Effect.asVoid(write((content) => Rows.update(content, table, columns, json, version))),
    delete: (table, key) =>
      Effect.map(
        write((content) => Either.right(Rows.remove(content, table, key))),
        ({ changes }) => changes.length > 0
      ),
    increment: (name, by = 1) =>
      Effect.map(
        write((content) => Either.right(Rows.increment(content, name, by))),
        ({ content }) => Rows.counter(content, name)
      ),
    transaction,
    inTransaction: Effect.map(running, (transaction) => transaction !== undefined),
    generation: Effect.map(running, (transaction) => (transaction === undefined ? generation : ++generations)),
    changes: Stream.fromPubSub(commits)
  })
})

/** The storage in a file, which need not exist. */
export const layer = (file: string): Layer.Layer<Storage, Unavailable> => Layer.scoped(Storage, make(file))
