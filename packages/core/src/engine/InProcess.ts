/** The engine with jobs in its own process, and with what it may be given of the world outside. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Passkeys } from "../accounts/Passkeys.js"
import type { PasswordHashing } from "../accounts/PasswordHashing.js"
import type { BlobStore } from "../blobs/BlobStore.js"
import type { Ids } from "../ids/Ids.js"
import * as Importer from "../imports/Importer.js"
import * as InProcessJobs from "../jobs/InProcessJobs.js"
import type { Mailer } from "../mail/Mailer.js"
import type { OpenIdClient } from "../openid/OpenIdClient.js"
import * as DomainRecords from "../outbound/DomainRecords.js"
import * as Outbound from "../outbound/Outbound.js"
import * as PdfRenderer from "../pdf/PdfRenderer.js"
import type { SamlProtocol } from "../saml/SamlProtocol.js"
import type { SearchIndex } from "../search-index/SearchIndex.js"
import type { Storage } from "../storage/Storage.js"
import { Telemetry } from "../telemetry/Telemetry.js"
import type { PublicUrls } from "../urls/PublicUrls.js"
import * as Workers from "../workers/Workers.js"
import * as Engine from "./Engine.js"
import * as JobHandlers from "./JobHandlers.js"

/**
 * What reaches out of the engine; what is absent is refused with an error that says so.
 * @since 0.1.0
 */
export interface Outside {
  /** What fetches from other servers; without it every address is refused. */
  readonly outbound?: Layer.Layer<Outbound.Outbound>
  /** What reads addresses into pages; without it imports are refused. */
  readonly importer?: Layer.Layer<Importer.Importer, never, Outbound.Outbound | Workers.Workers>
  /** What typesets; without it no PDF is made. */
  readonly pdf?: Layer.Layer<PdfRenderer.PdfRenderer>
  /** What looks up domains in the DNS; without it no e-mail domain is verified by a record. */
  readonly domainRecords?: Layer.Layer<DomainRecords.DomainRecords>
  /** What runs long computations; without it they run in the thread of the engine. */
  readonly workers?: Layer.Layer<Workers.Workers>
  /** What hashes passwords; without it nobody has one. */
  readonly passwords?: Layer.Layer<PasswordHashing>
  /** What checks passkeys; without it nobody has one. */
  readonly passkeys?: Layer.Layer<Passkeys>
  /** What speaks SAML; without it nobody signs in with the provider of an organization. */
  readonly saml?: Layer.Layer<SamlProtocol>
  /** What speaks OpenID Connect; without it nobody signs in with an OpenID provider. */
  readonly openId?: Layer.Layer<OpenIdClient>
  /** What sends mail; without it administrators hand links on themselves. */
  readonly mailer?: Layer.Layer<Mailer>
}

/** The ports to the outside. */
type OutsidePorts =
  | DomainRecords.DomainRecords
  | Outbound.Outbound
  | Importer.Importer
  | PdfRenderer.PdfRenderer
  | Workers.Workers

/** An engine to which nothing was given: one layer, since each that is built costs time when an engine is opened. */
const closed: Layer.Layer<OutsidePorts> = Layer.succeedContext(
  Context.make(Outbound.Outbound, Outbound.closed).pipe(
    Context.add(Importer.Importer, Importer.none),
    Context.add(PdfRenderer.PdfRenderer, PdfRenderer.none),
    Context.add(Workers.Workers, Workers.inline),
    Context.add(DomainRecords.DomainRecords, DomainRecords.closed)
  )
)

/** What signing in needs, as far as it was given: the defaults of these ports refuse. */
const signingIn = ({ mailer, openId, passkeys, passwords, saml }: Outside) =>
  Layer.mergeAll(
    mailer ?? Layer.empty,
    openId ?? Layer.empty,
    passkeys ?? Layer.empty,
    passwords ?? Layer.empty,
    saml ?? Layer.empty
  )

/** Measures what a layer gives, where telemetry is asked for. */
const observed = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.flatMap(layer, (context) =>
    Layer.effectContext(Effect.map(Telemetry, (telemetry) => telemetry?.outside(context) ?? context))
  )

/**
 * The ports to the outside as one layer.
 * @since 0.1.0
 */
export const outside = (given: Outside): Layer.Layer<OutsidePorts> => {
  const { domainRecords, importer, outbound, pdf, workers } = given
  if (Object.values(given).every((each) => each === undefined)) return closed
  const reaching = observed(Layer.merge(outbound ?? Outbound.layerClosed, workers ?? Workers.layerInline))
  return Layer.mergeAll(
    Layer.provideMerge(importer ?? Importer.layerNone, reaching),
    pdf ?? PdfRenderer.layerNone,
    domainRecords ?? DomainRecords.layerClosed,
    signingIn(given)
  )
}

/**
 * Every service, and a worker that does jobs as long as the layer's scope lives: those asked for in this process, and
 * with `takeUp` first those that an earlier process recorded and did not get done.
 * @since 0.1.0
 */
export const layer = (
  ports: Outside,
  { takeUp }: { readonly takeUp: boolean } = { takeUp: true }
): Layer.Layer<Engine.Services, never, Storage | SearchIndex | BlobStore | Ids | PublicUrls> =>
  Layer.provide(
    Layer.scopedContext(
      Effect.gen(function* () {
        const jobs = yield* InProcessJobs.make
        const services = yield* Effect.provide(Engine.make, jobs)
        const left = takeUp ? JobHandlers.unfinished : Effect.succeed([])
        yield* Effect.provide(InProcessJobs.worker(JobHandlers.handle, left), Context.merge(services, jobs))
        return services
      })
    ),
    outside(ports)
  )
