/** Texts that several people edit at a time, over every storage. */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { PageId } from "@lectern/core/content/Page"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { TextChange } from "@lectern/core/live-texts/LiveText"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Either, type Layer } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { as, damages, member, organization, workspace } from "../../workspace.js"

const text = "# Page\n\nfirst\n\nsecond\n"

/** A space with a page, and two people who may edit it. */
const world = Effect.gen(function* () {
  const { admin, id: acme } = yield* organization()
  const eve = yield* member(acme, "Eve", "edit")
  const space = yield* as(admin)(Effect.flatMap(Spaces, (spaces) => spaces.create(acme, { title: "Handbook" })))
  const edits = yield* ContentEdits
  const made = yield* as(admin)(
    edits.apply(space.id, { changes: [{ operation: "insert_page", title: "Page", document: { markdown: text } }] })
  )
  const [change] = made.changes
  if (change?.object !== "created_page") return yield* Effect.dieMessage("no page")
  return { acme, admin, eve, space: space.id, page: change.page.id, live: yield* LiveTexts, edits }
})

const markdownOf = (space: SpaceId, page: PageId) =>
  Effect.map(
    Effect.flatMap(Contents, (contents) => contents.page(space, page)),
    (found) => ("markdown" in found ? found.markdown : undefined)
  )

