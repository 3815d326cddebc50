import { describe, expect, it } from "@effect/vitest"
import type { Actor } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Comments } from "@lectern/core/comments/Comments"
import { ReviewersTable, ReviewsTable } from "@lectern/core/content/reviews/ReviewTables"
import type { LecternError } from "@lectern/core/errors/Errors"
import { Members } from "@lectern/core/members/Members"
import { Reviews } from "@lectern/core/reviews/Reviews"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Effect, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../../workspace.js"

const minute = TestClock.adjust("1 minute")

/** A change request by an editor, and people of all sorts. */
const world = Effect.gen(function* () {
  const { id: org, admin } = yield* organization()
  const [editor, reviewer, reader, guest] = [
    yield* member(org, "Edi", "edit"),
    yield* member(org, "Ray", "review"),
    yield* member(org, "Rex", "read"),
    yield* member(org, "Gus", null)
  ]
  const { id: space } = yield* as(admin)((yield* Spaces).create(org, {}))
  const { id } = yield* as(editor)((yield* ChangeRequests).create(space, {}))
  const edits = yield* ContentEdits
  const edit = (who: UserId) =>
    Effect.map(
      as(who)(edits.apply(space, { changes: [{ operation: "insert_page", title: "New" }] }, { changeRequest: id })),
      ({ revision }) => revision
    )
  return { org, space, id, edit, people: { admin, editor, reviewer, reader, guest } }
})

