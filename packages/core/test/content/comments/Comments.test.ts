import { describe, expect, it } from "@effect/vitest"
import { CommentId, CommentReplyId } from "@lectern/core/comments/Comment"
import { Comments } from "@lectern/core/comments/Comments"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "@lectern/core/content/comments/CommentTables"
import { PageId } from "@lectern/core/content/Page"
import { Members } from "@lectern/core/members/Members"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Effect, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../../workspace.js"

const minute = TestClock.adjust("1 minute")
const text = (markdown: string) => ({ body: { markdown } })
const nothing = CommentId.make("nothing")

const space = Effect.fnUntraced(function* (id: OrganizationId, admin: UserId) {
  const { id: space } = yield* as(admin)((yield* Spaces).create(id, { title: "Handbook" }))
  return { space }
})
const openComments = (place: Effect.Effect.Success<ReturnType<typeof space>>) =>
  Effect.flatMap(Spaces, (spaces) => Effect.map(asSystem(spaces.get(place.space)), ({ comments }) => comments))

describe.each(storages)("comments over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are posted, answered, edited, resolved, reopened and removed", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const { id, admin } = yield* organization()
      const writer = yield* member(id, "Writer", "comment")
      const at = yield* space(id, admin)
      const posted = yield* as(writer)(comments.post(at, text("Is this *right*?")))
      expect(posted).toMatchObject({
        object: "comment",
        postedBy: { id: writer, displayName: "Writer" },
        postedAt: "1970-01-01T00:00:00.000Z",
        reactions: [],
        replies: 0,
        body: { markdown: "Is this *right*?" },
        target: { space: at.space },
        status: "open",
        urls: { location: `https://docs.example/v1/spaces/${at.space}/comments/${posted.id}` },
        permissions: { view: true, edit: true, reply: true, react: true, delete: true }
      })
      expect(yield* openComments(at)).toBe(1)
      yield* minute
      const reply = yield* as(admin)(comments.reply(at, posted.id, text("It is")))
      expect(reply.urls.location).toBe(`${posted.urls.location}/replies/${reply.id}`)
      expect((yield* as(writer)(comments.getReply(at, posted.id, reply.id))).permissions).toEqual({
        view: true,
        edit: false,
        reply: true,
        react: true,
        delete: false
      })
      const edited = yield* as(writer)(comments.update(at, posted.id, text("Is it?")))
      expect(edited).toMatchObject({ replies: 1, editedAt: "1970-01-01T00:01:00.000Z", body: { markdown: "Is it?" } })
      const resolved = yield* as(admin)(comments.update(at, posted.id, { resolved: true }))
      expect(resolved).toMatchObject({
        status: "resolved",
        resolvedAt: "1970-01-01T00:01:00.000Z",
        resolvedBy: { id: admin }
      })
      expect(yield* openComments(at)).toBe(0)
      yield* minute
      expect(yield* as(admin)(comments.update(at, posted.id, { resolved: true }))).toEqual(resolved)
      const reopened = yield* as(writer)(comments.update(at, posted.id, { resolved: false }))
      expect(reopened.status).toBe("open")
      expect(reopened).not.toHaveProperty("resolvedAt")
      expect(yield* openComments(at)).toBe(1)
      const tree = yield* as(writer)(comments.get(at, posted.id, { format: "document" }))
      expect(tree.body).toMatchObject({ document: { object: "document" } })
      yield* as(admin)(comments.removeReply(at, posted.id, reply.id))
      expect((yield* as(writer)(comments.get(at, posted.id))).replies).toBe(0)
      yield* as(writer)(comments.remove(at, posted.id))
      expect(yield* openComments(at)).toBe(0)
      expect(yield* outcome(as(writer)(comments.get(at, posted.id)))).toBe("NotFound")
      yield* as(writer)(comments.remove(at, posted.id))
      expect((yield* as(writer)(comments.commenters(at, {}))).count).toBe(0)
    }).pipe(Effect.provide(live))
  )

  it.effect("have reactions, one of each user and emoji however it is written", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const { id, admin } = yield* organization()
      const writer = yield* member(id, "Writer", "comment")
      const at = yield* space(id, admin)
      const { id: comment } = yield* as(writer)(comments.post(at, text("!")))
      const react = (who: UserId, added: ReadonlyArray<string>, removed: ReadonlyArray<string> = []) =>
        Effect.map(
          as(who)(comments.update(at, comment, { addedReactions: added, removedReactions: removed })),
          ({ reactions }) => reactions.map(({ emoji, count, users }) => [emoji, count, users.map((u) => u.user.id)])
        )
      yield* react(writer, ["1f389", "❤️", "🎉"])
      expect(yield* react(admin, ["🎉", "2764"])).toEqual([
        ["1f389", 2, [writer, admin]],
        ["❤️", 2, [writer, admin]]
      ])
      expect(yield* react(writer, [], ["🎉", "2764-fe0f", "👍"])).toEqual([
        ["🎉", 1, [admin]],
        ["2764", 1, [admin]]
      ])
      expect(yield* outcome(react(writer, ["party"]))).toBe("Invalid")
      const { id: reply } = yield* as(writer)(comments.reply(at, comment, text("!")))
      const answered = yield* as(admin)(comments.updateReply(at, comment, reply, { addedReactions: ["👍"] }))
      expect(answered.reactions).toMatchObject([{ emoji: "👍", count: 1, users: [{ user: { id: admin } }] }])
      expect(answered).not.toHaveProperty("editedAt")
    }).pipe(Effect.provide(live))
  )

  it.effect("stay with a page that is renamed, moved and deleted", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const edits = yield* ContentEdits
      const { id, admin } = yield* organization()
      const own = as(admin)
      const at = yield* space(id, admin)
      const insert = (title: string) =>
        ({ operation: "insert_page", title, document: { markdown: `# ${title}\n` } }) as const
      yield* own(edits.apply(at.space, { changes: [insert("Guide"), insert("Setup")] }))
      const { pages } = yield* own((yield* Contents).current(at.space))
      const [guide, setup] = [pages[0]!.id, pages[1]!.id]
      const comment = yield* own(comments.post(at, { ...text("?"), page: setup, node: "n1" }))
      expect(comment.target).toMatchObject({
        node: { id: "n1" },
        page: { id: setup, title: "Setup", path: "setup", outdated: false }
      })
      yield* own(
        edits.apply(at.space, {
          changes: [{ operation: "update_page", page: setup, title: "Install", into: guide }]
        })
      )
      const page = Effect.map(own(comments.get(at, comment.id)), ({ target }) => target.page)
      const moved = yield* page
      expect(moved).toMatchObject({ id: setup, title: "Install", outdated: false })
      expect(moved?.path).toMatch(/^guide\//)
      yield* own(edits.apply(at.space, { changes: [{ operation: "delete_page", page: guide }] }))
      expect(yield* page).toEqual({ ...moved, outdated: true })
      expect((yield* own(comments.list(at, { targetPage: setup }))).count).toBe(1)
      expect(yield* outcome(own(comments.post(at, { ...text("?"), page: setup })))).toBe("NotFound")
      expect(yield* outcome(own(comments.post(at, { ...text("?"), page: PageId.make("variables") })))).toBe("NotFound")
      expect(yield* openComments(at)).toBe(1)
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed by order, status, page and author, and their authors with them", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const { id, admin } = yield* organization()
      const [ann, bob, cid] = [
        yield* member(id, "Ann", "comment"),
        yield* member(id, "Bob", "comment"),
        yield* member(id, "Cid", "comment")
      ]
      const at = yield* space(id, admin)
      const made = new Map<string, CommentId>()
      for (const [who, body] of [
        [bob, "1"],
        [ann, "2"],
        [bob, "3"],
        [ann, "4"]
      ] as const) {
        made.set(body, (yield* as(who)(comments.post(at, text(body)))).id)
        yield* minute
      }
      yield* as(cid)(comments.reply(at, made.get("1")!, text("r1")))
      yield* as(bob)(comments.reply(at, made.get("1")!, text("r2")))
      yield* as(admin)(comments.update(at, made.get("3")!, { resolved: true }))
      const listed = (query: Omit<Parameters<typeof comments.list>[1], "page" | "limit">) =>
        Effect.map(
          walk((page) => as(admin)(comments.list(at, { ...query, ...page })), 2),
          ({ items, counts }) => [
            items.map(({ body }) => ("markdown" in body ? body.markdown : "")).join(""),
            ...counts
          ]
        )
      expect(yield* listed({})).toEqual(["4321", 4])
      expect(yield* listed({ order: "asc" })).toEqual(["1234", 4])
      expect(yield* listed({ status: "open" })).toEqual(["421", 3])
      expect(yield* listed({ status: "resolved", order: "asc" })).toEqual(["3", 1])
      expect(yield* listed({ authors: [ann] })).toEqual(["42", 2])
      expect(yield* listed({ authors: [bob], status: "open" })).toEqual(["1", 1])
      expect(yield* listed({ authors: [cid] })).toEqual(["", 0])
      expect(yield* listed({ targetPage: PageId.make("nothing") })).toEqual(["", 0])
      const { next } = yield* as(admin)(comments.list(at, { limit: 1 }))
      expect(yield* outcome(as(admin)(comments.list(at, { ...next, order: "asc" })))).toBe("Invalid")
      const replies = yield* walk((page) => as(ann)(comments.replies(at, made.get("1")!, page)), 1)
      expect([replies.items.map(({ body }) => body), ...replies.counts]).toEqual([
        [{ markdown: "r1" }, { markdown: "r2" }],
        2
      ])
      const commenters = Effect.map(
        walk((page) => as(ann)(comments.commenters(at, page)), 1),
        ({ items, counts }) => [items.map(({ user }) => user.displayName).join(" "), ...counts]
      )
      expect(yield* commenters).toEqual(["Bob Ann Cid", 3])
      yield* as(bob)(comments.remove(at, made.get("1")!))
      expect(yield* commenters).toEqual(["Bob Ann", 2])
      yield* asSystem((yield* Members).remove(id, ann))
      expect(yield* Effect.map(as(admin)(comments.commenters(at, {})), ({ count }) => count)).toBe(1)
      expect(yield* listed({ authors: [ann] })).toEqual(["42", 2])
    }).pipe(Effect.provide(live))
  )

  it.effect("are there for those who may see the space, as long as it is there", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const guest = yield* member(id, "Guest", null)
      const at = yield* space(id, admin)
      const other = yield* space(id, admin)
      const { id: comment } = yield* as(admin)(comments.post(at, text("?")))
      const { id: reply } = yield* as(admin)(comments.reply(at, comment, text("!")))
      const calls = (who: UserId, place: typeof at, thread = comment) =>
        Effect.map(
          Effect.forEach(
            [
              comments.list(place, {}),
              comments.commenters(place, {}),
              comments.post(place, text("")),
              comments.get(place, thread),
              comments.update(place, thread, {}),
              comments.replies(place, thread, {}),
              comments.reply(place, thread, text("")),
              comments.getReply(place, thread, reply),
              comments.updateReply(place, thread, reply, {}),
              comments.removeReply(place, thread, reply),
              comments.remove(place, thread)
            ],
            (call) => outcome<unknown, never>(as(who)(call))
          ),
          (all) => all.join(" ")
        )
      const absent = `${"NotFound ".repeat(9)}ok ok`
      expect(yield* calls(guest, at)).toBe(absent)
      expect(yield* calls(admin, at, nothing)).toBe(
        "ok ok ok NotFound NotFound NotFound NotFound NotFound NotFound ok ok"
      )
      expect(yield* calls(admin, other)).toBe("ok ok ok NotFound NotFound NotFound NotFound NotFound NotFound ok ok")
      expect(yield* outcome(as(admin)(comments.getReply(at, comment, CommentReplyId.make("nothing"))))).toBe("NotFound")
      yield* as(admin)(spaces.remove(at.space))
      expect(yield* calls(admin, at)).toBe(absent)
      yield* as(admin)(spaces.restore(at.space))
      expect((yield* as(admin)(comments.getReply(at, comment, reply))).body).toEqual({ markdown: "!" })
      yield* as(admin)(spaces.remove(at.space))
      yield* TestClock.adjust("7 days")
      expect(yield* asSystem(spaces.purge)).toHaveLength(1)
      const rows = yield* Effect.forEach([CommentsTable, CommentRepliesTable, CommentersTable], (table) =>
        Effect.flatMap(Storage, (storage) => storage.count(table, { index: "space", prefix: [at.space] }))
      )
      expect(rows).toEqual([0, 0, 0])
    }).pipe(Effect.provide(live))
  )
})
