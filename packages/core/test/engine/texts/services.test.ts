import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Comments } from "@lectern/core/comments/Comments"
import { PageId } from "@lectern/core/content/Page"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import * as Lectern from "@lectern/core/Lectern"
import { Links } from "@lectern/core/links/Links"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { commentBounds, largestPage, pageBounds } from "@lectern/core/text/markdown/TextBounds"
import { byteLength } from "@lectern/core/text/markdown/TextSize"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { inWorkspace } from "../../content/pages/space.js"
import { storages } from "../../storages.js"
import { markdown } from "./grammar.js"

const numRuns = runs(3)
const timeout = 120_000 + 2_000 * numRuns

/** Fails only in the ways of the wire; any other failure is a defect, and fails the test. */
const answered = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchAll(effect, (error) => {
    expect(["Invalid", "Conflict", "NotFound"]).toContain(error._tag)
    return Effect.succeed(undefined)
  })

/** Fails only where a page has fields that its text cannot state, beside front matter that is not valid YAML. */
const stated = <A, E extends { readonly _tag: string; readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchAll(effect, ({ _tag, message }) =>
    Effect.sync(() => expect([_tag, message]).toEqual(["Invalid", expect.stringContaining("mend the front matter")]))
  )

describe.each(storages)("any text, $name", (storage) => {
  it("can be written, read in every way, changed, merged and commented on", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(markdown, markdown, markdown, (first, second, third) =>
        inWorkspace(storage, ({ space: { id: space } }) =>
          Effect.gen(function* () {
            const [edits, contents, requests, comments] = [
              yield* ContentEdits,
              yield* Contents,
              yield* ChangeRequests,
              yield* Comments
            ]
            const write = (page: PageId, text: string, changeRequest?: string) =>
              edits.apply(
                space,
                { changes: [{ operation: "update_page", page, document: { markdown: text } }] },
                changeRequest === undefined ? {} : { changeRequest: changeRequest as never }
              )
            yield* edits.apply(space, { changes: [{ operation: "insert_page", document: { markdown: first } }] })
            const [page] = (yield* contents.pages(space)).pages
            if (page === undefined) throw new Error("the page is missing")
            const id = PageId.make(page.id)
            const before = (yield* contents.current(space)).id
            const request = yield* requests.create(space, {})
            yield* stated(write(id, second, request.id))
            yield* stated(write(id, third))
            const after = (yield* contents.current(space)).id
            yield* stated(
              edits.apply(space, {
                changes: [{ operation: "update_page", page: id, description: "a", hidden: false, title: "T [x] *" }]
              })
            )
            for (const options of [{ format: "document" }, { evaluated: true }, {}] as const) {
              yield* contents.page(space, id, undefined, options)
            }
            yield* (yield* Search)
              .space(space, { query: third.slice(0, 200).replaceAll("\0", "") || "a" })
              .pipe(answered)
            yield* (yield* Links).list(space, {})
            yield* (yield* Revisions).compare(space, before, after)
            yield* requests.changes(space, request.id)
            yield* requests.conflicts(space, request.id)
            yield* answered(requests.merge(space, request.id))
            yield* answered(requests.pull(space, request.id))
            yield* answered(requests.merge(space, request.id))
            for (const text of [first, second]) {
              const comment = yield* answered(comments.post({ space }, { body: { markdown: text }, page: id }))
              if (comment !== undefined) yield* comments.get({ space }, comment.id, { format: "document" })
            }
          })
        )
      ),
      { numRuns }
    )
  )

  it("is refused in an edit where it is beyond its bounds, and what is stored stays as it is", () =>
    inWorkspace(storage, ({ space: { id: space } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const contents = yield* Contents
        const before = (yield* contents.current(space)).id
        const cases = [
          ["[a](/pages/a) ".repeat(5_001), "document: expected at most 5000 links, got 5001"],
          ["# a\n".repeat(5_001), "document: expected at most 5000 headings, got 5001"],
          [`${">".repeat(91)}a`, "document: expected at most 90 levels of nesting, got 92"],
          ["a".repeat(pageBounds.bytes + 1), "document: expected at most 1048576 bytes, got 1048577"]
        ] as const
        for (const [text, message] of cases) {
          const inserting = edits.apply(space, {
            changes: [{ operation: "insert_page", document: { markdown: text } }]
          })
          expect(yield* Effect.flip(inserting)).toMatchObject({ _tag: "Invalid", field: "document", message })
        }
        expect((yield* contents.current(space)).id).toBe(before)
        yield* edits.apply(space, {
          changes: [{ operation: "insert_page", document: { markdown: "a".repeat(pageBounds.bytes) } }]
        })
      })
    ))

  it("is refused in a comment and a reply where it is beyond theirs", () =>
    inWorkspace(storage, ({ space: { id: space } }) =>
      Effect.gen(function* () {
        const comments = yield* Comments
        const { id } = yield* comments.post({ space }, { body: { markdown: "[".repeat(commentBounds.bytes) } })
        const { id: reply } = yield* comments.reply({ space }, id, { body: { markdown: "a" } })
        const cases = [
          ["a".repeat(commentBounds.bytes + 1), "bytes, got 65537", commentBounds.bytes],
          ["[a](b) ".repeat(commentBounds.links + 1), "links, got 1001", commentBounds.links],
          ["# a\n".repeat(commentBounds.headings + 1), "headings, got 1001", commentBounds.headings]
        ] as const
        for (const [markdown, rest, most] of cases) {
          const over = { body: { markdown } }
          const refused = { _tag: "Invalid", message: `body.markdown: expected at most ${most} ${rest}` }
          expect(yield* Effect.flip(comments.post({ space }, over))).toMatchObject(refused)
          expect(yield* Effect.flip(comments.reply({ space }, id, over))).toMatchObject(refused)
          expect(yield* Effect.flip(comments.update({ space }, id, over))).toMatchObject(refused)
          expect(yield* Effect.flip(comments.updateReply({ space }, id, reply, over))).toMatchObject(refused)
        }
        yield* comments.get({ space }, id, { format: "document" })
      })
    ))
})

