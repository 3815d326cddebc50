import { describe, expect, it } from "@effect/vitest"
import { Actor, system, user } from "@lectern/core/access/Actor"
import type { PageId } from "@lectern/core/content/Page"
import * as Ids from "@lectern/core/ids/Ids"
import * as Lectern from "@lectern/core/Lectern"
import { list } from "@lectern/core/lists/List"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Search } from "@lectern/core/search/Search"
import { SearchPageResult, SearchSpaceResult } from "@lectern/core/search/SearchResult"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import { Effect, Exit, Layer, Schema } from "effect"
import { everyStorage } from "../../storages.js"

const asUser = (id: UserId) => Effect.provideService(Actor, user(id))
const asSystem = Effect.provideService(Actor, system)

/** An organization with an administrator and a reader, and two spaces. */
const setUp = Effect.gen(function* () {
  const users = yield* Users
  const admin = yield* users.create({ displayName: "Ada", email: "ada@example.com" })
  const reader = yield* users.create({ displayName: "Grace", email: "grace@example.com" })
  const stranger = yield* users.create({ displayName: "Eve", email: "eve@example.com" })
  const organization = yield* (yield* Organizations).createFor(admin.id, { title: "Example" })
  yield* (yield* Members).add(organization.id, reader.id, "read")
  const spaces = yield* Spaces
  const open = yield* asUser(admin.id)(spaces.create(organization.id, { title: "Handbook" }))
  const closed = yield* asUser(admin.id)(spaces.create(organization.id, { title: "Secrets" }))
  yield* asUser(admin.id)(spaces.update(closed.id, { defaultLevel: null }))
  return {
    organization: organization.id,
    open: open.id,
    closed: closed.id,
    admin: asUser(admin.id),
    reader: asUser(reader.id),
    stranger: asUser(stranger.id)
  }
}).pipe(asSystem)

const addPages = (space: SpaceId, pages: ReadonlyArray<readonly [title: string, body: string, hidden?: boolean]>) =>
  Effect.flatMap(ContentEdits, (edits) =>
    Effect.forEach(pages, ([title, body, hidden]) =>
      edits.apply(space, {
        changes: [
          {
            operation: "insert_page",
            title,
            document: { markdown: body },
            ...(hidden === true && { hidden })
          }
        ]
      })
    )
  )

