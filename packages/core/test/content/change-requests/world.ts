/** A space with two pages, people of every level, and the actions of the tests on change requests there. */
import type { Actor } from "@lectern/core/access/Actor"
import type { ChangeRequest, ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentBatch } from "@lectern/core/content/ContentChange"
import { type Page, PageId } from "@lectern/core/content/Page"
import type { Services } from "@lectern/core/engine/Engine"
import type { LecternError } from "@lectern/core/errors/Errors"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { type At, Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { Effect } from "effect"
import type { StorageUnderTest } from "../../storages.js"
import { as, member, organization, workspace } from "../../workspace.js"

/** The changes of a batch. */
export type Changes = ContentBatch["changes"]
type Use<A> = Effect.Effect<A, LecternError, Services | Actor>

/** Uses the service of change requests. */
export const requests = <A>(use: (service: typeof ChangeRequests.Service) => Use<A>) =>
  Effect.flatMap(ChangeRequests, use)
/** Edits main, or a change request, and returns the revision. */
export const edit = (space: SpaceId, changes: Changes, changeRequest?: ChangeRequestRef) =>
  Effect.flatMap(ContentEdits, (edits) =>
    Effect.map(
      edits.apply(space, { changes }, changeRequest === undefined ? {} : { changeRequest }),
      ({ revision }) => revision
    )
  )
/** Adds a page at the root. */
export const insert = (title: string, markdown = `# ${title}\n`): Changes => [
  { operation: "insert_page", title, document: { markdown } }
]
/** Replaces the text of a page. */
export const rewrite = (page: Page, markdown: string): Changes => [
  { operation: "update_page", page: PageId.make(page.id), document: { markdown } }
]
/** The page at a path. */
export const page = (space: SpaceId, path: string, at?: At) =>
  Effect.flatMap(Contents, (contents) => contents.pageByPath(space, path, at))
/** The paths of the pages at the root. */
export const paths = (space: SpaceId, at?: At) =>
  Effect.flatMap(Contents, (contents) =>
    Effect.map(contents.pages(space, at), ({ pages }) => pages.map((each) => ("path" in each ? each.path : "")))
  )
/** The text of a page. */
export const markdownOf = (found: Page) => (found.type === "document" ? found.markdown : undefined)

/** A space, and people with levels on it; the editor opens change requests. */
export interface World {
  readonly space: SpaceId
  readonly people: Readonly<Record<"admin" | "reviewer" | "editor" | "other" | "reader", UserId>>
  readonly open: (subject?: string) => Effect.Effect<ChangeRequest, LecternError, Services>
}

const people = Effect.gen(function* () {
  const { id, admin } = yield* organization()
  return {
    id,
    people: {
      admin,
      reviewer: yield* member(id, "Ray", "review"),
      editor: yield* member(id, "Edi", "edit"),
      other: yield* member(id, "Oda", "edit"),
      reader: yield* member(id, "Rex", "read")
    }
  }
})

/** Runs a test in a new space that has the pages `one` and `two`. */
export const worlds =
  (storage: StorageUnderTest) =>
  <A>(test: (world: World) => Effect.Effect<A, LecternError, Services>) =>
    Effect.gen(function* () {
      const { id, people: all } = yield* people
      const { id: space } = yield* as(all.admin)((yield* Spaces).create(id, { title: "Handbook" }))
      yield* as(all.admin)(edit(space, [...insert("One"), ...insert("Two")]))
      const open = (subject?: string) =>
        as(all.editor)(requests((service) => service.create(space, subject === undefined ? {} : { subject })))
      return yield* test({ space, people: all, open })
    }).pipe(Effect.provide(workspace(storage)), Effect.runPromise)