describe.each(everyStorage)("$name", (storage) => {
  const inWorld = <A, E>(
    test: (
      given: Effect.Effect.Success<typeof world>
    ) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof workspace>>>
  ) => Effect.runPromise(Effect.provide(Effect.flatMap(world, test), workspace(storage)))

  it("changes of two clients reach each other, whoever was first", () =>
    inWorld(({ admin, eve, live, page, space }) =>
      Effect.gen(function* () {
        const ada = yield* as(admin)(live.get(space, page))
        const other = yield* as(eve)(live.get(space, page))
        expect(ada).toMatchObject({ markdown: text, version: other.version })
        const insert = (at: number, what: string): { readonly changes: TextChange } => ({
          changes: [at, [0, what], text.length - at]
        })
        const first = yield* as(admin)(
          live.edit(space, page, { version: ada.version, client: ada.client, updates: [insert(8, "A ")] })
        )
        expect(first).toMatchObject({ version: ada.version + 1 })
        const second = yield* as(eve)(
          live.edit(space, page, { version: other.version, client: other.client, updates: [insert(15, "B ")] })
        )
        expect(second.version).toBe(ada.version + 2)
        expect(second.updates.map(({ client }) => client)).toEqual([ada.client, other.client])
        expect((yield* as(admin)(live.get(space, page))).markdown).toBe("# Page\n\nA first\n\nB second\n")
        // Asking again changes nothing.
        const again = yield* as(eve)(
          live.edit(space, page, { version: other.version, client: other.client, updates: [insert(15, "B ")] })
        )
        expect(again).toEqual(second)
        // Readers see the last revision.
        expect(yield* as(admin)(markdownOf(space, page))).toBe(text)
        expect(yield* damages).toEqual([])
      })
    ))

  it("a write of the line saves what was typed before it, and reaches open texts", () =>
    inWorld(({ admin, edits, eve, live, page, space }) =>
      Effect.gen(function* () {
        const other = yield* as(eve)(live.get(space, page))
        yield* as(eve)(
          live.edit(space, page, {
            version: other.version,
            client: other.client,
            updates: [{ changes: [8, [0, "typed "], text.length - 8] }]
          })
        )
        const whole = text.replace("second", "second, by the API")
        yield* as(admin)(
          edits.apply(space, { changes: [{ operation: "update_page", page, document: { markdown: whole } }] })
        )
        const merged = whole.replace("first", "typed first")
        expect(yield* as(admin)(markdownOf(space, page))).toBe(merged)
        const followed = yield* as(eve)(live.follow(space, page, { after: other.version + 1 }))
        expect(followed.updates).toHaveLength(1)
        expect((yield* as(eve)(live.get(space, page))).markdown).toBe(merged)
        const conflict = yield* as(eve)(live.get(space, page))
        yield* as(eve)(
          live.edit(space, page, {
            version: conflict.version,
            client: conflict.client,
            updates: [{ changes: [8, [5, "TYPED"], merged.length - 13] }]
          })
        )
        const failed = yield* Effect.either(
          as(admin)(
            edits.apply(space, {
              changes: [{ operation: "update_page", page, document: { markdown: merged.replace("typed", "API") } }]
            })
          )
        )
        const error = Either.getOrThrow(Either.flip(failed)) as LecternError & { merged?: string }
        expect(error).toMatchObject({ _tag: "Conflict" })
        expect(error.merged).toContain("TYPED")
        expect(error.merged).toContain("API")
        expect((yield* as(eve)(live.get(space, page))).markdown).toContain("TYPED")
        expect(yield* damages).toEqual([])
      })
    ))

  it("what was typed becomes a revision before the space is locked, whose editors are all who typed", () =>
    inWorld(({ admin, eve, live, page, space }) =>
      Effect.gen(function* () {
        for (const actor of [admin, eve]) {
          const own = yield* as(actor)(live.get(space, page))
          yield* as(actor)(
            live.edit(space, page, {
              version: own.version,
              client: own.client,
              updates: [{ changes: [own.markdown.length, [0, "x"]] }]
            })
          )
        }
        const spaces = yield* Spaces
        yield* as(admin)(spaces.update(space, { editMode: "locked" }))
        expect(yield* as(admin)(markdownOf(space, page))).toBe(`${text}xx`)
        const refused = yield* Effect.either(as(eve)(live.get(space, page)))
        expect(Either.getOrThrow(Either.flip(refused))).toMatchObject({
          _tag: "Conflict",
          message: "the space is locked for edits"
        })
        expect(yield* damages).toEqual([])
      })
    ))

  it("a change request is edited live, merged with what was typed, and ends then", () =>
    inWorld(({ admin, eve, live, page, space }) =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests
        const request = yield* as(eve)(requests.create(space, { subject: "Words" }))
        const options = { changeRequest: request.id }
        const own = yield* as(eve)(live.get(space, page, options))
        const main = yield* as(admin)(live.get(space, page))
        yield* as(eve)(
          live.edit(
            space,
            page,
            { version: own.version, client: own.client, updates: [{ changes: [8, [0, "new "], text.length - 8] }] },
            options
          )
        )
        yield* as(admin)(
          live.edit(space, page, {
            version: main.version,
            client: main.client,
            updates: [{ changes: [text.length - 1, [0, "!"], 1] }]
          })
        )
        expect(yield* as(admin)(requests.merge(space, request.id))).toMatchObject({ result: "merge" })
        const expected = "# Page\n\nnew first\n\nsecond!\n"
        expect(yield* as(admin)(markdownOf(space, page))).toBe(expected)
        expect((yield* as(admin)(live.get(space, page))).markdown).toBe(expected)
        const refused = yield* Effect.either(as(eve)(live.get(space, page, options)))
        expect(Either.getOrThrow(Either.flip(refused))).toMatchObject({
          _tag: "Conflict",
          message: "the change request is merged"
        })
        expect(yield* damages).toEqual([])
      })
    ))

  it("other pages may be written before the first letter is typed", () =>
    inWorld(({ admin, edits, eve, live, page, space }) =>
      Effect.gen(function* () {
        const own = yield* as(eve)(live.get(space, page))
        yield* as(admin)(edits.apply(space, { changes: [{ operation: "insert_page", title: "Other" }] }))
        const updates = [{ changes: [text.length, [0, "x"]] as const }]
        const answer = yield* as(eve)(live.edit(space, page, { version: own.version, client: own.client, updates }))
        expect(answer.version).toBe(own.version + 1)
        expect((yield* as(eve)(live.get(space, page))).markdown).toBe(`${text}x`)
      })
    ))

  it("a text that was away for long is merged", () =>
    inWorld(({ admin, eve, live, page, space }) =>
      Effect.gen(function* () {
        const other = yield* as(eve)(live.get(space, page))
        const own = yield* as(admin)(live.get(space, page))
        yield* as(eve)(
          live.edit(space, page, {
            version: other.version,
            client: other.client,
            updates: [{ changes: [8, [0, "typed "], text.length - 8] }]
          })
        )
        const answer = yield* as(admin)(
          live.edit(space, page, { client: own.client, revision: own.revision, markdown: `${text}\nthird\n` })
        )
        expect(answer.markdown).toBe("# Page\n\ntyped first\n\nsecond\n\nthird\n")
        const failed = yield* Effect.either(
          as(admin)(
            live.edit(space, page, {
              client: own.client,
              revision: own.revision,
              markdown: text.replace("first", "FIRST")
            })
          )
        )
        expect(Either.getOrThrow(Either.flip(failed))).toMatchObject({ _tag: "Conflict" })
        const stale = yield* Effect.either(
          as(admin)(live.edit(space, page, { client: own.client, version: own.version - 1, updates: [] }))
        )
        expect(Either.getOrThrow(Either.flip(stale))).toMatchObject({ _tag: "Conflict" })
      })
    ))

  it("refuses changes that are none, and clients of others", () =>
    inWorld(({ admin, eve, live, page, space }) =>
      Effect.gen(function* () {
        const own = yield* as(admin)(live.get(space, page))
        const tried = (changes: unknown, client = own.client) =>
          Effect.map(
            Effect.flip(
              as(admin)(live.edit(space, page, { version: own.version, client, updates: [{ changes }] } as never))
            ),
            ({ message }) => message
          )
        expect(yield* tried([3])).toContain(
          "updates.0.changes: expected a change of a text of 22 UTF-16 units, got one of 3"
        )
        expect(yield* tried([-3])).toContain("updates.0.changes")
        expect(yield* tried([22, [0, "a\nb"]])).toContain("without line feeds")
        expect(yield* tried([22, [0, "\ud83d"]])).toContain("whole characters")
        const other = yield* as(eve)(live.get(space, page))
        expect(yield* tried([22], other.client)).toContain("not one of the caller's")
        yield* as(admin)(
          live.edit(space, page, { version: own.version, client: own.client, updates: [{ changes: [22, [0, "😀"]] }] })
        )
        const now = yield* as(admin)(live.get(space, page))
        const split = yield* Effect.flip(
          as(admin)(
            live.edit(space, page, {
              version: now.version,
              client: now.client,
              updates: [{ changes: [23, [0, "x"], 1] }]
            })
          )
        )
        expect(split.message).toContain("within a character")
      })
    ))

  it("a deleted page ends its text, and an open session gets what others type", () =>
    inWorld(({ admin, edits, eve, live, page, space }) =>
      Effect.scoped(
        Effect.gen(function* () {
          const ada = yield* as(admin)(live.open(space, page))
          const other = yield* as(eve)(live.open(space, page))
          yield* as(admin)(ada.apply({ from: 8, insert: "A " }))
          yield* as(eve)(other.apply((now) => now.replace("second", "B second")))
          expect(other.current().text).toBe("# Page\n\nA first\n\nB second\n")
          yield* as(admin)(ada.apply({ from: 0, to: 0, insert: "\n" }))
          expect(ada.current().text).toBe("\n# Page\n\nA first\n\nB second\n")
          yield* as(admin)(edits.apply(space, { changes: [{ operation: "delete_page", page }] }))
          const failed = yield* Effect.flip(as(eve)(other.apply("gone")))
          expect(failed).toMatchObject({ _tag: "NotFound" })
          const revisions = yield* Revisions
          const rolled = yield* as(admin)(Effect.flatMap(Spaces, (spaces) => spaces.get(space)))
          expect(rolled.revision).toBeDefined()
          expect(revisions).toBeDefined()
          expect(yield* damages).toEqual([])
        })
      )
    ))
})
