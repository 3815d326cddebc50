import { Role } from "@lectern/core/access/Role"
import type { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, walk, workspace } from "../../workspace.js"

import { edit, insert, markdownOf, page, paths, requests, rewrite, worlds } from "./world.js"

describe.each(storages)("change requests, $name", (storage) => {
  const inWorld = worlds(storage)

  it("open as drafts over the current revision, numbered from 1, and are found by id and by number", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const head = (yield* as(people.admin)((yield* Spaces).get(space))).revision
        const first = yield* open("A better guide")
        expect(first).toMatchObject({
          object: "change-request",
          number: 1,
          status: "draft",
          subject: "A better guide",
          createdBy: { id: people.editor },
          revision: head,
          revisionInitial: head,
          comments: 0,
          outdated: false
        })
        expect(first).not.toHaveProperty("revisionMerged")
        const second = yield* open()
        expect(second).toMatchObject({ number: 2, subject: "" })
        const get = (ref: string) =>
          as(people.reader)(requests((service) => service.get(space, ref as ChangeRequestRef)))
        expect(yield* get(first.id)).toEqual(first)
        expect(yield* get("2")).toEqual(second)
        expect(yield* outcome(get("3"))).toBe("NotFound")
        expect(yield* outcome(get("unknown"))).toBe("NotFound")
        const elsewhere = yield* as(people.admin)((yield* Spaces).duplicate(space))
        expect(elsewhere).toMatchObject({ changeRequests: 0, changeRequestsDraft: 0 })
        const there = as(people.admin)(requests((service) => service.get(elsewhere.id, first.id)))
        expect(yield* outcome(there)).toBe("NotFound")
        expect(yield* outcome(as(people.reader)(requests((service) => service.create(space, {}))))).toBe("Forbidden")
        expect(yield* outcome(asSystem(requests((service) => service.create(space, {}))))).toBe("Unauthenticated")
        const long = as(people.editor)(requests((service) => service.create(space, { subject: "x".repeat(101) })))
        expect(yield* failure(long)).toMatchObject({ _tag: "Invalid", field: "subject" })
      })
    ))

  it("are listed by status, open ones unless asked otherwise, newest first, and by contributor", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        for (let i = 0; i < 5; i++) yield* open(`${i}`)
        const update = (number: number, status: "open" | "archived" | "draft") =>
          as(people.editor)(requests((service) => service.update(space, `${number}` as ChangeRequestRef, { status })))
        for (const number of [1, 3, 4]) yield* update(number, "open")
        yield* update(5, "archived")
        yield* as(people.other)(edit(space, insert("New"), "3" as ChangeRequestRef))
        const list = (query: object) => as(people.reader)(requests((service) => service.list(space, query)))
        const numbers = (query: object) =>
          Effect.map(
            walk((part) => list({ ...query, ...part }), 2),
            ({ items, counts }) => {
              expect([...counts]).toEqual([items.length])
              return items.map(({ number }) => number)
            }
          )
        expect(yield* numbers({})).toEqual([4, 3, 1])
        expect(yield* numbers({ status: "draft" })).toEqual([2])
        expect(yield* numbers({ status: "archived" })).toEqual([5])
        expect(yield* numbers({ contributor: people.editor })).toEqual([4, 3, 1])
        expect(yield* numbers({ contributor: people.other })).toEqual([3])
        expect((yield* list({ contributor: people.reader })).count).toBe(0)
        expect(yield* as(people.reader)((yield* Spaces).get(space))).toMatchObject({
          changeRequests: 5,
          changeRequestsOpen: 3,
          changeRequestsDraft: 1
        })
      })
    ))

  it("change content of their own, which main does not see until they are merged", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const { id, revision } = yield* open()
        const at = { changeRequest: id }
        const one = yield* as(people.editor)(page(space, "one", at))
        const edited = yield* as(people.other)(
          edit(space, [...rewrite(one, "# One\n\nmore\n"), ...insert("Three")], id)
        )
        expect(yield* as(people.reader)(paths(space, at))).toEqual(["one", "two", "three"])
        expect(yield* as(people.reader)(paths(space))).toEqual(["one", "two"])
        expect(markdownOf(yield* as(people.reader)(page(space, "one", at)))).toBe("# One\n\nmore\n")
        expect(markdownOf(yield* as(people.reader)(page(space, "one")))).toBe("# One\n")
        const contents = yield* Contents
        expect(yield* as(people.reader)(contents.current(space, {}, at))).toMatchObject({
          id: edited,
          type: "edits",
          parents: [revision]
        })
        expect(yield* outcome(as(people.editor)(requests((service) => service.merge(space, id))))).toBe("Forbidden")
        const merged = yield* as(people.reviewer)(requests((service) => service.merge(space, id)))
        expect(merged.result).toBe("merge")
        const head = yield* as(people.reader)(contents.current(space))
        expect(head).toMatchObject({ id: merged.revision, type: "merge", parents: [revision, edited] })
        expect(head.mergedFrom).toMatchObject({
          id,
          status: "merged",
          revisionMerged: merged.revision,
          outdated: false
        })
        expect(yield* as(people.reader)(paths(space))).toEqual(["one", "two", "three"])
        expect(yield* as(people.reader)((yield* Spaces).get(space))).toMatchObject({
          changeRequests: 1,
          changeRequestsOpen: 0,
          changeRequestsDraft: 0,
          revision: merged.revision
        })
        for (const refused of [
          Effect.asVoid(as(people.editor)(edit(space, insert("Four"), id))),
          Effect.asVoid(as(people.reviewer)(requests((service) => service.merge(space, id))))
        ]) {
          expect(yield* outcome(refused)).toBe("Conflict")
        }
        yield* as(people.admin)(edit(space, insert("Four")))
        yield* as(people.editor)(requests((service) => service.update(space, id, { status: "open" })))
        expect(yield* as(people.reader)(contents.revision(space, merged.revision))).toEqual(head)
      })
    ))

  it("merge into a locked space, and without any change", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const { id } = yield* open()
        yield* as(people.admin)((yield* Spaces).update(space, { editMode: "locked" }))
        yield* as(people.editor)(edit(space, insert("Three"), id))
        yield* as(people.reviewer)(requests((service) => service.merge(space, id)))
        expect(yield* as(people.reader)(paths(space))).toEqual(["one", "two", "three"])
        const empty = yield* open()
        const merged = yield* as(people.reviewer)(requests((service) => service.merge(space, empty.id)))
        const contents = yield* Contents
        expect(yield* as(people.reader)(contents.current(space))).toMatchObject({
          id: merged.revision,
          type: "merge",
          parents: [empty.revision]
        })
      })
    ))

  it("keep their status by a machine in which archived ones reopen and merged ones continue", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const { id } = yield* open()
        const update = (who: UserId, patch: object) => as(who)(requests((service) => service.update(space, id, patch)))
        expect(yield* failure(update(people.editor, { status: "merged" }))).toMatchObject({ _tag: "Invalid" })
        expect(yield* outcome(update(people.reader, { subject: "Mine" }))).toBe("Forbidden")
        expect(yield* update(people.other, { subject: "Ours", status: "open" })).toMatchObject({
          subject: "Ours",
          status: "open"
        })
        expect(yield* outcome(update(people.other, { status: "archived" }))).toBe("Forbidden")
        expect((yield* update(people.editor, { status: "archived" })).status).toBe("archived")
        expect(yield* outcome(as(people.reviewer)(requests((service) => service.merge(space, id))))).toBe("Conflict")
        expect(yield* outcome(as(people.editor)(edit(space, insert("Three"), id)))).toBe("Conflict")
        expect((yield* update(people.other, { status: "draft" })).status).toBe("draft")
        expect((yield* update(people.reviewer, { status: "archived" })).status).toBe("archived")
        yield* update(people.editor, { status: "open" })
        yield* as(people.editor)(edit(space, insert("Three"), id))
        const merged = yield* as(people.reviewer)(requests((service) => service.merge(space, id)))
        const reopened = yield* update(people.editor, { status: "open" })
        expect(reopened).toMatchObject({
          status: "open",
          revision: merged.revision,
          revisionMerged: merged.revision,
          revisionMergedAncestor: merged.revision,
          outdated: false
        })
        const three = yield* as(people.editor)(page(space, "three", { changeRequest: id }))
        yield* as(people.editor)(edit(space, rewrite(three, "# Three\n\nagain\n"), id))
        yield* as(people.reviewer)(requests((service) => service.merge(space, id)))
        expect(markdownOf(yield* as(people.reader)(page(space, "three")))).toBe("# Three\n\nagain\n")
      })
    ))

  it("are outdated when main has moved, until they are updated", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const { id, revision } = yield* open()
        const pull = as(people.other)(requests((service) => service.pull(space, id)))
        expect(yield* pull).toEqual({ revision, result: "update" })
        yield* as(people.editor)(edit(space, insert("Three"), id))
        const main = yield* as(people.admin)(edit(space, insert("Four")))
        const get = as(people.reader)(requests((service) => service.get(space, id)))
        const before = yield* get
        expect(before.outdated).toBe(true)
        const pulled = yield* pull
        expect(pulled.result).toBe("update")
        expect(yield* get).toMatchObject({
          status: "draft",
          revision: pulled.revision,
          revisionMergedAncestor: main,
          outdated: false
        })
        const contents = yield* Contents
        const there = yield* as(people.reader)(contents.current(space, {}, { changeRequest: id }))
        expect(there).toMatchObject({ id: pulled.revision, type: "update", parents: [before.revision, main] })
        const at = { changeRequest: id }
        expect([...(yield* as(people.reader)(paths(space, at)))].sort()).toEqual(["four", "one", "three", "two"])
        expect(yield* as(people.reader)(paths(space, { revision: before.revision }))).toEqual(["one", "two", "three"])
        yield* as(people.reviewer)(requests((service) => service.merge(space, id)))
        expect(yield* pull).toMatchObject({ result: "update" })
        yield* as(people.admin)(edit(space, insert("Five")))
        expect(yield* get).toMatchObject({ status: "merged", outdated: true })
        yield* pull
        expect(yield* get).toMatchObject({ status: "merged", outdated: false })
        expect(yield* as(people.reader)(paths(space, at))).toEqual(yield* as(people.reader)(paths(space)))
      })
    ))

  it("refuse a batch that expects another revision, and name the current one", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const { id, revision } = yield* open()
        const edits = yield* ContentEdits
        const apply = (expected: string, changeRequest?: ChangeRequestRef) =>
          as(people.editor)(
            edits.apply(
              space,
              { changes: insert("New") },
              { expected: [expected], ...(changeRequest !== undefined && { changeRequest }) }
            )
          )
        for (const ref of [undefined, id]) {
          const { revision: current } = yield* apply(revision, ref)
          expect(yield* failure(apply(revision, ref))).toMatchObject({
            _tag: "PreconditionFailed",
            message: `the current revision is ${current}`
          })
        }
      })
    ))

  it("allow what the permissions on their space say", () =>
    Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const spaces = yield* Spaces
      const { id: space } = yield* as(admin)(spaces.create(id, {}))
      for (const role of Role.literals) {
        const me = as(yield* member(id, role, role))
        const { permissions } = yield* me(spaces.get(space))
        const { id: theirs } = yield* as(admin)(requests((service) => service.create(space, {})))
        const tried = {
          view: me(Effect.asVoid(requests((service) => service.get(space, theirs)))),
          edit: me(Effect.asVoid(requests((service) => service.create(space, {})))),
          review: me(Effect.asVoid(requests((service) => service.update(space, theirs, { status: "archived" })))),
          merge: Effect.zipRight(
            as(admin)(requests((service) => service.update(space, theirs, { status: "open" }))),
            me(Effect.asVoid(requests((service) => service.merge(space, theirs))))
          )
        }
        for (const [name, call] of Object.entries(tried)) {
          const allowed = permissions[name as keyof typeof tried]
          expect([role, name, yield* outcome(call)]).toEqual([role, name, allowed ? "ok" : "Forbidden"])
        }
        expect(yield* outcome(me(requests((service) => service.pull(space, theirs))))).toBe(
          permissions.edit ? "ok" : "Forbidden"
        )
      }
      yield* as(admin)(spaces.update(space, { defaultLevel: null }))
      const stranger = as(yield* member(id, "Sid", "review"))
      const ref = "1" as ChangeRequestRef
      for (const call of [
        requests((service) => Effect.asVoid(service.list(space, {}))),
        requests((service) => Effect.asVoid(service.create(space, {}))),
        requests((service) => Effect.asVoid(service.get(space, ref))),
        requests((service) => Effect.asVoid(service.update(space, ref, {}))),
        requests((service) => Effect.asVoid(service.merge(space, ref))),
        requests((service) => Effect.asVoid(service.pull(space, ref)))
      ]) {
        expect(yield* failure(stranger(call))).toMatchObject({ _tag: "NotFound", message: "space not found" })
      }
    }).pipe(Effect.provide(workspace(storage)), Effect.runPromise))

  it("go with their space", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const { id } = yield* open()
        yield* as(people.editor)(edit(space, insert("Three"), id))
        yield* as(people.admin)((yield* Spaces).remove(space))
        expect(yield* outcome(as(people.admin)(requests((service) => service.get(space, id))))).toBe("NotFound")
        expect(yield* outcome(as(people.admin)(paths(space, { changeRequest: id })))).toBe("NotFound")
        yield* as(people.admin)((yield* Spaces).restore(space))
        expect(yield* as(people.reader)(paths(space, { changeRequest: id }))).toEqual(["one", "two", "three"])
      })
    ))
})
