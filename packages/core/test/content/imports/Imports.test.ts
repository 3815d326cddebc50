import { describe, expect, it } from "@effect/vitest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { PageId } from "@lectern/core/content/Page"
import { Imports, requestLimits } from "@lectern/core/imports/Imports"
import { Links } from "@lectern/core/links/Links"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, failure, member, organization, outcome } from "../../workspace.js"
import { site } from "./sample.js"
import { ended, hand, handbook, importing, input, outline, staged, texts } from "./site.js"

const limits = requestLimits
const oneApproval = { type: "rules", rules: [{ rule: "require_approvals", approvals: 1 }] } as const

describe.each(storages)("imports over $name", (storage) => {
  const live = importing(storage, (_, sink) => hand(site, sink))

  it.effect("are appended at the end as one revision, in their own order, with links that lead there", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const contents = yield* Contents
      const { admin, space } = yield* handbook
      const own = as(admin)
      const change = { operation: "insert_page", title: "Guides", document: { markdown: "Old." } } as const
      const { revision: before } = yield* own((yield* ContentEdits).apply(space, { changes: [change] }))
      const old = (yield* texts(space, admin)).get("guides")
      const seen: Array<string> = []
      const onRead = (read: number, found: number) => {
        seen.push(`${read}/${found}`)
      }
      const result = yield* own(imports.run(space, input, { limits, onRead }))
      expect(result).toEqual({
        revision: expect.any(String),
        importedResources: 5,
        totalResources: 5,
        problems: ["/x: odd"]
      })
      expect(seen).toEqual(["0/5", "1/5", "2/5", "3/5", "4/5", "5/5"])
      const revision = yield* own(contents.current(space, {}))
      expect(revision).toMatchObject({ id: result.revision, parents: [before], type: "edits" })
      expect(yield* outline(space, admin)).toEqual([
        "Guides guides",
        "Guides guides-2/",
        "  Welcome welcome",
        "    More more",
        "      FAQ faq",
        "Setup setup",
        "Late late"
      ])
      const found = yield* texts(space, admin)
      expect(found.get("guides")).toEqual(old)
      const id = (path: string) => found.get(path)?.id ?? ""
      const [file] = revision.files
      expect(file).toMatchObject({ name: "logo.png", size: 5 })
      expect(found.get("guides-2/welcome")?.markdown).toBe(
        `See [setup](/pages/${id("setup")}#linux) and ![logo](/files/${file?.id}).`
      )
      expect(found.get("setup")?.markdown).toBe(
        `[Out](https://other.example/) [home](/pages/${id("guides-2/welcome")})`
      )
      expect(found.get("guides-2/welcome/more/faq")?.markdown).toBe(
        "[gone](/docs/gone.md#x) <a href='/docs/gone.md'>b</a>"
      )
      expect(found.get("guides-2/welcome/more")?.markdown).toBe("")
      const links = yield* own((yield* Links).ofPage(space, PageId.make(id("guides-2/welcome")), {}))
      expect(links.items.map(({ status }) => status)).toEqual(["ok", "ok"])
      expect((yield* own((yield* Search).space(space, { query: "late" }))).items).toHaveLength(1)
      expect(yield* staged).toEqual({ parts: 0, holds: 0 })
    }).pipe(Effect.provide(live))
  )

  it.effect("leave main as it is when rules of approval are set while they are read", () => {
    let setRules: Effect.Effect<unknown> = Effect.void
    const setting = importing(storage, (_, sink) => hand(site, sink, (index) => (index === 2 ? setRules : Effect.void)))
    return Effect.gen(function* () {
      const { admin, space } = yield* handbook
      const spaces = yield* Spaces
      setRules = Effect.orDie(as(admin)(spaces.update(space, { mergeRules: oneApproval })))
      const ran = as(admin)((yield* Imports).run(space, input, { limits }))
      expect(yield* outcome(ran)).toBe("Conflict")
      expect(yield* outline(space, admin)).toEqual([])
      expect(yield* staged).toEqual({ parts: 0, holds: 0 })
    }).pipe(Effect.provide(setting))
  })

  it.effect("go into a change request, and leave main as it is", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const requests = yield* ChangeRequests
      const { admin, space } = yield* handbook
      const own = as(admin)
      const request = yield* own(requests.create(space, {}))
      const revision = (yield* own((yield* Contents).current(space, {}))).id
      const result = yield* own(imports.run(space, input, { limits, changeRequest: request.id }))
      expect((yield* own(requests.get(space, request.id))).revision).toBe(result.revision)
      expect((yield* own((yield* Contents).current(space, {}))).id).toBe(revision)
      const started = yield* own(imports.start(space, input, { changeRequest: request.id }))
      expect(started.changeRequest).toBe(request.id)
      expect((yield* ended(started.id, admin)).status).toBe("complete")
      yield* own(requests.merge(space, request.id))
      expect((yield* outline(space, admin)).filter((line) => line.startsWith("Guides"))).toEqual([
        "Guides guides/",
        "Guides guides-2/"
      ])
      const closed = { limits, changeRequest: request.id }
      expect(yield* outcome(own(imports.run(space, input, closed)))).toBe("Conflict")
      expect(yield* outcome(own(imports.start(space, input, closed)))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("need the level to edit, a space that takes direct edits, and an address", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, organization: acme, space } = yield* handbook
      const { admin: stranger } = yield* organization("Other")
      const [reader, editor] = [yield* member(acme, "Reader", "read"), yield* member(acme, "Editor", "edit")]
      const both = (caller: typeof admin, given: object = {}, options: { changeRequest?: never } = {}) =>
        Effect.all([
          outcome(as(caller)(imports.run(space, { ...input, ...given }, { limits, ...options }))),
          outcome(as(caller)(imports.start(space, { ...input, ...given }, options)))
        ])
      expect(yield* both(reader)).toEqual(["Forbidden", "Forbidden"])
      expect(yield* both(stranger)).toEqual(["NotFound", "NotFound"])
      expect(yield* both(editor, {}, { changeRequest: "nothing" as never })).toEqual(["NotFound", "NotFound"])
      expect(yield* both(editor)).toEqual(["ok", "ok"])
      for (const given of [{ url: "ftp://site.example" }, { url: "docs" }, { source: "ftp" }, { source: null }]) {
        expect(yield* both(editor, given)).toEqual(["Invalid", "Invalid"])
      }
      const error = yield* failure(as(editor)(imports.run(space, { ...input, source: "ftp" as never }, { limits })))
      expect(error.message).toMatch(/^source: expected .*"google-docs", got "ftp"$/)
      yield* as(admin)((yield* Spaces).update(space, { editMode: "locked" }))
      expect(yield* both(admin)).toEqual(["Conflict", "Conflict"])
      yield* as(admin)((yield* Spaces).update(space, { editMode: "live", mergeRules: oneApproval }))
      expect(yield* both(admin)).toEqual(["Conflict", "Conflict"])
    }).pipe(Effect.provide(live))
  )
})