describe.each(everyStorage)("Search over $name", ({ layer }) => {
  const engine = () => Lectern.layer(layer, { ids: Ids.layerSequence, baseUrl: "https://docs.example.com" })

  it.effect("answers pages with the sections that matched, addresses and excerpts", () =>
    Effect.gen(function* () {
      const { admin, open } = yield* setUp
      const service = yield* Search
      yield* admin(
        addPages(open, [
          [
            "Café setup",
            "Start here.\n\n## Installing it\n\nRun **the installer** & wait. See <b>this</b>.\n\n## Other\n\nNothing."
          ],
          ["Elsewhere", "Unrelated."]
        ])
      )
      const found = yield* admin(service.space(open, { query: "installer" }))
      expect(Schema.is(list(SearchPageResult))(found)).toBe(true)
      expect(found.count).toBe(1)
      const [page] = found.items
      expect(page).toMatchObject({ title: "Café setup" })
      expect(page?.urls.app).toBe(`https://docs.example.com/app/s/${open}/${encodeURI(page?.path ?? "")}`)
      expect(page?.sections).toEqual([
        {
          id: `${page?.id}/installing-it`,
          title: "Installing it",
          path: `${page?.path}#installing-it`,
          body: "Run the installer & wait. See this.",
          urls: { app: `${page?.urls.app}#installing-it` }
        }
      ])
      const titled = yield* admin(service.space(open, { query: "cafe" }))
      expect(titled.items[0]?.sections[0]).toMatchObject({ id: `${page?.id}/0`, title: "Café setup", path: page?.path })
    }).pipe(Effect.provide(engine()))
  )

  it.effect("follows the content: edits, hidden and deleted pages, deleted and restored spaces", () =>
    Effect.gen(function* () {
      const { admin, open } = yield* setUp
      const service = yield* Search
      const spaces = yield* Spaces
      const edits = yield* ContentEdits
      const count = (query: string) => Effect.map(admin(service.space(open, { query })), (found) => found.count)
      yield* admin(
        addPages(open, [
          ["One", "walrus"],
          ["Two", "walrus"],
          ["Three", "walrus", true]
        ])
      )
      expect(yield* count("walrus")).toBe(2)
      const { items } = yield* admin(service.space(open, { query: "walrus" }))
      const [first, second] = items.map(({ id }) => id as PageId)
      yield* admin(
        edits.apply(open, { changes: [{ operation: "update_page", page: first!, document: { markdown: "a seal" } }] })
      )
      expect(yield* count("walrus")).toBe(1)
      expect(yield* count("seal")).toBe(1)
      yield* admin(edits.apply(open, { changes: [{ operation: "update_page", page: first!, title: "Renamed" }] }))
      expect(yield* count("renamed")).toBe(1)
      yield* admin(edits.apply(open, { changes: [{ operation: "delete_page", page: second! }] }))
      expect(yield* count("walrus")).toBe(0)
      yield* admin(spaces.remove(open))
      expect((yield* Effect.flip(admin(service.space(open, { query: "seal" }))))._tag).toBe("NotFound")
      yield* admin(spaces.restore(open))
      expect(yield* count("seal")).toBe(1)
    }).pipe(Effect.provide(engine()))
  )

  it.effect("in an organization shows a caller only the spaces that they may read, counts included", () =>
    Effect.gen(function* () {
      const { admin, closed, open, organization, reader, stranger } = yield* setUp
      const service = yield* Search
      yield* admin(addPages(open, [["Public", "walrus"]]))
      yield* admin(
        addPages(closed, [
          ["Private", "walrus walrus walrus"],
          ["More", "walrus"]
        ])
      )
      const all = yield* admin(service.organization(organization, { query: "walrus" }))
      expect(Schema.is(list(SearchSpaceResult))(all)).toBe(true)
      expect(all.count).toBe(2)
      expect(new Set(all.items.map(({ id }) => id))).toEqual(new Set([open, closed]))
      expect(all.items.find(({ id }) => id === closed)?.pages.map(({ title }) => title)).toEqual(["Private", "More"])
      const seen = yield* reader(service.organization(organization, { query: "walrus" }))
      expect(seen).toMatchObject({ count: 1, items: [{ id: open, title: "Handbook", pages: [{ title: "Public" }] }] })
      expect((yield* Effect.flip(reader(service.space(closed, { query: "walrus" }))))._tag).toBe("NotFound")
      expect((yield* Effect.flip(stranger(service.organization(organization, { query: "walrus" }))))._tag).toBe(
        "NotFound"
      )
      yield* admin((yield* Spaces).remove(open))
      expect(yield* reader(service.organization(organization, { query: "walrus" }))).toEqual({ count: 0, items: [] })
    }).pipe(Effect.provide(engine()))
  )

  it.effect("in an organization finds every space with a match, however many better pages another one has", () =>
    Effect.gen(function* () {
      const { admin, closed, open, organization } = yield* setUp
      const index = yield* SearchIndex
      const pagesOf = (space: SpaceId, count: number, body: string) =>
        Array.from({ length: count }, (_, i) => {
          const page = `page-${i}`
          const place = { organization, space, page, path: page, section: 0, anchor: "" }
          return { page, documents: [{ ...place, heading: "Page", text: body, title: "page", body }] }
        })
      yield* index.replacePages(open, pagesOf(open, 1_001, "walrus walrus"))
      yield* index.replacePages(closed, pagesOf(closed, 1, `walrus ${"other ".repeat(20)}`.trim()))
      const { count, items } = yield* admin((yield* Search).organization(organization, { query: "walrus" }))
      expect(count).toBe(2)
      expect(items.map(({ id, pages }) => [id, pages.length])).toEqual([
        [open, 20],
        [closed, 1]
      ])
    }).pipe(Effect.provide(Layer.merge(engine(), layer)))
  )

  it.effect("walks its answers page by page, without gaps, and refuses foreign tokens", () =>
    Effect.gen(function* () {
      const { admin, closed, open, organization } = yield* setUp
      const service = yield* Search
      yield* admin(
        addPages(
          open,
          Array.from({ length: 7 }, (_, i) => [`Page ${i}`, "walrus ".repeat(i + 1)] as const)
        )
      )
      const whole = yield* admin(service.space(open, { query: "walrus" }))
      expect(whole.next).toBeUndefined()
      const walked: Array<string> = []
      let page: string | undefined
      let steps = 0
      do {
        const part = yield* admin(
          service.space(open, { query: "walrus", limit: 3, ...(page !== undefined && { page }) })
        )
        expect(part.count).toBe(7)
        walked.push(...part.items.map(({ id }) => id))
        page = part.next?.page
        steps++
      } while (page !== undefined)
      expect(steps).toBe(3)
      expect(walked).toEqual(whole.items.map(({ id }) => id))
      expect(yield* admin(service.space(open, { query: "walrus", limit: 0 }))).toEqual({ count: 7, items: [] })
      const token = (yield* admin(service.space(open, { query: "walrus", limit: 3 }))).next?.page ?? ""
      for (const other of [
        service.space(open, { query: "seal", page: token }),
        service.space(closed, { query: "walrus", page: token }),
        service.organization(organization, { query: "walrus", page: token }),
        service.space(open, { query: "walrus", page: `${token}x` }),
        service.space(open, { query: "walrus", page: "" })
      ]) {
        expect(yield* Effect.flip(admin<unknown, unknown, Actor>(other))).toMatchObject({
          _tag: "Invalid",
          field: "page"
        })
      }
    }).pipe(Effect.provide(engine()))
  )

  it.effect("takes any text of up to 512 characters", () =>
    Effect.gen(function* () {
      const { admin, open } = yield* setUp
      const service = yield* Search
      yield* admin(addPages(open, [["Odd", "walrus"]]))
      for (const query of [
        "",
        " ",
        '"',
        "'",
        "*",
        "(",
        "a AND",
        "NEAR(",
        "title:",
        "\u0000",
        "\ud800",
        "walrus\u0000",
        "^",
        "-walrus",
        "🙂".repeat(512)
      ]) {
        expect(Exit.isSuccess(yield* Effect.exit(admin(service.space(open, { query }))))).toBe(true)
      }
      expect(yield* Effect.flip(admin(service.space(open, { query: "x".repeat(513) })))).toMatchObject({
        _tag: "Invalid",
        field: "query"
      })
    }).pipe(Effect.provide(engine()))
  )
})
