/** What can happen between a decision and its undoing: edits of the request, changes of main, a merge. */
import type { ContentChange } from "@lectern/core/content/ContentChange"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { asSystem, damages, outcome } from "../../workspace.js"
import { sides } from "./conflictCases.js"
import { inLines, keyed, type Lines } from "./lines.js"

type World = Effect.Effect.Success<ReturnType<typeof sides>>
type Use = ReturnType<Lines["edit"]>
type Edit = (world: World) => Use
type Fields = Omit<Extract<ContentChange, { operation: "update_page" }>, "operation" | "page">

const change = ({ world }: World, fields: Fields, title = "a"): ContentChange => ({
  operation: "update_page",
  page: world.page(title),
  ...fields
})
const inRequest =
  (fields: Fields, title?: string): Edit =>
  (world) =>
    world.world.edit(change(world, fields, title), world.id)
const inMain =
  (fields: Fields, title?: string): Edit =>
  (world) =>
    world.world.edit(change(world, fields, title))
const text = (markdown: string): Fields => ({ document: { markdown } })

const openIn = ({ id, requests, space }: World) =>
  Effect.map(requests.changes(space, id), ({ conflicts, marked }) =>
    [...conflicts, ...marked].map(({ kind, main, request }) => [kind, main, request])
  )

/** Decides all conflicts for a side, and returns the names of the decisions. */
const decide = ({ id, requests, space }: World, take: "main" | "request") =>
  Effect.gen(function* () {
    const open = yield* requests.conflicts(space, id)
    yield* requests.resolve(space, id, { resolutions: open.map(({ item, where }) => ({ item, where, take })) })
    const { decided } = yield* requests.changes(space, id)
    return decided.map(({ item, where }) => ({ item, where }))
  })

const inText = "`the fox.` | `the cat.` | `the dog.`"
const aField = "title, icon, … | the same field, differently"
const aPlace = "moves to one page | moves to another"
const aDeletion = "deletes | edits or moves"
const variables = "variables of the space, redirects | the same"

/** By row, the side that is taken, and an edit of the request after which that cannot be undone. */
const edits: ReadonlyArray<readonly [string, "main" | "request", Edit]> = [
  [inText, "main", inRequest(text("something else\n"))],
  [inText, "request", inRequest(text("something else\n"))],
  [aField, "main", inRequest({ description: "another" })],
  [aField, "request", inRequest({ description: null })],
  [aPlace, "request", inRequest({ into: null })],
  [aDeletion, "request", ({ id, world }) => world.edit({ operation: "delete_page", page: world.page("a") }, id)],
  [aDeletion, "main", ({ id, world }) => world.edit({ operation: "revert_page", page: world.page("a") }, id)],
  [variables, "main", ({ id, world }) => world.put("variables", keyed("variables", { a: "9" }), id)]
]

/** By row, a change of main after the decision, and what is in conflict again. */
const moves: ReadonlyArray<readonly [string, Edit, ReadonlyArray<unknown>]> = [
  [inText, inMain(text("the cat.\n\nmore\n")), [["block", "the cat.", "the dog."]]],
  [aField, inMain({ title: "Other" }), [["field", "of main", "of the request"]]],
  [variables, ({ world }) => world.put("variables", keyed("variables", { a: "1", b: "2" })), [["field", "1", "2"]]]
]

