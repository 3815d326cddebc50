/** An importer that finds the pages that a test gives it, and the first places of the tests of imports. */
import { setImmediate } from "node:timers/promises"
import type { ActorValue } from "@lectern/core/access/Actor"
import { ImportPartsTable } from "@lectern/core/content/imports/ImportTables"
import type { DocumentPage, GroupPage, Page } from "@lectern/core/content/Page"
import type { ImportId } from "@lectern/core/imports/Import"
import {
  type FoundPage,
  Importer,
  type ImporterService,
  type ImportPlace,
  type ImportSink
} from "@lectern/core/imports/Importer"
import { Imports } from "@lectern/core/imports/Imports"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { BlobReferenceTable } from "@lectern/core/storage/blobs/BlobReferences"
import { JobQueue } from "@lectern/core/storage/jobs/JobQueue"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Effect, Layer, Stream } from "effect"
import type { StorageUnderTest } from "../../storages.js"
import { as, organization, workspace } from "../../workspace.js"

/** The input of most tests. */
export const input = { url: "https://site.example/docs/", source: "website" } as const

/** The content of a site. */
export interface Site {
  readonly pages: ReadonlyArray<FoundPage>
  readonly files?: ReadonlyArray<{ readonly key: string; readonly name: string; readonly text: string }>
  readonly places?: ReadonlyArray<ImportPlace>
  readonly aliases?: Readonly<Record<string, string>>
  readonly problems?: ReadonlyArray<string>
}

/** Services with an importer that is `read`. */
export const importing = (storage: StorageUnderTest, read: ImporterService["read"]) =>
  workspace(storage, { importer: Layer.succeed(Importer, { read }) })

/** Hands a whole site to the sink; `before` runs ahead of each page and file, and in the end. */
export const hand = <E = never>(
  site: Site,
  sink: ImportSink,
  before: (index: number) => Effect.Effect<void, E> = () => Effect.void
) =>
  Effect.gen(function* () {
    const { aliases = {}, files = [], pages, places = [], problems = [] } = site
    yield* sink.found(pages.length + files.length)
    let index = 0
    for (const page of pages) {
      yield* before(index++)
      yield* sink.page(page)
    }
    for (const { text, ...file } of files) {
      yield* before(index++)
      yield* sink.file({ ...file, bytes: Stream.make(new TextEncoder().encode(text)) })
    }
    yield* before(index)
    return { places, aliases, problems }
  })

/** A new organization with an empty space. */
export const handbook = Effect.gen(function* () {
  const { id, admin } = yield* organization()
  const space = yield* as(admin)((yield* Spaces).create(id, { title: "Handbook" }))
  return { organization: id, admin, space: space.id }
})

/** Another space in the organization of a space. */
export const spaceBeside = (space: SpaceId, admin: UserId) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const { organization: id } = yield* as(admin)(spaces.get(space))
    return (yield* as(admin)(spaces.create(id, { title: "Beside" }))).id
  })

/** Whether a page is one that pages stand below. */
export const isBranch = (page: Page): page is DocumentPage | GroupPage =>
  page.type === "document" || page.type === "group"

/** The pages of a space as lines: indented titles with slugs. */
export const outline = (space: SpaceId, actor: UserId | ActorValue) =>
  Effect.gen(function* () {
    const { pages } = yield* as(actor)((yield* Contents).pages(space, undefined, {}))
    const lines = (level: ReadonlyArray<Page>, indent: string): ReadonlyArray<string> =>
      level
        .filter(isBranch)
        .flatMap((page) => [
          `${indent}${page.title} ${page.slug}${page.type === "group" ? "/" : ""}`,
          ...lines(page.pages, `${indent}  `)
        ])
    return lines(pages, "")
  })

/** Every page with its text, by path. */
export const texts = (space: SpaceId, actor: UserId | ActorValue) =>
  Effect.gen(function* () {
    const contents = yield* Contents
    const { pages } = yield* as(actor)(contents.pages(space, undefined, {}))
    const found = new Map<string, DocumentPage>()
    const visit = (level: ReadonlyArray<Page>): Effect.Effect<void, unknown, never> =>
      Effect.forEach(
        level,
        (page) =>
          !isBranch(page)
            ? Effect.void
            : Effect.gen(function* () {
                if (page.type === "document") {
                  const read = yield* as(actor)(contents.page(space, page.id, undefined, {}))
                  if (read.type === "document") found.set(page.path, read)
                }
                yield* visit(page.pages)
              }),
        { discard: true }
      )
    yield* Effect.orDie(visit(pages))
    return found
  })

/** How many staged parts there are, and how many uses of blobs by imports. */
export const staged = Effect.gen(function* () {
  const storage = yield* Storage
  const held = yield* storage.scan(BlobReferenceTable, {})
  return {
    parts: yield* storage.count(ImportPartsTable, {}),
    holds: held.filter(({ columns }) => String(columns.space).startsWith("import:")).length
  }
})

/** Waits, in real time, until something is so. */
export const eventually = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  isSo: (value: A) => boolean
): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    Effect.zipRight(
      Effect.promise(() => setImmediate()),
      effect
    ),
    (value) => (isSo(value) ? Effect.succeed(value) : eventually(effect, isSo))
  )

/** The keys of the jobs that are left to do. */
export const jobsLeft = Effect.flatMap(JobQueue, ({ rows }) =>
  Effect.map(rows.scan({}), (found) => found.map(({ value }) => value.key))
)

/** Waits until an import has ended. */
export const ended = (id: ImportId, actor: UserId | ActorValue) =>
  Effect.flatMap(Imports, (imports) =>
    eventually(as(actor)(imports.get(id)), ({ status }) => status !== "pending" && status !== "running")
  )