describe.each(storages)("reviews over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are of a revision, and outdated when the request changes or its reviewer reviews again", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const requests = yield* ChangeRequests
      const { edit, id, people, space } = yield* world
      const submit = (who: UserId, status: "approved" | "changes-requested") =>
        as(who)(reviews.submit(space, id, { status }))
      const outdated = Effect.map(
        walk((page) => as(people.reader)(reviews.list(space, id, page)), 2),
        ({ counts, items }) => {
          expect([...counts]).toEqual([items.length])
          return items.map((review) => `${review.reviewer.displayName} ${review.status} ${review.outdated}`)
        }
      )
      const first = yield* submit(people.reviewer, "changes-requested")
      expect(first).toEqual({
        object: "change-request-review",
        id: first.id,
        revision: (yield* as(people.reader)(requests.get(space, id))).revision,
        reviewer: expect.objectContaining({ id: people.reviewer }),
        status: "changes-requested",
        outdated: false,
        createdAt: "1970-01-01T00:00:00.000Z",
        updatedAt: "1970-01-01T00:00:00.000Z"
      })
      yield* minute
      const revision = yield* edit(people.editor)
      expect(yield* outdated).toEqual(["Ray changes-requested true"])
      expect((yield* submit(people.reviewer, "changes-requested")).revision).toBe(revision)
      yield* minute
      yield* submit(people.reviewer, "approved")
      yield* minute
      yield* submit(people.admin, "approved")
      yield* as(people.admin)(requests.merge(space, id))
      expect(yield* outdated).toEqual([
        "Ray changes-requested true",
        "Ray changes-requested true",
        "Ray approved false",
        "Acme-admin approved false"
      ])
    }).pipe(Effect.provide(live))
  )

  it.effect("may have a text, which is a comment on the request", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const comments = yield* Comments
      const requests = yield* ChangeRequests
      const { id, people, space } = yield* world
      const at = { space, changeRequest: id }
      const { comment, ...review } = yield* as(people.reviewer)(
        reviews.submit(space, id, { status: "approved", comment: { markdown: "Good" } })
      )
      expect(comment).toMatchObject({ body: { markdown: "Good" }, target: { changeRequest: id, review: review.id } })
      expect((yield* as(people.reviewer)(comments.list(at, {}))).items).toEqual([comment])
      expect((yield* as(people.reader)(requests.get(space, id))).comments).toBe(1)
      const { items } = yield* as(people.reader)(reviews.list(space, id, { format: "document" }))
      expect(items).toMatchObject([{ comment: { body: { document: {} }, permissions: { edit: false } } }])
      yield* as(people.reviewer)(comments.remove(at, comment!.id))
      expect((yield* as(people.reader)(reviews.list(space, id, {}))).items).toEqual([review])
    }).pipe(Effect.provide(live))
  )

  it.effect("can be asked for, once of each and again, and no longer", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const { edit, id, people, space } = yield* world
      const ask = (users: ReadonlyArray<UserId>, subject?: string) =>
        as(people.editor)(reviews.request(space, id, { users, ...(subject !== undefined && { subject }) }))
      const requested = Effect.map(
        walk((page) => as(people.reader)(reviews.requested(space, id, page)), 1),
        ({ counts, items }) => {
          expect([...counts]).toEqual([items.length])
          return items.map(({ user }) => user.displayName)
        }
      )
      const first = (yield* as(people.reviewer)(reviews.submit(space, id, { status: "approved" }))).revision
      const { users } = yield* ask([people.reviewer, people.admin, people.reviewer], "Please look")
      expect(users).toMatchObject([
        {
          object: "change-request-requested-reviewer",
          kind: "user",
          user: { id: people.reviewer },
          revision: first,
          requestedBy: { id: people.editor }
        },
        { user: { id: people.admin } }
      ])
      expect((yield* as(people.reader)((yield* ChangeRequests).get(space, id))).subject).toBe("Please look")
      expect((yield* as(people.reader)(reviews.list(space, id, {}))).items).toMatchObject([{ outdated: true }])
      yield* minute
      const revision = yield* edit(people.editor)
      expect((yield* ask([people.reviewer])).users).toMatchObject([{ revision, createdAt: "1970-01-01T00:01:00.000Z" }])
      expect(yield* requested).toEqual(["Acme-admin", "Ray"])
      const review = yield* as(people.reviewer)(reviews.submit(space, id, { status: "approved" }))
      expect(review).toMatchObject({ requestedBy: { id: people.editor }, outdated: false })
      expect(yield* requested).toEqual(["Acme-admin", "Ray"])
      expect(yield* outcome(ask([people.reader, "nobody" as UserId]))).toBe("NotFound")
      expect(yield* requested).toEqual(["Acme-admin", "Ray"])
      const withdraw = (who: UserId, user: UserId) => outcome(as(who)(reviews.withdraw(space, id, user)))
      expect(yield* withdraw(people.guest, people.admin)).toBe("ok")
      expect(yield* withdraw(people.reader, people.guest)).toBe("ok")
      expect(yield* withdraw(people.reader, people.admin)).toBe("Forbidden")
      expect(yield* requested).toEqual(["Acme-admin", "Ray"])
      expect(yield* withdraw(people.editor, people.admin)).toBe("ok")
      expect(yield* requested).toEqual(["Ray"])
    }).pipe(Effect.provide(live))
  )

  it.effect("need the level that they state, and go with their space", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const spaces = yield* Spaces
      const { id, people, space } = yield* world
      const all: ReadonlyArray<Effect.Effect<unknown, LecternError, Actor>> = [
        reviews.list(space, id, {}),
        reviews.requested(space, id, {}),
        reviews.request(space, id, { users: [people.admin] }),
        reviews.submit(space, id, { status: "approved" })
      ]
      const calls = (who: UserId) =>
        Effect.map(
          Effect.forEach(all, (call) => outcome(as(who)(call))),
          (outcomes) => outcomes.join(" ")
        )
      expect(yield* calls(people.guest)).toBe("NotFound NotFound NotFound NotFound")
      expect(yield* calls(people.reader)).toBe("ok ok Forbidden Forbidden")
      expect(yield* calls(people.editor)).toBe("ok ok ok Forbidden")
      expect(yield* calls(people.reviewer)).toBe("ok ok ok ok")
      expect(yield* outcome(asSystem(reviews.submit(space, id, { status: "approved" })))).toBe("Unauthenticated")
      yield* as(people.admin)(spaces.remove(space))
      expect(yield* calls(people.admin)).toBe("NotFound NotFound NotFound NotFound")
      yield* TestClock.adjust("7 days")
      yield* asSystem(spaces.purge)
      const rows = yield* Effect.forEach([ReviewsTable, ReviewersTable], (table) =>
        Effect.flatMap(Storage, (storage) => storage.count(table, { index: "space", prefix: [space] }))
      )
      expect(rows).toEqual([0, 0])
    }).pipe(Effect.provide(live))
  )

  it.effect("stand beside those who have a part in the request, with how many revisions are theirs", () =>
    Effect.gen(function* () {
      const requests = yield* ChangeRequests
      const { edit, id, org, people, space } = yield* world
      const contributors = Effect.map(
        walk((page) => as(people.reader)(requests.contributors(space, id, page)), 1),
        ({ counts, items }) => {
          expect([...counts]).toEqual([items.length])
          return items.map(({ count, updatedAt, user }) => [user.displayName, count, updatedAt.slice(11, 16)])
        }
      )
      expect(yield* contributors).toEqual([["Edi", 0, "00:00"]])
      yield* minute
      yield* edit(people.reviewer)
      yield* minute
      yield* edit(people.editor)
      yield* edit(people.editor)
      expect(yield* contributors).toEqual([
        ["Edi", 2, "00:02"],
        ["Ray", 1, "00:01"]
      ])
      yield* asSystem((yield* Members).remove(org, people.reviewer))
      expect((yield* contributors).length).toBe(2)
      expect(yield* outcome(as(people.guest)(requests.contributors(space, id, {})))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )
})
