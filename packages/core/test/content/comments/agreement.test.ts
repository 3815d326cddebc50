/** The booleans, the refusals and the counts of comments are readings of one policy, which a plain model repeats here. */

import { describe, expect, it } from "@effect/vitest"
import type { Actor } from "@lectern/core/access/Actor"
import { Role } from "@lectern/core/access/Role"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { CommentId } from "@lectern/core/comments/Comment"
import { Comments } from "@lectern/core/comments/Comments"
import type { LecternError } from "@lectern/core/errors/Errors"
import { GrantRepository } from "@lectern/core/people/access/GrantRepository"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { storages } from "../../storages.js"
import { as, member, organization, outcome, workspace } from "../../workspace.js"

const text = (markdown: string) => ({ body: { markdown } })
const step = fc.record({
  who: fc.nat(5),
  which: fc.nat(20),
  action: fc.constantFrom("post", "edit", "reply", "react", "resolve", "remove")
})

describe.each(storages)("comments over $name", (storage) => {
  it("allow what their permissions say, and are counted", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), (steps, onRequest) =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { id, admin } = yield* organization()
          const spaces = yield* Spaces
          const requests = yield* ChangeRequests
          const { id: space } = yield* as(admin)(spaces.create(id, {}))
          const { id: changeRequest } = yield* as(admin)(requests.create(space, {}))
          const at = onRequest ? { space, changeRequest } : { space }
          const ofRequest = Effect.map(as(admin)(requests.get(space, changeRequest)), (found) => found.comments)
          const ofSpace = Effect.map(as(admin)(spaces.get(space)), (found) => found.comments)
          const [open, other] = onRequest ? [ofRequest, ofSpace] : [ofSpace, ofRequest]
          const levels = [...Role.literals]
          const people = yield* Effect.forEach(levels, (level) => member(id, `Member-${level}`, null))
          const grants = yield* GrantRepository
          yield* (yield* Storage).transaction(
            Effect.forEach(people, (user, index) =>
              grants.insert({ target: at.space, user, organization: id, level: levels[index] ?? null })
            )
          )
          const model: Array<{ id: CommentId; by: number; open: boolean }> = []
          for (const { who, action, which } of steps) {
            const me = as(people[who]!)
            const may = { comment: who >= 1, review: who >= 3 }
            if (action === "post" || model.length === 0) {
              const result = yield* outcome(me(comments.post(at, text("?"))))
              expect(result).toBe(may.comment ? "ok" : "Forbidden")
              if (result !== "ok") continue
              const known = new Set(model.map((each) => each.id))
              const { items } = yield* me(comments.list(at, {}))
              model.push({ id: items.find((each) => !known.has(each.id))!.id, by: who, open: true })
              continue
            }
            const target = model[which % model.length]!
            const own = may.comment && target.by === who
            const { permissions } = yield* me(comments.get(at, target.id))
            expect(permissions).toEqual({
              view: true,
              edit: own,
              reply: may.comment,
              react: may.comment,
              delete: own || may.review
            })
            const run = (allowed: boolean, call: Effect.Effect<unknown, LecternError, Actor>) =>
              Effect.map(outcome(me(call)), (result) => {
                expect(result).toBe(allowed ? "ok" : "Forbidden")
                return allowed
              })
            if (action === "edit") yield* run(permissions.edit, comments.update(at, target.id, text("!")))
            else if (action === "reply") yield* run(permissions.reply, comments.reply(at, target.id, text("!")))
            else if (action === "react") {
              yield* run(permissions.react, comments.update(at, target.id, { addedReactions: ["👍"] }))
            } else if (action === "remove") {
              if (yield* run(permissions.delete, comments.remove(at, target.id))) model.splice(model.indexOf(target), 1)
            } else if (yield* run(permissions.delete, comments.update(at, target.id, { resolved: target.open }))) {
              target.open = !target.open
            }
          }
          expect(yield* open).toBe(model.filter(({ open }) => open).length)
          expect(yield* other).toBe(0)
          expect((yield* as(admin)(comments.list(at, { status: "open" }))).count).toBe(yield* open)
          expect((yield* as(admin)(comments.list(at, {}))).count).toBe(model.length)
        }).pipe(Effect.provide(workspace(storage)), Effect.runPromise)
      ),
      { numRuns: runs(15, storage.name === "memory" ? 1 : 0.2) }
    ))
})
