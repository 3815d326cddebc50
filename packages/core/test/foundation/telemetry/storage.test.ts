/** Laws of the figures of transactions, however they end. */
import { observedStorage } from "@lectern/core/engine/telemetry/ObservedStorage"
import { metrics } from "@lectern/core/foundation/telemetry/Metrics"
import { UsersTable } from "@lectern/core/people/users/UserRepository"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck, Fiber } from "effect"
import { expect, it } from "vitest"
import { type KeptSpan, keepingTracer } from "../../../../testing/src/Spans.js"
import { numbers } from "./numbers.js"

/** The end of a transaction, and the depth of its savepoints. */
interface Planned {
  readonly end: "commit" | "fail" | "die" | "interrupt"
  readonly depth: number
  /** How many statements it has; each may let others in. */
  readonly statements: number
}

const planned: FastCheck.Arbitrary<Planned> = FastCheck.record({
  end: FastCheck.constantFrom("commit", "fail", "die", "interrupt"),
  depth: FastCheck.nat(2),
  statements: FastCheck.nat(70)
})

const ends = {
  commit: Effect.void,
  fail: Effect.fail("failed"),
  die: Effect.die("died"),
  interrupt: Effect.interrupt
} as const

const total = (metric: { readonly name: string }): number =>
  [...numbers(metric).values()].reduce((sum, each) => sum + each, 0)

it("counts every transaction once, however it ends, and leaves none waiting", async () => {
  await FastCheck.assert(
    FastCheck.asyncProperty(FastCheck.array(planned, { minLength: 1, maxLength: 6 }), async (plans) => {
      const { storage: inner } = await Effect.runPromise(MemoryStorage.make())
      const storage = observedStorage(inner)
      const spans: Array<KeptSpan> = []
      const run = ({ depth, end, statements }: Planned): Effect.Effect<unknown, unknown> => {
        const reads = Effect.replicateEffect(storage.get(UsersTable, ["nobody"]), statements, { discard: true })
        const body = Effect.zipRight(Effect.zipRight(reads, Effect.yieldNow()), ends[end])
        let all: Effect.Effect<unknown, unknown> = body
        for (let i = 0; i <= depth; i++) all = storage.transaction(all)
        return all
      }
      const before = {
        waiting: total(metrics.transactionsWaiting),
        committed: numbers(metrics.transactions).get("committed") ?? 0,
        all: total(metrics.transactions),
        waits: total(metrics.transactionWait),
        statements: total(metrics.statements)
      }
      const program = Effect.gen(function* () {
        const fibers = yield* Effect.forEach(plans, (plan) => Effect.fork(Effect.exit(run(plan))))
        for (const fiber of fibers) yield* Fiber.await(fiber)
      })
      await Effect.runPromise(
        Effect.withTracer(
          program,
          keepingTracer((span) => spans.push(span))
        )
      )
      expect(total(metrics.transactionsWaiting)).toBe(before.waiting)
      expect(total(metrics.transactions) - before.all).toBe(plans.length)
      expect(total(metrics.transactionWait) - before.waits).toBe(plans.length)
      const committed = plans.filter(({ end }) => end === "commit").length
      expect((numbers(metrics.transactions).get("committed") ?? 0) - before.committed).toBe(committed)
      expect(total(metrics.statements) - before.statements).toBe(plans.reduce((sum, plan) => sum + plan.statements, 0))
      const named = (name: string) => spans.filter((span) => span.name === name)
      expect(named("storage.transaction")).toHaveLength(plans.length)
      expect(named("storage.savepoint")).toHaveLength(plans.reduce((sum, { depth }) => sum + depth, 0))
      expect(named("storage.transaction").filter(({ failed }) => failed)).toHaveLength(
        plans.filter(({ end }) => end === "die").length
      )
      for (const span of spans)
        expect(spans.some(({ spanId }) => spanId === span.parentId) || span.name === "storage.transaction").toBe(true)
    }),
    { numRuns: runs(20) }
  )
})

it("keeps the spans of statements below a span to 64, and tells how many it left out", async () => {
  const { storage: inner } = await Effect.runPromise(MemoryStorage.make())
  const storage = observedStorage(inner)
  await FastCheck.assert(
    FastCheck.asyncProperty(FastCheck.nat(200), async (count) => {
      const spans: Array<KeptSpan> = []
      const reads = Effect.replicateEffect(storage.get(UsersTable, ["nobody"]), count, { discard: true })
      const tracer = keepingTracer((span) => spans.push(span))
      await Effect.runPromise(Effect.withTracer(storage.transaction(reads), tracer))
      const transaction = spans.find(({ name }) => name === "storage.transaction")
      expect(spans.length - 1).toBe(Math.min(count, 64))
      expect(transaction?.attributes.get("lectern.statements.not_shown") ?? 0).toBe(Math.max(0, count - 64))
    }),
    { numRuns: runs(15) }
  )
})
