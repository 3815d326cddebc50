/** Suggestions are applied as exactly the changes that they are, and credited to their authors. */
import { describe, expect, it } from "@effect/vitest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { CommentId } from "@lectern/core/comments/Comment"
import { Comments } from "@lectern/core/comments/Comments"
import type { PageId } from "@lectern/core/content/Page"
import { Events } from "@lectern/core/events/Events"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, failure, member, organization, outcome, workspace } from "../../workspace.js"

const markdown = "---\ntitle: Guide\n---\n\r\nTake the red car 😀 home.\r\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
const body = { markdown: "Better:" }

/** A space with a page, a change request, and people who edit and comment. */
const world = Effect.gen(function* () {
  const { id: org, admin } = yield* organization()
  const editor = yield* member(org, "Edi", "edit")
  const [ann, bob] = [yield* member(org, "Ann", "comment"), yield* member(org, "Bob", "comment")]
  const edits = yield* ContentEdits
  const { id: space } = yield* as(admin)((yield* Spaces).create(org, {}))
  yield* as(admin)(edits.apply(space, { changes: [{ operation: "insert_page", document: { markdown } }] }))
  const page = (yield* as(admin)((yield* Contents).current(space))).pages[0]!.id as PageId
  const { id: changeRequest } = yield* as(editor)((yield* ChangeRequests).create(space, {}))
  const comments = yield* Comments
  const inRequest = { space, changeRequest }
  const suggest = (who: UserId, words: string, suggestion: string, at: { space: typeof space } = inRequest) => {
    const start = markdown.indexOf(words)
    const range = { start, end: start + words.length }
    return Effect.map(as(who)(comments.post(at, { body, page, range, quote: words, suggestion })), ({ id }) => id)
  }
  const textAt = (at?: { readonly changeRequest: typeof changeRequest }) =>
    Effect.flatMap(Contents, (contents) =>
      Effect.map(as(admin)(contents.page(space, page, at)), (found) => ("markdown" in found ? found.markdown : ""))
    )
  return { org, space, page, changeRequest, inRequest, people: { admin, editor, ann, bob }, suggest, textAt, comments }
})

