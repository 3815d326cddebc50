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

describe("locks", () => {
  it("are taken once each, and in one order", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(lock), (asked) => {
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
    for (const locks of [[spaceLock("a")], [spaceLock("b"), spaceLock("a")], undefined]) {
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
