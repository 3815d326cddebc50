/** `Rows.removeAll` next to other writers, over a storage that checks locks. */
import { userLock } from "@lectern/core/storage/Locks"
import { rows } from "@lectern/core/storage/rows/Repository"
import type { StorageService } from "@lectern/core/storage/Storage"
import { table } from "@lectern/core/storage/Table"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { checkingLocks } from "@lectern/storage-testing/locks"
import { Effect } from "effect"
import { expect, it } from "vitest"

interface Token {
  readonly id: string
  readonly user: string
}

const Tokens = {
  ...table({
    name: "tokens",
    columns: { id: "text", user: "text" },
    key: ["id"],
    indexes: {},
    lockedBy: "user user"
  }),
  columnsOf: ({ id, user }: Token) => ({ id, user })
}

it("removes what others write meanwhile too, under the lock that it has by then", () =>
  Effect.gen(function* () {
    const storage = checkingLocks((yield* MemoryStorage.make([Tokens])).storage)
    const tokens = rows(storage, Tokens)
    yield* tokens.insert({ id: "moved", user: "a" })
    yield* tokens.insert({ id: "still", user: "a" })

    // When its rows have been read, another writer moves one of them and adds another.
    let others = Effect.gen(function* () {
      const moved = (yield* tokens.find("moved"))!
      const both = [userLock("a"), userLock("b")]
      yield* storage.transaction(tokens.replace(moved, { id: "moved", user: "b" }), both)
      yield* tokens.insert({ id: "new", user: "c" })
    }).pipe(Effect.orDie)
    const disturbed: StorageService = {
      ...storage,
      transaction: (effect, locks) => {
        const meanwhile = others
        others = Effect.void
        return Effect.zipRight(meanwhile, storage.transaction(effect, locks))
      }
    }
    yield* rows(disturbed, Tokens).removeAll({})
    expect(yield* tokens.count({})).toBe(0)
  }).pipe(Effect.runPromise))
