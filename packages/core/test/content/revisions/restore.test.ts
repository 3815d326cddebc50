import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import { type Page, PageId } from "@lectern/core/content/Page"
import { RevisionId } from "@lectern/core/content/RevisionId"
import { Events } from "@lectern/core/events/Events"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits, type EditOptions } from "@lectern/core/space-content/ContentEdits"
import { type At, Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { damages, outcome } from "../../workspace.js"
import { inWorkspace } from "../pages/space.js"

const text = (markdown: string) => ({ document: { markdown } })

/** The paths of all pages, in order. */
const pathsIn = (pages: ReadonlyArray<Page>): ReadonlyArray<string> =>
  pages.flatMap((page) => ("path" in page ? [page.path, ...pathsIn(page.pages)] : []))

/**
 * A space with the pages `guide`, `guide/install`, `guide/install/linux`, `guide/use` and `tips`, and short ways to change
 * and to read it.
 */
const manual = Effect.fnUntraced(function* (id: SpaceId) {
  const edits = yield* ContentEdits
  const contents = yield* Contents
  const change = (changes: ReadonlyArray<ContentChange>, at?: EditOptions) =>
    Effect.map(edits.apply(id, { changes }, at), ({ revision }) => revision)
  const made = yield* change([
    { operation: "insert_page", title: "Guide", ref: "guide", ...text("# Guide\n\nOne.\n") },
    {
      operation: "insert_page",
      title: "Install",
      ref: "install",
      into: PageId.make("./guide"),
      ...text("# Install\n")
    },
    { operation: "insert_page", title: "Linux", into: PageId.make("./install"), ...text("# Linux\n\nOld.\n") },
    { operation: "insert_page", title: "Use", into: PageId.make("./guide"), ...text("# Use\n") },
    { operation: "insert_page", title: "Tips", ...text("# Tips\n") }
  ])
  const idOf = (path: string, at?: At) => Effect.map(contents.pageByPath(id, path, at), (page) => PageId.make(page.id))
  return {
    made,
    change,
    paths: (at?: At) => Effect.map(contents.pages(id, at), ({ pages }) => pathsIn(pages)),
    markdown: (page: PageId, at?: At) =>
      Effect.map(contents.page(id, page, at), (found) => ("markdown" in found ? found.markdown : undefined)),
    guide: yield* idOf("guide"),
    install: yield* idOf("guide/install"),
    linux: yield* idOf("guide/install/linux"),
    use: yield* idOf("guide/use"),
    tips: yield* idOf("tips")
  }
})

describe.each(everyStorage)("restoring, $name", (storage) => {
  it("brings a deleted page back with all that was below it, where it was, under the same ids", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const { change, install, linux, made, paths, markdown } = yield* manual(id)
        const deleted = yield* change([
          { operation: "delete_page", page: install },
          { operation: "insert_page", title: "New" }
        ])
        const { createdBy, id: back, parents, type } = yield* revisions.restore(id, made, { pages: [install] })
        expect([type, parents, createdBy?.displayName]).toEqual(["rollback", [deleted], "Ada"])
        expect(yield* paths()).toEqual(["guide", "guide/install", "guide/install/linux", "guide/use", "tips", "new"])
        expect(yield* markdown(linux)).toBe("# Linux\n\nOld.\n")
        expect((yield* revisions.compare(id, made, back)).changes).toMatchObject([{ type: "page_created" }])
        expect((yield* revisions.restore(id, made, { pages: [install, linux] })).id).toBe(back)
        expect(yield* damages).toEqual([])
      })
    ))

  it("gives pages that still exist their text, title and settings, and leaves them where they are", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const contents = yield* Contents
        const { change, guide, install, linux, made, markdown, paths, tips } = yield* manual(id)
        yield* change([
          { operation: "update_page", page: install, title: "Setup", slug: "setup", hidden: true, into: tips },
          { operation: "update_page", page: linux, ...text("# Unix\n\nNew.\n") },
          { operation: "update_page", page: guide, ...text("# Guide\n\nTwo.\n") },
          { operation: "insert_page", title: "Below", into: install }
        ])
        yield* revisions.restore(id, made, { pages: [install] })
        expect(yield* contents.page(id, install)).toMatchObject({ title: "Install", path: "tips/setup" })
        expect(yield* contents.page(id, install)).not.toHaveProperty("hidden")
        expect(yield* markdown(linux)).toBe("# Linux\n\nOld.\n")
        expect(yield* markdown(guide)).toBe("# Guide\n\nTwo.\n")
        const now = ["guide", "guide/use", "tips", "tips/setup", "tips/setup/linux", "tips/setup/below"]
        expect(yield* paths()).toEqual(now)
      })
    ))

  it("puts pages to the root whose parents are gone, in whatever order they are named, with free slugs", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const { change, guide, install, linux, made, paths, tips, use } = yield* manual(id)
        yield* change([{ operation: "delete_page", page: guide }])
        yield* change([{ operation: "insert_page", title: "Use", slug: "use" }])
        yield* revisions.restore(id, made, { pages: [linux, use, install] })
        const now = yield* paths()
        expect([...now].sort()).toEqual(["install", "install/linux", "tips", "use", "use-2"])
        yield* change([
          { operation: "delete_page", page: use },
          { operation: "delete_page", page: tips }
        ])
        yield* revisions.restore(id, made, { pages: [tips, use, guide] })
        expect([...(yield* paths())].sort()).toEqual(["guide", "guide/use", "install", "install/linux", "tips", "use"])
        expect(yield* damages).toEqual([])
      })
    ))

  it("writes to a change request, from main or from the request itself, all of it or some pages", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const requests = yield* ChangeRequests
        const { change, guide, install, made, markdown, paths, tips } = yield* manual(id)
        const head = yield* change([{ operation: "delete_page", page: tips }])
        const { id: changeRequest, number } = yield* requests.create(id, {})
        const at = { changeRequest }
        expect(yield* revisions.restore(id, head, at)).toMatchObject({ id: head, type: "edits" })
        const own = yield* change([{ operation: "update_page", page: guide, ...text("# Guide\n\nTheirs.\n") }], at)
        yield* change([{ operation: "delete_page", page: install }], at)
        yield* revisions.restore(id, own, { pages: [install], changeRequest: String(number) as typeof changeRequest })
        expect(yield* paths(at)).toEqual(["guide", "guide/install", "guide/install/linux", "guide/use"])
        yield* revisions.restore(id, made, { ...at, pages: [tips] })
        expect(yield* paths(at)).toEqual(["guide", "guide/install", "guide/install/linux", "guide/use", "tips"])
        expect(yield* markdown(guide, at)).toBe("# Guide\n\nTheirs.\n")
        const whole = yield* revisions.restore(id, made, at)
        expect((yield* revisions.compare(id, made, whole.id)).changes).toEqual([])
        yield* revisions.restore(id, own, at)
        expect(yield* markdown(guide, at)).toBe("# Guide\n\nTheirs.\n")
        expect(yield* paths()).toEqual(["guide", "guide/install", "guide/install/linux", "guide/use"])
        expect((yield* requests.contributors(id, changeRequest, {})).items).toMatchObject([{ count: 6 }])
        expect((yield* requests.merge(id, changeRequest)).result).toBe("merge")
        expect(yield* outcome(revisions.restore(id, made, at))).toBe("Conflict")
        expect(yield* damages).toEqual([])
      })
    ))

  it("decides the conflicts of an updated change request about what it brings back", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const requests = yield* ChangeRequests
        const { change, made, tips } = yield* manual(id)
        const { id: changeRequest } = yield* requests.create(id, {})
        const at = { changeRequest }
        yield* change([{ operation: "update_page", page: tips, slug: "theirs" }], at)
        yield* change([{ operation: "delete_page", page: tips }])
        expect((yield* requests.pull(id, changeRequest)).result).toBe("conflicts")
        expect(yield* requests.conflicts(id, changeRequest)).not.toEqual([])
        yield* change([{ operation: "delete_page", page: tips }], at)
        yield* revisions.restore(id, made, { ...at, pages: [tips] })
        expect(yield* requests.conflicts(id, changeRequest)).toEqual([])
      })
    ))

  it("saves what was typed as a revision of its own before, and reaches whoever has the text open", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const requests = yield* ChangeRequests
        const live = yield* LiveTexts
        const { guide, made, markdown } = yield* manual(id)
        const { id: changeRequest } = yield* requests.create(id, {})
        for (const at of [undefined, { changeRequest }]) {
          for (const pages of [undefined, [guide]]) {
            const { client, markdown: shown, version } = yield* live.get(id, guide, at)
            const updates = [{ changes: [9, [0, "Typed. "], shown.length - 9] as const }]
            yield* live.edit(id, guide, { version, client, updates }, at)
            const { parents } = yield* revisions.restore(id, made, { ...at, ...(pages && { pages }) })
            expect(yield* markdown(guide, at)).toBe("# Guide\n\nOne.\n")
            expect(yield* markdown(guide, { revision: parents[0] ?? made })).toBe("# Guide\n\nTyped. One.\n")
            expect((yield* live.get(id, guide, at)).markdown).toBe("# Guide\n\nOne.\n")
          }
        }
        expect(yield* damages).toEqual([])
      })
    ))

  it("is an event like every other write, and none where nothing differs", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const requests = yield* ChangeRequests
        const events = yield* Events
        const { change, made, tips } = yield* manual(id)
        const { id: changeRequest } = yield* requests.create(id, {})
        yield* change([{ operation: "delete_page", page: tips }])
        yield* change([{ operation: "delete_page", page: tips }], { changeRequest })
        const told = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          Effect.gen(function* () {
            const after = yield* events.now({ space: id })
            yield* effect
            return (yield* events.list({ space: id }, { after })).items.map(({ type }) => type)
          })
        const pages = [tips]
        expect(yield* told(revisions.restore(id, made, { pages }))).toEqual(["space_content_updated"])
        expect(yield* told(revisions.restore(id, made, { pages }))).toEqual([])
        const there = { pages, changeRequest }
        expect(yield* told(revisions.restore(id, made, there))).toEqual(["change_request_updated"])
        expect(yield* told(revisions.restore(id, made, there))).toEqual([])
      })
    ))

  it("refuses what is not there, what is locked, and revisions of other change requests", () =>
    inWorkspace(storage, ({ organization, space: { id } }) =>
      Effect.gen(function* () {
        const revisions = yield* Revisions
        const requests = yield* ChangeRequests
        const contents = yield* Contents
        const spaces = yield* Spaces
        const { change, made, tips } = yield* manual(id)
        const elsewhere = (yield* spaces.create(organization.id, {})).id
        for (const revision of [RevisionId.make("unknown"), yield* contents.head(elsewhere)]) {
          expect(yield* outcome(revisions.restore(id, revision, { pages: [tips] }))).toBe("NotFound")
        }
        const first = (yield* revisions.list(id, {})).items.at(-1)?.id ?? made
        const unknown = PageId.make("unknown")
        for (const [revision, pages] of [
          [made, [tips, unknown]],
          [first, [tips]]
        ] as const) {
          expect(yield* outcome(revisions.restore(id, revision, { pages }))).toBe("NotFound")
        }
        expect(yield* outcome(revisions.restore(id, made, { pages: [] }))).toBe("Invalid")
        const [one, other] = [yield* requests.create(id, {}), yield* requests.create(id, {})]
        const own = yield* change([{ operation: "delete_page", page: tips }], { changeRequest: one.id })
        expect(yield* outcome(revisions.restore(id, own))).toBe("Conflict")
        expect(yield* outcome(revisions.restore(id, own, { changeRequest: other.id, pages: [tips] }))).toBe("Conflict")
        yield* requests.update(id, other.id, { status: "archived" })
        expect(yield* outcome(revisions.restore(id, made, { changeRequest: other.id }))).toBe("Conflict")
        yield* spaces.update(id, { editMode: "locked" })
        expect(yield* outcome(revisions.restore(id, made, { pages: [tips] }))).toBe("Conflict")
        expect(yield* outcome(revisions.restore(id, made, { changeRequest: one.id, pages: [tips] }))).toBe("ok")
      })
    ))
})
