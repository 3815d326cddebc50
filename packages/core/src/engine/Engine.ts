/**
 * The whole engine as one layer.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Importer } from "../content/imports/Importer.js"
import type * as Indexing from "../content/indexing/Indexing.js"
import * as content from "../content/Registry.js"
import type { Ids } from "../foundation/ids/Ids.js"
import type { Outbound } from "../foundation/outbound/Outbound.js"
import { Telemetry, type TelemetryService } from "../foundation/telemetry/Telemetry.js"
import type { PublicUrls } from "../foundation/urls/PublicUrls.js"
import type { Workers } from "../foundation/workers/Workers.js"
import { AuditRules } from "../operations/audit-events/AuditRules.js"
import * as people from "../people/Registry.js"
import type { PdfRenderer } from "../publishing/pdf/PdfRenderer.js"
import * as publishing from "../publishing/Registry.js"
import type { BlobStore } from "../storage/blobs/BlobStore.js"
import { fencedStorage } from "../storage/jobs/Fence.js"
import type * as JobQueue from "../storage/jobs/JobQueue.js"
import * as storage from "../storage/Registry.js"
import { Tables } from "../storage/rows/RecordTable.js"
import { Storage } from "../storage/rows/Storage.js"
import type { Dependents } from "../storage/services/Dependents.js"
import type { Identifier, Requirements } from "../storage/services/Service.js"
import { EventRules } from "../storage/trail/EventRules.js"
import { attemptedStorage } from "../storage/transactions/Attempts.js"
import type { SearchIndex } from "../text/search-index/SearchIndex.js"
import { jobKinds } from "./JobHandlers.js"
import { keptOutside } from "./OutsideTransactions.js"
import { recordedStorage } from "./RecordedStorage.js"
import type { repositories } from "./Repositories.js"
import { growing } from "./RepositoryContext.js"
import { services } from "./Services.js"
import { tables } from "./Tables.js"

/** Those of publishing come before those of people and content, which call them by interfaces. */
const shared = [...storage.shared, ...publishing.shared, ...people.shared, ...content.shared] as const

type Public =
  | (typeof services)[keyof typeof services]
  | (typeof jobKinds)[number]["service"]
  | typeof JobQueue.service
  | typeof Indexing.service
  | typeof storage.jobs
  | typeof storage.transactions
type Every = Public | (typeof repositories)[number] | (typeof shared)[number]

/** Every service of the engine. */
export type Services = Identifier<Public>

/** The ports that an engine is built on. */
export type Ports = Storage | SearchIndex | BlobStore | Ids | PublicUrls | Outbound | Importer | PdfRenderer | Workers

/**
 * The requirements that none of the lists above provides: the type of the layer is wrong as long as there is anything
 * here.
 */
type Missing = Exclude<Requirements<Every>, Identifier<Every> | Dependents | Ports | Scope.Scope | Tables>

type Everything = Context.Context<Identifier<Every> | Dependents | Ports | Missing | Scope.Scope | Tables>

/** Makes every service, in a context that contains the services made before it. */
const makeAll = (given: Context.Context<Ports | Missing | Scope.Scope>, telemetry: TelemetryService | undefined) => {
  const kept = keptOutside(given)
  const ports = telemetry === undefined ? kept : telemetry.stores(kept)
  const fenced = attemptedStorage(fencedStorage(Context.get(ports, Storage)))
  const recorded = {
    audits: Context.get(ports, AuditRules).records ?? true,
    emits: Context.get(ports, EventRules).records ?? true
  }
  const { addRepositories, made } = growing(Context.add(ports, Storage, recordedStorage(fenced, tables, recorded)))
  made.set(Tables.key, tables)
  const context: Everything = Context.unsafeMake(made)
  const all = Effect.gen(function* () {
    yield* addRepositories
    for (const each of shared) yield* each.addTo(made)
    const background = Object.fromEntries(jobKinds.map(({ name, service }) => [`jobs.${name}`, service]))
    for (const [name, each] of Object.entries<Public>({ ...background, ...services })) {
      yield* each.addTo(made, telemetry && (<S>(service: S) => telemetry.service(name, service)))
    }
    if (telemetry !== undefined) yield* telemetry.opened(context)
    return context
  })
  return Effect.mapInputContext(all, (_: Context.Context<never>) => context)
}

/** Every service, over a storage and the other ports of the context. */
export const make: Effect.Effect<Context.Context<Services>, never, Ports | Missing | Scope.Scope> = Effect.flatMap(
  Effect.all([Effect.context<Ports | Missing | Scope.Scope>(), Telemetry]),
  ([ports, telemetry]) => makeAll(ports, telemetry)
)

/** {@link make} as a layer. */
export const layer: Layer.Layer<Services, never, Ports | Missing> = Layer.scopedContext(make)
