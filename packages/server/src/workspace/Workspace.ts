/** The engine over the configured storage. */
import { join } from "node:path"
import { Actor, system } from "@lectern/core/access/Actor"
import { AuditRules } from "@lectern/core/audit-events/AuditRules"
import { BlobStore, type BlobStoreService } from "@lectern/core/blobs/BlobStore"
import * as FileLimits from "@lectern/core/blobs/FileLimits"
import type * as Engine from "@lectern/core/engine/Engine"
import * as InProcess from "@lectern/core/engine/InProcess"
import { EventRules } from "@lectern/core/events/EventRules"
import { ServerOpenId } from "@lectern/core/identities/ServerOpenId"
import * as Ids from "@lectern/core/ids/Ids"
import { withEarlier } from "@lectern/core/internal/storage/blobs/EarlierBlobStore"
import { ThisProcess } from "@lectern/core/internal/storage/jobs/ThisProcess"
import { layerPageBounds } from "@lectern/core/internal/text/markdown/TextBounds"
import * as Quotas from "@lectern/core/quotas/Quotas"
import type { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import * as Keyring from "@lectern/core/secrets/Keyring"
import { SignInRules, signInRules } from "@lectern/core/sessions/SignInRules"
import { OfferedHosts } from "@lectern/core/sites/OfferedHosts"
import type { Storage } from "@lectern/core/storage/Storage"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import * as FolderBlobStore from "@lectern/node/blobs/FolderBlobStore"
import { freeBytes } from "@lectern/node/internal/blobs/FreeBytes"
import * as KeyFile from "@lectern/node/secrets/KeyFile"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, type WrongUsage } from "../output/Failures.js"
import { bucketBlobs } from "./Bucket.js"
import { keptStorage } from "./KeptStorage.js"
import { baseOf, keyFile, makeDataDir, requireKept, requireWorkspace } from "./Place.js"
import { thisProcess } from "./RunningServers.js"

/** The contents of a workspace: the services, the storage below them, and ids. */
export type WorkspaceServices = Engine.Services | Storage | Ids.Ids

/** The blobs in the folder next to the database. */
export const folderBlobs = (settings: Pick<Settings, "dataDir">): BlobStoreService =>
  FolderBlobStore.make(join(settings.dataDir, "blobs"))

/** The blobs of the database, of the folder next to it and of the bucket. New ones go to the configured place. */
export const blobs = (settings: Settings) =>
  Layer.effect(
    BlobStore,
    Effect.gen(function* () {
      const [database, folder] = [yield* BlobStore, folderBlobs(settings)]
      const bucket = yield* bucketBlobs(settings)
      if (bucket !== undefined) return withEarlier(bucket, withEarlier(database, folder))
      return settings.blobs === "folder" ? withEarlier(folder, database) : withEarlier(database, folder)
    })
  )

/** Whether new files take space on the disk with the data. */
const isOnDisk = ({ blobs, storage }: Settings): boolean =>
  storage !== "memory" && (blobs === "folder" || (storage === "sqlite" && blobs === "database"))

/** The limits of files, as configured. */
const fileLimits = (settings: Settings) =>
  FileLimits.layer({
    maxFileBytes: settings.maxFileBytes,
    perCaller: { uploads: settings.userUploads, bytes: settings.userUploadBytes },
    perOrganization: { uploads: settings.organizationUploads, bytes: settings.organizationUploadBytes },
    diskReserve: settings.diskReserve,
    ...(isOnDisk(settings) && { freeBytes: freeBytes(settings.dataDir), place: settings.dataDir })
  })

/** Who may create organizations, and the limits of each, as configured. */
const quotas = (settings: Settings) =>
  Layer.succeed(
    Quotas.Quotas,
    Quotas.make({
      organizationCreators: settings.organizationCreators,
      ...(settings.userOrganizations !== undefined && { organizationsPerUser: settings.userOrganizations }),
      ...(settings.organizationMembers !== undefined && { membersPerOrganization: settings.organizationMembers }),
      ...(settings.organizationSpaces !== undefined && { spacesPerOrganization: settings.organizationSpaces }),
      ...(settings.organizationBytes !== undefined && { bytesPerOrganization: settings.organizationBytes })
    })
  )

/** The OpenID provider of the server, as configured. */
const serverOpenId = ({ clientId, clientSecret, domains, issuer, label }: Settings["openId"]) =>
  issuer === undefined || clientId === undefined
    ? {}
    : { provider: { issuer, clientId, label, domains, ...(clientSecret !== undefined && { clientSecret }) } }

/** The keys of a workspace: from their file, or random ones if nothing is stored. */
export const keys = (settings: Settings): Layer.Layer<Keyring.Keyring> =>
  settings.storage === "memory" ? Layer.sync(Keyring.Keyring, Keyring.random) : KeyFile.layer(keyFile(settings))

const memoryStorage = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("@lectern/storage-memory/MemoryStorage")),
    (MemoryStorage) => MemoryStorage.layer()
  )
)

/** The result of {@link ports}. */
type Ports =
  | Storage
  | SearchIndex
  | BlobStore
  | Ids.Ids
  | PublicUrls.PublicUrls
  | FileLimits.FileLimits
  | Keyring.Keyring
  | Quotas.Quotas
  | OfferedHosts

/** The ports that the engine of a workspace is built on; URLs in answers begin with `base`. */
export const ports = (settings: Settings, base: string): Layer.Layer<Ports, Failed> =>
  Layer.mergeAll(
    settings.storage === "memory" ? memoryStorage : Layer.provideMerge(blobs(settings), keptStorage(settings)),
    Ids.layer,
    PublicUrls.layer(base, settings.sitesUrl),
    keys(settings),
    layerPageBounds(settings.maxPageBytes),
    Layer.succeed(SignInRules, { ...signInRules, secondFactor: settings.secondFactor }),
    Layer.succeed(AuditRules, settings.auditDays === 0 ? {} : { days: settings.auditDays }),
    Layer.succeed(EventRules, { days: settings.eventDays }),
    Layer.succeed(ServerOpenId, serverOpenId(settings.openId)),
    // A file is on one machine.
    settings.storage === "sqlite" ? Layer.succeed(ThisProcess, thisProcess) : Layer.empty,
    fileLimits(settings),
    quotas(settings),
    Layer.succeed(OfferedHosts, settings.siteHosts)
  ).pipe(Layer.mapError((error) => new Failed({ message: reasonOf(error) })))

/**
 * Runs a command in an existing workspace, as the program itself; jobs that it submits end with it. A server may be
 * running on the same workspace. Without `outside`, there are no outgoing requests.
 */
export const inWorkspace = <A, E>(
  settings: Settings,
  effect: Effect.Effect<A, E, WorkspaceServices | Actor>,
  outside: InProcess.Outside = {}
): Effect.Effect<A, E | Failed | WrongUsage> =>
  Effect.zipRight(requireWorkspace(settings), inAnyWorkspace(settings, effect, outside))

/** {@link inWorkspace}, or in a new workspace if there is none yet. */
export const inAnyWorkspace = <A, E>(
  settings: Settings,
  effect: Effect.Effect<A, E, WorkspaceServices | Actor>,
  outside: InProcess.Outside
): Effect.Effect<A, E | Failed | WrongUsage> =>
  Effect.suspend(() => {
    const services = InProcess.layer(outside, { takeUp: false }).pipe(
      Layer.provideMerge(ports(settings, baseOf(settings)))
    )
    const running = effect.pipe(Effect.provideService(Actor, system), Effect.provide(services))
    return Effect.zipRight(Effect.zipRight(requireKept(settings), makeDataDir(settings)), running)
  })
