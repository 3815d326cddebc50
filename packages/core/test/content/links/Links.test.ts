import { Actor, system, user } from "@lectern/core/access/Actor"
import type { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentBatch } from "@lectern/core/content/ContentChange"
import { FileId } from "@lectern/core/content/File"
import type { ContentLocation, Link } from "@lectern/core/content/links/Link"
import { PageId } from "@lectern/core/content/Page"
import { Links } from "@lectern/core/links/Links"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import type { At } from "@lectern/core/space-content/Contents"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"

type Changes = ContentBatch["changes"]

const apply = (space: SpaceId, changes: Changes, at?: { readonly changeRequest: ChangeRequestRef }) =>
  Effect.flatMap(ContentEdits, (edits) => edits.apply(space, { changes }, at))
const page = (title: string, markdown: string): Changes[number] => ({
  operation: "insert_page",
  title,
  ref: title,
  document: { markdown }
})
const pageId = (space: SpaceId, path: string, at?: At) =>
  Effect.flatMap(Contents, (contents) => Effect.map(contents.pageByPath(space, path, at), ({ id }) => id))

/** Where a link leads, in short. */
const leads = (place: ContentLocation): string => {
  switch (place.kind) {
    case "page":
      return `page ${place.page.title}${place.internalLocation === undefined ? "" : `#${place.internalLocation.anchor}`}`
    case "file":
      return `file ${place.file.name}`
    case "url":
      return place.url
    case "space":
      return `space ${place.space.title}`
    default:
      return place.kind
  }
}
const read = ({ status, targetReference, locationReferences }: Link): string =>
  `${locationReferences.map(leads).join(" > ")} -> ${leads(targetReference)} (${status})`

const list = (space: SpaceId, query = {}, at?: At) =>
  Effect.flatMap(Links, (links) =>
    Effect.map(links.list(space, query, at), ({ items, ...rest }) => ({ ...rest, items: items.map(read) }))
  )

