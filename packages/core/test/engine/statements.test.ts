/**
 * How often the storage is called in the most frequent calls, where nothing else has to be read first. Over memory
 * these are the calls of the port, over PostgreSQL the statements that are sent to the server. The caller is
 * authenticated by a token, as in a request.
 */
import type { Actor } from "@lectern/core/access/Actor"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import { DrainsInBackground } from "@lectern/core/content/indexing/Indexing"
import type { StorageLayer } from "@lectern/core/Lectern"
import { RequestStamps, requestStamps } from "@lectern/core/people/access/RequestStamps"
import { Search } from "@lectern/core/search/Search"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import { notedSearch, notedStorage } from "@lectern/storage-testing/counting"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { expect, it } from "vitest"
import { newDatabase } from "../../../storage-postgres/test/database.js"
import { onTheWire } from "../../../storage-postgres/test/wire.js"
import { as, asSystem, organization, workspace } from "../workspace.js"

const calls: Array<string> = []
const note = (call: string): void => void calls.push(call)

const noted = Layer.merge(
  Layer.effect(
    Storage,
    Effect.map(Storage, (storage) => notedStorage(storage, note))
  ),
  Layer.effect(
    SearchIndex,
    Effect.map(SearchIndex, (search) => notedSearch(search, note))
  )
).pipe(Layer.provideMerge(MemoryStorage.layer()))

const textOf = (number: number): string => `# Guide\n\nText ${number} with a [link](https://example.com).\n`

/** The requests of each of the calls, made last by a caller who has made it before. */
const askedOver = (layer: StorageLayer) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const edits = yield* ContentEdits
    const contents = yield* Contents
    const requests = yield* ChangeRequests
    const search = yield* Search
    const tokens = yield* ApiTokens
    const { id, admin } = yield* organization()
    const own = as(admin)
    const token = Redacted.make((yield* asSystem(tokens.create(admin, { label: "own" }))).token)
    const space = (yield* own(spaces.create(id, {}))).id
    const first = { operation: "insert_page", title: "Guide", document: { markdown: textOf(0) } } as const
    yield* own(edits.apply(space, { changes: [first] }))
    const page = (yield* own(contents.pages(space))).pages[0]!.id
    const { changes } = yield* own(edits.apply(space, { changes: [{ operation: "insert_page", title: "Section" }] }))
    const [section] = changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
    const parts = Array.from({ length: 30 }, (_, i) => {
      const part: ContentChange = { operation: "insert_page", title: `Part ${i}`, into: section! }
      return part
    })
    yield* own(edits.apply(space, { changes: parts }))
    for (const title of ["Second", "Third"]) {
      const { id: other } = yield* own(spaces.create(id, { title }))
      yield* own(edits.apply(other, { changes: [first] }))
    }

    let texts = 0
    const edit = (changeRequest?: Parameters<typeof requests.merge>[1]) =>
      Effect.suspend(() =>
        edits.apply(
          space,
          { changes: [{ operation: "update_page", page, document: { markdown: textOf(++texts) } }] },
          changeRequest === undefined ? {} : { changeRequest }
        )
      )
    const proposed = Effect.gen(function* () {
      const { id: request } = yield* requests.create(space, {})
      yield* edit(request)
      return request
    })
    const asked = <P, A, E1, E2>(
      prepare: Effect.Effect<P, E1, Actor>,
      call: (prepared: P) => Effect.Effect<A, E2, Actor>
    ) =>
      Effect.gen(function* () {
        for (let i = 0; i < 3; i++) {
          const prepared = yield* own(prepare)
          calls.length = 0
          const request = Effect.flatMap(tokens.authenticate(token), (actor) => as(actor)(call(prepared)))
          yield* Fiber.join(yield* Effect.fork(Effect.locally(request, requestStamps, new RequestStamps())))
        }
        return [...calls]
      })

    return {
      get: yield* asked(Effect.void, () => spaces.get(space)),
      list: yield* asked(Effect.void, () => spaces.list(id, {})),
      page: yield* asked(edit(), () => contents.pageByPath(space, "guide")),
      section: yield* asked(edit(), () => contents.pageByPath(space, "section")),
      again: yield* asked(Effect.void, () => contents.pageByPath(space, "guide")),
      search: yield* asked(Effect.void, () => search.organization(id, { query: "guide" })),
      edit: yield* asked(Effect.void, () => edit()),
      merge: yield* asked(proposed, (request) => requests.merge(space, request))
    }
    // What the background sends at any time is not part of a call.
  }).pipe(
    Effect.provide(workspace({ name: "noted", layer: Layer.merge(layer, Layer.succeed(DrainsInBackground, false)) }))
  )

const countsOf = (asked: Readonly<Record<string, ReadonlyArray<string>>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(asked).map(([name, statements]) => [name, statements.length]))

it("get, list, page, search, edit and merge ask the storage no more often than this", () =>
  Effect.gen(function* () {
    const asked = yield* askedOver(noted)
    expect(asked.get).toEqual(["counters 2", "get spaces"])
    expect(asked.list).toEqual(["counters 3", "scan spaces"])
    const opened = ["counters 3", "get spaces + scan items"]
    expect(asked.page).toEqual([...opened, "get documents + scan items"])
    // Its pages, and then the content below all of them.
    expect(asked.section).toEqual([...opened, "get documents + scan items", "scan items"])
    expect(asked.again).toEqual(opened)
    // The titles that may be the query, then the results of all three spaces.
    const [titles, results] = ["search read", "search read"]
    const three = "get spaces + get spaces + get spaces"
    const found = ["search sizes", "search query", "search lengths"]
    expect(asked.search).toEqual(["counters 3", "scan pending_index", ...found, titles, results, three])
    const { edit, merge } = countsOf(asked)
    expect([edit, merge], JSON.stringify(asked, null, 1)).toEqual([8, 15])
  }).pipe(Effect.runPromise))

it("and send no more statements to PostgreSQL than this", () =>
  Effect.gen(function* () {
    yield* onTheWire(note)
    const asked = yield* askedOver(newDatabase((url) => PostgresStorage.layer({ url })).pipe(Layer.orDie))
    expect(countsOf(asked), JSON.stringify(asked, null, 1)).toEqual({
      get: 2,
      list: 2,
      page: 3,
      section: 4,
      again: 2,
      search: 11,
      edit: 8,
      merge: 15
    })
  }).pipe(Effect.scoped, Effect.runPromise))
