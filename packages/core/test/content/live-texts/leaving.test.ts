/** People who leave a live text, over every storage. */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { PageId } from "@lectern/core/content/Page"
import { type LiveOptions, LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { Effect, type Layer } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { as, damages, member, organization, workspace } from "../../workspace.js"

const text = "# Page\n\nfirst\n"

/** A page on main and in a change request, which three people may edit. */
const world = Effect.gen(function* () {
  const { admin: ada, id: acme } = yield* organization()
  const alan = yield* member(acme, "Alan", "edit")
  const eve = yield* member(acme, "Eve", "edit")
  const space = yield* as(ada)(Effect.flatMap(Spaces, (spaces) => spaces.create(acme, { title: "Handbook" })))
  const edits = yield* ContentEdits
  const live = yield* LiveTexts
  const contents = yield* Contents
  const made = yield* as(ada)(
    edits.apply(space.id, {
      changes: ["Page", "Other"].map((title) => ({
        operation: "insert_page" as const,
        title,
        document: { markdown: text }
      }))
    })
  )
  const [first, second] = made.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
  if (first === undefined || second === undefined) return yield* Effect.dieMessage("no pages")
  const requests = yield* ChangeRequests
  const request = yield* as(ada)(requests.create(space.id, { subject: "Words" }))
  const lines = [{}, { changeRequest: request.id }].map((line: LiveOptions) => ({
    /** Opens the text for somebody, who is present from then on. */
    open: Effect.fnUntraced(function* (actor: UserId, page: PageId = first) {
      const { client, version } = yield* as(actor)(live.get(space.id, page, line))
      const end = { version, client, updates: [] }
      yield* as(actor)(live.edit(space.id, page, end, line))
      const send = (word: string, leaving?: boolean) =>
        Effect.gen(function* () {
          const now = yield* as(actor)(live.get(space.id, page, line))
          const changes = [now.markdown.length, [0, word]] as const
          const input = { version: now.version, client, updates: word === "" ? [] : [{ changes }] }
          yield* as(actor)(live.edit(space.id, page, { ...input, ...(leaving !== undefined && { leaving }) }, line))
        })
      return {
        type: (word: string) => send(word),
        leave: (word = "") => send(word, true),
        close: as(actor)(live.leave(space.id, page, client, line)),
        /** Who is present after the client has been told so. */
        present: Effect.gen(function* () {
          const { version: after } = yield* as(actor)(live.get(space.id, page, line))
          const { present = [] } = yield* as(actor)(live.follow(space.id, page, { ...line, after, client }))
          return present.map(({ displayName }) => displayName).sort()
        })
      }
    }),
    saved: Effect.gen(function* () {
      const found = yield* as(ada)(
        contents.page(
          space.id,
          first,
          line.changeRequest === undefined ? undefined : { changeRequest: line.changeRequest }
        )
      )
      return "markdown" in found ? found.markdown : undefined
    }),
    revision: Effect.map(as(ada)(live.get(space.id, first, line)), ({ revision }) => revision)
  }))
  return { ada, alan, eve, lines, other: second }
})

describe.each(everyStorage)("$name", (storage) => {
  const inWorld = <A, E>(
    test: (
      line: Effect.Effect.Success<typeof world>["lines"][number],
      given: Effect.Effect.Success<typeof world>
    ) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof workspace>>>
  ) =>
    Effect.runPromise(
      Effect.provide(
        Effect.flatMap(world, (given) => Effect.forEach(given.lines, (line) => test(line, given))),
        workspace(storage)
      )
    )

  it("saves what somebody has typed when they leave, whoever else has it open, on main and in a request", () =>
    inWorld((line, { ada, alan }) =>
      Effect.gen(function* () {
        const own = yield* line.open(ada)
        const other = yield* line.open(alan)
        yield* own.type("A")
        yield* other.type("B")
        yield* own.leave("C")
        expect(yield* line.saved).toBe(`${text}ABC`)
        expect(yield* other.present).toEqual(["Alan"])
        // Whoever stays goes on.
        yield* other.type("D")
        expect(yield* line.saved).toBe(`${text}ABC`)
        yield* other.leave()
        expect(yield* line.saved).toBe(`${text}ABCD`)
        expect(yield* damages).toEqual([])
      })
    ))

  it("saves nothing when somebody leaves who has not typed, and all when the last one leaves", () =>
    inWorld((line, { ada, alan }) =>
      Effect.gen(function* () {
        const reader = yield* line.open(ada)
        const writer = yield* line.open(alan)
        yield* writer.type("A")
        const before = yield* line.revision
        yield* reader.leave()
        expect(yield* line.revision).toBe(before)
        yield* writer.close
        expect(yield* line.saved).toBe(`${text}A`)
        const saved = yield* line.revision
        yield* writer.leave()
        expect(yield* line.revision).toBe(saved)
      })
    ))

  it("saves what they have typed on other pages of the line, too, once they leave the last one", () =>
    inWorld((line, { ada, alan, other }) =>
      Effect.gen(function* () {
        const reader = yield* line.open(alan)
        const own = yield* line.open(ada)
        yield* own.type("A")
        const next = yield* line.open(ada, other)
        expect(yield* line.saved).toBe(text)
        yield* next.leave()
        expect(yield* line.saved).toBe(`${text}A`)
        expect(yield* reader.present).toContain("Alan")
      })
    ))

  it("does not count who has left as present again by their stream, but by their next change", () =>
    inWorld((line, { ada, alan, eve }) =>
      Effect.gen(function* () {
        const own = yield* line.open(ada)
        const closed = yield* line.open(eve)
        const other = yield* line.open(alan)
        yield* own.leave()
        yield* closed.close
        expect(yield* own.present).toEqual(["Alan"])
        expect(yield* closed.present).toEqual(["Alan"])
        yield* own.type("x")
        expect(yield* other.present).toEqual(["Acme-admin", "Alan"])
      })
    ))
})
