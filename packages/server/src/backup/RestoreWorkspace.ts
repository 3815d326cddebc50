/** Restores a workspace from an archive: into a new folder, or among the tables of a database, where it must be empty. */
import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Settings } from "../config/Settings.js"
import { copyWorkspace } from "../copy/CopyWorkspace.js"
import { settingsIn, target } from "../copy/Places.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { makeDataDir, placeOf } from "../workspace/Place.js"
import { snapshot } from "../workspace/Snapshot.js"
import { formats, type Manifest } from "./Manifest.js"
import { type OpenArchive, readBackup } from "./ReadBackup.js"
import { rebuildSearch } from "./RebuildSearch.js"

/** Runs work with a new folder next to the data, which is removed afterwards. */
const inTemporary = <A, E, R>(
  settings: Settings,
  use: (folder: string) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | Failed, R> =>
  Effect.acquireUseRelease(
    Effect.zipRight(
      makeDataDir(settings),
      Effect.tryPromise({
        try: () => mkdtemp(join(settings.dataDir, "restore-")),
        catch: (error) => new Failed({ message: reasonOf(error) })
      })
    ),
    use,
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }).catch(() => {}))
  )

/** Unpacks an archive, and copies the workspace into the database of the settings, which must be empty. */
const intoDatabase = (archive: OpenArchive, settings: Settings, keepTokens: boolean) =>
  inTemporary(settings, (folder) =>
    Effect.scoped(
      Effect.gen(function* () {
        const sink = yield* Layer.build(target(settings))
        const unpacked = join(folder, "workspace")
        const manifest = yield* readBackup(archive, unpacked, { keepTokens, isTemporary: true })
        const source = yield* Layer.build(snapshot({ ...settingsIn(settings, unpacked), blobs: "folder" }))
        const search = manifest.format === formats.withSearch
        const finish = search
          ? Effect.void
          : rebuildSearch(Context.get(source, Storage), Context.get(sink, SearchIndex))
        yield* copyWorkspace({ name: placeOf(settings), source, target: sink }, { search, finish })
        return manifest
      })
    )
  )

/** Restores a workspace into the place of the settings. Its jobs and its mail are paused there. */
export const restoreWorkspace = (
  archive: OpenArchive,
  settings: Settings,
  keepTokens: boolean
): Effect.Effect<Manifest, Failed> =>
  settings.database === undefined && settings.databaseFile === undefined
    ? readBackup(archive, settings.dataDir, { keepTokens })
    : Effect.catchTag(
        intoDatabase(archive, settings, keepTokens),
        "Unavailable",
        ({ cause, message }) => new Failed({ message: cause instanceof Error ? reasonOf(cause) : message })
      )
