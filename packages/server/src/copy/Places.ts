/** The two sides of a copy: folders of data, or databases. */
import { statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import type { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Storage } from "@lectern/core/storage/Storage"
import type { RawRows } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as SqliteTarget from "@lectern/storage-sqlite/internal/SqliteTarget"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { databaseAddress } from "../config/DatabaseSettings.js"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"
import { bucketBlobs } from "../workspace/Bucket.js"
import { databaseFile } from "../workspace/Place.js"
import { folderBlobs } from "../workspace/Workspace.js"

/** The settings of a workspace in a folder of data. */
export const settingsIn = (settings: Settings, folder: string): Settings => ({
  ...settings,
  storage: "sqlite",
  database: undefined,
  databaseFile: undefined,
  dataDir: resolve(folder)
})

/** The settings of a workspace at a path: in the folder of data that it is, or in the database of an application. */
const settingsAtPath = (settings: Settings, path: string): Settings =>
  statSync(path, { throwIfNoEntry: false })?.isFile()
    ? { ...settingsIn(settings, dirname(path)), databaseFile: resolve(path) }
    : settingsIn(settings, path)

/** The settings of a workspace at an address: that of a database, or the path of a SQLite file or a folder of data. */
export const settingsAt = (settings: Settings, address: string): Effect.Effect<Settings, WrongUsage> =>
  /^postgres(ql)?:\/\//.test(address)
    ? Either.match(databaseAddress(address), {
        onLeft: (message) => new WrongUsage({ message }),
        onRight: (database) => Effect.succeed<Settings>({ ...settings, storage: "postgres", database })
      })
    : Effect.succeed(settingsAtPath(settings, address))

/** The storage that a workspace is copied into. */
const targetStorage = (settings: Settings): Layer.Layer<Storage | SearchIndex | BlobStore | RawRows, Failed> => {
  const { database } = settings
  const opened: Layer.Layer<Storage | SearchIndex | BlobStore | RawRows, Error> =
    database === undefined
      ? SqliteTarget.layer(databaseFile(settings))
      : Layer.unwrapEffect(
          Effect.map(
            Effect.promise(() => import("@lectern/storage-postgres/internal/PostgresTarget")),
            ({ layer }) => layer({ url: Redacted.value(database), ...settings.databaseLimits })
          )
        )
  return Layer.mapError(opened, (error) => new Failed({ message: reasonOf(error) }))
}

/** A workspace to copy into, whose files go to the configured place and nowhere else. */
export const target = (settings: Settings): Layer.Layer<Storage | SearchIndex | BlobStore | RawRows, Failed> =>
  Layer.provideMerge(
    Layer.effect(
      BlobStore,
      Effect.gen(function* () {
        if (settings.blobs === "folder") return folderBlobs(settings)
        return (yield* bucketBlobs(settings)) ?? (yield* BlobStore)
      })
    ),
    targetStorage(settings)
  )
