/** Serves a declared API: one fiber per request, from the URL to the answer. */
import type { Actor, ActorValue } from "@lectern/core/access/Actor"
import { type LecternError, notFound } from "@lectern/core/errors/Errors"
import { RequestCost } from "@lectern/core/internal/foundation/quotas/RequestCost"
import { RequestStamps } from "@lectern/core/internal/people/access/RequestStamps"
import type { Allowance } from "@lectern/core/rate-limits/RateLimit"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as LogLevel from "effect/LogLevel"
import type * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import { MethodNotAllowed, UriTooLong } from "../errors/ProtocolErrors.js"
import { clientGone, type NoOperation, type RequestTelemetry } from "../telemetry/RequestTelemetry.js"
import type { Gzip } from "./Compression.js"
import { preflightHeaders } from "./Cors.js"
import type { Answer, Cancel, Handle, HttpRequest, HttpResponse } from "./Exchange.js"
import { defectAnswer, type Failure, failureAnswer, outcomeOf, stoppedAnswer } from "./Failures.js"
import { makeFinish } from "./Finish.js"
import { requestLimits } from "./Limits.js"
import { makeRunOperation, type OperationOptions } from "./Operation.js"
import { exceededAnswer, type Limiter } from "./RateLimit.js"
import { requestContext, requestRefs } from "./RequestFiber.js"
import { makeRequestIds } from "./RequestId.js"
import type { AnyPages, Pages, Route } from "./Route.js"
import { type Found, makeRouteTable } from "./RouteTable.js"

/** The parts of a dispatcher. */
export interface DispatcherOptions {
  /** The operations, as `RouteTable.compile` makes them, and the other routes. */
  readonly routes: ReadonlyArray<Route>
  /** Answers reads of paths without a route; when absent, they are not found. */
  readonly pages?: Pages | undefined
  readonly authenticate: (token: Redacted.Redacted<string>) => Effect.Effect<ActorValue, LecternError>
  /** Finds callers without a token whom an embedding host has signed in. */
  readonly hostSignIn?: OperationOptions["hostSignIn"]
  /** Whether pages of other origins can read no answer, as the cookies of an embedding host count. */
  readonly ownOrigin?: boolean
  /** Succeeds if a visitor without a token is admitted; when absent, nobody is. */
  readonly enter?: OperationOptions["enter"]
  /** Runs the requests, with its logger, log level and clock. */
  readonly runtime: Runtime.Runtime<never>
  /** Counts requests; they are not limited when absent. */
  readonly limiter?: Limiter | undefined
  /** Sends `Strict-Transport-Security` with answers to requests that came over TLS. */
  readonly hsts?: boolean | undefined
  /** Compresses answers; none are compressed without it. */
  readonly gzip?: Gzip
  /** Checks every answer against its declared shape; a mismatch is a defect. For tests, as it is expensive. */
  readonly verifyAnswers?: boolean
  /** Logs every request at debug level, if the runtime's log level allows it. */
  readonly accessLog?: boolean
  /** Distinguishes servers that answer differently for the same content; part of every entity tag. */
  readonly tagSeed?: string
  /**
   * Whether to use a well-formed request id that a client sent; all are used when absent. It must reject ids that may
   * not be logged.
   */
  readonly acceptsRequestId?: (sent: string) => boolean
  /** Makes calls at most once; without it, keys of requests are ignored. */
  readonly once?: OperationOptions["once"]
  /** Ends the answers that go on, when it is aborted, with a hint to come back; none end by themselves without it. */
  readonly stopping?: AbortSignal | undefined
  /** Measures requests; without it there is no overhead. */
  readonly telemetry?: RequestTelemetry | undefined
}

const nothing: Cancel = () => {}
/** The answer to a request that failed, as far as its cost is concerned. */
const refused: Answer = { status: 500 }
const unknownPath = failureAnswer(notFound("path"))
const tooLong = failureAnswer(new UriTooLong({ message: `the address is longer than ${requestLimits.url} bytes` }))

