/** Storages that record their calls. */
import type { SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import type { Read, Write } from "@lectern/core/storage/Batches"
import type { StorageService } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"

const read = (each: Read): string => (each.kind === "counter" ? "counter" : `${each.kind} ${each.table.name}`)

const write = (each: Write): string => (each.kind === "add" ? "add" : `${each.kind} ${each.table.name}`)

/**
 * The storage without its generation, called as a storage that has none. `note` gets each call that would be a
 * statement of its own there. Additions to counters in a transaction wait for its commit, and are one statement with
 * all other waiting additions.
 */
export const notedStorage = (storage: StorageService, note: (call: string) => void): StorageService => {
  const noted = <A, E, R>(call: string, effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      note(call)
      return effect
    })
  let waits = false
  const flush = Effect.sync(() => {
    if (waits) note("add")
    waits = false
  })
  return {
    ...storage,
    get: (table, key) => noted(`get ${table.name}`, storage.get(table, key)),
    scan: (table, scan) => noted(`scan ${table.name}`, storage.scan(table, scan)),
    count: (table, range) => noted(`count ${table.name}`, storage.count(table, range)),
    insert: (table, columns, json) => noted(`insert ${table.name}`, storage.insert(table, columns, json)),
    update: (table, columns, json, version) =>
      noted(`update ${table.name}`, storage.update(table, columns, json, version)),
    delete: (table, key) => noted(`delete ${table.name}`, storage.delete(table, key)),
    increment: (counter, by) => noted("increment", storage.increment(counter, by)),
    counter: (counter) => noted("counter", storage.counter(counter)),
    reads: (reads) =>
      reads.length === 0 ? storage.reads(reads) : noted(reads.map(read).join(" + "), storage.reads(reads)),
    counters: (counters) =>
      counters.length === 0
        ? storage.counters(counters)
        : noted(`counters ${counters.length}`, storage.counters(counters)),
    increments: (counters) => noted(`increments ${counters.length}`, storage.increments(counters)),
    writes: (writes) =>
      Effect.flatMap(storage.inTransaction, (inside) => {
        const now = inside ? writes.filter(({ kind }) => kind !== "add") : writes
        if (inside && writes.some(({ kind }) => kind === "add" || kind === "ensure")) waits = true
        return now.length === 0 ? storage.writes(writes) : noted(now.map(write).join(" + "), storage.writes(writes))
      }),
    transaction: (effect, locks) =>
      Effect.flatMap(storage.inTransaction, (inside) => {
        if (inside)
          return noted(
            "savepoint",
            Effect.tap(storage.transaction(effect, locks), () => note("release"))
          )
        return noted(
          "begin",
          Effect.tap(storage.transaction(Effect.zipLeft(effect, flush), locks), () => note("commit"))
        )
      }),
    lock: (locks) => (locks.length === 0 ? storage.lock(locks) : noted("lock", storage.lock(locks))),
    generation: undefined
  }
}

/** The search index, whose calls `note` gets. */
export const notedSearch = (search: SearchIndexService, note: (call: string) => void): SearchIndexService => {
  const noted = <A, E, R>(call: string, effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      note(`search ${call}`)
      return effect
    })
  return {
    replacePages: (...given) => noted("replacePages", search.replacePages(...given)),
    removeSpace: (...given) => noted("removeSpace", search.removeSpace(...given)),
    query: (...given) => noted("query", search.query(...given)),
    sizes: (...given) => noted("sizes", search.sizes(...given)),
    lengths: (...given) => noted("lengths", search.lengths(...given)),
    vocabulary: (...given) => noted("vocabulary", search.vocabulary(...given)),
    read: (...given) => noted("read", search.read(...given)),
    list: (...given) => noted("list", search.list(...given))
  }
}
