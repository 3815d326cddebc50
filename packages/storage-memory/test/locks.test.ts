/** The order of locks, and the storage that checks them. */
import {
  compareLocks,
  jobLock,
  type Lock,
  lockOf,
  locksToTake,
  organizationLock,
  rowLock,
  serverLock,
  spaceLock,
  userLock
} from "@lectern/core/storage/Locks"
import type { StorageService } from "@lectern/core/storage/Storage"
import { table } from "@lectern/core/storage/Table"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { checkingLocks, type Locked } from "@lectern/storage-testing/locks"
import { runs } from "@lectern/storage-testing/runs"
import { Cause, Effect, Exit, FastCheck } from "effect"
import { describe, expect, it } from "vitest"

const Pages = table({
  name: "pages",
  columns: { id: "text", space: "text" },
  key: ["id"],
  indexes: {},
  lockedBy: "space space"
})
const Spaces = table({
  name: "spaces",
  columns: { id: "text" },
  key: ["id"],
  indexes: {},
  lockedBy: "space id"
})
const Lines = table({ name: "lines", columns: { id: "text" }, key: ["id"], indexes: {}, lockedBy: "space" })

const id = FastCheck.constantFrom("a", "b", "c")
const lock: FastCheck.Arbitrary<Lock> = FastCheck.oneof(
  FastCheck.constant(serverLock),
  FastCheck.tuple(FastCheck.constantFrom(organizationLock, spaceLock, userLock, jobLock), id).map(([of, id]) => of(id))
)

/** A transaction, as the locks that it requests one after the other; its spaces belong to its organization. */
const asking = FastCheck.tuple(
  FastCheck.constantFrom("a", "b"),
  FastCheck.array(FastCheck.array(lock, { maxLength: 2 }))
).map(([organization, steps]) =>
  steps.map((asked) =>
    asked.map((each) => {
      if (each.kind === "organization") return organizationLock(organization)
      return each.kind === "space" ? spaceLock(`${organization} ${each.id}`) : each
    })
  )
)

/** The locks that a transaction takes one by one, as far as it is allowed to. */
const takenBy = (steps: ReadonlyArray<ReadonlyArray<Lock>>): ReadonlyArray<Lock> => {
  const held: Array<Lock> = []
  for (const asked of steps) {
    try {
      held.push(...locksToTake(held, asked))
    } catch {}
  }
  return held
}

/**
 * Whether transactions that take their locks in turn, in the order of `order`, all get them. Each releases its locks at
 * its end.
 */
const allEnd = (transactions: ReadonlyArray<ReadonlyArray<Lock>>, order: ReadonlyArray<number>): boolean => {
  const holders = new Map<string, number>()
  const next = transactions.map(() => 0)
  const step = (i: number): boolean => {
    const lock = transactions[i]![next[i]!]
    if (lock === undefined) return false
    const name = `${lock.kind} ${lock.id}`
    if (holders.has(name)) return false
    holders.set(name, i)
    if (++next[i]! === transactions[i]!.length) {
      for (const [each, holder] of holders) if (holder === i) holders.delete(each)
    }
    return true
  }
  for (const i of order) step(i % transactions.length)
  while (transactions.some((_, i) => step(i))) {}
  return transactions.every(({ length }, i) => next[i] === length)
}

