import { describe, expect, it } from "@effect/vitest"
import type { ChangeRequestId, ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Comments } from "@lectern/core/comments/Comments"
import type { ContentBatch } from "@lectern/core/content/ContentChange"
import { CommentsTable } from "@lectern/core/content/comments/CommentTables"
import type { PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Effect, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../../workspace.js"

type Changes = ContentBatch["changes"]

const minute = TestClock.adjust("1 minute")
const text = (markdown: string) => ({ body: { markdown } })
const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown: `# ${title}\n` } }) as const

/** A space with a page, a change request on it, and the actions on them. */
const world = Effect.gen(function* () {
  const { id: org, admin } = yield* organization()
  const editor = yield* member(org, "Edi", "edit")
  const writer = yield* member(org, "Writer", "comment")
  const own = as(admin)
  const edits = yield* ContentEdits
  const requests = yield* ChangeRequests
  const { id: space } = yield* own((yield* Spaces).create(org, {}))
  yield* own(edits.apply(space, { changes: [insert("Guide"), insert("Setup")] }))
  const { pages } = yield* own((yield* Contents).current(space))
  const [guide, setup] = pages.map(({ id }) => id) as [PageId, PageId]
  const { id: changeRequest } = yield* as(editor)(requests.create(space, {}))
  return {
    org,
    space,
    people: { admin, editor, writer },
    guide,
    setup,
    at: { space, changeRequest },
    edit: (changes: Changes, request?: ChangeRequestId) =>
      own(edits.apply(space, { changes }, request === undefined ? {} : { changeRequest: request })),
    request: Effect.suspend(() => own(requests.get(space, changeRequest)))
  }
})

