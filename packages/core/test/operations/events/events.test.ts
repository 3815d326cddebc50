/** Events: which there are, in which order, and who sees them. */
import { visitor } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Collections } from "@lectern/core/collections/Collections"
import { PageId } from "@lectern/core/content/Page"
import { type Event, EventId, eventTypes } from "@lectern/core/events/Event"
import { type EventPlace, Events } from "@lectern/core/events/Events"
import * as Lectern from "@lectern/core/Lectern"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import { Reviews } from "@lectern/core/reviews/Reviews"
import { Customizations } from "@lectern/core/sites/customization/Customizations"
import { GiveSiteFeedback } from "@lectern/core/sites/feedback/SiteFeedback"
import { SiteFeedbacks } from "@lectern/core/sites/feedback/SiteFeedbacks"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import type { ContentUpdate } from "@lectern/core/space-content/ContentUpdate"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Fiber, Layer, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { as, asSystem, damages, failure, member, organization, outcome, workspace } from "../../workspace.js"
import { documented, undocumented } from "./manual.js"

const start = EventId.make("000000000")

/** All events of a place that a caller sees, read a few at a time. */
const all = (place: EventPlace, limit = 3) =>
  Effect.gen(function* () {
    const events = yield* Events
    const found: Array<Event> = []
    let after: string = start
    while (true) {
      const { items, next } = yield* events.list(place, { limit, after })
      found.push(...items)
      if (items.length === 0 && next.after === after) return found
      after = next.after
    }
  })
/** The types of events, each of which is as the manual says. */
const typesOf = (events: ReadonlyArray<Event>) => {
  expect(events.flatMap(undocumented)).toEqual([])
  return events.map(({ type }) => type)
}

const insert = (title: string, markdown = "") => ({ operation: "insert_page", title, document: { markdown } }) as const

/** The page that a batch inserted. */
const insertedIn = ({ changes: [first] }: ContentUpdate): PageId =>
  first?.object === "created_page" ? first.page.id : PageId.make("")

