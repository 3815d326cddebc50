/** The storage of a workspace that is kept between processes. */
import type { BlobStore } from "@lectern/core/blobs/BlobStore"
import type { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Storage } from "@lectern/core/storage/Storage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { requireComplete } from "./Marks.js"
import { databaseFile } from "./Place.js"

/** The storage in a PostgreSQL database; its driver is loaded only if it is used. */
const postgres = (url: Redacted.Redacted, limits: Settings["databaseLimits"]) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("@lectern/storage-postgres/PostgresStorage")),
      ({ layer }) => layer({ url: Redacted.value(url), ...limits })
    )
  )

/** The configured database, or the file in the data folder. Fails if it has an unfinished copy. */
export const keptStorage = (settings: Settings): Layer.Layer<Storage | SearchIndex | BlobStore, Failed> => {
  const opened: Layer.Layer<Storage | SearchIndex | BlobStore, Error> =
    settings.database === undefined
      ? SqliteStorage.layer({ filename: databaseFile(settings) })
      : postgres(settings.database, settings.databaseLimits)
  return opened.pipe(
    Layer.mapError((error) => new Failed({ message: reasonOf(error) })),
    Layer.tap((context) => Effect.provide(requireComplete, context))
  )
}
