/** Rules of approval: who sets them, what satisfies them, and that main changes by merging only while they hold. */
import { describe, expect, it } from "@effect/vitest"
import type { Actor } from "@lectern/core/access/Actor"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Collections } from "@lectern/core/collections/Collections"
import { Comments } from "@lectern/core/comments/Comments"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import type { LecternError } from "@lectern/core/errors/Errors"
import { Events } from "@lectern/core/events/Events"
import { Files } from "@lectern/core/files/Files"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { Members } from "@lectern/core/members/Members"
import type { MergeRule } from "@lectern/core/merge-rules/MergeRule"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Reviews } from "@lectern/core/reviews/Reviews"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Teams } from "@lectern/core/teams/Teams"
import type { UserId } from "@lectern/core/users/User"
import { Effect, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, damages, failure, member, organization, outcome, workspace } from "../../workspace.js"

const rules = (...all: ReadonlyArray<MergeRule>) => ({ type: "rules", rules: all }) as const
const approvals = (count: number) => rules({ rule: "require_approvals", approvals: count })

/** A space with a page, and a request by an editor that inserts another one. */
const world = Effect.gen(function* () {
  const { admin, id: org } = yield* organization()
  const [edi, ray, rhea, cleo, rex] = [
    yield* member(org, "Edi", "edit"),
    yield* member(org, "Ray", "review"),
    yield* member(org, "Rhea", "review"),
    yield* member(org, "Cleo", "create"),
    yield* member(org, "Rex", "read")
  ]
  const spaces = yield* Spaces
  const edits = yield* ContentEdits
  const requests = yield* ChangeRequests
  const reviews = yield* Reviews
  const { id: space } = yield* as(admin)(spaces.create(org, {}))
  const insert = { changes: [{ operation: "insert_page", title: "New", document: { markdown: "text\n" } }] } as const
  const [made] = (yield* as(admin)(edits.apply(space, insert))).changes
  if (made?.object !== "created_page") return yield* Effect.dieMessage("no page")
  const { id: request } = yield* as(edi)(requests.create(space, { subject: "New" }))
  const edit = (who: UserId) => as(who)(edits.apply(space, insert, { changeRequest: request }))
  yield* edit(edi)
  return {
    org,
    space,
    page: made.page.id,
    request,
    people: { admin, edi, ray, rhea, cleo, rex },
    edit,
    insert,
    set: (mergeRules: ReturnType<typeof rules> | { readonly type: "inherit" | "none" }) =>
      as(admin)(spaces.update(space, { mergeRules })),
    approve: (who: UserId) => as(who)(reviews.submit(space, request, { status: "approved" })),
    merge: as(ray)(requests.merge(space, request)),
    evaluate: as(rex)(requests.mergeRules(space, request))
  }
})