describe.each(storages)("a decision, $name", (storage) => {
  const over = (row: string, test: (world: World) => Use) =>
    inLines((lines) => Effect.flatMap(sides(row, lines), test), storage)

  it.each(edits)("about %s for %s is not undone once its result was edited, and nothing changes", (row, take, edit) =>
    over(row, (world) =>
      Effect.gen(function* () {
        const { id, requests, space } = world
        const conflicts = yield* decide(world, take)
        yield* edit(world)
        const before = [yield* world.world.shape(id), yield* requests.changes(space, id)]
        expect(yield* outcome(requests.reopen(space, id, { conflicts }))).toBe("Conflict")
        expect([yield* world.world.shape(id), yield* requests.changes(space, id)]).toEqual(before)
      })
    )
  )

  it.each(moves)("about %s is undone on what main has by then", (row, move, open) =>
    over(row, (world) =>
      Effect.gen(function* () {
        const { id, requests, space } = world
        const conflicts = yield* decide(world, "main")
        yield* move(world)
        yield* requests.reopen(space, id, { conflicts })
        expect(yield* openIn(world)).toEqual(open)
        expect((yield* requests.get(space, id)).outdated).toBe(false)
      })
    )
  )

  it.each([false, true])("is about its own place, if two have the same versions (after an update: %s)", (isUpdated) =>
    over(aField, (world) =>
      Effect.gen(function* () {
        const { id, requests, space } = world
        yield* inMain(text("one\n\n- a\n\ntwo\n\n- a\n"))(world)
        yield* requests.pull(space, id)
        yield* inRequest(text("one\n\n- r\n\ntwo\n\n- r\n"))(world)
        yield* inMain(text("one\n\n- m\n\ntwo\n\n- m\n"))(world)
        if (isUpdated) yield* requests.pull(space, id)
        const { conflicts, marked } = yield* requests.changes(space, id)
        const [, second] = [...marked, ...conflicts.filter(({ kind }) => kind === "block" && !isUpdated)]
        const { item = "", where = "" } = second ?? {}
        yield* requests.resolve(space, id, { resolutions: [{ item, where, text: "own" }] })
        const textNow = Effect.map(world.world.shape(id), (shape) => shape.get(world.world.page("a"))?.get("text"))
        const both = "<<<<<<< main\n- m\n=======\n- r\n>>>>>>> change request"
        expect(yield* textNow).toBe(`one\n\n${both}\n\ntwo\n\nown\n`)
        const decided = (yield* requests.changes(space, id)).decided.filter(({ kind }) => kind === "block")
        yield* requests.reopen(space, id, { conflicts: decided })
        expect(yield* textNow).toBe(`one\n\n${both}\n\ntwo\n\n${both}\n`)
      })
    )
  )

  it("for a deletion brings the page back with what both sides have changed of it since", () =>
    over("edits | deletes", (world) =>
      Effect.gen(function* () {
        const { id, requests, space } = world
        yield* requests.pull(space, id)
        yield* inRequest({ description: "of the request" })(world)
        const conflicts = yield* decide(world, "request")
        const page = world.world.page("a")
        expect((yield* world.world.shape(id)).has(page)).toBe(false)
        yield* inMain({ ...text("of main\n"), title: "a" })(world)
        yield* requests.reopen(space, id, { conflicts })
        expect((yield* openIn(world)).map(([kind]) => kind)).toEqual(["item"])
        yield* decide(world, "main")
        expect((yield* requests.merge(space, id)).result).toBe("merge")
        const things = (yield* world.world.shape()).get(page)
        expect([things?.get("title"), things?.get("description")]).toEqual(["a", "of the request"])
        expect(things?.get("text")).toBe("of main\n")
      })
    ))

  it("keeps what was edited beside a text that is undone", () =>
    over(inText, (world) =>
      Effect.gen(function* () {
        const { id, requests, space } = world
        const conflicts = yield* decide(world, "main")
        yield* inRequest(text("before\n\nthe cat.\n\nafter\n"))(world)
        yield* requests.reopen(space, id, { conflicts })
        expect((yield* world.world.shape(id)).get(world.world.page("a"))?.get("text")).toBe(
          "before\n\n<<<<<<< main\nthe cat.\n=======\nthe dog.\n>>>>>>> change request\n\nafter\n"
        )
      })
    ))

  it("leaves the list when main changes the part again, which is in conflict again", () =>
    over(aField, (world) =>
      Effect.gen(function* () {
        const { id, requests, space } = world
        const conflicts = yield* decide(world, "request")
        yield* inMain({ description: "later" })(world)
        expect(yield* openIn(world)).toEqual([["field", "later", "of the request"]])
        expect((yield* requests.changes(space, id)).decided).toEqual([])
        yield* requests.pull(space, id)
        expect(yield* outcome(requests.reopen(space, id, { conflicts }))).toBe("NotFound")
      })
    ))

  it("is listed with its versions, who made it and when, newest first, until the merge", () =>
    over("fields and text and place | the same", (world) =>
      Effect.gen(function* () {
        const { id, requests, space } = world
        const open = yield* requests.conflicts(space, id)
        for (const { item, where } of open.filter(({ kind }) => kind !== "block")) {
          yield* requests.resolve(space, id, { resolutions: [{ item, where, take: "main" }] })
        }
        const { decided, marked } = yield* asSystem(requests.changes(space, id))
        const [part] = marked
        expect(marked.length).toBe(1)
        expect(decided.map(({ where }) => where).sort()).toEqual(["icon", "place", "slug"])
        for (const one of decided) {
          const { at, by, take, ...conflict } = one
          expect(conflict).toEqual({ ...open.find(({ where }) => where === one.where), title: one.title })
          expect([take, by?.displayName, Number.isNaN(Date.parse(at))]).toEqual(["main", "Acme-admin", false])
        }
        const { item = "", where = "" } = part ?? {}
        yield* requests.resolve(space, id, { resolutions: [{ item, where, text: "own" }] })
        const [newest] = (yield* requests.changes(space, id)).decided
        expect(newest).toMatchObject({ where, kind: "block", text: "own", main: "of main", request: "of the request" })
        expect(yield* damages).toEqual([])
        expect((yield* requests.merge(space, id)).result).toBe("merge")
        expect((yield* requests.changes(space, id)).decided).toEqual([])
        expect(yield* outcome(requests.reopen(space, id, { conflicts: [{ item, where }] }))).toBe("NotFound")
      })
    ))
})
