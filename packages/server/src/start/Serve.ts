/** The running server: socket, workspace, first start, requests; and all of it in reverse on shutdown. */
import { performance } from "node:perf_hooks"
import * as Console from "@lectern/console/Console"
import { clientFiles } from "@lectern/console/node/ClientFiles"
import { Actor, system } from "@lectern/core/access/Actor"
import * as Engine from "@lectern/core/engine/Engine"
import * as InProcess from "@lectern/core/engine/InProcess"
import { Unauthenticated } from "@lectern/core/errors/Errors"
import { Indexing } from "@lectern/core/internal/content/indexing/Indexing"
import { tags } from "@lectern/core/internal/engine/Services"
import { loadAll } from "@lectern/core/internal/foundation/loading/Lazy"
import { isSafeForSignIn } from "@lectern/core/internal/foundation/urls/SignInOrigin"
import { Storage } from "@lectern/core/storage/Storage"
import * as Health from "@lectern/http/internal/engine/Health"
import { gzip, handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import * as Dispatcher from "@lectern/http/internal/foundation/dispatcher/Dispatcher"
import { metricsRoute } from "@lectern/http/internal/foundation/telemetry/MetricsRoute"
import * as LecternHttp from "@lectern/http/LecternHttp"
import * as TypstCards from "@lectern/node/cards/TypstCards"
import { isWithin } from "@lectern/node/outbound/Addresses"
import { fontAwesome } from "@lectern/reader/node/Icons"
import { mermaid } from "@lectern/reader/node/Mermaid"
import * as Reader from "@lectern/reader/Reader"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { auditing } from "../audit/Auditing.js"
import type { Settings } from "../config/Settings.js"
import { Invocation } from "../Invocation.js"
import { working } from "../jobs/Working.js"
import type { Failed } from "../output/Failures.js"
import { note, print } from "../output/Output.js"
import { hideSecret, showsRequestId } from "../output/Redaction.js"
import { stepLine } from "../output/Steps.js"
import { telemetryLayer } from "../telemetry/Exporting.js"
import { serveMetrics } from "../telemetry/ServeMetrics.js"
import { missingKeys } from "../workspace/MissingKeys.js"
import { outsideWorld } from "../workspace/OutsideWorld.js"
import { localBase, makeDataDir } from "../workspace/Place.js"
import { announce } from "../workspace/RunningServers.js"
import { ports, type WorkspaceServices } from "../workspace/Workspace.js"
import { banner } from "./Banner.js"
import { type Administrator, firstStart, homeSite } from "./FirstStart.js"
import { listen } from "./Listening.js"
import { look, type Pause, pausedMailer, whenResumed } from "./Pausing.js"

const pausing = ({ mailer, ...others }: InProcess.Outside, pause: Pause): InProcess.Outside =>
  mailer === undefined ? others : { ...others, mailer: pausedMailer(mailer, pause) }

/** Opens the workspace for a server. */
const serverLayer = (settings: Settings, base: string, pause: Pause): Layer.Layer<WorkspaceServices, Failed> =>
  Engine.layer.pipe(
    Layer.provide(InProcess.outside(pausing(outsideWorld(settings), pause))),
    Layer.provideMerge(ports(settings, base))
  )

const nobody = new Unauthenticated({ message: "this process works on jobs and serves no requests" })

/** Answers `/healthz` and `/readyz`, and `/metrics` for clients with the token, if there is one. */
const healthOnly = (metricsToken: Redacted.Redacted | undefined) =>
  Effect.gen(function* () {
    const metrics = metricsToken === undefined ? [] : [yield* metricsRoute(metricsToken)]
    return Dispatcher.make({
      routes: [...(yield* Health.routes), ...metrics],
      authenticate: () => Effect.fail(nobody),
      runtime: yield* Effect.runtime<never>(),
      gzip
    })
  })

/**
 * A link with which the administrator sets a password; none if there is one already, or if there is no administrator.
 */
const administratorLink = (administrator: Administrator | undefined) =>
  Effect.gen(function* () {
    if (administrator === undefined) return undefined
    const accounts = yield* tags.accounts
    const { state } = yield* accounts.get(administrator.id)
    if (state === "active" || state === "disabled") return undefined
    const link = yield* accounts.createLink(administrator.id, { administrator: true })
    hideSecret(link.url.slice(link.url.lastIndexOf("/") + 1))
    return Redacted.make(link.url)
  }).pipe(Effect.provideService(Actor, system))

/**
 * The time after its start at which a server loads the modules that it has not needed yet: its first requests come
 * first. It does load them, so that no later request waits for that, or misses a file that an upgrade has replaced.
 */
const beforeTheRest = "10 seconds"

/** Waits until the event loop has been idle for most of a tenth of a second; for five seconds at most. */
const idle = Effect.gen(function* () {
  for (let tries = 0; tries < 50; tries++) {
    const before = performance.eventLoopUtilization()
    yield* Effect.sleep("100 millis")
    if (performance.eventLoopUtilization(before).utilization < 0.5) return
  }
})

/** Loads the modules that a server has not needed yet, while there is little else to do. */
const loadTheRest = Effect.delay(Effect.ignoreLogged(loadAll(idle)), beforeTheRest)

/** Whether a proxy is trusted; none is if no ranges are set. */
const trusts = (ranges: Settings["trustedProxies"]) =>
  ranges.length === 0 ? undefined : (address: string): boolean => isWithin(address, ranges)

/** The application that answers the server's requests, under a public base URL. */
const everything = Effect.fnUntraced(function* (settings: Settings, base: string, stopping: AbortSignal) {
  const { metricsPort, metricsToken } = settings.telemetry
  return yield* LecternHttp.make({
    accessLog: true,
    acceptsRequestId: showsRequestId,
    gzip,
    hsts: true,
    stopping,
    limits: settings.limits,
    trustedProxies: trusts(settings.trustedProxies),
    pages: yield* Reader.make({
      baseUrl: base,
      sitesUrl: settings.sitesUrl,
      home: yield* homeSite,
      cards: TypstCards.make(),
      icons: fontAwesome,
      mermaid,
      limits: settings.limits
    }),
    console: yield* Console.make({
      files: clientFiles,
      hasReader: true,
      baseUrl: base,
      mails: settings.smtpUrl !== undefined,
      limits: settings.limits
    }),
    metricsToken: metricsPort === undefined ? metricsToken : undefined
  })
})

/** An effect that the server runs once it is ready. It must not end the server. */
const cannotFail = <A, R>(effect: Effect.Effect<A, never, R>) => effect

/** Serves until it is interrupted. `docs` is the folder that a new workspace starts with, if any. */
export const serve = (settings: Settings, docs: string | undefined) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { drain, port, serve, stopping } = yield* listen(settings)
      const address = localBase({ host: settings.host, port })
      const base = settings.baseUrl ?? address
      yield* makeDataDir(settings)
      const { metricsPort, metricsToken } = settings.telemetry
      const works = settings.role === "work"
      const pause: Pause = { isPaused: true }
      const services = yield* Layer.build(
        Layer.provideMerge(serverLayer(settings, base, pause), telemetryLayer(settings.telemetry))
      )
      return yield* Effect.gen(function* () {
        if (metricsPort !== undefined) yield* serveMetrics(settings, metricsPort)
        const administrator = yield* firstStart(settings, docs)
        const link = isSafeForSignIn(base) ? yield* administratorLink(administrator) : undefined
        const handle = works
          ? yield* healthOnly(metricsPort === undefined ? metricsToken : undefined)
          : yield* everything(settings, base, stopping)
        // Before the server is ready: a storage that becomes unavailable later does not end it.
        const missing = yield* Effect.provideService(missingKeys(settings), Actor, system)
        yield* auditing(settings)
        yield* look(pause)
        yield* serve(handleListener(handle))
        return yield* cannotFail(
          Effect.gen(function* () {
            if (!works) yield* announce(settings, base, port)
            // On a terminal, the banner says the same.
            const { stderr } = yield* Invocation
            const { library } = yield* Storage
            if (!stderr.isTTY) {
              yield* Effect.logInfo("ready").pipe(
                Effect.annotateLogs({ address, base, storage: settings.storage, ...(library && { library }) })
              )
            }
            // The clock of the process includes the time before the program, such as its installation.
            if (administrator?.isNew) yield* note(`${stepLine("Ready", performance.now())}${stderr.isTTY ? "\n" : ""}`)
            if (works) yield* print(`Lectern works on jobs; ${address}/readyz tells whether it can`)
            else yield* banner({ settings, base, address, administrator, link })
            for (const line of missing) yield* Effect.logWarning(line)
            yield* Effect.forkScoped(loadTheRest)
            // A process that only serves has mail that may be paused.
            yield* whenResumed(pause, settings.role === "serve" ? Effect.void : working(settings))
            yield* Effect.forkScoped(Effect.flatMap(Indexing, ({ background }) => background))
            yield* Effect.addFinalizer(() => Effect.zipRight(Effect.logInfo("stopping"), Effect.forkDaemon(drain)))
            return yield* Effect.never
          })
        )
      }).pipe(Effect.provide(services))
    })
  )
