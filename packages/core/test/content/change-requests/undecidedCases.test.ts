/** Cases of edits that decide a conflict without a place in a text, and of edits that do not. */
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import { PageId } from "@lectern/core/content/Page"
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { file, inLines, keyed, type Lines, reusable } from "./lines.js"

type Fields = Omit<Extract<ContentChange, { operation: "update_page" }>, "operation" | "page">

/** A space with the pages `a`, `b` and `c` at its root, `inside` in `c`, and items of the other kinds. */
const setUp = (lines: Lines) =>
  Effect.gen(function* () {
    const { edit, put, shape, space } = lines
    const requests = yield* ChangeRequests
    const ids: Record<string, PageId> = {}
    for (const title of ["a", "b", "c", "inside"]) {
      const into = title === "inside" ? ids.c : undefined
      const known = new Set((yield* shape()).keys())
      yield* edit({
        operation: "insert_page",
        title,
        document: { markdown: "text" },
        ...(into !== undefined && { into })
      })
      ids[title] = PageId.make([...(yield* shape()).keys()].find((id) => !known.has(id)) ?? "")
    }
    yield* put("file", file("file", "file.txt"))
    yield* put("part", reusable("part", "Part", ""))
    yield* put("variables", keyed("variables", { a: "0", b: "0" }))
    yield* put("redirects", keyed("redirects", { a: "0" }))
    const page = (name: string): PageId => ids[name] ?? PageId.make("")
    const update = (name: string, fields: Fields): ContentChange => ({
      operation: "update_page",
      page: page(name),
      ...fields
    })
    const remove = (name: string): ContentChange => ({ operation: "delete_page", page: page(name) })
    const restore = (name: string): ContentChange => ({ operation: "revert_page", page: page(name) })
    const { id } = yield* requests.create(space, {})
    const conflicts = Effect.map(requests.changes(space, id), (changes) =>
      changes.conflicts.map(
        ({ item, where }) => `${Object.keys(ids).find((name) => ids[name] === item) ?? item} ${where}`
      )
    )
    return { ...lines, requests, id, page, update, remove, restore, conflicts }
  })
type World = Effect.Effect.Success<ReturnType<typeof setUp>>
type Use = ReturnType<Lines["edit"]>

const seen = ({ edit, remove, update, page }: World, line?: ChangeRequestId) =>
  line === undefined
    ? Effect.all([
        edit(update("a", { description: "of main" })),
        edit(update("b", { into: page("a") })),
        edit(remove("c"))
      ])
    : Effect.all([
        edit(update("a", { description: "of the request" }), line),
        edit(update("b", { into: page("c") }), line),
        edit(update("c", { title: "Edited" }), line)
      ])

interface Case {
  readonly name: string
  readonly main: (world: World) => Effect.Effect<unknown, Effect.Effect.Error<Use>, Effect.Effect.Context<Use>>
  readonly request: (world: World) => Effect.Effect<unknown, Effect.Effect.Error<Use>, Effect.Effect.Context<Use>>
  /** The items that stay undecided after an update. */
  readonly open: ReadonlyArray<string>
  /** Edits of the request after the update, with the items left undecided after each. */
  readonly steps: ReadonlyArray<
    readonly [
      (world: World) => Effect.Effect<unknown, Effect.Effect.Error<Use>, Effect.Effect.Context<Use>>,
      ReadonlyArray<string>
    ]
  >
}

const inRequest =
  (change: (world: World) => ContentChange): Case["request"] =>
  (world) =>
    world.edit(change(world), world.id)
const inMain =
  (change: (world: World) => ContentChange): Case["main"] =>
  (world) =>
    world.edit(change(world))
const field = (fields: Fields) => (world: World) => world.update("a", fields)

