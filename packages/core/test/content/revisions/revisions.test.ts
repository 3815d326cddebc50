import { Actor, user } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { Change } from "@lectern/core/comparison/Change"
import { PageId } from "@lectern/core/content/Page"
import { RevisionId } from "@lectern/core/content/RevisionId"
import { Members } from "@lectern/core/members/Members"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { asSystem, outcome, person } from "../../workspace.js"
import { inWorkspace } from "../pages/space.js"

/** A change by its type and its subject. */
const short = (change: Change): string => {
  const about = "page" in change ? change.page : "file" in change ? change.file : undefined
  const name = about !== undefined && "name" in about ? about.name : about?.path
  return name === undefined ? change.type : `${change.type} ${name}`
}

describe.each(storages)("revisions, $name", (storage) => {
  it("say what they changed of their parent", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const revisions = yield* Revisions
        const contents = yield* Contents
        const first = yield* contents.head(id)
        const { revision: made } = yield* edits.apply(id, {
          changes: [
            { operation: "insert_page", title: "Guide", document: { markdown: "# Guide\n\nOne.\n\nTwo.\n\nThree.\n" } },
            { operation: "insert_page", title: "Tips", document: { markdown: "# Tips\n" } },
            { operation: "insert_page", title: "Old", document: { markdown: "# Old\n" } },
            {
              operation: "insert_files",
              files: [{ name: "dot.svg", contentType: "image/svg+xml", base64: "PHN2Zy8+" }]
            }
          ]
        })
        expect((yield* revisions.changes(id, first)).changes).toEqual([])
        expect((yield* revisions.changes(id, made)).changes.map(short)).toEqual([
          "page_created guide",
          "page_created old",
          "page_created tips",
          "file_created dot.svg"
        ])
        const [guide, tips, old] = (yield* contents.pages(id)).pages.map((page) => page.id)
        if (guide === undefined || tips === undefined || old === undefined) return yield* Effect.dieMessage("no pages")
        const { revision: edited } = yield* edits.apply(id, {
          changes: [
            {
              operation: "update_page",
              page: guide,
              document: { markdown: "# Guide\n\nOne.\n\n2.\n\nThree.\n\nFour.\n" }
            },
            { operation: "update_page", page: tips, into: guide, description: "Good ones", hidden: true },
            { operation: "delete_page", page: old }
          ]
        })
        const { changes } = yield* revisions.changes(id, edited)
        expect(changes.map(short)).toEqual([
          "page_edited guide",
          "page_moved guide/tips",
          "page_edited guide/tips",
          "page_deleted old"
        ])
        expect(changes[0]).toMatchObject({
          attributes: { document: { before: expect.any(String), after: expect.any(String) } },
          blocks: [
            { kind: "changed", from: 3, to: 3, before: "Two.", after: "2." },
            { kind: "added", to: 5, text: "Four." }
          ]
        })
        expect(changes[1]).toMatchObject({ parent: { after: { id: guide, title: "Guide", path: "guide" } } })
        expect(changes[1]).not.toHaveProperty("parent.before")
        expect(changes[2]).toMatchObject({
          attributes: { description: { after: "Good ones" }, hidden: { after: true } }
        })
        const back = yield* revisions.compare(id, edited, made)
        expect(back.changes.map(short)).toEqual([
          "page_edited guide",
          "page_created old",
          "page_moved tips",
          "page_edited tips"
        ])
      })
    ))

  it("say what an import changed of files, reusable contents and variables", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const sync = yield* ContentSync
        const revisions = yield* Revisions
        const git = (path: string, oid: string) => ({ path, oid })
        const tree = (word: string, variables: Readonly<Record<string, string>>) => ({
          pages: [],
          files: [
            {
              key: "a.txt",
              name: "a.txt",
              contentType: "text/plain",
              bytes: new TextEncoder().encode(word),
              git: git("a.txt", word)
            }
          ],
          reusableContents: [{ key: "r.md", title: "Note", markdown: `Same.\n\n${word}.\n`, git: git("r.md", word) }],
          variables,
          redirects: {}
        })
        const made = yield* sync.apply(id, tree("one", { version: "1", old: "x" }))
        const edited = yield* sync.apply(id, tree("three", { version: "2", constructor: "y" }))
        expect((yield* revisions.changes(id, made.revision)).changes.map(short)).toEqual([
          "file_created a.txt",
          "reusable_content_created",
          "variables_edited"
        ])
        const { changes } = yield* revisions.changes(id, edited.revision)
        expect(changes).toMatchObject([
          { type: "file_edited", attributes: { size: { before: 3, after: 5 } } },
          { type: "reusable_content_edited", blocks: [{ kind: "changed", before: "one.", after: "three." }] },
          { type: "variables_edited" }
        ])
        expect(changes[2]).toEqual({
          type: "variables_edited",
          variables: { version: { before: "1", after: "2" }, old: { before: "x" }, constructor: { after: "y" } }
        })
        const emptied = yield* sync.apply(id, { ...tree("", {}), files: [], reusableContents: [] })
        expect((yield* revisions.changes(id, emptied.revision)).changes.map(short)).toEqual([
          "file_deleted a.txt",
          "reusable_content_deleted",
          "variables_edited"
        ])
      })
    ))

  it("leave out what is above the limit, and count it", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const { revision } = yield* (yield* ContentEdits).apply(id, {
          changes: Array.from({ length: 12 }, (_, i) => ({
            operation: "insert_page" as const,
            title: `Page ${10 + i}`
          }))
        })
        const some = yield* revisions.changes(id, revision)
        expect([some.changes.length, some.more]).toEqual([10, 2])
        const all = yield* revisions.changes(id, revision, { limit: 12 })
        expect([all.changes.length, all.more]).toEqual([12, undefined])
        expect(yield* revisions.changes(id, revision, { limit: 0 })).toEqual({ changes: [], more: 12 })
        expect(yield* outcome(revisions.changes(id, revision, { limit: 1001 }))).toBe("Invalid")
      })
    ))

  it("name the change request that they merged, and can be those of one", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const requests = yield* ChangeRequests
        const revisions = yield* Revisions
        const insert = (title: string, at: number) => ({ changes: [{ operation: "insert_page" as const, title, at }] })
        yield* edits.apply(id, insert("First", 0))
        const request = yield* requests.create(id, { subject: "More" })
        const { revision: there } = yield* edits.apply(id, insert("There", 1), { changeRequest: request.id })
        const { revision: here } = yield* edits.apply(id, insert("Here", 0))
        expect((yield* revisions.changes(id, there)).changes.map(short)).toEqual(["page_created there"])
        expect((yield* revisions.compare(id, here, there)).changes.map(short)).toEqual([
          "page_deleted here",
          "page_created there"
        ])
        yield* requests.pull(id, request.id)
        const pulled = (yield* requests.get(id, request.id)).revision
        expect((yield* revisions.changes(id, pulled)).changes.map(short)).toEqual(["page_created here"])
        const { revision: merged } = yield* requests.merge(id, request.id)
        const changes = yield* revisions.changes(id, merged)
        expect(changes.changes.map(short)).toEqual(["page_created there"])
        expect(changes.mergedFrom).toMatchObject({ id: request.id, status: "merged", revisionMerged: merged })
        expect((yield* revisions.compare(id, pulled, merged)).changes).toEqual([])
      })
    ))

  it("of a change request say what it changes, and what of that conflicts until it is resolved", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const contents = yield* Contents
        const requests = yield* ChangeRequests
        const text = (first: string, second: string) => ({ markdown: `# Guide\n\n${first}\n\n${second}\n` })
        const document = text("One.", "Two.")
        yield* edits.apply(id, { changes: [{ operation: "insert_page", title: "Guide", document }] })
        const page = PageId.make((yield* contents.pages(id)).pages[0]?.id ?? "")
        const edit = (first: string, second: string) => ({
          changes: [{ operation: "update_page" as const, page, document: text(first, second) }]
        })
        const { id: request } = yield* requests.create(id, {})
        const changeRequest = { changeRequest: request }
        expect(yield* requests.changes(id, request)).toEqual({ changes: [], conflicts: [], marked: [], decided: [] })
        yield* edits.apply(id, edit("One, theirs.", "2."), changeRequest)
        yield* edits.apply(id, { changes: [{ operation: "insert_page", title: "Meanwhile" }] })
        const quiet = yield* requests.changes(id, request)
        expect(quiet.changes.map(short)).toEqual(["page_edited guide"])
        expect(quiet.conflicts).toEqual([])
        yield* edits.apply(id, edit("One, ours.", "Two."))
        const { changes, conflicts } = yield* requests.changes(id, request)
        expect(changes).toEqual(quiet.changes)
        expect(conflicts).toMatchObject([
          {
            item: page,
            title: "Guide",
            path: "guide",
            kind: "block",
            base: "One.",
            main: "One, ours.",
            request: "One, theirs."
          }
        ])
        expect((yield* requests.merge(id, request)).result).toBe("conflicts")
        const where = conflicts[0]?.where ?? ""
        const resolved = yield* requests.resolve(id, request, {
          resolutions: [{ item: page, where, text: "One, both." }]
        })
        expect(resolved.result).toBe("update")
        const { markdown } = text("One, both.", "2.")
        expect(yield* contents.page(id, page, changeRequest)).toMatchObject({ markdown })
        const after = yield* requests.changes(id, request)
        expect([after.changes.map(short), after.conflicts]).toEqual([["page_edited guide"], []])
        expect((yield* requests.merge(id, request)).result).toBe("merge")
        expect(yield* contents.page(id, page)).toMatchObject({ markdown })
        expect(yield* requests.changes(id, request)).toEqual({ ...after, decided: [] })
      })
    ))

  it("refuse what is not allowed", () =>
    inWorkspace(storage, ({ organization, space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const contents = yield* Contents
        const requests = yield* ChangeRequests
        const revisions = yield* Revisions
        const spaces = yield* Spaces
        const first = yield* contents.head(id)
        const elsewhere = (yield* spaces.create(organization.id, {})).id
        const reader = yield* person("Rex")
        yield* asSystem((yield* Members).add(organization.id, reader, "read"))
        const as = <A, E, R>(effect: Effect.Effect<A, E, R>, name = reader) =>
          Effect.provideService(effect, Actor, user(name))
        const stranger = yield* person("Eve")
        expect(yield* outcome(as(revisions.changes(id, first)))).toBe("ok")
        expect(yield* outcome(as(revisions.changes(id, first), stranger))).toBe("NotFound")
        expect(yield* outcome(as(revisions.compare(id, first, first), stranger))).toBe("NotFound")
        expect(yield* outcome(as(revisions.rollback(id, first), stranger))).toBe("NotFound")
        expect(yield* outcome(as(revisions.rollback(id, first)))).toBe("Forbidden")
        const unknown = RevisionId.make("unknown")
        for (const other of [unknown, yield* contents.head(elsewhere)]) {
          expect(yield* outcome(revisions.changes(id, other))).toBe("NotFound")
          expect(yield* outcome(revisions.compare(id, first, other))).toBe("NotFound")
          expect(yield* outcome(revisions.compare(id, other, first))).toBe("NotFound")
          expect(yield* outcome(revisions.rollback(id, other))).toBe("NotFound")
        }
        const changeRequest = (yield* requests.create(id, {})).id
        const changes = [{ operation: "insert_page" as const, title: "New" }]
        expect(
          yield* outcome(revisions.rollback(id, (yield* edits.apply(id, { changes }, { changeRequest })).revision))
        ).toBe("Conflict")
        yield* spaces.update(id, { editMode: "locked" })
        expect(yield* outcome(revisions.rollback(id, first))).toBe("Conflict")
      })
    ))
})