describe.each(storages)("links, $name", (storage) => {
  it("says of every reference where it stands, where it leads and whether that is there", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* apply(space.id, [
          page("home", "[a](./guide) and [b](./guide#setup) and ![p](./picture)\n\n## More\n\n[c](missing.md)"),
          page("guide", "## Setup\n\n[up](./home) <https://example.com> [own](https://example.org/x)"),
          {
            operation: "insert_files",
            files: [{ name: "p.png", ref: "picture", base64: "AA==" }]
          }
        ])
        const found = yield* list(space.id)
        expect(found.items).toEqual([
          "page home -> page guide (ok)",
          "page home -> page guide#setup (ok)",
          "page home -> file p.png (ok)",
          "page home > page home#more -> missing.md (broken)",
          "page guide > page guide#setup -> page home (ok)",
          "page guide > page guide#setup -> https://example.com (ok)",
          "page guide > page guide#setup -> https://example.org/x (ok)"
        ])
        expect(found.count).toBe(7)
        expect(found.stats).toEqual({ total: 7, broken: { total: 1 } })
      })
    ))

  it("pages through the links and filters them by status", () =>
    inWorkspace(storage, ({ space, organization }) =>
      Effect.gen(function* () {
        yield* apply(space.id, [
          page("one", `[a](x.md) [b](${space.urls.app}) [c](https://a.example)`),
          page("two", `[a](y.md) [b](/spaces/${space.id}) [c](/spaces/nowhere) [d](#here)`)
        ])
        const ok = [
          "page one -> https://a.example (ok)",
          "page two -> space Handbook (ok)",
          "page two -> page two#here (ok)"
        ]
        const broken = [
          "page one -> x.md (broken)",
          "page two -> y.md (broken)",
          "page two -> /spaces/nowhere (broken)"
        ]
        expect(yield* list(space.id, { status: "ok" })).toMatchObject({ items: ok, count: 3 })
        expect(yield* list(space.id, { status: "broken" })).toMatchObject({ items: broken, count: 3 })
        expect((yield* list(space.id, { status: "in-app" })).items).toEqual([`page one -> ${space.urls.app} (in-app)`])
        const first = yield* list(space.id, { status: "broken", limit: 2 })
        expect(first.items).toEqual(broken.slice(0, 2))
        const rest = yield* list(space.id, { status: "broken", limit: 2, ...(first.next && { page: first.next.page }) })
        expect(rest.items).toEqual(broken.slice(2))
        expect(rest.next).toBeUndefined()
        expect(first.stats).toEqual({ total: 7, broken: { total: 3 } })

        const guest = yield* (yield* Users)
          .create({ displayName: "Bo", email: "bo@example.com" })
          .pipe(Effect.provideService(Actor, system))
        const other = yield* (yield* Organizations)
          .createFor(guest.id, { title: "Other" })
          .pipe(Effect.provideService(Actor, system))
        const secret = yield* (yield* Spaces)
          .create(other.id, { title: "Secret" })
          .pipe(Effect.provideService(Actor, user(guest.id)))
        yield* apply(space.id, [page("three", `[s](/spaces/${secret.id})`)])
        const seen = yield* list(space.id, { status: "broken" })
        expect(seen.items.at(-1)).toBe(`page three -> /spaces/${secret.id} (broken)`)
        expect(organization.id).not.toBe(other.id)
      })
    ))

  it("follows renames and moves, and breaks when the target goes", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* apply(space.id, [page("home", "[a](./guide) [b](./other)"), page("guide", ""), page("other", "")])
        const guide = yield* pageId(space.id, "guide")
        const other = yield* pageId(space.id, "other")
        yield* apply(space.id, [
          { operation: "update_page", page: guide, title: "Manual", slug: "manual", into: other }
        ])
        expect((yield* list(space.id)).items).toEqual(["page home -> page Manual (ok)", "page home -> page other (ok)"])
        yield* apply(space.id, [{ operation: "delete_page", page: other }])
        const gone = yield* list(space.id)
        expect(gone.items).toEqual([`page home -> /pages/${guide} (broken)`, `page home -> /pages/${other} (broken)`])
        expect(gone.stats.broken.total).toBe(2)
        yield* apply(space.id, [{ operation: "revert_page", page: guide }])
        expect((yield* list(space.id)).stats).toEqual({ total: 2, broken: { total: 1 } })
      })
    ))

  it("gives what leads to a page or a file", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const links = yield* Links
        yield* apply(space.id, [
          page("home", "[a](./guide)\n\n## Part\n\n[f](./file) [again](./guide#x)"),
          page("guide", ""),
          { operation: "insert_files", files: [{ name: "a.txt", ref: "file", base64: "AA==" }] }
        ])
        const guide = yield* pageId(space.id, "guide")
        const [file] = (yield* (yield* Contents).files(space.id, undefined, {})).items
        const toPage = yield* links.toPage(space.id, guide, {})
        expect(toPage.items.map(leads)).toEqual(["page home", "page home#part"])
        expect(toPage.count).toBe(2)
        const toFile = yield* links.toFile(space.id, file?.id ?? FileId.make(""), { limit: 1 })
        expect(toFile.items.map(leads)).toEqual(["page home#part"])
        expect((yield* Effect.flip(links.toPage(space.id, PageId.make("nothing"), {})))._tag).toBe("NotFound")
        const own = yield* links.ofPage(space.id, yield* pageId(space.id, "home"), { status: "ok" })
        expect(own).toMatchObject({ count: 3, stats: { total: 3, broken: { total: 0 } } })
      })
    ))

  it("shows what a change request would break before it is merged", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* apply(space.id, [page("home", "[a](./guide) [old](nowhere.md)"), page("guide", ""), page("more", "")])
        const home = yield* pageId(space.id, "home")
        const guide = yield* pageId(space.id, "guide")
        const request = yield* (yield* ChangeRequests).create(space.id, { subject: "Without the guide" })
        const at = { changeRequest: request.id }
        yield* apply(
          space.id,
          [{ operation: "delete_page", page: guide }, page("new", "[b](/pages/home) [x](lost.md)")],
          at
        )
        const changed = yield* list(space.id, {}, at)
        expect(changed.items.toSorted()).toEqual(
          [
            `page home -> /pages/${guide} (broken)`,
            "page home -> nowhere.md (broken)",
            "page new -> page home (ok)",
            "page new -> lost.md (broken)"
          ].toSorted()
        )
        expect(changed.stats).toEqual({ total: 4, broken: { total: 3, changeRequest: 2 } })
        expect((yield* list(space.id, { brokenContext: "space" }, at)).items).toEqual([
          "page home -> nowhere.md (broken)"
        ])
        expect((yield* list(space.id, { brokenContext: "change-request" }, at)).count).toBe(2)
        const back = yield* (yield* Links).toPage(space.id, home, {}, at)
        expect(back.items.map(leads)).toEqual(["page new"])
        expect((yield* list(space.id)).stats).toEqual({ total: 2, broken: { total: 1 } })
        yield* apply(space.id, [{ operation: "update_page", page: home, document: { markdown: "[z](z.md)" } }])
        expect(yield* list(space.id, {}, at)).toEqual(changed)
      })
    ))
})
