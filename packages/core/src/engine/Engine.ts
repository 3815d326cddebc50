/** The whole engine as one layer. */
import { Context, Effect, Layer, type Scope } from "effect"
import * as Access from "../access/Access.js"
import type { BlobStore } from "../blobs/BlobStore.js"
import type { Ids } from "../ids/Ids.js"
import type { Importer } from "../imports/Importer.js"
import * as ImportJobs from "../imports/ImportJobs.js"
import * as Indexing from "../indexing/Indexing.js"
import type { Jobs } from "../jobs/Jobs.js"
import * as LinkIndex from "../link-index/LinkIndex.js"
import * as ComputedPages from "../openapi-specs/ComputedPages.js"
import * as SpecProcessing from "../openapi-specs/SpecProcessing.js"
import type { Outbound } from "../outbound/Outbound.js"
import type { PdfRenderer } from "../pdf/PdfRenderer.js"
import type { SearchIndex } from "../search-index/SearchIndex.js"
import { allOf, Dependents } from "../services/Dependents.js"
import type { Identifier, Requirements } from "../services/Service.js"
import type { Storage } from "../storage/Storage.js"
import { Telemetry } from "../telemetry/Telemetry.js"
import type { PublicUrls } from "../urls/PublicUrls.js"
import * as ContentWriter from "../versioning/ContentWriter.js"
import * as ContentLifecycle from "../versioning/SpaceContent.js"
import type { Workers } from "../workers/Workers.js"
import { repositories } from "./Repositories.js"
import { services } from "./Services.js"

/** What services share and nobody else calls, each made of those before it. */
const shared = [
  Access.service,
  ComputedPages.service,
  LinkIndex.service,
  Indexing.service,
  ContentWriter.service,
  ContentLifecycle.service
] as const

/** What runs in the background, for the programs that run jobs. */
const background = { specProcessing: SpecProcessing.service, importJobs: ImportJobs.service }

type Public = (typeof services)[keyof typeof services] | (typeof background)[keyof typeof background]
type Every = Public | (typeof repositories)[number] | (typeof shared)[number]

/** Every service of the engine. */
export type Services = Identifier<Public>

/** What an engine is built on. */
export type Ports =
  | Storage
  | SearchIndex
  | BlobStore
  | Ids
  | PublicUrls
  | Outbound
  | Importer
  | PdfRenderer
  | Workers
  | Jobs

/** What no list above gives: the type of the layer is wrong as long as there is anything. */
type Missing = Exclude<Requirements<Every>, Identifier<Every> | Dependents | Ports | Scope.Scope>

/** Every service, over a storage and the other ports. */
export const layer: Layer.Layer<Services, never, Ports | Missing> = Layer.scopedContext(
  Effect.gen(function* () {
    const telemetry = yield* Telemetry
    const ports = yield* Effect.context<Ports | Missing | Scope.Scope>()
    let context = (telemetry === undefined ? ports : telemetry.stores(ports)) as Context.Context<unknown>
    for (const each of repositories) context = yield* each.addTo(context)
    const made = context
    const dependents = allOf(repositories.map((each) => each.dependent(made)))
    context = Context.add(context, Dependents, dependents)
    for (const each of shared) context = yield* each.addTo(context)
    for (const [name, each] of Object.entries({ ...background, ...services })) {
      context = yield* each.addTo(context, telemetry && (<S>(service: S) => telemetry.service(name, service)))
    }
    if (telemetry !== undefined) yield* telemetry.opened(context)
    return context
  })
)
