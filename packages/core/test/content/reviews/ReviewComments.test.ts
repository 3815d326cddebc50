import { describe, expect, it } from "@effect/vitest"
import type { Asked } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { CommentId, CommentReplyId, PostReviewComment } from "@lectern/core/comments/Comment"
import { Comments } from "@lectern/core/comments/Comments"
import type { PageId } from "@lectern/core/content/Page"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { Reviews } from "@lectern/core/reviews/Reviews"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, member, organization, workspace } from "../../workspace.js"

const body = (markdown: string) => ({ markdown })

const minute = TestClock.adjust("1 minute")

/** A change request of an editor, and people who review and read it. */
const world = Effect.gen(function* () {
  const { id: org, admin } = yield* organization()
  const [editor, reviewer, reader] = [
    yield* member(org, "Edi", "edit"),
    yield* member(org, "Ray", "review"),
    yield* member(org, "Rex", "read")
  ]
  const { id: space } = yield* as(admin)((yield* Spaces).create(org, {}))
  const { id } = yield* as(editor)((yield* ChangeRequests).create(space, {}))
  return { space, id, people: { admin, editor, reviewer, reader } }
})

describe.each(storages)("reviews with comments over $name", (storage) => {
  const live = workspace(storage)

  it.effect("post comments and replies, all of them or none", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const comments = yield* Comments
      const requests = yield* ChangeRequests
      const { id, people, space } = yield* world
      const at = { space, changeRequest: id }
      const document = { markdown: "One two three.\n" }
      const insert = { operation: "insert_page", title: "Page", document } as const
      yield* as(people.editor)((yield* ContentEdits).apply(space, { changes: [insert] }, { changeRequest: id }))
      const { pages } = yield* as(people.editor)((yield* Contents).current(space, {}, at))
      const page = pages[0]!.id as PageId
      const asked = yield* as(people.editor)(comments.post(at, { body: { markdown: "Is it right?" } }))
      yield* minute
      const submit = (given: ReadonlyArray<PostReviewComment>) =>
        as(people.reviewer)(reviews.submit(space, id, { status: "approved", comment: body("All"), comments: given }))
      const { comments: posted, ...review } = yield* submit([
        { body: body("On the page"), page },
        { body: body("On words"), page, range: { start: 4, end: 7 }, quote: "two", suggestion: "2" },
        { body: body("It is"), parent: asked.id },
        { body: body("On the whole") }
      ])
      expect(posted).toMatchObject([
        { object: "comment", body: body("On the page"), target: { page: { id: page }, review: review.id } },
        { object: "comment", target: { range: { start: 4, end: 7 } }, suggestion: { text: "2", status: "open" } },
        { object: "comment-reply", body: body("It is"), postedBy: { id: people.reviewer } },
        { object: "comment", body: body("On the whole"), status: "open" }
      ])
      const read = <A>(found: Asked<A>) => as(people.reader)(found)
      const list = Effect.map(read(reviews.list(space, id, {})), ({ items }) => items)
      expect((yield* list)[0]?.comments?.map((comment) => comment.id)).toEqual(posted?.map((comment) => comment.id))
      expect((yield* read(requests.get(space, id))).comments).toBe(5)
      expect((yield* read(comments.get(at, asked.id))).replies).toBe(1)
      expect((yield* read(comments.commenters(at, {}))).items).toMatchObject([
        { id: people.editor },
        { id: people.reviewer }
      ])
      const before = yield* read(comments.list(at, {}))
      const words = { page, range: { start: 4, end: 7 } }
      const refused: ReadonlyArray<readonly [PostReviewComment, string]> = [
        [{ body: body("a"), ...words, quote: "one" }, "comments.1.quote"],
        [{ body: body("a"), page, range: { start: 4, end: 99 } }, "comments.1.range.end"],
        [{ body: body("a"), range: { start: 0, end: 1 } }, "comments.1.page"],
        [{ body: body("a"), suggestion: "2" }, "comments.1.range"],
        [{ body: body("a"), parent: asked.id, page }, "comments.1.page"],
        [{ body: body("#\n".repeat(1_001)) }, "comments.1.body.markdown"],
        [{ body: body("a"), ...words, suggestion: "a".repeat(1024 * 1024 + 1) }, "comments.1.suggestion"]
      ]
      for (const [comment, field] of refused) {
        expect(yield* Effect.flip(submit([{ body: body("Fine") }, comment])), field).toMatchObject({ field })
      }
      for (const comment of [{ page: "unknown" as PageId }, { parent: "unknown" as CommentId }]) {
        const error = yield* Effect.flip(submit([{ body: body("Fine") }, { body: body("a"), ...comment }]))
        expect(error).toMatchObject({ _tag: "NotFound", message: expect.stringMatching(/^comments\.1: /) })
      }
      expect(yield* list).toHaveLength(1)
      expect(yield* read(comments.list(at, {}))).toEqual(before)
      yield* as(people.reviewer)(comments.remove(at, posted![0]!.id as CommentId))
      yield* as(people.reviewer)(comments.removeReply(at, asked.id, posted![2]!.id as CommentReplyId))
      expect((yield* list)[0]?.comments).toMatchObject([{ body: body("On words") }, { body: body("On the whole") }])
    }).pipe(Effect.provide(live))
  )

  it.effect("save what is typed before a comment on it, which is not what was reviewed", () =>
    Effect.gen(function* () {
      const { id, people, space } = yield* world
      const at = { changeRequest: id }
      const document = { markdown: "One." }
      const insert = { operation: "insert_page", title: "Page", document } as const
      const { revision } = yield* as(people.editor)((yield* ContentEdits).apply(space, { changes: [insert] }, at))
      const page = (yield* as(people.editor)((yield* Contents).current(space, {}, at))).pages[0]!.id as PageId
      const texts = yield* LiveTexts
      const { version } = yield* as(people.editor)(texts.get(space, page, at))
      const updates = [{ changes: [4, [0, " Two."]] }] as const
      yield* as(people.editor)(texts.edit(space, page, { client: `${people.editor}.a`, version, updates }, at))
      const words = { page, range: { start: 5, end: 8 }, quote: "Two" }
      const submit = (comment: Omit<PostReviewComment, "body">) =>
        as(people.reviewer)(
          Effect.flatMap(Reviews, (reviews) =>
            reviews.submit(space, id, { status: "approved", comments: [{ body: body("a"), ...comment }] })
          )
        )
      expect(yield* Effect.flip(submit({ ...words, revision }))).toMatchObject({ field: "comments.0.range.end" })
      expect(yield* submit(words)).toMatchObject({
        revision,
        outdated: true,
        comments: [{ target: { range: { start: 5, end: 8 } } }]
      })
      expect(yield* submit(words)).toMatchObject({ outdated: false })
    }).pipe(Effect.provide(live))
  )
})