describe.each(storages)("comments on change requests over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are the request's own, by its id and its number, and counted on it while they are open", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const { at, edit, guide, people, request, setup, space } = yield* world
      const writer = as(people.writer)
      yield* edit([{ operation: "update_page", page: guide, document: { markdown: "# Better\n" } }], at.changeRequest)
      const { revision, urls } = yield* request
      const posted = yield* writer(comments.post(at, { ...text("?"), page: setup }))
      expect(posted).toMatchObject({
        target: { space, changeRequest: at.changeRequest, revision, page: { id: setup, outdated: false } },
        urls: { location: `${urls.location}/comments/${posted.id}` },
        permissions: { view: true, edit: true, reply: true, react: true, delete: true }
      })
      const byNumber = { space, changeRequest: "1" as ChangeRequestRef }
      expect(yield* writer(comments.get(byNumber, posted.id))).toEqual(posted)
      expect(yield* outcome(writer(comments.get({ space }, posted.id)))).toBe("NotFound")
      expect((yield* writer(comments.list({ space }, {}))).count).toBe(0)
      expect((yield* writer(comments.list(at, { targetPage: setup }))).items).toEqual([posted])
      expect((yield* request).comments).toBe(1)
      expect((yield* writer((yield* Spaces).get(space))).comments).toBe(0)
      yield* writer(comments.update(at, posted.id, { resolved: true }))
      expect((yield* request).comments).toBe(0)
      yield* writer(comments.update(at, posted.id, { resolved: false }))
      expect((yield* request).comments).toBe(1)
      expect(yield* outcome(as(people.editor)(comments.remove(at, posted.id)))).toBe("Forbidden")
      yield* as(people.admin)(comments.remove(at, posted.id))
      expect((yield* request).comments).toBe(0)
    }).pipe(Effect.provide(live))
  )

  it.effect("stay with a page that the request renames, moves and removes", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const { at, edit, guide, people, setup } = yield* world
      const writer = as(people.writer)
      const { id } = yield* writer(comments.post(at, { ...text("?"), page: setup }))
      const page = Effect.map(writer(comments.get(at, id)), ({ target }) => target.page)
      yield* edit([{ operation: "update_page", page: setup, title: "Install", into: guide }], at.changeRequest)
      const moved = yield* page
      expect(moved).toMatchObject({ title: "Install", path: "guide/setup", outdated: false })
      yield* edit([{ operation: "delete_page", page: setup }], at.changeRequest)
      expect(yield* page).toEqual({ ...moved, outdated: true })
      expect(yield* outcome(writer(comments.post(at, { ...text("?"), page: setup })))).toBe("NotFound")
      expect((yield* writer(comments.post({ space: at.space }, { ...text("?"), page: setup }))).target).toMatchObject({
        page: { title: "Setup", path: "setup", outdated: false }
      })
      for (const title of ["More", "Still more"]) {
        yield* edit([insert(title)])
        yield* as(people.editor)((yield* ChangeRequests).pull(at.space, at.changeRequest))
      }
      expect(yield* page).toMatchObject({ id: setup, outdated: true })
    }).pipe(Effect.provide(live))
  )

  it.effect("see a page that main removed until the request is updated, and the request's own after it is merged", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const requests = yield* ChangeRequests
      const { at, edit, people, setup } = yield* world
      const own = as(people.admin)
      yield* edit([insert("New")], at.changeRequest)
      const made = (yield* own((yield* Contents).current(at.space, {}, at))).pages.at(-1)
      const onSetup = yield* own(comments.post(at, { ...text("?"), page: setup }))
      const onNew = yield* own(comments.post(at, { ...text("?"), page: made?.id as PageId }))
      const isOutdated = (id: typeof onSetup.id) =>
        Effect.map(own(comments.get(at, id)), ({ target }) => target.page?.outdated)
      yield* edit([{ operation: "delete_page", page: setup }])
      expect(yield* isOutdated(onSetup.id)).toBe(false)
      yield* own(requests.pull(at.space, at.changeRequest))
      expect(yield* isOutdated(onSetup.id)).toBe(true)
      yield* own(requests.merge(at.space, at.changeRequest))
      expect(yield* isOutdated(onNew.id)).toBe(false)
      expect(yield* outcome(own(comments.post(at, text("Merged"))))).toBe("ok")
      expect(yield* own(requests.get(at.space, at.changeRequest))).toMatchObject({ comments: 3, status: "merged" })
    }).pipe(Effect.provide(live))
  )

  it.effect("have replies, newest first unless asked otherwise, that may resolve their thread", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const { at, people, request } = yield* world
      const { id } = yield* Effect.zipLeft(as(people.writer)(comments.post(at, text("?"))), minute)
      const reply = (who: UserId, body: string) => Effect.zipLeft(as(who)(comments.reply(at, id, text(body))), minute)
      const first = yield* reply(people.editor, "1")
      yield* reply(people.writer, "2")
      yield* reply(people.admin, "3")
      const listed = (order?: "asc" | "desc") =>
        Effect.map(
          walk((page) => as(people.writer)(comments.replies(at, id, { ...page, ...(order && { order }) })), 2),
          ({ items }) => items.map(({ body }) => ("markdown" in body ? body.markdown : "")).join("")
        )
      expect([yield* listed(), yield* listed("desc"), yield* listed("asc")]).toEqual(["321", "321", "123"])
      const resolve = (who: UserId, resolved: boolean) =>
        outcome(as(who)(comments.updateReply(at, id, first.id, { resolved })))
      expect(yield* resolve(people.editor, true)).toBe("Forbidden")
      expect(yield* resolve(people.admin, true)).toBe("ok")
      expect(yield* as(people.writer)(comments.get(at, id))).toMatchObject({
        status: "resolved",
        resolvedBy: { id: people.admin },
        replies: 3
      })
      expect((yield* request).comments).toBe(0)
      expect(yield* resolve(people.writer, false)).toBe("ok")
      expect((yield* request).comments).toBe(1)
      expect((yield* as(people.writer)(comments.commenters(at, {}))).items.map(({ id }) => id)).toEqual([
        people.writer,
        people.editor,
        people.admin
      ])
    }).pipe(Effect.provide(live))
  )

  it.effect("are there for those who may see the space, as long as it is there", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const spaces = yield* Spaces
      const { at, org, people, space } = yield* world
      const own = as(people.admin)
      const guest = yield* member(org, "Guest", null)
      const reader = yield* member(org, "Reader", "read")
      const { id } = yield* own(comments.post(at, text("?")))
      const { id: elsewhere } = yield* own(spaces.create(org, {}))
      const get = (who: UserId, place: typeof at) => outcome(as(who)(comments.get(place, id)))
      expect(yield* get(guest, at)).toBe("NotFound")
      expect(yield* get(people.admin, { ...at, space: elsewhere })).toBe("NotFound")
      expect(yield* outcome(as(reader)(comments.post(at, text("?"))))).toBe("Forbidden")
      expect(yield* outcome(as(guest)(comments.remove(at, id)))).toBe("ok")
      expect(yield* get(reader, at)).toBe("ok")
      yield* own(spaces.remove(space))
      expect(yield* get(people.admin, at)).toBe("NotFound")
      yield* TestClock.adjust("7 days")
      expect(yield* asSystem(spaces.purge)).toHaveLength(1)
      expect(yield* (yield* Storage).count(CommentsTable, { index: "listed", prefix: [at.changeRequest] })).toBe(0)
    }).pipe(Effect.provide(live))
  )
})
