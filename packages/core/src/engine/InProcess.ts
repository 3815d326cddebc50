/** The engine with jobs in its own process, and with what it may be given of the world outside. */
import { Effect, Layer } from "effect"
import type { BlobStore } from "../blobs/BlobStore.js"
import type { Ids } from "../ids/Ids.js"
import * as Importer from "../imports/Importer.js"
import * as InProcessJobs from "../jobs/InProcessJobs.js"
import * as Outbound from "../outbound/Outbound.js"
import * as PdfRenderer from "../pdf/PdfRenderer.js"
import type { SearchIndex } from "../search-index/SearchIndex.js"
import type { Storage } from "../storage/Storage.js"
import { Telemetry } from "../telemetry/Telemetry.js"
import type { PublicUrls } from "../urls/PublicUrls.js"
import * as Workers from "../workers/Workers.js"
import * as Engine from "./Engine.js"
import * as JobHandlers from "./JobHandlers.js"

/** What reaches out of the engine; what is absent is refused with an error that says so. */
export interface Outside {
  /** What fetches from other servers; without it every address is refused. */
  readonly outbound?: Layer.Layer<Outbound.Outbound>
  /** What reads addresses into pages; without it imports are refused. */
  readonly importer?: Layer.Layer<Importer.Importer, never, Outbound.Outbound | Workers.Workers>
  /** What typesets; without it no PDF is made. */
  readonly pdf?: Layer.Layer<PdfRenderer.PdfRenderer>
  /** What runs long computations; without it they run in the thread of the engine. */
  readonly workers?: Layer.Layer<Workers.Workers>
}

/** Measures what a layer gives, where telemetry is asked for. */
const observed = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.flatMap(layer, (context) =>
    Layer.effectContext(Effect.map(Telemetry, (telemetry) => telemetry?.outside(context) ?? context))
  )

/** The ports to the outside as one layer. */
export const outside = ({
  importer = Importer.layerNone,
  outbound = Outbound.layerClosed,
  pdf = PdfRenderer.layerNone,
  workers = Workers.layerInline
}: Outside): Layer.Layer<Outbound.Outbound | Importer.Importer | PdfRenderer.PdfRenderer | Workers.Workers> =>
  Layer.mergeAll(Layer.provideMerge(importer, observed(Layer.merge(outbound, workers))), pdf)

/**
 * Every service, and a worker that does jobs as long as the layer's scope lives: those asked for in this process, and
 * with `takeUp` first those that an earlier process recorded and did not get done.
 */
export const layer = (
  ports: Outside,
  { takeUp }: { readonly takeUp: boolean } = { takeUp: true }
): Layer.Layer<Engine.Services, never, Storage | SearchIndex | BlobStore | Ids | PublicUrls> =>
  InProcessJobs.worker(JobHandlers.handle, takeUp ? JobHandlers.unfinished : Effect.succeed([])).pipe(
    Layer.provideMerge(Engine.layer),
    Layer.provide(InProcessJobs.layer),
    Layer.provide(outside(ports))
  )
