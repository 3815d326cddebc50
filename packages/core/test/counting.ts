/** A storage that counts its calls. */
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Layer } from "effect"
import type { StorageUnderTest } from "./storages.js"

/** The requests to a storage: each statement by what it does and to which table, and how many rows all of them read. */
export interface Asked {
  readonly statements: ReadonlyArray<string>
  readonly rows: number
}

/** The storage, and its calls since they were last taken. Counters and the generation are not counted. */
export const counting = (
  storage: StorageUnderTest
): { readonly under: StorageUnderTest; readonly taken: () => Asked } => {
  let statements: Array<string> = []
  let rows = 0
  const asked = (statement: string, read = 0) =>
    Effect.sync(() => {
      statements.push(statement)
      rows += read
    })
  const counted = Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      get: (table, key) => Effect.tap(inner.get(table, key), () => asked(`get ${table.name}`, 1)),
      scan: (table, scan) => Effect.tap(inner.scan(table, scan), ({ length }) => asked(`scan ${table.name}`, length)),
      count: (table, range) => Effect.tap(inner.count(table, range), () => asked(`count ${table.name}`)),
      insert: (table, columns, json) =>
        Effect.zipRight(asked(`insert ${table.name}`), inner.insert(table, columns, json)),
      update: (table, columns, json, version) =>
        Effect.zipRight(asked(`update ${table.name}`), inner.update(table, columns, json, version)),
      delete: (table, key) => Effect.zipRight(asked(`delete ${table.name}`), inner.delete(table, key)),
      reads: (reads) =>
        Effect.tap(inner.reads(reads), (answers: ReadonlyArray<unknown>) =>
          Effect.forEach(reads, (read, i) => {
            const answer = answers[i]
            return read.kind === "counter"
              ? Effect.void
              : asked(
                  `${read.kind} ${read.table.name}`,
                  Array.isArray(answer) ? answer.length : Number(read.kind === "get")
                )
          })
        ),
      writes: (writes) =>
        Effect.zipRight(
          Effect.forEach(writes, (write) =>
            write.kind === "add" ? Effect.void : asked(`${write.kind} ${write.table.name}`)
          ),
          inner.writes(writes)
        )
    }))
  ).pipe(Layer.provideMerge(storage.layer))
  return {
    under: { name: storage.name, layer: counted },
    taken: () => {
      const taken = { statements, rows }
      statements = []
      rows = 0
      return taken
    }
  }
}