describe("the length of a page", () => {
  const insert = async (maxPageBytes: number, bytes: number) => {
    const lectern = await Lectern.open({ storage: MemoryStorage.open(), maxPageBytes })
    const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    const { contentEdits, organizations, spaces } = lectern.as(ada.id)
    const space = await spaces.create((await organizations.create({ title: "Example" })).id, { title: "Handbook" })
    const changes = [{ operation: "insert_page", document: { markdown: "a".repeat(bytes) } }] as const
    return contentEdits.apply(space.id, { changes }).finally(() => lectern.close())
  }

  it("is a setting of the engine, up to 4 MB", async () => {
    await insert(10, 10)
    await expect(insert(10, 11)).rejects.toMatchObject({ message: "document: expected at most 10 bytes, got 11" })
    await expect(insert(largestPage * 2, largestPage + 1)).rejects.toMatchObject({
      message: `document: expected at most ${largestPage} bytes, got ${largestPage + 1}`
    })
  })

  it("and what else bounds it hold for the pages of a folder", () => {
    const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })
    const long = "a".repeat(pageBounds.bytes + 1)
    const { problems, tree } = readLayout([
      file("README.md", "# a\n"),
      file("long.md", long),
      file("linked.md", "[a](README.md) ".repeat(5_001))
    ])
    expect(problems).toContainEqual({
      file: "long.md",
      message: `expected at most ${pageBounds.bytes} bytes, got ${byteLength(long)}; it is left out`,
      severity: "error"
    })
    expect(problems).toContainEqual({
      file: "linked.md",
      message: "expected at most 5000 links, got 5001; it is left out",
      severity: "error"
    })
    expect(tree.pages.map(({ title }) => title)).toEqual(["a"])
  })
})
