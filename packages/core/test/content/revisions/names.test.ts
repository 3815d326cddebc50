import { Actor, user } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { PageId } from "@lectern/core/content/Page"
import { Members } from "@lectern/core/members/Members"
import { NameRevision } from "@lectern/core/revisions/NamedRevision"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { asSystem, damages, failure, outcome, person, walk } from "../../workspace.js"
import { inWorkspace } from "../pages/space.js"

const insert = (title: string) => ({ changes: [{ operation: "insert_page" as const, title }] })

it("a name has 1 to 100 characters, none of them a control character and no white space at its ends", () => {
  const isName = Schema.is(NameRevision)
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 105 }), (name) => {
      const isFine =
        name.trim() === name &&
        [...name].length > 0 &&
        [...name].length <= 100 &&
        name.isWellFormed() &&
        !/\p{Cc}/u.test(name)
      expect(isName({ name })).toBe(isFine)
    }),
    { numRuns: runs(200) }
  )
})

describe.each(everyStorage)("names of revisions, $name", (storage) => {
  it("are those of any revision of a space, until they are replaced or removed", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const revisions = yield* Revisions
        const requests = yield* ChangeRequests
        const { revision: one } = yield* edits.apply(id, insert("One"))
        const { revision: two } = yield* edits.apply(id, insert("Two"))
        const request = yield* requests.create(id, {})
        const { revision: there } = yield* edits.apply(id, insert("There"), { changeRequest: request.id })
        const first = yield* revisions.name(id, one, { name: "v1", description: "The first." })
        expect(first).toMatchObject({ id: one, name: "v1", description: "The first." })
        yield* revisions.name(id, there, { name: "proposed" })
        const [newest, older] = (yield* revisions.list(id, {})).items
        expect(newest).not.toHaveProperty("name")
        expect(older).toEqual(first)
        expect((yield* revisions.listOfRequest(id, request.id, {})).items).toMatchObject([{ name: "proposed" }])
        expect(yield* failure(revisions.name(id, two, { name: "proposed" }))).toMatchObject({
          _tag: "Conflict",
          message: `the revision ${there} has the name proposed`
        })
        expect(yield* revisions.name(id, one, { name: "v1" })).not.toHaveProperty("description")
        yield* revisions.name(id, one, { name: "v1.0" })
        expect(yield* revisions.name(id, two, { name: "v1" })).toMatchObject({ id: two, name: "v1" })
        yield* revisions.removeName(id, two)
        yield* revisions.removeName(id, two)
        expect((yield* revisions.list(id, {})).items[0]).not.toHaveProperty("name")
        expect(yield* damages).toEqual([])
      })
    ))

  it("select revisions of a line, newest first, together with a changed page too", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const contents = yield* Contents
        const revisions = yield* Revisions
        const request = yield* (yield* ChangeRequests).create(id, {})
        const { revision: made } = yield* edits.apply(id, insert("Page 0"))
        const changedPage = PageId.make((yield* contents.pages(id)).pages[0]?.id ?? "")
        const all = [made]
        for (let i = 1; i < 8; i++) all.unshift((yield* edits.apply(id, insert(`Page ${i}`))).revision)
        const { revision: there } = yield* edits.apply(id, insert("There"), { changeRequest: request.id })
        yield* revisions.name(id, there, { name: "There" })
        const named = all.filter((_, i) => i % 2 === 1)
        // In an order that is not theirs.
        for (const [i, revision] of [...named].sort().entries()) yield* revisions.name(id, revision, { name: `${i}` })
        for (const limit of [1, 3, 10]) {
          const walked = yield* walk((query) => revisions.list(id, { ...query, named: true }), limit)
          expect(walked.items.map((each) => each.id)).toEqual(named)
          expect([...walked.counts]).toEqual([named.length])
        }
        const ids = (list: Effect.Effect.Success<ReturnType<typeof revisions.list>>) =>
          list.items.map((each) => each.id)
        expect(ids(yield* revisions.list(id, { changedPage, named: true }))).toEqual([made])
        yield* revisions.removeName(id, made)
        expect(ids(yield* revisions.list(id, { changedPage, named: true }))).toEqual([])
        expect(ids(yield* revisions.listOfRequest(id, request.id, { named: true }))).toEqual([there])
      })
    ))

  it("are given by those who may edit, also where the space is locked", () =>
    inWorkspace(storage, ({ organization, space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const spaces = yield* Spaces
        const { revision } = yield* (yield* ContentEdits).apply(id, insert("One"))
        yield* spaces.update(id, { editMode: "locked" })
        yield* revisions.name(id, revision, { name: "v1" })
        const reader = yield* person("Rex")
        yield* asSystem((yield* Members).add(organization.id, reader, "read"))
        const asReader = Effect.provideService(Actor, user(reader))
        expect(yield* outcome(asReader(revisions.name(id, revision, { name: "mine" })))).toBe("Forbidden")
        expect(yield* outcome(asReader(revisions.removeName(id, revision)))).toBe("Forbidden")
        expect((yield* asReader(revisions.list(id, { named: true }))).items).toMatchObject([{ name: "v1" }])
        const other = yield* spaces.create(organization.id, { title: "Other" })
        expect(yield* outcome(revisions.name(other.id, revision, { name: "v2" }))).toBe("NotFound")
        yield* revisions.removeName(other.id, revision)
        expect((yield* revisions.list(id, { named: true })).count).toBe(1)
      })
    ))

  it("stay with their space: a copy has none", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const spaces = yield* Spaces
        const { revision } = yield* (yield* ContentEdits).apply(id, insert("One"))
        yield* revisions.name(id, revision, { name: "v1" })
        const copy = yield* spaces.duplicate(id)
        expect((yield* revisions.list(copy.id, { named: true })).items).toEqual([])
        expect((yield* revisions.list(id, { named: true })).count).toBe(1)
        expect(yield* damages).toEqual([])
      })
    ))
})

describe.each(everyStorage)("the revisions of a change request, $name", (storage) => {
  it("can be those that changed a page", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const revisions = yield* Revisions
        yield* edits.apply(id, insert("One"))
        const changedPage = PageId.make((yield* (yield* Contents).pages(id)).pages[0]?.id ?? "")
        const { id: changeRequest } = yield* (yield* ChangeRequests).create(id, {})
        yield* edits.apply(id, insert("Other"), { changeRequest })
        const rename = { changes: [{ operation: "update_page" as const, page: changedPage, title: "Uno" }] }
        const { revision: renamed } = yield* edits.apply(id, rename, { changeRequest })
        yield* edits.apply(id, insert("Another"), { changeRequest })
        const remove = { changes: [{ operation: "delete_page" as const, page: changedPage }] }
        const { revision: deleted } = yield* edits.apply(id, remove, { changeRequest })
        const { items } = yield* revisions.listOfRequest(id, changeRequest, { changedPage })
        expect(items.map((each) => each.id)).toEqual([deleted, renamed])
      })
    ))
})
