/** Live texts that are read while others type and save. */
import * as Ids from "@lectern/core/ids/Ids"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Context, Effect, Either, Layer } from "effect"
import { expect, it } from "vitest"
import { as, organization, workspace } from "../../workspace.js"
import { idsIn, insertion, jsonOf, ModelClient, stringOf, wordOf } from "./ModelClient.js"

/** A storage before one of whose reads something happens: the read of this number from then on. */
const interrupted = (storage: StorageService) => {
  let left = -1
  let happens: Effect.Effect<void> = Effect.void
  const before = <A, E>(read: Effect.Effect<A, E>) =>
    Effect.suspend(() => (left-- === 0 ? Effect.zipRight(happens, read) : read))
  const service: StorageService = {
    ...storage,
    get: (table, key) => before(storage.get(table, key)),
    scan: (table, scan) => before(storage.scan(table, scan)),
    reads: (reads) => before(storage.reads(reads))
  }
  return {
    service,
    /** Whether something happened. */
    at: <A, E, R>(read: number, something: Effect.Effect<void>, during: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        left = read
        happens = something
        return Effect.map(during, (result) => ({ result, hasHappened: left < 0 }))
      })
  }
}

it("is a text of its version, whatever others type and save between two reads", async () => {
  const { layer } = MemoryStorage.open()
  let slow: ReturnType<typeof interrupted> | undefined
  const interruptedLayer = Layer.map(layer, (context) => {
    slow = interrupted(Context.get(context, Storage))
    return Context.add(context, Storage, slow.service)
  })
  const run = Effect.gen(function* () {
    const { admin, id } = yield* organization()
    const other = yield* Layer.build(workspace({ name: "slow", layer: interruptedLayer }, {}, Ids.layer))
    const edits = yield* ContentEdits
    const live = yield* LiveTexts
    const slowLive = Context.get(other, LiveTexts)
    const found: Array<string> = []
    for (let read = 0; ; read++) {
      const space = yield* as(admin)(Effect.flatMap(Spaces, (spaces) => spaces.create(id, { title: "Handbook" })))
      const document = { markdown: "# Page\n\ntext\n" }
      const made = yield* as(admin)(edits.apply(space.id, { changes: [{ operation: "insert_page", document }] }))
      const [change] = made.changes
      if (change?.object !== "created_page") return yield* Effect.dieMessage("no page")
      const page = change.page.id
      /** Types a word at the end of the text; returns whether it was taken, as far as the client knows. */
      const type = (client: ModelClient, word: number) => {
        const { id, text, version } = client
        client.type(insertion(text, text.length, wordOf(word)), [word])
        const updates = client.unconfirmed.map(({ changes }) => ({ changes: jsonOf(changes) }))
        return Effect.either(as(admin)(live.edit(space.id, page, { client: id, version, updates })))
      }
      const eve = new ModelClient()
      const typesAndSaves = Effect.gen(function* () {
        eve.open(yield* as(admin)(live.get(space.id, page)))
        yield* type(eve, 1)
        yield* as(admin)(edits.apply(space.id, { changes: [{ operation: "insert_page", title: "Other" }] }))
      })
      const { hasHappened, result } = yield* slow!.at(
        read,
        Effect.orDie(typesAndSaves),
        as(admin)(slowLive.get(space.id, page))
      )
      if (!hasHappened) return { found, reads: read }
      const ada = new ModelClient()
      ada.open(result)
      const typed = yield* type(ada, 2)
      // A revision ended the version: the client sends its text.
      if (Either.isLeft(typed) && typed.left._tag === "Conflict") continue
      if (Either.isLeft(typed)) {
        found.push(`${read}: ${typed.left.message}`)
        continue
      }
      ada.receive(typed.right.updates)
      const { markdown } = yield* as(admin)(live.get(space.id, page))
      if (stringOf(ada.text) !== markdown) found.push(`${read}: ${stringOf(ada.text)} in the place of ${markdown}`)
      if (idsIn(markdown).join() !== "1,2") found.push(`${read}: ${markdown}`)
    }
  })
  const { found, reads } = await Effect.runPromise(
    Effect.scoped(Effect.provide(run, workspace({ name: "memory", layer }, {}, Ids.layer)))
  )
  expect(found).toEqual([])
  expect(reads).toBeGreaterThan(2)
})