describe.each(storages)("rules of approval over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are set by administrators of the organization, whatever level others give themselves", () =>
    Effect.gen(function* () {
      const { org, people, set, space } = yield* world
      const spaces = yield* Spaces
      const organizations = yield* Organizations
      const ofSpace = Effect.map(as(people.rex)(spaces.get(space)), (found) => [found.mergeRules, found.protected])
      const ofOrganization = Effect.map(as(people.rex)(organizations.get(org)), (found) => found.mergeRules)
      expect(yield* ofSpace).toEqual([{ type: "inherit" }, false])
      expect(yield* ofOrganization).toEqual({ type: "none" })
      yield* as(people.admin)(organizations.update(org, { mergeRules: approvals(2) }))
      expect(yield* ofOrganization).toEqual(approvals(2))
      expect(yield* ofSpace).toEqual([{ type: "inherit" }, true])
      yield* set({ type: "none" })
      expect(yield* ofSpace).toEqual([{ type: "none" }, false])
      yield* set(approvals(1))
      expect(yield* ofSpace).toEqual([approvals(1), true])
      yield* as(people.cleo)((yield* ContentGrants).invite({ space }, { role: "admin", users: [people.cleo] }))
      const change = { mergeRules: { type: "none" } } as const
      expect(yield* outcome(as(people.cleo)(spaces.update(space, change)))).toBe("Forbidden")
      expect(yield* outcome(as(people.cleo)(organizations.update(org, change)))).toBe("Forbidden")
      yield* as(people.cleo)(spaces.update(space, { title: "Renamed" }))
      expect(yield* ofSpace).toEqual([approvals(1), true])
      yield* set({ type: "inherit" })
      expect(yield* ofSpace).toEqual([{ type: "inherit" }, true])
    }).pipe(Effect.provide(live))
  )

  it.effect("name members and teams of the organization, and nothing that they do not know", () =>
    Effect.gen(function* () {
      const { org, people, set } = yield* world
      const other = yield* organization("Other")
      const crew = yield* as(other.admin)((yield* Teams).create(other.id, { title: "Crew" }))
      expect(yield* failure(set(rules({ rule: "require_approvals", approvals: 1, teams: [crew.id] })))).toMatchObject({
        _tag: "NotFound",
        message: "team not found"
      })
      expect(yield* outcome(set(rules({ rule: "require_specific_reviewers", users: [other.admin] })))).toBe("NotFound")
      const unknown = rules({ rule: "require_luck" } as never)
      expect(yield* failure(set(unknown))).toMatchObject({
        _tag: "Invalid",
        message: expect.stringMatching(/^mergeRules\.rules\.0\.rule: .*require_luck/)
      })
      const own = yield* as(people.admin)((yield* Teams).create(org, { title: "Own" }))
      yield* set(rules({ rule: "require_approvals", approvals: 1, teams: [own.id] }))
    }).pipe(Effect.provide(live))
  )

  it.effect("count approvals of the current content by others than its contributors", () =>
    Effect.gen(function* () {
      const { approve, edit, evaluate, merge, org, people, request, set, space } = yield* world
      const members = yield* Members
      yield* set(approvals(2))
      const refusal = "the change request does not satisfy the rules of approval: it has"
      const has = (count: number) =>
        Effect.gen(function* () {
          const found = yield* evaluate
          expect(found).toMatchObject({ satisfied: count >= 2, source: "space", override: false })
          expect(found.rules).toEqual([
            {
              rule: "require_approvals",
              approvals: 2,
              satisfied: count >= 2,
              message: `it has ${count} of 2 approvals`
            }
          ])
          expect(found.approvals).toHaveLength(count)
          if (count < 2) {
            expect(yield* failure(merge)).toMatchObject({
              _tag: "Conflict",
              message: `${refusal} ${count} of 2 approvals`
            })
          }
        })
      yield* has(0)
      yield* approve(people.ray)
      yield* has(1)
      yield* approve(people.ray)
      yield* has(1)
      // A contributor's approval counts for nothing, and an edit makes those of others stale.
      yield* edit(people.rhea)
      yield* has(0)
      yield* approve(people.rhea)
      yield* has(0)
      yield* approve(people.ray)
      yield* approve(people.cleo)
      yield* has(2)
      // The newest review of each counts, one of others does not block.
      yield* as(people.cleo)((yield* Reviews).submit(space, request, { status: "changes-requested" }))
      yield* has(1)
      yield* approve(people.cleo)
      yield* asSystem(members.update(org, people.cleo, { role: "edit" }))
      yield* has(1)
      yield* asSystem(members.update(org, people.cleo, { role: "review" }))
      yield* has(2)
      yield* asSystem(members.update(org, people.cleo, { disabled: true }))
      yield* has(1)
      yield* asSystem(members.update(org, people.cleo, { disabled: false }))
      // A member who comes back has still contributed.
      yield* asSystem(members.remove(org, people.rhea))
      yield* asSystem(members.add(org, people.rhea, "review"))
      yield* approve(people.rhea)
      yield* has(2)
      expect((yield* merge).result).toBe("merge")
      expect((yield* as(people.rex)((yield* ChangeRequests).get(space, request))).overridden).toBeUndefined()
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("become stale by an update from main, and by words that decide a conflict, which are a contribution", () =>
    Effect.gen(function* () {
      const { approve, evaluate, page, people, request, set, space } = yield* world
      const edits = yield* ContentEdits
      const requests = yield* ChangeRequests
      const rewrite = (markdown: string) =>
        ({ changes: [{ operation: "update_page", page, document: { markdown } }] }) as const
      yield* as(people.edi)(edits.apply(space, rewrite("of the request\n"), { changeRequest: request }))
      yield* as(people.cleo)(edits.apply(space, { changes: [{ operation: "insert_page", title: "Main" }] }))
      const satisfied = Effect.map(evaluate, (found) => found.satisfied)
      yield* set(approvals(1))
      yield* approve(people.ray)
      expect(yield* satisfied).toBe(true)
      yield* as(people.ray)(requests.pull(space, request))
      expect(yield* satisfied).toBe(false)
      yield* approve(people.ray)
      expect(yield* satisfied).toBe(true)
      yield* set({ type: "none" })
      yield* as(people.cleo)(edits.apply(space, rewrite("of main\n")))
      yield* set(approvals(1))
      const [conflict] = yield* as(people.ray)(requests.conflicts(space, request))
      if (conflict === undefined) return yield* Effect.dieMessage("no conflict")
      const resolutions = [{ item: conflict.item, where: conflict.where, text: "of Ray" }]
      yield* as(people.ray)(requests.resolve(space, request, { resolutions }))
      yield* approve(people.ray)
      expect(yield* satisfied).toBe(false)
      yield* approve(people.rhea)
      expect(yield* satisfied).toBe(true)
    }).pipe(Effect.provide(live))
  )

  it.effect("count what was typed and is not saved as a change, and who typed it as contributors", () =>
    Effect.gen(function* () {
      const { approve, evaluate, merge, page, people, request, set, space } = yield* world
      const texts = yield* LiveTexts
      yield* set(approvals(1))
      const own = yield* as(people.rhea)(texts.get(space, page, { changeRequest: request }))
      const type = (version: number, at: number) =>
        as(people.rhea)(
          texts.edit(
            space,
            page,
            { version, client: own.client, updates: [{ changes: at === 0 ? [[0, "x"], 5] : [at, [0, "x"], 5] }] },
            { changeRequest: request }
          )
        )
      yield* approve(people.ray)
      expect((yield* evaluate).satisfied).toBe(true)
      yield* type(own.version, 0)
      expect((yield* evaluate).satisfied).toBe(false)
      expect(yield* outcome(merge)).toBe("Conflict")
      yield* as(people.edi)((yield* ChangeRequests).update(space, request, { status: "archived" }))
      yield* as(people.edi)((yield* ChangeRequests).update(space, request, { status: "open" }))
      yield* approve(people.rhea)
      expect((yield* evaluate).satisfied).toBe(false)
      yield* approve(people.ray)
      expect((yield* merge).result).toBe("merge")
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("count who wrote a suggestion as a contributor once it is applied, whoever applied it", () =>
    Effect.gen(function* () {
      const { approve, evaluate, merge, page, people, request, set, space } = yield* world
      const comments = yield* Comments
      const at = { space, changeRequest: request }
      const suggestion = { body: { markdown: "Better:" }, page, range: { start: 0, end: 4 }, suggestion: "words" }
      const { id } = yield* as(people.ray)(comments.post(at, suggestion))
      yield* set(approvals(1))
      yield* approve(people.ray)
      expect((yield* evaluate).satisfied).toBe(true)
      yield* as(people.edi)(comments.apply(at, { comments: [id] }))
      expect((yield* evaluate).satisfied).toBe(false)
      yield* approve(people.ray)
      expect((yield* evaluate).satisfied).toBe(false)
      yield* approve(people.rhea)
      expect((yield* merge).result).toBe("merge")
      const onMain = yield* as(people.ray)(comments.post({ space }, { ...suggestion, range: { start: 0, end: 5 } }))
      const applied = as(people.edi)(comments.apply({ space }, { comments: [onMain.id] }))
      expect(yield* outcome(applied)).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("may name teams and reviewers, and require a subject and to be up to date", () =>
    Effect.gen(function* () {
      const { approve, evaluate, org, people, request, set, space } = yield* world
      const requests = yield* ChangeRequests
      const teams = yield* Teams
      const team = yield* as(people.admin)(teams.create(org, { title: "Legal", members: [people.rhea] }))
      yield* set(
        rules(
          { rule: "require_approvals", approvals: 1, teams: [team.id] },
          { rule: "require_at_least_one_approved_review" },
          { rule: "require_specific_reviewers", users: [people.ray, people.rhea] },
          { rule: "require_one_of_specific_reviewers", users: [people.cleo, people.rhea] },
          { rule: "require_change_request_subject" },
          { rule: "require_up_to_date_change_request" }
        )
      )
      const satisfied = Effect.map(evaluate, (found) => found.rules.map((each) => each.satisfied))
      yield* approve(people.ray)
      expect(yield* satisfied).toEqual([false, true, false, false, true, true])
      yield* approve(people.rhea)
      expect(yield* satisfied).toEqual([true, true, true, true, true, true])
      yield* as(people.admin)(teams.remove(org, team.id))
      yield* as(people.edi)(requests.update(space, request, { subject: " " }))
      const { id: other } = yield* as(people.cleo)(requests.create(space, {}))
      yield* as(people.admin)(requests.merge(space, other, { override: true }))
      expect(yield* satisfied).toEqual([false, true, true, true, false, false])
    }).pipe(Effect.provide(live))
  )

  it.effect("are overridden by administrators of the organization, which is recorded", () =>
    Effect.gen(function* () {
      const { approve, org, people, request, set, space } = yield* world
      const requests = yield* ChangeRequests
      yield* set(approvals(1))
      const override = { override: true }
      const overridden = Effect.map(as(people.rex)(requests.get(space, request)), (found) => found.overridden)
      expect(yield* outcome(as(people.cleo)(requests.merge(space, request, override)))).toBe("Forbidden")
      expect(yield* outcome(as(people.admin)(requests.merge(space, request)))).toBe("Conflict")
      expect((yield* as(people.admin)(requests.mergeRules(space, request))).override).toBe(true)
      expect((yield* as(people.admin)(requests.merge(space, request, override))).result).toBe("merge")
      expect(yield* overridden).toEqual({
        by: expect.objectContaining({ id: people.admin }),
        at: "1970-01-01T00:00:00.000Z"
      })
      const trail = yield* as(people.admin)((yield* AuditEvents).list(org, { action: "change-request.overridden" }))
      expect(trail.items).toEqual([
        expect.objectContaining({
          actor: expect.objectContaining({ user: people.admin }),
          target: { kind: "change-request", id: request, title: "New" },
          after: { overridden: { by: people.admin, at: "1970-01-01T00:00:00.000Z" } }
        })
      ])
      yield* asSystem((yield* Events).settle())
      const place = { space }
      const events = yield* as(people.admin)((yield* Events).list(place, { type: "change_request_merged" }))
      expect(events.items.map((event) => event.overridden)).toEqual([true])
      // The next merge has the approvals.
      yield* as(people.edi)(requests.update(space, request, { status: "open" }))
      yield* approve(people.ray)
      yield* as(people.admin)(requests.merge(space, request, override))
      expect(yield* overridden).toBeUndefined()
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("keep every writer from main, and save what was typed before", () =>
    Effect.gen(function* () {
      const { insert, page, people, set, space } = yield* world
      const texts = yield* LiveTexts
      const sync = yield* ContentSync
      const own = yield* as(people.edi)(texts.get(space, page))
      const type = { version: own.version, client: own.client, updates: [{ changes: [[0, "x"], 5] }] } as const
      yield* as(people.edi)(texts.edit(space, page, type))
      const [first] = (yield* as(people.rex)((yield* Revisions).list(space, {}))).items
      if (first === undefined) return yield* Effect.dieMessage("no revision")
      yield* set(approvals(1))
      const markdown = Effect.map(as(people.rex)((yield* Contents).page(space, page)), (found) =>
        "markdown" in found ? found.markdown : undefined
      )
      expect(yield* markdown).toBe("xtext\n")
      const { revision } = yield* as(people.rex)((yield* Spaces).get(space))
      const refusals: ReadonlyArray<Effect.Effect<unknown, LecternError, Actor>> = [
        (yield* ContentEdits).apply(space, insert),
        (yield* Files).upload(space, { name: "a.txt", bytes: new Uint8Array(1) }),
        (yield* Revisions).restore(space, first.id),
        texts.get(space, page),
        texts.edit(space, page, type),
        sync.apply(space, { pages: [], files: [], reusableContents: [], variables: {}, redirects: {} })
      ]
      for (const refused of refusals) {
        expect(yield* failure(as(people.admin)(refused))).toMatchObject({
          _tag: "Conflict",
          message: expect.stringContaining("the space requires change requests")
        })
      }
      yield* as(people.cleo)((yield* Spaces).update(space, { editMode: "locked" }))
      yield* as(people.cleo)((yield* Spaces).update(space, { editMode: "live" }))
      expect(yield* outcome(as(people.admin)((yield* ContentEdits).apply(space, insert)))).toBe("Conflict")
      expect((yield* as(people.rex)((yield* Spaces).get(space))).revision).toBe(revision)
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("of the organization keep what was typed on main until it is saved at rest, and end the typing", () =>
    Effect.gen(function* () {
      const { org, page, people, space } = yield* world
      const texts = yield* LiveTexts
      const own = yield* as(people.edi)(texts.get(space, page))
      const type = { version: own.version, client: own.client, updates: [{ changes: [[0, "x"], 5] }] } as const
      yield* as(people.edi)(texts.edit(space, page, type))
      yield* as(people.admin)((yield* Organizations).update(org, { mergeRules: approvals(1) }))
      for (const refused of [texts.edit(space, page, type), texts.follow(space, page, { after: own.version + 1 })]) {
        expect(yield* failure(as(people.edi)(refused as Effect.Effect<unknown, LecternError, Actor>))).toMatchObject({
          message: "the space requires change requests: rules of approval hold for it"
        })
      }
      yield* TestClock.adjust("2 minutes")
      yield* asSystem(texts.settle())
      const found = yield* as(people.rex)((yield* Contents).page(space, page))
      expect("markdown" in found ? found.markdown : undefined).toBe("xtext\n")
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("stay with copies, and spaces with them do not leave the organization", () =>
    Effect.gen(function* () {
      const { org, people, set, space } = yield* world
      const spaces = yield* Spaces
      const collections = yield* Collections
      yield* set(approvals(1))
      expect(yield* as(people.cleo)(spaces.duplicate(space))).toMatchObject({
        mergeRules: approvals(1),
        protected: true
      })
      const { id: other } = yield* as(people.cleo)((yield* Organizations).create({ title: "Cleo's" }))
      const target = { organization: other }
      expect(yield* outcome(as(people.cleo)(spaces.transfer(space, target)))).toBe("Forbidden")
      const { id: collection } = yield* as(people.cleo)(collections.create(org, {}))
      yield* as(people.cleo)(spaces.move(space, { parent: collection }))
      const free = yield* as(people.cleo)(spaces.create(org, { parent: collection }))
      yield* as(people.cleo)(collections.transfer(collection, target))
      expect((yield* as(people.cleo)(spaces.get(free.id))).organization).toBe(other)
      expect((yield* as(people.cleo)(spaces.get(space))).organization).toBe(org)
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))
  )
})