describe.each(storages)("suggestions over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are applied together as one revision, resolved, and credited to their authors", () =>
    Effect.gen(function* () {
      const { changeRequest, comments, inRequest, org, people, space, suggest, textAt } = yield* world
      const red = yield* suggest(people.ann, "red", "blue")
      const home = yield* suggest(people.bob, "home.\r", "back.\r")
      const one = yield* suggest(people.ann, "| 1 ", "")
      expect(yield* as(people.ann)(comments.get(inRequest, red))).toMatchObject({
        suggestion: { text: "blue", status: "open" },
        target: { quote: "red", range: { start: markdown.indexOf("red"), end: markdown.indexOf("red") + 3 } }
      })
      const { comments: applied, revision } = yield* as(people.editor)(
        comments.apply(inRequest, { comments: [home, one, red] })
      )
      expect(yield* textAt({ changeRequest })).toBe(
        markdown.replace("red", "blue").replace("home.", "back.").replace("| 1 ", "")
      )
      expect(yield* textAt()).toBe(markdown)
      expect(applied.map(({ id }) => id)).toEqual([home, one, red])
      for (const comment of applied) {
        expect(comment).toMatchObject({
          status: "resolved",
          resolvedBy: { id: people.editor },
          suggestion: { status: "applied", appliedBy: { id: people.editor }, revision }
        })
      }
      const revisions = yield* as(people.admin)((yield* Revisions).listOfRequest(space, changeRequest, {}))
      expect(revisions.items[0]).toMatchObject({
        id: revision,
        createdBy: { id: people.editor },
        coauthors: [{ id: people.ann }, { id: people.bob }]
      })
      const requests = yield* ChangeRequests
      expect((yield* as(people.admin)(requests.get(space, changeRequest))).comments).toBe(0)
      const contributors = yield* as(people.admin)(requests.contributors(space, changeRequest, {}))
      expect(contributors.items.map(({ user }) => user.id).sort()).toEqual(
        [people.editor, people.ann, people.bob].sort()
      )
      const { items } = yield* as(people.admin)((yield* Events).list({ organization: org, space }, { limit: 100 }))
      const types = items.map(({ subject, type }) => `${type} ${subject.id}`)
      for (const id of [home, one, red])
        expect(types.filter((each) => each === `comment_updated ${id}`)).toHaveLength(1)
      expect(types.filter((each) => each === `change_request_updated ${changeRequest}`)).toHaveLength(1)
      expect(yield* outcome(as(people.editor)(comments.apply(inRequest, { comments: [red] })))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("are applied all or not at all", () =>
    Effect.gen(function* () {
      const { changeRequest, comments, inRequest, page, people, space, suggest, textAt } = yield* world
      const red = yield* suggest(people.ann, "red", "blue")
      const car = yield* suggest(people.bob, "red car", "bus")
      const plain = yield* as(people.ann)(comments.post(inRequest, { body, page }))
      const onMain = yield* suggest(people.ann, "red", "blue", { space })
      const apply = (...ids: ReadonlyArray<CommentId>) =>
        as(people.editor)(comments.apply(inRequest, { comments: ids }))
      expect(yield* failure(apply(red, car))).toMatchObject({ _tag: "Invalid", field: "comments.1" })
      expect(yield* failure(apply(red, red))).toMatchObject({ _tag: "Invalid", field: "comments.1" })
      expect(yield* failure(apply(red, plain.id))).toMatchObject({ _tag: "Invalid", field: "comments.1" })
      expect(yield* outcome(apply(red, onMain))).toBe("NotFound")
      expect(yield* outcome(as(people.ann)(comments.apply(inRequest, { comments: [red] })))).toBe("Forbidden")
      expect(yield* textAt({ changeRequest })).toBe(markdown)
      const edits = yield* ContentEdits
      const write = (text: string) =>
        as(people.editor)(
          edits.apply(
            space,
            { changes: [{ operation: "update_page", page, document: { markdown: text } }] },
            {
              changeRequest
            }
          )
        )
      yield* write(markdown.replace("red car", "RED car"))
      expect(yield* as(people.ann)(comments.get(inRequest, red))).toMatchObject({
        suggestion: { status: "outdated" },
        target: { quote: "red", lost: true }
      })
      expect(yield* failure(apply(red))).toMatchObject({ _tag: "Conflict", message: expect.stringContaining(red) })
      yield* write(`\n\n${markdown}`)
      yield* apply(car)
      expect(yield* textAt({ changeRequest })).toBe(`\n\n${markdown.replace("red car", "bus")}`)
      yield* as(people.editor)((yield* ChangeRequests).update(space, changeRequest, { status: "archived" }))
      expect(yield* outcome(apply(red))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("are applied to main, unless it is locked, after what was typed there is saved", () =>
    Effect.gen(function* () {
      const { comments, page, people, space, suggest, textAt } = yield* world
      const at = { space }
      const red = yield* suggest(people.ann, "red", "blue", at)
      const home = yield* suggest(people.ann, "home", "back", at)
      const texts = yield* LiveTexts
      const opened = yield* as(people.admin)(texts.get(space, page))
      yield* as(people.admin)(
        texts.edit(space, page, {
          client: `${people.admin}.a`,
          version: opened.version,
          updates: [{ changes: [opened.markdown.length, [0, "Typed."]] }]
        })
      )
      const apply = (id: CommentId) => as(people.editor)(comments.apply(at, { comments: [id] }))
      yield* apply(red)
      expect(yield* textAt()).toContain("Take the blue car")
      expect(yield* textAt()).toContain("Typed.")
      const spaces = yield* Spaces
      yield* as(people.admin)(spaces.update(space, { editMode: "locked" }))
      expect(yield* outcome(apply(home))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("are changed by their authors until they are applied", () =>
    Effect.gen(function* () {
      const { changeRequest, comments, inRequest, page, people, suggest, textAt } = yield* world
      const red = yield* suggest(people.ann, "red", "blue")
      const change = (who: UserId, suggestion: string, id = red) =>
        as(who)(comments.update(inRequest, id, { suggestion }))
      expect(yield* outcome(change(people.admin, "green"))).toBe("Forbidden")
      expect((yield* change(people.ann, "green")).suggestion?.text).toBe("green")
      expect((yield* as(people.ann)(comments.update(inRequest, red, { body }))).suggestion?.text).toBe("green")
      const plain = yield* as(people.ann)(comments.post(inRequest, { body, page }))
      expect(yield* failure(change(people.ann, "x", plain.id))).toMatchObject({ _tag: "Invalid", field: "suggestion" })
      const reply = yield* as(people.ann)(comments.reply(inRequest, red, { body }))
      const inReply = as(people.ann)(comments.updateReply(inRequest, red, reply.id, { suggestion: "x" }))
      expect(yield* failure(inReply)).toMatchObject({ _tag: "Invalid", field: "suggestion" })
      yield* as(people.ann)(comments.update(inRequest, red, { resolved: true }))
      yield* as(people.editor)(comments.apply(inRequest, { comments: [red] }))
      expect(yield* textAt({ changeRequest })).toContain("the green car")
      expect(yield* outcome(change(people.ann, "black"))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("and comments on words are refused where there are no such words", () =>
    Effect.gen(function* () {
      const { changeRequest, comments, inRequest, page, people, space } = yield* world
      const contents = yield* Contents
      const onMain = (yield* as(people.admin)(contents.current(space))).id
      const edits = yield* ContentEdits
      yield* as(people.editor)(
        edits.apply(space, { changes: [{ operation: "update_page", page, title: "Other" }] }, { changeRequest })
      )
      const ofRequest = (yield* as(people.admin)(contents.current(space, {}, { changeRequest }))).id
      const range = { start: 0, end: 3 }
      const post = (input: object, at: typeof inRequest | { space: typeof space } = inRequest) =>
        Effect.map(Effect.either(as(people.ann)(comments.post(at, { body, ...input }))), (result) =>
          result._tag === "Right" ? "ok" : "field" in result.left ? result.left.field : result.left._tag
        )
      expect(yield* post({ page, range, quote: "---" })).toBe("ok")
      expect(yield* post({ page, range, revision: onMain })).toBe("ok")
      expect(yield* post({ page, range, revision: ofRequest })).toBe("ok")
      expect(yield* post({ page, range, revision: ofRequest }, { space })).toBe("NotFound")
      expect(yield* post({ page, range, revision: "unknown" })).toBe("NotFound")
      expect(yield* post({ page: "unknown", range })).toBe("NotFound")
      expect(yield* post({ page, range, quote: "+++" })).toBe("quote")
      expect(yield* post({ page, range: { start: 0, end: 9_999 } })).toBe("range.end")
      expect(yield* post({ page, range: { start: 0, end: 10_001 } })).toBe("range.end")
      expect(yield* post({ page, range: { start: 3, end: 3 } })).toBe("range.start")
      expect(yield* post({ range })).toBe("page")
      expect(yield* post({ page, suggestion: "" })).toBe("range")
      expect(yield* post({ page, quote: "---" })).toBe("range")
      const half = markdown.indexOf("😀") + 1
      expect(yield* post({ page, range: { start: half - 10, end: half }, revision: onMain })).toBe("range")
      expect(yield* post({ page, range, suggestion: "a".repeat(1024 * 1024 + 1) })).toBe("suggestion")
    }).pipe(Effect.provide(live))
  )
})
