/**
 * The engine with jobs in its own process, and with the ports to the outside that it is given.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Importer from "../content/imports/Importer.js"
import { DrainsInBackground, Indexing } from "../content/indexing/Indexing.js"
import type { Ids } from "../foundation/ids/Ids.js"
import { lazy } from "../foundation/loading/Lazy.js"
import type { Mailer } from "../foundation/mail/Mailer.js"
import * as DomainRecords from "../foundation/outbound/DomainRecords.js"
import * as Outbound from "../foundation/outbound/Outbound.js"
import { Telemetry } from "../foundation/telemetry/Telemetry.js"
import type { PublicUrls } from "../foundation/urls/PublicUrls.js"
import * as Workers from "../foundation/workers/Workers.js"
import type { Passkeys } from "../people/accounts/Passkeys.js"
import type { PasswordHashing } from "../people/accounts/PasswordHashing.js"
import type { OpenIdClient } from "../people/openid/OpenIdClient.js"
import type { SamlProtocol } from "../people/saml/SamlProtocol.js"
import * as PdfRenderer from "../publishing/pdf/PdfRenderer.js"
import type { BlobStore } from "../storage/blobs/BlobStore.js"
import { JobQueue } from "../storage/jobs/JobQueue.js"
import type { Storage } from "../storage/rows/Storage.js"
import type { SearchIndex } from "../text/search-index/SearchIndex.js"
import * as Engine from "./Engine.js"

/**
 * The ports to the outside of an engine; an operation that needs an absent one is refused with an error that says so.
 */
export interface Outside {
  /** Fetches from other servers; without it every address is refused. */
  readonly outbound?: Layer.Layer<Outbound.Outbound>
  /** Reads addresses into pages; without it imports are refused. */
  readonly importer?: Layer.Layer<Importer.Importer, never, Outbound.Outbound | Workers.Workers>
  /** Typesets; without it no PDF is made. */
  readonly pdf?: Layer.Layer<PdfRenderer.PdfRenderer>
  /** Looks up domains in the DNS; without it no e-mail domain can be verified by a record. */
  readonly domainRecords?: Layer.Layer<DomainRecords.DomainRecords>
  /** Runs long computations; without it they run in the engine's thread. */
  readonly workers?: Layer.Layer<Workers.Workers>
  /** Hashes passwords; without it nobody has a password. */
  readonly passwords?: Layer.Layer<PasswordHashing>
  /** Checks passkeys; without it nobody has a passkey. */
  readonly passkeys?: Layer.Layer<Passkeys>
  /** Speaks SAML; without it nobody can sign in with the SAML provider of an organization. */
  readonly saml?: Layer.Layer<SamlProtocol>
  /** Speaks OpenID Connect; without it nobody can sign in with an OpenID provider. */
  readonly openId?: Layer.Layer<OpenIdClient>
  /** Sends mail; without it administrators pass links on themselves. */
  readonly mailer?: Layer.Layer<Mailer>
}

/** The ports to the outside. */
type OutsidePorts =
  | DomainRecords.DomainRecords
  | Outbound.Outbound
  | Importer.Importer
  | PdfRenderer.PdfRenderer
  | Workers.Workers

/**
 * An engine without any ports to the outside: a single layer, since every layer that is built makes opening an engine
 * slower.
 */
const closed: Layer.Layer<OutsidePorts> = Layer.succeedContext(
  Context.make(Outbound.Outbound, Outbound.closed).pipe(
    Context.add(Importer.Importer, Importer.none),
    Context.add(PdfRenderer.PdfRenderer, PdfRenderer.none),
    Context.add(Workers.Workers, Workers.inline),
    Context.add(DomainRecords.DomainRecords, DomainRecords.closed)
  )
)

/** The ports that signing in needs, as far as they were given: the defaults refuse. */
const signingIn = ({ mailer, openId, passkeys, passwords, saml }: Outside) =>
  Layer.mergeAll(
    mailer ?? Layer.empty,
    openId ?? Layer.empty,
    passkeys ?? Layer.empty,
    passwords ?? Layer.empty,
    saml ?? Layer.empty
  )

/** Measures the services of a layer, if telemetry is requested. */
const observed = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.flatMap(layer, (context) =>
    Layer.effectContext(Effect.map(Telemetry, (telemetry) => telemetry?.outside(context) ?? context))
  )

/** The ports to the outside as one layer. */
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

const working = lazy("what runs jobs", () => import("./Working.js"))

/** Runs jobs, as soon as there are any. */
const whenNeeded = Effect.gen(function* () {
  const { rows, woken } = yield* JobQueue
  const isIdle = (yield* Effect.orElseSucceed(rows.count({}), () => 1)) === 0
  const first = isIdle ? Queue.take(woken) : Effect.void
  yield* Effect.forkScoped(
    Effect.zipRight(
      first,
      Effect.flatMap(working.load, ({ work }) => work({ polls: false }))
    )
  )
})

/**
 * Every service. Jobs run for as long as the layer's scope is open, including the jobs of earlier processes, and queued
 * updates of search and links are processed; without `takeUp` these are left to other processes.
 */
export const layer = (
  ports: Outside,
  { takeUp }: { readonly takeUp: boolean } = { takeUp: true }
): Layer.Layer<Engine.Services, never, Storage | SearchIndex | BlobStore | Ids | PublicUrls> =>
  Layer.provide(
    Layer.scopedContext(
      Effect.gen(function* () {
        const services = yield* Engine.make
        if (takeUp) {
          yield* Effect.provide(whenNeeded, services)
          if (yield* DrainsInBackground) yield* Effect.forkScoped(Context.get(services, Indexing).background)
        }
        return services
      })
    ),
    outside(ports)
  )