/** Splits a URL into path and query; an absolute one loses its origin. */
const split = (url: string): { readonly path: string; readonly search: string } => {
  const local = url.charCodeAt(0) === 47 ? url : url.replace(/^https?:\/\/[^/?#]*/i, "")
  const at = local.indexOf("?")
  return at === -1 ? { path: local, search: "" } : { path: local.slice(0, at), search: local.slice(at + 1) }
}

/** The method of a request; clients that can only POST may override it, unless the path accepts POST. */
const methodOf = ({ header, method }: HttpRequest, routes: ReadonlyMap<string, Route>): string => {
  if (method !== "POST" || routes.has("POST")) return method
  return header("x-http-method-override")?.toUpperCase() ?? method
}

const withRouteHeaders = (route: Route, answer: Answer): Answer =>
  route.kind === "plain" || route.answerHeaders === undefined
    ? answer
    : { ...answer, headers: { ...route.answerHeaders, ...answer.headers } }

/** The route of a path that no other route matches: pages, for reads, or what takes POST, and nothing else. */
const elsewhereOf = (pages: AnyPages | undefined): ((method: string, url: string) => Found | undefined) => {
  if (pages === undefined) return () => undefined
  const route: Route = { kind: "plain", method: "GET", path: "/*", operation: "page", answer: pages.answer }
  const place = {
    allow: ["GET", "HEAD", "OPTIONS"],
    routes: new Map([["GET", route]]),
    optionsHeaders: {},
    rest: undefined
  }
  const posted: Route = { ...route, method: "POST" }
  const takingPost = { ...place, allow: ["POST"], routes: new Map([["POST", posted]]) }
  return (method, url) => {
    // Pages of other origins may not post, so nothing answers their preflight requests.
    if (method !== "OPTIONS" && pages.takesPost?.(url) === true) return { place: takingPost, params: {} }
    return method === "GET" || method === "HEAD" ? { place, params: {} } : undefined
  }
}

/** Creates the function that answers requests. */
export const make = (options: DispatcherOptions): Handle => {
  const table = makeRouteTable(options.routes)
  const elsewhere = elsewhereOf(options.pages)
  const requestIdOf = makeRequestIds(options.acceptsRequestId)
  const { limiter, telemetry } = options
  const { hostSignIn, ownOrigin = false } = options
  const finish = makeFinish(options.gzip, options.hsts, ownOrigin)
  const level = FiberRefs.getOrDefault(options.runtime.fiberRefs, FiberRef.currentMinimumLogLevel)
  const logsAccess = options.accessLog === true && LogLevel.lessThanEqual(level, LogLevel.Debug)
  const verifyAnswers = options.verifyAnswers ?? false
  const run = Runtime.runFork(
    Runtime.updateContext(options.runtime, (context) => requestContext(context, !verifyAnswers))
  )
  const runOperation = makeRunOperation({
    authenticate: options.authenticate,
    enter: options.enter,
    hostSignIn,
    limiter,
    once: options.once,
    stopping: options.stopping,
    tagSeed: options.tagSeed ?? "",
    verifyAnswers
  })

  const logDefect = (cause: Cause.Cause<Failure>, requestId: string, operation: string) =>
    run(Effect.annotateLogs(Effect.logError("a request failed", cause), { requestId, operation }))

  const failed = (cause: Cause.Cause<Failure>, requestId: string, operation: string): Answer => {
    const outcome = outcomeOf(cause)
    if (outcome.kind === "failure") return failureAnswer(outcome.failure)
    if (outcome.kind === "stopped") return stoppedAnswer
    logDefect(cause, requestId, operation)
    return defectAnswer
  }

  /** Runs the work in a fiber that usually ends before this returns. */
  const start = <A>(
    work: Effect.Effect<A, Failure, Actor>,
    requestId: string,
    { address }: HttpRequest,
    stamps: RequestStamps | undefined,
    done: (exit: Exit.Exit<A, Failure>) => void
  ): Cancel => {
    const cost = limiter === undefined ? undefined : new RequestCost()
    const fiber = run(work, { updateRefs: (refs, id) => requestRefs(refs, id, requestId, address, stamps, cost) })
    const exit = fiber.unsafePoll()
    if (exit !== null) {
      if (stamps !== undefined) stamps.isOver = true
      done(exit)
      return nothing
    }
    let cancelled = false
    fiber.addObserver((later) => {
      if (stamps !== undefined) stamps.isOver = true
      if (!cancelled) done(later)
    })
    return () => {
      cancelled = true
      fiber.unsafeInterruptAsFork(FiberId.none)
    }
  }

  /**
   * Counts a request against the limits of its address, before any work is done for it, and its costs afterwards. Costs
   * are charged only here.
   */
  const limited = (
    route: Route,
    request: HttpRequest,
    work: (allowance: Allowance | undefined) => Effect.Effect<Answer, Failure, Actor>
  ): Effect.Effect<Answer, Failure, Actor> => {
    if (limiter === undefined || (route.kind === "plain" && route.unlimited === true)) {
      return Effect.suspend(() => work(undefined))
    }
    return Effect.flatMap(limiter.address(request), (allowance) => {
      const exceeded = exceededAnswer(allowance)
      if (exceeded !== undefined) return Effect.succeed(exceeded)
      return Effect.matchCauseEffect(work(allowance), {
        onFailure: (cause) => Effect.zipRight(limiter.charge(refused), Effect.failCause(cause)),
        onSuccess: limiter.charge
      })
    })
  }

  const logAccess = (method: string, route: Route, requestId: string, answer: Answer, since: number) =>
    run(
      Effect.annotateLogs(Effect.logDebug("request"), {
        requestId,
        method,
        path: route.path,
        operation: route.operation,
        status: answer.status,
        milliseconds: Math.round((performance.now() - since) * 10) / 10
      })
    )

  /** Counts a request that reaches no operation. */
  const count = (request: HttpRequest, method: string, operation: NoOperation, status: number) =>
    telemetry?.begin(request, method).end(operation, status)

  /** Answers a request, from the routes and the pages in addition to them, or only from the pages of its host. */
  const dispatch = (
    request: HttpRequest,
    requestId: string,
    respond: (response: HttpResponse) => void,
    ofHost?: AnyPages
  ): Cancel => {
    const { path, search } = split(request.url)
    if (path.length + search.length >= requestLimits.url) {
      count(request, request.method, "unmatched", 414)
      finish(request, requestId, tooLong, respond)
      return nothing
    }
    const { method: sent, url } = request
    const found = ofHost === undefined ? (table(path) ?? elsewhere(sent, url)) : elsewhereOf(ofHost)(sent, url)
    if (found === undefined) {
      count(request, request.method, "unmatched", 404)
      finish(request, requestId, unknownPath, respond)
      return nothing
    }
    const { allow, optionsHeaders, routes } = found.place
    const method = methodOf(request, routes)
    if (method === "OPTIONS") {
      count(request, method, "preflight", 204)
      const headers = ownOrigin ? { allow: allow.join(", ") } : preflightHeaders(allow)
      finish(request, requestId, { status: 204, headers: { ...headers, ...optionsHeaders } }, respond)
      return nothing
    }
    const route = routes.get(method === "HEAD" ? "GET" : method)
    if (route === undefined) {
      count(request, method, "unmatched", 405)
      const message = `this path takes no ${method}, only ${allow.join(", ")}`
      finish(request, requestId, failureAnswer(new MethodNotAllowed({ message, allow })), respond)
      return nothing
    }
    const measured = telemetry?.begin(request, method)
    const since = logsAccess ? performance.now() : 0
    const done = (exit: Exit.Exit<Answer, Failure>) => {
      const answer = exit._tag === "Success" ? exit.value : failed(exit.cause, requestId, route.operation)
      measured?.end(route.operation, answer.status)
      if (logsAccess) logAccess(method, route, requestId, answer, since)
      finish(request, requestId, withRouteHeaders(route, answer), respond)
    }
    const work = limited(route, request, (allowance) =>
      route.kind === "api"
        ? runOperation(route, { request, params: found.params, path, search, allowance })
        : route.answer(found.params, request)
    )
    const stamps = route.kind === "api" ? new RequestStamps() : undefined
    if (measured === undefined) return start(work, requestId, request, stamps, done)
    const cancel = start(measured.span(work, route, requestId), requestId, request, stamps, done)
    return () => {
      cancel()
      measured.end(route.operation, clientGone)
    }
  }

  return (request, respond) => {
    const requestId = requestIdOf(request.header("x-request-id"))
    const looking = options.pages?.ofHost?.(request)
    if (looking === undefined) return dispatch(request, requestId, respond)
    let cancel: Cancel | undefined
    const stop = start(looking, requestId, request, undefined, (exit) => {
      if (exit._tag === "Success") cancel = dispatch(request, requestId, respond, exit.value)
      else finish(request, requestId, failed(exit.cause, requestId, "page"), respond)
    })
    return () => (cancel ?? stop)()
  }
}