describe("locks", () => {
  it("never make transactions wait in a circle", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(asking, { minLength: 2, maxLength: 4 }),
        FastCheck.array(FastCheck.nat(3), { maxLength: 20 }),
        (transactions, order) => allEnd(transactions.map(takenBy), order)
      ),
      { numRuns: runs(300) }
    )
    // The check finds a circle where a transaction locks two spaces without the lock of their organization.
    const [o, a, b] = [organizationLock("o"), spaceLock("a"), spaceLock("b")]
    expect(
      allEnd(
        [
          [o, b, a],
          [a, b]
        ],
        [0, 0, 1]
      )
    ).toBe(false)
  })

  it("of several spaces are taken in any order, but only under that of their organization", () => {
    const [o, a, b] = [organizationLock("o"), spaceLock("a"), spaceLock("b")]
    for (const [first, second] of [
      [a, b],
      [b, a]
    ] as const) {
      expect(locksToTake([o, first], [second])).toEqual([second])
      expect(() => locksToTake([first], [second])).toThrow("under the lock of their organization")
    }
    expect(() => locksToTake([], [a, b])).toThrow("under the lock of their organization")
    expect(() => locksToTake([o, a, userLock("u")], [b])).toThrow("must be taken before that of user u")
    expect(() => locksToTake([a], [o, b])).toThrow("must be taken before that of space a")
  })

  it("are taken once each, and in one order", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(lock), (some) => {
        const asked = [organizationLock("a"), ...some]
        const taken = locksToTake([], asked)
        expect(taken.toSorted(compareLocks)).toEqual(taken)
        expect(new Set(taken.map((each) => JSON.stringify(each)))).toEqual(
          new Set(asked.map((each) => JSON.stringify(each)))
        )
        expect(locksToTake(taken, asked)).toEqual([])
      })
    )
  })

  it("are ordered from the server down to a row", () => {
    const all = [serverLock, organizationLock("z"), spaceLock("a"), userLock("a"), jobLock("a"), rowLock(Pages, "a")]
    expect(all.toReversed().toSorted(compareLocks)).toEqual(all)
    expect(() => locksToTake([spaceLock("a")], [organizationLock("a")])).toThrow(
      "the lock of organization a must be taken before that of space a, which is held"
    )
  })

  it("of rows follow from their columns, as far as these tell", () => {
    expect(lockOf(Pages, { id: "1", space: "a" })).toEqual(spaceLock("a"))
    expect(lockOf(Pages, { id: "1" })).toBeUndefined()
    expect(lockOf(Lines, { id: "1" })).toBeUndefined()
  })
})

describe("a storage that checks locks", () => {
  const run = async (use: (storage: StorageService) => Effect.Effect<unknown, unknown>) => {
    const held: Array<Locked> = []
    const checked = checkingLocks(MemoryStorage.open([Pages, Spaces, Lines]).storage, (each) => held.push(each))
    const exit = await Effect.runPromiseExit(use(checked))
    return { held, refused: Exit.isFailure(exit) ? Cause.pretty(exit.cause) : undefined }
  }
  const page = { id: "1", space: "a" }

  it("lets those write who hold the lock, or all of them", async () => {
    for (const locks of [[spaceLock("a")], [organizationLock("o"), spaceLock("b"), spaceLock("a")], undefined]) {
      const { refused } = await run((storage) => storage.transaction(storage.insert(Pages, page, "{}"), locks))
      expect(refused).toBeUndefined()
    }
    const { refused } = await run((storage) => storage.insert(Pages, page, "{}"))
    expect(refused).toBeUndefined()
  })

  it("refuses a write without the lock", async () => {
    const under = (locks: ReadonlyArray<Lock>) =>
      run((storage) =>
        storage.transaction(storage.writes([{ kind: "insert", table: Pages, columns: page, json: "{}" }]), locks)
      )
    expect((await under([spaceLock("b")])).refused).toContain("a row of pages was written without its lock")
    expect((await under([organizationLock("a")])).refused).toContain("without its lock")
    expect((await run((storage) => storage.insert(Lines, { id: "1" }, "{}"))).refused).toContain(
      "outside of a transaction"
    )
  })

  it("asks for no lock of what is new", async () => {
    const { refused } = await run((storage) => storage.transaction(storage.insert(Spaces, { id: "new" }, "{}"), []))
    expect(refused).toBeUndefined()
  })

  it("tells what a transaction held in the end, and refuses locks out of order", async () => {
    const taken = await run((storage) =>
      storage.transaction(Effect.zipRight(storage.lock([spaceLock("a")]), Effect.void), [organizationLock("o")])
    )
    expect(taken.held).toEqual([[organizationLock("o"), spaceLock("a")]])
    const late = await run((storage) => storage.transaction(storage.lock([organizationLock("o")]), [spaceLock("a")]))
    expect(late.refused).toContain("must be taken before")
  })
})
