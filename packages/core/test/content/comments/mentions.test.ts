/** Whoever is mentioned in a comment is told once, and only if they may read it. */
import { describe, expect, it } from "@effect/vitest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Comments } from "@lectern/core/comments/Comments"
import { Unavailable } from "@lectern/core/errors/Errors"
import { Events } from "@lectern/core/events/Events"
import { idempotent } from "@lectern/core/idempotency/Idempotency"
import { type Mail, Mailer } from "@lectern/core/mail/Mailer"
import { Members } from "@lectern/core/members/Members"
import { Reviews } from "@lectern/core/reviews/Reviews"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { Effect, Layer } from "effect"
import { storages } from "../../storages.js"
import { as, member, organization, person, workspace } from "../../workspace.js"

const at = (...users: ReadonlyArray<UserId>) => ({
  body: { markdown: `Please look, ${users.map((id) => `[@Somebody](/users/${id})`).join(", ")}. \`[a](/users/no)\`` }
})

const world = Effect.gen(function* () {
  const { id: org, admin } = yield* organization()
  const [ann, bob] = [yield* member(org, "Ann", "comment"), yield* member(org, "Bob", "read")]
  const [guest, disabled] = [yield* member(org, "Guest", null), yield* member(org, "Gone", "read")]
  yield* as(admin)((yield* Members).update(org, disabled, { disabled: true }))
  const stranger = yield* person("Stranger")
  const { id: space } = yield* as(admin)((yield* Spaces).create(org, { title: "Handbook" }))
  const { id: changeRequest } = yield* as(admin)((yield* ChangeRequests).create(space, {}))
  const mentions = Effect.gen(function* () {
    const { items } = yield* as(admin)((yield* Events).list({ space }, { type: "user_mentioned" }))
    return items.map(({ container, subject }) => [subject.id, container?.object, container?.id])
  })
  return { admin, ann, bob, guest, disabled, stranger, mentions, place: { space, changeRequest } }
})

describe.each(storages)("mentions over $name", (storage) => {
  const sending = (send: (mail: Mail) => Effect.Effect<void, Unavailable>, isConfigured = true) =>
    workspace(storage, { mailer: Layer.succeed(Mailer, { isConfigured, send }) })

  it.effect("are events and mails, one for each person and comment", () => {
    const mails: Array<Mail> = []
    return Effect.gen(function* () {
      const comments = yield* Comments
      const { admin, ann, bob, disabled, guest, mentions, place, stranger } = yield* world
      const { id } = yield* as(ann)(comments.post(place, at(ann, bob, bob, guest, disabled, stranger)))
      expect(yield* mentions).toEqual([[bob, "comment", id]])
      expect(mails).toEqual([
        {
          to: "bob@example.com",
          subject: "Ann mentioned you in Handbook",
          text: expect.stringContaining(`/app/s/${place.space}/~/changes/${place.changeRequest}`)
        }
      ])
      yield* as(ann)(comments.update(place, id, { body: { markdown: "Never mind" } }))
      yield* as(ann)(comments.update(place, id, at(bob, admin)))
      yield* as(ann)(comments.update(place, id, { resolved: true }))
      expect(yield* mentions).toEqual([
        [bob, "comment", id],
        [admin, "comment", id]
      ])
      const { id: reply } = yield* as(admin)(comments.reply(place, id, at(bob)))
      yield* as(admin)(comments.updateReply(place, id, reply, at(bob, ann)))
      const review = yield* as(admin)(
        (yield* Reviews).submit(place.space, place.changeRequest, { status: "approved", comment: at(bob).body })
      )
      expect(yield* mentions).toEqual([
        [bob, "comment", id],
        [admin, "comment", id],
        [bob, "comment-reply", reply],
        [ann, "comment-reply", reply],
        [bob, "comment", review.comment?.id]
      ])
      expect(mails.map(({ to }) => to.split("@")[0])).toEqual(["bob", "acme-admin", "bob", "ann", "bob"])
      const keyed = as(ann)(
        comments.post(place, at(bob, admin)).pipe(idempotent({ key: "a", operation: "post", input: {} }))
      )
      const posted = yield* keyed
      expect((yield* keyed).id).toBe(posted.id)
      expect(
        mails
          .map(({ to }) => to.split("@")[0])
          .slice(5)
          .sort()
      ).toEqual(["acme-admin", "bob"])
    }).pipe(Effect.provide(sending((mail) => Effect.sync(() => void mails.push(mail)))))
  })

  it.effect("are told once for each comment that is posted with a review", () => {
    const mails: Array<Mail> = []
    return Effect.gen(function* () {
      const comments = yield* Comments
      const { admin, ann, bob, mentions, place } = yield* world
      const { id: parent } = yield* as(ann)(comments.post(place, { body: { markdown: "Why?" } }))
      const submit = Effect.flatMap(Reviews, (reviews) =>
        reviews.submit(place.space, place.changeRequest, {
          status: "approved",
          comments: [at(bob), { ...at(ann, bob), parent }]
        })
      ).pipe(idempotent({ key: "a", operation: "submit", input: {} }))
      const { comments: posted = [] } = yield* as(admin)(submit)
      yield* as(admin)(submit)
      expect(yield* mentions).toEqual([
        [bob, "comment", posted[0]?.id],
        [ann, "comment-reply", posted[1]?.id],
        [bob, "comment-reply", posted[1]?.id]
      ])
      expect(mails.map(({ to }) => to.split("@")[0]).sort()).toEqual(["ann", "bob", "bob"])
    }).pipe(Effect.provide(sending((mail) => Effect.sync(() => void mails.push(mail)))))
  })

  it.effect("of a guest tell nobody", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const { admin, bob, guest, mentions, place } = yield* world
      yield* as(admin)((yield* Spaces).update(place.space, { defaultLevel: "comment" }))
      yield* Effect.either(as(guest)(comments.post(place, at(bob))))
      expect(yield* mentions).toEqual([])
    }).pipe(Effect.provide(sending(() => Effect.die("a mail was sent"))))
  )

  it.effect("are events even where no mail can be sent", () =>
    Effect.gen(function* () {
      const comments = yield* Comments
      const { ann, bob, mentions, place } = yield* world
      const { id } = yield* as(ann)(comments.post(place, at(bob)))
      expect(yield* mentions).toEqual([[bob, "comment", id]])
    }).pipe(Effect.provide(sending(() => Effect.fail(new Unavailable({ message: "away" })))))
  )
})