const cases: ReadonlyArray<Case> = [
  ...(["title", "label", "description", "icon", "slug", "condition"] as const).map((name): Case => {
    const values = name === "condition" ? ["visitor.claims.a", "visitor.claims.b"] : ["one", "two"]
    return {
      name: `a ${name}, which is decided by setting it to the value that it has`,
      main: inMain(field({ [name]: values[0] })),
      request: inRequest(field({ [name]: values[1] })),
      open: [`a ${name}`],
      steps: [
        [inRequest(field({ emoji: "1f600" })), [`a ${name}`]],
        [inRequest(field({ document: { markdown: "other text" } })), [`a ${name}`]],
        [inRequest(({ page, update }) => update("a", { into: page("b") })), [`a ${name}`]],
        [inRequest(field({ [name]: values[1] })), []]
      ]
    }
  }),
  {
    name: "a field that is decided by a text that states it otherwise",
    main: inMain(field({ description: "of main" })),
    request: inRequest(field({ description: "of the request" })),
    open: ["a description"],
    steps: [[inRequest(field({ document: { markdown: "---\ndescription: new\n---\n" } })), []]]
  },
  {
    name: "a field of a page that is deleted and restored in the request",
    main: inMain(field({ description: "of main" })),
    request: inRequest(field({ description: "of the request" })),
    open: ["a description"],
    steps: [
      [inRequest(({ remove }) => remove("a")), []],
      [inRequest(({ restore }) => restore("a")), []]
    ]
  },
  {
    name: "a place, which is decided by moving the page to where it is",
    main: inMain(({ page, update }) => update("b", { into: page("a") })),
    request: inRequest(({ page, update }) => update("b", { into: page("c") })),
    open: ["b place"],
    steps: [
      [inRequest(({ update }) => update("b", { title: "Other" })), ["b place"]],
      [inRequest(({ page, update }) => update("c", { into: page("a") })), ["b place"]],
      [inRequest(({ page, update }) => update("b", { into: page("c") })), []]
    ]
  },
  {
    name: "a page that main deleted and the request edited, which is decided by deleting it",
    main: inMain(({ remove }) => remove("a")),
    request: inRequest(field({ title: "Edited" })),
    open: ["a item"],
    steps: [
      [inRequest(field({ title: "Edited again" })), ["a item"]],
      [inRequest(({ restore }) => restore("a")), ["a item"]],
      [inRequest(({ remove }) => remove("a")), []]
    ]
  },
  {
    name: "a page that the request deleted and main edited, which is decided by deleting it again",
    main: inMain(field({ title: "Edited" })),
    request: inRequest(({ remove }) => remove("a")),
    open: ["a item"],
    steps: [
      [inRequest(field({ description: "New" })), ["a item"]],
      [inRequest(({ remove }) => remove("a")), []]
    ]
  },
  {
    name: "a page that both sides deleted and restored",
    main: inMain(({ remove }) => remove("a")),
    request: inRequest(field({ title: "Edited" })),
    open: ["a item"],
    steps: [
      [inRequest(({ remove }) => remove("a")), []],
      [inRequest(({ restore }) => restore("a")), []]
    ]
  },
  {
    name: "a page with a page below it that main put there, all deleted by the request, from the deepest up",
    main: inMain(({ page }) => ({ operation: "insert_page", title: "New", into: page("inside") })),
    request: inRequest(({ remove }) => remove("c")),
    open: ["c place", "inside place"],
    steps: [
      [inRequest(({ update }) => update("inside", { title: "Renamed" })), ["c place", "inside item"]],
      [inRequest(({ update }) => update("c", { into: null })), ["inside item"]],
      [inRequest(({ remove }) => remove("inside")), []]
    ]
  },
  {
    name: "two moves that make a circle",
    main: inMain(({ page, update }) => update("a", { into: page("b") })),
    request: inRequest(({ page, update }) => update("b", { into: page("a") })),
    open: ["b place"],
    steps: [
      [inRequest(({ update }) => update("a", { title: "Other" })), ["b place"]],
      [inRequest(({ update }) => update("b", { at: 0 })), []]
    ]
  },
  {
    name: "a page that the request put into one that main deleted",
    main: inMain(({ remove }) => remove("c")),
    request: inRequest(({ page, update }) => update("a", { into: page("c") })),
    open: ["a place"],
    steps: [[inRequest(({ update }) => update("a", { into: null })), []]]
  },
  ...(
    [
      ["a name of a file", "file", file("file", "main.txt"), file("file", "request.txt"), "name"],
      ["a title of a reusable content", "part", reusable("part", "Main", ""), reusable("part", "Request", ""), "title"],
      ["a variable", "variables", keyed("variables", { a: "1", b: "0" }), keyed("variables", { a: "2", b: "0" }), "a"],
      ["a redirect", "redirects", keyed("redirects", { a: "1" }), keyed("redirects", { a: "2" }), "a"]
    ] as const
  ).map(
    ([name, id, ours, theirs, where]): Case => ({
      name: `${name}, which an import decides only where it changes it`,
      main: ({ put }) => put(id, ours),
      request: (world) => world.put(id, theirs, world.id),
      open: [`${id} ${where}`],
      steps: [
        [(world) => world.put(id, theirs, world.id), [`${id} ${where}`]],
        [(world) => world.put(id, ours, world.id), []]
      ]
    })
  ),
  {
    name: "a file that the request deleted and main renamed",
    main: ({ put }) => put("file", file("file", "new.txt")),
    request: (world) => world.put("file", undefined, world.id),
    open: ["file item"],
    steps: [[(world) => world.put("file", undefined, world.id), []]]
  }
]