describe.each(everyStorage)("events, $name", (storage) => {
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof workspace>>>) =>
    Effect.runPromise(Effect.provide(program, workspace(storage)))

  it("tell what happened in a space and to its change requests, in order", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        const [spaces, edits, requests, reviews] = [
          yield* Spaces,
          yield* ContentEdits,
          yield* ChangeRequests,
          yield* Reviews
        ]
        const editor = yield* member(id, "Editor", "edit")
        const { id: space } = yield* own(spaces.create(id, { title: "Handbook" }))
        const page = insertedIn(yield* own(edits.apply(space, { changes: [insert("One", "a\n")] })))
        const request = yield* own(requests.create(space, {}))
        const write = (markdown: string, changeRequest?: typeof request.id) =>
          own(
            edits.apply(
              space,
              { changes: [{ operation: "update_page", page, document: { markdown } }] },
              changeRequest === undefined ? {} : { changeRequest }
            )
          )
        yield* write("b\n", request.id)
        yield* own(requests.update(space, request.id, { status: "open" }))
        yield* own(reviews.request(space, request.id, { users: [editor] }))
        yield* own(reviews.withdraw(space, request.id, editor))
        const { revision } = yield* write("c\n")
        expect((yield* own(requests.merge(space, request.id))).result).toBe("conflicts")
        yield* own(requests.update(space, request.id, { status: "archived" }))
        const events = yield* own(all({ space }))
        expect(typesOf(events)).toEqual([
          "space_created",
          "space_content_updated",
          "change_request_created",
          "change_request_updated",
          "change_request_opened",
          "review_requested",
          "review_request_removed",
          "space_content_updated",
          "change_request_conflicted",
          "change_request_archived"
        ])
        expect(events[7]).toEqual({
          object: "event",
          id: events[7]?.id,
          type: "space_content_updated",
          createdAt: events[7]?.createdAt,
          organization: id,
          space,
          actor: { kind: "user", user: admin, displayName: "Acme-admin" },
          subject: { object: "space", id: space },
          revision
        })
        expect(events.map((each) => each.id).toSorted()).toEqual(events.map((each) => each.id))
        expect((yield* own((yield* Events).list({ space }, { type: "space_content_updated" }))).items.length).toBe(2)
        expect(yield* damages).toEqual([])
      })
    ))

  it("are seen by whoever may see what they are about when they ask", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        const spaces = yield* Spaces
        const reader = yield* member(id, "Reader", "read")
        const guest = yield* member(id, "Guest", null)
        const stranger = (yield* organization("Other")).admin
        const open = (yield* own(spaces.create(id, { title: "Open" }))).id
        const closed = (yield* own(spaces.create(id, { title: "Closed", defaultLevel: null } as never))).id
        yield* own(spaces.update(closed, { defaultLevel: null } as never))
        const gone = (yield* own(spaces.create(id, { title: "Gone" }))).id
        yield* own(spaces.remove(gone))
        const seen = (caller: typeof admin) =>
          Effect.map(as(caller)(all({ organization: id })), (events) => [
            ...new Set(events.map(({ space, type }) => (space === undefined ? type : `${type} ${space}`)))
          ])
        const everything = yield* seen(admin)
        expect(everything).toContain(`space_created ${closed}`)
        expect(everything).toContain(`space_deleted ${gone}`)
        expect(everything).toContain("member_added")
        const forReaders = yield* seen(reader)
        expect(forReaders).toContain(`space_created ${open}`)
        expect(forReaders).toContain("member_added")
        expect(forReaders.filter((line) => line.includes(closed) || line.includes(gone))).toEqual([])
        expect(yield* seen(guest)).toEqual([])
        expect(yield* outcome(as(stranger)(all({ organization: id })))).toBe("NotFound")
        expect(yield* outcome(as(stranger)(all({ space: open })))).toBe("NotFound")
        expect(yield* outcome(as(reader)(all({ space: closed })))).toBe("NotFound")
        expect(yield* outcome(as(visitor())(all({ space: open })))).toBe("Unauthenticated")
        expect(yield* outcome(as(admin)(all({})))).toBe("Invalid")
        expect(yield* outcome(as(reader)((yield* Events).wait({ space: closed }, start)))).toBe("NotFound")
        expect((yield* failure(own((yield* Events).list({ space: open }, { after: "no id" })))).message).toMatch(
          /^after: /
        )
        expect(typesOf(yield* asSystem(all({}))).length).toBeGreaterThan(everything.length)
      })
    ))

  it("belong to their change: what is rolled back makes none", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const spaces = yield* Spaces
        const before = typesOf(yield* asSystem(all({})))
        const undone = Effect.zipRight(as(admin)(spaces.create(id, { title: "Never" })), Effect.fail("undone" as const))
        expect(yield* Effect.flip(Lectern.transaction(undone))).toBe("undone")
        expect(typesOf(yield* asSystem(all({})))).toEqual(before)
      })
    ))

  it("wake whoever waits for those of their place, and nobody else", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        const [spaces, edits, events] = [yield* Spaces, yield* ContentEdits, yield* Events]
        const space = (yield* own(spaces.create(id, { title: "A" }))).id
        const other = (yield* own(spaces.create(id, { title: "B" }))).id
        const now = yield* own(events.now({ space }))
        const waiting = yield* Effect.fork(own(events.wait({ space }, now)))
        const elsewhere = yield* Effect.fork(
          own(events.wait({ space: other }, yield* own(events.now({ space: other }))))
        )
        yield* own(edits.apply(space, { changes: [insert("One")] }))
        yield* Fiber.join(waiting)
        expect(typesOf((yield* own(events.list({ space }, { after: now }))).items)).toEqual(["space_content_updated"])
        expect(yield* Fiber.poll(elsewhere)).toMatchObject({ _tag: "None" })
        yield* Fiber.interrupt(elsewhere)
      })
    ))

  it("are told of what is published, of feedback and of specifications", () =>
    run(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const own = as(admin)
        const [spaces, edits, sites] = [yield* Spaces, yield* ContentEdits, yield* Sites]
        const space = (yield* own(spaces.create(id, { title: "A" }))).id
        const page = insertedIn(yield* own(edits.apply(space, { changes: [insert("One")] })))
        const site = (yield* own(sites.create(id, { title: "Site", spaces: [space] }))).id
        yield* own(sites.publish(id, site))
        yield* own((yield* Customizations).set(id, site, { feedback: { enabled: true } }))
        const [shown] = (yield* own((yield* SiteSpaces).list(id, site, {}))).items
        const given = GiveSiteFeedback.make({ siteSpace: shown!.id, page, helpful: true })
        yield* as(visitor())((yield* SiteFeedbacks).give(id, site, given))
        yield* own((yield* Collections).create(id, { title: "C" })).pipe(
          Effect.flatMap(({ id }) => Effect.flatMap(Collections, (all) => own(all.remove(id))))
        )
        const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} })
        yield* own((yield* OpenAPISpecs).create(id, { slug: "api", source: { text } }))
        let events: ReadonlyArray<Event> = []
        while (!typesOf(events).includes("openapi_version_created")) {
          yield* own((yield* Events).wait({ organization: id }, events.at(-1)?.id ?? start))
          events = yield* own(all({ organization: id }))
        }
        expect(events.find(({ type }) => type === "page_feedback")).toMatchObject({
          organization: id,
          actor: { kind: "visitor" },
          container: { object: "site", id: site },
          page
        })
        expect(typesOf(events)).toEqual(
          expect.arrayContaining(["site_created", "site_published", "collection_deleted", "openapi_version_created"])
        )
        const reader = yield* member(id, "Reader", "read")
        expect(typesOf(yield* as(reader)(all({ organization: id })))).not.toContain("page_feedback")
      })
    ))
})

it("are kept for as many days as the rules say", () =>
  Effect.gen(function* () {
    const { admin, id } = yield* organization()
    const [spaces, events] = [yield* Spaces, yield* Events]
    yield* as(admin)(spaces.create(id, { title: "Old" }))
    yield* TestClock.adjust("31 days")
    const { id: space } = yield* as(admin)(spaces.create(id, { title: "New" }))
    // Whether anybody has read them or not.
    expect(yield* asSystem(events.clean(30))).toBe(3)
    const after = yield* as(admin)(all({ organization: id }))
    expect(after.map(({ type, space }) => [type, space])).toEqual([["space_created", space]])
  }).pipe(Effect.provide(Layer.provideMerge(workspace(everyStorage[0]!), TestContext.TestContext)), Effect.runPromise))

it("the manual has a row for every type of event", () => {
  expect([...documented].map(([type, { when }]) => [type, when])).toEqual(Object.entries(eventTypes))
})
