/** The rows that an edit writes: only those of the items that it changes. */
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Storage } from "@lectern/core/storage/Storage"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { notedStorage } from "@lectern/storage-testing/counting"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { inWorkspace } from "../pages/space.js"

const calls: Array<string> = []
const noted = Layer.effect(
  Storage,
  Effect.map(Storage, (storage) => notedStorage(storage, (call) => void calls.push(call)))
).pipe(Layer.provideMerge(MemoryStorage.layer()))

const bodies = (): ReadonlyArray<string> => calls.filter((call) => call.includes("ensure documents"))

it("an edit stores the bodies of the texts that it changes, and no others", () =>
  inWorkspace({ name: "noted", layer: noted }, ({ space }) =>
    Effect.gen(function* () {
      const edits = yield* ContentEdits
      const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown: title } }) as const
      const { changes } = yield* edits.apply(space.id, { changes: [insert("One"), insert("Two")] })
      const [one, two] = changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
      if (one === undefined || two === undefined) throw new Error("no pages were made")
      calls.length = 0
      yield* edits.apply(space.id, { changes: [{ operation: "update_page", page: two, into: one }] })
      expect(bodies()).toEqual([])
      yield* edits.apply(space.id, {
        changes: [{ operation: "update_page", page: two, document: { markdown: "New" } }]
      })
      expect(bodies()).toHaveLength(1)
    })
  ))