describe.each(storages)("a conflict without a place in a text, $name", (storage) => {
  it.each(cases)("$name", ({ main, open, request, steps }) =>
    inLines(
      (lines) =>
        Effect.gen(function* () {
          const world = yield* setUp(lines)
          const { conflicts, edit, id, requests, shape, space } = world
          yield* request(world)
          yield* main(world)
          const before = yield* shape()
          expect([...(yield* conflicts)].sort()).toEqual([...open].sort())
          expect((yield* requests.merge(space, id)).result).toBe("conflicts")
          expect((yield* requests.pull(space, id)).result).toBe("conflicts")
          for (const again of [1, 2]) {
            const { revision, status } = yield* requests.get(space, id)
            expect([again, status]).toEqual([again, "draft"])
            expect(yield* requests.merge(space, id)).toEqual({ revision, result: "conflicts" })
            expect(yield* requests.pull(space, id)).toEqual({ revision, result: "update" })
            expect([...(yield* conflicts)].sort()).toEqual([...open].sort())
          }
          yield* edit({ operation: "insert_page", title: "Elsewhere" })
          expect((yield* requests.pull(space, id)).result).toBe("conflicts")
          expect([...(yield* conflicts)].sort()).toEqual([...open].sort())
          for (const [step, left] of steps) {
            yield* step(world)
            expect([...(yield* conflicts)].sort()).toEqual([...left].sort())
            if (left.length > 0) expect((yield* requests.merge(space, id)).result).toBe("conflicts")
          }
          for (const [item, things] of before) expect((yield* shape()).get(item)).toEqual(things)
          const wanted = yield* shape(id)
          expect((yield* requests.merge(space, id)).result).toBe("merge")
          expect(yield* shape()).toEqual(wanted)
        }),
      storage
    )
  )

  it("of every kind at once leaves main as it is, through any number of updates and merges", () =>
    inLines(
      (lines) =>
        Effect.gen(function* () {
          const world = yield* setUp(lines)
          const { conflicts, id, page, requests, shape, space } = world
          yield* seen(world, id)
          yield* seen(world)
          const before = yield* shape()
          const open = ["a description", "b place", "c item"]
          for (const step of ["merge", "pull", "merge", "pull", "merge"] as const) {
            yield* requests[step](space, id)
            expect(yield* conflicts).toEqual(open)
            expect(yield* shape()).toEqual(before)
          }
          yield* requests.update(space, id, { status: "archived" })
          expect(Either.isLeft(yield* Effect.either(requests.merge(space, id)))).toBe(true)
          expect(yield* conflicts).toEqual(open)
          yield* requests.update(space, id, { status: "open" })
          const take = (item: string, where: string, side: "main" | "request") => ({
            resolutions: [{ item: page(item), where, take: side }]
          })
          expect((yield* requests.resolve(space, id, take("a", "description", "main"))).result).toBe("conflicts")
          expect((yield* requests.resolve(space, id, take("c", "item", "main"))).result).toBe("conflicts")
          expect(yield* conflicts).toEqual(["b place"])
          expect((yield* requests.resolve(space, id, take("b", "place", "request"))).result).toBe("update")
          expect((yield* requests.get(space, id)).status).toBe("open")
          expect((yield* requests.merge(space, id)).result).toBe("merge")
          const after = yield* shape()
          expect(after.get(page("a"))?.get("description")).toBe("of main")
          expect(after.get(page("b"))?.get("place")).toBe("")
          expect(after.has(page("c"))).toBe(false)
        }),
      storage
    ))

  it("is open again when main changes what was decided on, and closed when main takes its change back", () =>
    inLines(
      (lines) =>
        Effect.gen(function* () {
          const { conflicts, edit, id, page, requests, space, update, shape } = yield* setUp(lines)
          yield* edit(update("a", { description: "of the request" }), id)
          yield* edit(update("a", { description: "first" }))
          yield* requests.pull(space, id)
          yield* edit(update("a", { description: "of the request" }), id)
          expect(yield* conflicts).toEqual([])
          yield* edit(update("a", { description: "second" }))
          expect(yield* conflicts).toEqual(["a description"])
          yield* edit(update("a", { description: "first" }))
          expect(yield* conflicts).toEqual([])
          yield* edit(update("a", { description: "third" }))
          const resolutions = [{ item: page("a"), where: "description", take: "request" as const }]
          yield* requests.resolve(space, id, { resolutions })
          yield* edit(update("a", { description: "fourth" }))
          expect(yield* conflicts).toEqual(["a description"])
          expect((yield* requests.merge(space, id)).result).toBe("conflicts")
          yield* requests.pull(space, id)
          yield* edit(update("a", { description: "last" }), id)
          expect((yield* requests.merge(space, id)).result).toBe("merge")
          expect((yield* shape()).get(page("a"))?.get("description")).toBe("last")
        }),
      storage
    ))

  it("is of one request only, and goes with it", () =>
    inLines(
      (lines) =>
        Effect.gen(function* () {
          const { edit, id, page, requests, space, update, shape } = yield* setUp(lines)
          const other = (yield* requests.create(space, {})).id
          for (const each of [id, other]) yield* edit(update("a", { description: `of ${each}` }), each)
          yield* edit(update("a", { description: "of main" }))
          for (const each of [id, other]) yield* requests.pull(space, each)
          yield* edit(update("a", { description: `of ${id}` }), id)
          expect((yield* requests.merge(space, id)).result).toBe("merge")
          expect((yield* requests.merge(space, other)).result).toBe("conflicts")
          yield* requests.pull(space, other)
          yield* edit(update("a", { description: null }), other)
          expect((yield* requests.merge(space, other)).result).toBe("merge")
          expect((yield* shape()).get(page("a"))?.get("description")).toBeUndefined()
          yield* requests.update(space, id, { status: "draft" })
          expect(yield* requests.conflicts(space, id)).toEqual([])
        }),
      storage
    ))

  it("is looked at only where no page has markers", () =>
    inLines(
      (lines) =>
        Effect.gen(function* () {
          const { conflicts, edit, id, requests, space, update } = yield* setUp(lines)
          yield* edit(update("a", { description: "of the request", document: { markdown: "of the request" } }), id)
          yield* edit(update("a", { description: "of main", document: { markdown: "of main" } }))
          expect((yield* requests.pull(space, id)).result).toBe("conflicts")
          expect(yield* conflicts).toEqual(["a description"])
          const refused = yield* Effect.either(requests.merge(space, id))
          expect(Either.isLeft(refused) && refused.left).toMatchObject({ _tag: "Conflict" })
          yield* edit(update("a", { document: { markdown: "of both" } }), id)
          expect((yield* requests.merge(space, id)).result).toBe("conflicts")
          yield* edit(update("a", { description: "of both" }), id)
          expect((yield* requests.merge(space, id)).result).toBe("merge")
        }),
      storage
    ))
})
