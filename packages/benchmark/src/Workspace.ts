/** Creates workspaces to measure: the engine on real files with generated content. */
import { join } from "node:path"
import { Actor, system, user } from "@lectern/core/access/Actor"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import type { DocumentPage } from "@lectern/core/content/Page"
import type { SpaceTree, TreePage } from "@lectern/core/content/SpaceTree"
import type * as Engine from "@lectern/core/engine/Engine"
import { KeptSearchResults } from "@lectern/core/internal/publishing/search/RecentSearches"
import * as Lectern from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import type { Space, SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import * as WorkerPool from "@lectern/node/workers/WorkerPool"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { markdownOf, titleOf } from "./Corpus.js"
import { tempFolder } from "./TempFolder.js"

/** The public base URL of every workspace and every peer. */
export const base = "http://localhost:4000"

/** One organization of an engine, and its administrator, who makes the calls. */
export interface Administered {
  readonly user: UserId
  readonly token: string
  readonly organization: OrganizationId
}

/** An open engine with one organization. */
export interface OpenWorkspace extends Administered {
  readonly services: Context.Context<Engine.Services>
}

/** An open engine on a file. */
export interface Workspace extends OpenWorkspace {
  readonly filename: string
  readonly folder: string
}

/** Runs an effect as the administrator of a workspace. */
export const within = <A, E>(
  workspace: Pick<OpenWorkspace, "services" | "user">,
  effect: Effect.Effect<A, E, Engine.Services | Actor>
): Effect.Effect<A, E> =>
  effect.pipe(Effect.provideService(Actor, user(workspace.user)), Effect.provide(workspace.services))

/** Opens the engine on the file of a workspace. */
export const openFile = (filename: string, options: Pick<Lectern.Options, "telemetry"> = {}) =>
  Layer.build(Lectern.layer(SqliteStorage.layer({ filename }), { baseUrl: base, ...options }))

/** Opens an engine that searches on every request, even if the same search was made before. */
export const openSearchingAnew = <E>(
  storage: Lectern.StorageLayer<E>,
  options: Pick<Lectern.Options, "workers"> = {}
) =>
  Layer.build(Lectern.layer(Layer.merge(storage, Layer.succeed(KeptSearchResults, 0)), { baseUrl: base, ...options }))

/** Creates the organization and its administrator in an engine that is empty. */
export const administered = (services: OpenWorkspace["services"]): Effect.Effect<OpenWorkspace, unknown> =>
  Effect.gen(function* () {
    const { id } = yield* (yield* Users).create({ displayName: "Bench", email: "bench@example.com" })
    const organization = yield* (yield* Organizations).createFor(id, { title: "Bench" })
    const { token } = yield* (yield* ApiTokens).create(id, { label: "bench" })
    return { user: id, organization: organization.id, token, services }
  }).pipe(Effect.provideService(Actor, system), Effect.provide(services))

const newWorkspaceWith = (options: Pick<Lectern.Options, "workers">): Effect.Effect<Workspace, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder
    const filename = join(folder, "workspace.db")
    const services = yield* openSearchingAnew(SqliteStorage.layer({ filename }), options)
    return { ...(yield* administered(services)), filename, folder }
  })

/** Creates a workspace in a new folder, where no answers of searches are kept. */
export const newWorkspace = newWorkspaceWith({})

/** The same with the worker threads of a server. */
export const newThreadedWorkspace = newWorkspaceWith({ workers: WorkerPool.layer() })

/** All spaces as in responses, in list order. */
export const spacesOf = (workspace: OpenWorkspace): Effect.Effect<ReadonlyArray<Space>, unknown> =>
  within(
    workspace,
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const found: Array<Space> = []
      let page: string | undefined
      do {
        const list = yield* spaces.list(workspace.organization, { limit: 1000, ...(page !== undefined && { page }) })
        found.push(...list.items)
        page = list.next?.page
      } while (page !== undefined)
      return found
    })
  )

/** Creates `count` empty spaces and returns all as in responses, in list order. */
export const fillWithSpaces = (workspace: OpenWorkspace, count: number): Effect.Effect<ReadonlyArray<Space>, unknown> =>
  Effect.zipRight(
    within(
      workspace,
      Effect.flatMap(Spaces, (spaces) =>
        Effect.forEach(
          Array.from({ length: count }).keys(),
          (i) => spaces.create(workspace.organization, { title: titleOf(i) }),
          { discard: true }
        )
      )
    ),
    spacesOf(workspace)
  )

const pagesInGroup = 100

/** A tree of `count` pages of about `bytes` each, with a hundred per group. */
export const treeOf = (count: number, bytes: number): SpaceTree => {
  const page = (i: number): TreePage => ({
    key: `group-${Math.floor(i / pagesInGroup)}/page-${i}.md`,
    type: "document",
    title: titleOf(i),
    slug: `page-${i}`,
    markdown: markdownOf(i, bytes),
    pages: []
  })
  return {
    pages: Array.from({ length: Math.ceil(count / pagesInGroup) }, (_, group): TreePage => {
      const first = group * pagesInGroup
      const pages = Array.from({ length: Math.min(pagesInGroup, count - first) }, (_, i) => page(first + i))
      return { key: `group-${group}`, type: "group", title: `Group ${group}`, slug: `group-${group}`, pages }
    }),
    files: [],
    reusableContents: [],
    variables: {},
    redirects: {}
  }
}

/** The path of the `i`th page of {@link treeOf}. */
export const pathOf = (i: number): string => `group-${Math.floor(i / pagesInGroup)}/page-${i}`

/** Creates a space without pages. */
export const emptySpace = (workspace: OpenWorkspace, title: string): Effect.Effect<SpaceId, unknown> =>
  within(
    workspace,
    Effect.flatMap(Spaces, (spaces) => Effect.map(spaces.create(workspace.organization, { title }), ({ id }) => id))
  )

/** Creates a space from a tree. */
export const spaceOfTree = (
  workspace: OpenWorkspace,
  title: string,
  tree: SpaceTree
): Effect.Effect<SpaceId, unknown> =>
  Effect.tap(emptySpace(workspace, title), (space) =>
    within(
      workspace,
      Effect.flatMap(ContentSync, (sync) => sync.apply(space, tree))
    )
  )

/** Creates a space of `count` pages of about `bytes` each. */
export const newSpace = (workspace: OpenWorkspace, count: number, bytes: number): Effect.Effect<SpaceId, unknown> =>
  spaceOfTree(workspace, `${count} pages`, treeOf(count, bytes))

/** `count` pages of a space of {@link treeOf}, as in responses: the first ones, or those at other places. */
export const pagesOf = (
  workspace: OpenWorkspace,
  space: SpaceId,
  count: number,
  placeOf: (i: number) => number = (i) => i
): Effect.Effect<ReadonlyArray<DocumentPage>, unknown> =>
  within(
    workspace,
    Effect.flatMap(Contents, (contents) =>
      Effect.forEach(Array.from({ length: count }).keys(), (i) =>
        Effect.flatMap(contents.pageByPath(space, pathOf(placeOf(i))), (page) =>
          page.type === "document" ? Effect.succeed(page) : Effect.dieMessage(`${page.id} is no document`)
        )
      )
    )
  )
