/** A read-only snapshot of an existing workspace, next to running servers. */
import { Actor, system } from "@lectern/core/access/Actor"
import type { BlobStore } from "@lectern/core/blobs/BlobStore"
import type * as Engine from "@lectern/core/engine/Engine"
import * as InProcess from "@lectern/core/engine/InProcess"
import * as Ids from "@lectern/core/ids/Ids"
import type { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Storage } from "@lectern/core/storage/Storage"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import type { StorageSnapshot } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as SqliteSnapshot from "@lectern/storage-sqlite/internal/SqliteSnapshot"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { requireComplete } from "./Marks.js"
import { baseOf, databaseFile } from "./Place.js"
import { blobs, keys } from "./Workspace.js"

/** The ports of a snapshot, which only read. */
type Ports = Storage | SearchIndex | BlobStore | StorageSnapshot

/** The contents of a snapshot: services for reading, and the storage below them. */
export type SnapshotServices = Engine.Services | Ports

/** The storage of a snapshot of a workspace: of its database, or of the file in its folder. */
const snapshotStorage = (settings: Settings): Layer.Layer<Ports, Error> => {
  const { database } = settings
  return database === undefined
    ? SqliteSnapshot.layer(databaseFile(settings))
    : Layer.unwrapEffect(
        Effect.map(
          Effect.promise(() => import("@lectern/storage-postgres/internal/PostgresSnapshot")),
          ({ layer }) => layer(Redacted.value(database))
        )
      )
}

/** A snapshot of a workspace, with its files wherever they are. Fails if the workspace is an unfinished copy. */
export const snapshot = (settings: Settings, storage = snapshotStorage(settings)): Layer.Layer<Ports, Failed> =>
  blobs(settings).pipe(
    Layer.provideMerge(storage),
    Layer.mapError((error) => new Failed({ message: reasonOf(error) })),
    Layer.tap((context) => Effect.provide(requireComplete, context))
  )

/** Runs an effect on a snapshot of a workspace, as the program itself. Writes fail. */
export const inSnapshot = <A, E>(
  settings: Settings,
  effect: Effect.Effect<A, E, SnapshotServices | Actor>,
  of: Layer.Layer<Ports, Failed> = snapshot(settings)
): Effect.Effect<A, E | Failed> => {
  const ports = Layer.mergeAll(of, Ids.layer, keys(settings), PublicUrls.layer(baseOf(settings), settings.sitesUrl))
  const services = Layer.provideMerge(InProcess.layer({}, { takeUp: false }), ports)
  return effect.pipe(Effect.provideService(Actor, system), Effect.provide(services))
}
