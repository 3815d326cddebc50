/** A read-only snapshot of an existing workspace, beside a running server. */
import { Actor, system } from "@lectern/core/access/Actor"
import type { BlobStore } from "@lectern/core/blobs/BlobStore"
import type * as Engine from "@lectern/core/engine/Engine"
import * as InProcess from "@lectern/core/engine/InProcess"
import * as Ids from "@lectern/core/ids/Ids"
import type { Storage } from "@lectern/core/storage/Storage"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import * as SqliteSnapshot from "@lectern/storage-sqlite/internal/SqliteSnapshot"
import { Effect, Layer } from "effect"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { baseOf } from "./Place.js"
import { blobs, keys } from "./Workspace.js"

/** What a snapshot offers: services for reading, and the storage below them. */
export type SnapshotServices = Engine.Services | Storage | BlobStore | SqliteSnapshot.SqliteSnapshot

/** Runs an effect on a snapshot of a workspace file, as the program itself. Writes fail. */
export const inSnapshot = <A, E>(
  settings: Settings,
  file: string,
  effect: Effect.Effect<A, E, SnapshotServices | Actor>
): Effect.Effect<A, E | Failed> => {
  const ports = Layer.mergeAll(
    Layer.provideMerge(blobs(settings), SqliteSnapshot.layer(file)),
    Ids.layer,
    keys(settings),
    PublicUrls.layer(baseOf(settings))
  ).pipe(Layer.mapError((error) => new Failed({ message: reasonOf(error) })))
  const services = Layer.provideMerge(InProcess.layer({}, { takeUp: false }), ports)
  return effect.pipe(Effect.provideService(Actor, system), Effect.provide(services))
}
