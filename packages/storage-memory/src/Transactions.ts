/** Transactions on the state, one after another, each on its own draft. */
import { mayBeLost } from "@lectern/core/internal/storage/rows/LosableTransactions"
import type { Change } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Stream from "effect/Stream"
import type { Target } from "./Rows.js"
import { Draft, type State } from "./State.js"

type FiberRefs = Pick<Fiber.RuntimeFiber<unknown, unknown>, "getFiberRef">

/** A running transaction, or one that has ended but is still referenced by a fiber that outlived it. */
class Transaction implements Target {
  readonly changes: Array<Change> = []
  readonly lock = Effect.unsafeMakeSemaphore(1)
  readonly draft: Draft
  open = true
  /** Whether one of its inner transactions is running. */
  busy = false
  /** Whether the state was reset meanwhile, so that it must not be committed. */
  isLost = false

  constructor(
    base: State,
    readonly outer: Transaction | undefined
  ) {
    this.draft = new Draft(base)
  }
}

/** The innermost of these transactions that has not ended. */
const innermostOpen = (transaction: Transaction | undefined): Transaction | undefined => {
  let found = transaction
  while (found?.open === false) found = found.outer
  return found
}

/** Whether these changes, of tables of which nothing is cached, are all that differs between two states. */
const isUncached = (before: State, after: State, changes: ReadonlyArray<Change>): boolean =>
  changes.length > 0 &&
  changes.every(({ uncached }) => uncached === true) &&
  before.counters === after.counters &&
  before.sections === after.sections &&
  before.blobs === after.blobs

/** A state with controlled reads and writes. */
export class Transactions {
  private readonly current = FiberRef.unsafeMake<Transaction | undefined>(undefined, { join: (parent) => parent })
  private readonly lock = Effect.unsafeMakeSemaphore(1)
  private readonly listeners = new Set<(changes: ReadonlyArray<Change>) => void>()
  private busy = false
  /** The outermost transaction that is running, if a reset may discard it. */
  private losable: Transaction | undefined
  private numbers = 0
  private committedGeneration = 0

  constructor(private committed: State) {}

  /** The committed state. */
  get state(): State {
    return this.committed
  }

  /** Replaces the committed state; throws while a transaction is running, unless that may be lost. */
  reset(state: State): void {
    if (this.busy && this.losable === undefined) {
      throw new Error("a storage cannot be reset while a transaction runs")
    }
    if (this.losable !== undefined) this.losable.isLost = true
    this.replace(state)
  }

  /** Reads the transaction's state inside one, else the committed state. */
  read<A>(use: (state: State) => A): Effect.Effect<A> {
    return Effect.withFiberRuntime<A>((fiber) =>
      Effect.succeed(use(this.transactionOf(fiber)?.draft.state ?? this.committed))
    )
  }

  /** Writes in the running transaction, else in a new one. `use` must be atomic; nothing else runs meanwhile. */
  write<A, E>(use: (target: Target) => Exit.Exit<A, E>): Effect.Effect<A, E> {
    return Effect.withFiberRuntime<A, E>((fiber) => {
      const transaction = this.transactionOf(fiber)
      if (transaction !== undefined) {
        if (!transaction.busy) return use(transaction)
        return transaction.lock.withPermits(1)(Effect.suspend(() => this.write(use)))
      }
      const alone = Effect.suspend(() => this.writeAlone(use))
      return this.busy ? this.lock.withPermits(1)(alone) : alone
    })
  }

  /** See `StorageService.transaction`. */
  transaction<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.withFiberRuntime<A, E, R>((fiber) => {
      const outer = this.transactionOf(fiber)
      if (outer === undefined) return this.lock.withPermits(1)(this.outermost(effect))
      return outer.lock.withPermits(1)(
        Effect.suspend(() => (outer.open ? this.inner(outer, effect) : this.transaction(effect)))
      )
    })
  }

  /** See `StorageService.generation`. */
  readonly generation: Effect.Effect<number> = Effect.withFiberRuntime<number>((fiber) =>
    Effect.succeed(this.transactionOf(fiber) === undefined ? this.committedGeneration : ++this.numbers)
  )

  /** See `StorageService.inTransaction`. */
  readonly inTransaction: Effect.Effect<boolean> = Effect.withFiberRuntime<boolean>((fiber) =>
    Effect.succeed(this.transactionOf(fiber) !== undefined)
  )

  /** See `StorageService.changes`. */
  readonly changes: Stream.Stream<ReadonlyArray<Change>> = Stream.asyncPush(
    (emit) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const listener = (changes: ReadonlyArray<Change>) => void emit.single(changes)
          this.listeners.add(listener)
          return listener
        }),
        (listener) => Effect.sync(() => this.listeners.delete(listener))
      ),
    { bufferSize: "unbounded" }
  )

  private transactionOf(fiber: FiberRefs): Transaction | undefined {
    return innermostOpen(fiber.getFiberRef(this.current))
  }

  private replace(state: State): void {
    this.committed = state
    this.committedGeneration = ++this.numbers
  }

  private commit({ draft, changes }: Target): void {
    if (!draft.changed) return
    if (isUncached(this.committed, draft.state, changes)) this.committed = draft.state
    else this.replace(draft.state)
    if (changes.length > 0) for (const listener of this.listeners) listener(changes)
  }

  private writeAlone<A, E>(use: (target: Target) => Exit.Exit<A, E>): Exit.Exit<A, E> {
    const target: Target = { draft: new Draft(this.committed), changes: [] }
    const exit = use(target)
    if (Exit.isSuccess(exit)) this.commit(target)
    return exit
  }

  private run<A, E, R>(
    transaction: Transaction,
    effect: Effect.Effect<A, E, R>,
    end: (exit: Exit.Exit<A, E>) => Effect.Effect<A, E>
  ): Effect.Effect<A, E, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.exit(restore(Effect.locally(effect, this.current, transaction))), (exit) => {
        transaction.open = false
        return end(exit)
      })
    )
  }

  private outermost<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.withFiberRuntime((fiber) => {
      const transaction = new Transaction(this.committed, undefined)
      this.busy = true
      this.losable = fiber.getFiberRef(mayBeLost) ? transaction : undefined
      return this.run(transaction, effect, (exit) => {
        this.busy = false
        this.losable = undefined
        if (Exit.isSuccess(exit) && !transaction.isLost) this.commit(transaction)
        return exit
      })
    })
  }

  private inner<A, E, R>(outer: Transaction, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const transaction = new Transaction(outer.draft.state, outer)
    outer.busy = true
    return this.run(transaction, effect, (exit) => {
      outer.busy = false
      if (Exit.isFailure(exit)) return exit
      if (!outer.open) return Effect.dieMessage("a transaction ended before another one that was nested in it")
      outer.draft.adopt(transaction.draft)
      for (const change of transaction.changes) outer.changes.push(change)
      return exit
    })
  }
}
