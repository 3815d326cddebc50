/** An existing workspace as it is at one moment, only for reading, while a server goes on. */
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

/** What a snapshot offers: services that read, and what is below them. */
export type SnapshotServices = Engine.Services | Storage | BlobStore | SqliteSnapshot.SqliteSnapshot

/** Runs something on a snapshot of a file of a workspace, as the program itself. Writes fail. */
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
