/** The engine over the configured storage. */
import { existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { Actor, system } from "@lectern/core/access/Actor"
import { BlobStore, type BlobStoreService } from "@lectern/core/blobs/BlobStore"
import * as FileLimits from "@lectern/core/blobs/FileLimits"
import type * as Engine from "@lectern/core/engine/Engine"
import * as Ids from "@lectern/core/ids/Ids"
import { withEarlier } from "@lectern/core/internal/blobs/EarlierBlobStore"
import * as InProcess from "@lectern/core/internal/engine/InProcess"
import { layerPageBounds } from "@lectern/core/internal/markdown/TextBounds"
import type { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Storage } from "@lectern/core/storage/Storage"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import * as FolderBlobStore from "@lectern/node/blobs/FolderBlobStore"
import { freeBytes } from "@lectern/node/internal/blobs/FreeBytes"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect, Layer } from "effect"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"

/** What a workspace offers: the services, the storage below them, and ids. */
export type WorkspaceServices = Engine.Services | Storage | Ids.Ids

/** The file of a workspace on SQLite. */
export const databaseFile = (settings: Settings): string => join(settings.dataDir, "lectern.db")

/** The address in answers where none is configured and no server has chosen its port. */
export const localBase = ({ host, port }: Pick<Settings, "host" | "port">): string => {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
  return `http://${reachable}:${port}`
}

/** The blobs in the folder beside the database. */
export const folderBlobs = (settings: Pick<Settings, "dataDir">): BlobStoreService =>
  FolderBlobStore.make(join(settings.dataDir, "blobs"))

/** The blobs of the database and of the folder beside it: new ones go where it is configured. */
export const blobs = (settings: Settings) =>
  Layer.effect(
    BlobStore,
    Effect.map(BlobStore, (database) => {
      const folder = folderBlobs(settings)
      return settings.blobs === "folder" ? withEarlier(folder, database) : withEarlier(database, folder)
    })
  )

/** The limits of files, as configured; the disk is the one that the data is on. */
const fileLimits = (settings: Settings) =>
  FileLimits.layer({
    maxFileBytes: settings.maxFileBytes,
    perCaller: { uploads: settings.userUploads, bytes: settings.userUploadBytes },
    perOrganization: { uploads: settings.organizationUploads, bytes: settings.organizationUploadBytes },
    diskReserve: settings.diskReserve,
    ...(settings.storage === "sqlite" && { freeBytes: freeBytes(settings.dataDir), place: settings.dataDir })
  })

/** What the engine of a workspace is built on; answers carry addresses under `base`. */
export const ports = (
  settings: Settings,
  base: string
): Layer.Layer<Storage | SearchIndex | BlobStore | Ids.Ids | PublicUrls.PublicUrls | FileLimits.FileLimits, Failed> =>
  Layer.mergeAll(
    settings.storage === "memory"
      ? MemoryStorage.layer()
      : Layer.provideMerge(blobs(settings), SqliteStorage.layer({ filename: databaseFile(settings) })),
    Ids.layer,
    PublicUrls.layer(base),
    layerPageBounds(settings.maxPageBytes),
    fileLimits(settings)
  ).pipe(Layer.mapError((error) => new Failed({ message: reasonOf(error) })))

/** Makes a folder with those above it. Node's own way never ends where a file system refuses with ENOENT. */
const makeFolders = (folder: string): void => {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  if (dirname(folder) !== folder) makeFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const madeMeanwhile = existsSync(folder) && statSync(folder).isDirectory()
    if (!madeMeanwhile) throw error
  }
}

/** Makes the folder of the data, readable by its owner alone. */
export const makeDataDir = (settings: Settings): Effect.Effect<void, Failed> =>
  Effect.try({
    try: () => makeFolders(settings.dataDir),
    catch: (error) => new Failed({ message: `${settings.dataDir} cannot be made: ${reasonOf(error)}` })
  })

/**
 * Runs a command in an existing workspace, as the program itself; jobs that it asks for end with it. A server may be
 * running on the same workspace. Without `outside` nothing goes out.
 */
export const inWorkspace = <A, E>(
  settings: Settings,
  effect: Effect.Effect<A, E, WorkspaceServices | Actor>,
  outside: InProcess.Outside = {}
): Effect.Effect<A, E | Failed | WrongUsage> => {
  if (settings.storage === "memory") {
    return new WrongUsage({ message: "storage memory keeps nothing between commands; this needs storage sqlite" })
  }
  if (!existsSync(databaseFile(settings))) {
    return new Failed({ message: `there is no workspace in ${settings.dataDir}; lectern start makes one` })
  }
  const services = InProcess.layer(outside, { takeUp: false }).pipe(
    Layer.provideMerge(ports(settings, settings.baseUrl ?? localBase(settings)))
  )
  return effect.pipe(Effect.provideService(Actor, system), Effect.provide(services))
}
