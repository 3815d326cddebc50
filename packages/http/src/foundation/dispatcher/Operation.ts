/** Runs one operation: authentication, rate limits, decoding of the input, and conditional requests. */
import { type Actor, type ActorValue, visitor } from "@lectern/core/access/Actor"
import type { VisitedPlace, Visitor } from "@lectern/core/access/Visitor"
import type { LecternError } from "@lectern/core/errors/Errors"
import { flatMapSync } from "@lectern/core/internal/foundation/scheduling/ReadyEffects"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import type { Allowance } from "@lectern/core/rate-limits/RateLimit"
import { SiteId } from "@lectern/core/sites/Site"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import type * as Redacted from "effect/Redacted"
import { bearerToken, missingToken } from "./Bearer.js"
import { listedTag, makeTag, matchesAny } from "./EntityTag.js"
import { acceptsStream, FollowedAnswer, makeStreaming, StreamAnswer } from "./EventStream.js"
import { type Answer, type HttpRequest, jsonTextAnswer } from "./Exchange.js"
import { type Failure, failureAnswer } from "./Failures.js"
import { Answered, VersionedAnswer } from "./Handlers.js"
import type { HostCaller, HostSignIn } from "./HostSignIn.js"
import { readJson } from "./JsonBody.js"
import { jsonText } from "./JsonText.js"
import { describedBody, makeAtMostOnce, type Once } from "./KeyedRequests.js"
import { decodeInput, headersOf, type Input } from "./OperationInput.js"
import { allowanceHeaders, exceededAnswer, type Limiter, tightest } from "./RateLimit.js"
import { setRequestBody } from "./RequestBody.js"
import { setCaller } from "./RequestFiber.js"
import type { ApiRoute, Decode, Params } from "./Route.js"
import { visitorCredentials } from "./VisitorCredentials.js"

/** A request for an operation. */
export interface OperationRequest {
  readonly request: HttpRequest
  readonly params: Params
  readonly path: string
  /** The query after the `?`, as sent. */
  readonly search: string
  /** The remaining allowance of the address that it came from, if that is limited. */
  readonly allowance: Allowance | undefined
  /** Whether the answer depends on a visitor's credentials, and must therefore not be shared or cached. */
  readonly isPrivate: boolean
  /** Finds the caller of a stream again, if an embedding host has signed them in. */
  readonly again?: HostCaller["again"]
}

/** The dependencies of running operations. */
export interface OperationOptions {
  readonly authenticate: (token: Redacted.Redacted<string>) => Effect.Effect<ActorValue, LecternError>
  /** Succeeds if a visitor is admitted; when absent, nobody is. */
  readonly enter?: ((place: VisitedPlace, visitor: Visitor) => Effect.Effect<void, LecternError>) | undefined
  /** Finds callers without a token whom an embedding host has signed in; without it there are none. */
  readonly hostSignIn?: HostSignIn | undefined
  /** Counts requests and wrong secrets; without it neither is limited. */
  readonly limiter: Limiter | undefined
  readonly verifyAnswers: boolean
  readonly tagSeed: string
  /** Ends the answers that go on. */
  readonly stopping: AbortSignal | undefined
  /** Makes calls at most once; without it, keys of requests are ignored. */
  readonly once: Once | undefined
}

const takesBody = (method: string): boolean => method === "POST" || method === "PATCH" || method === "PUT"

const logged = (failure: Failure): Effect.Effect<Answer> => {
  const answer = failureAnswer(failure)
  return failure._tag === "Unavailable"
    ? Effect.as(Effect.logWarning("storage is unavailable", Cause.fail(failure.cause)), answer)
    : Effect.succeed(answer)
}

const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>> | undefined): Answer =>
  headers === undefined
    ? answer
    : { ...answer, headers: answer.headers === undefined ? headers : { ...headers, ...answer.headers } }

const nothing: Visitor = {}

/** The headers of answers that depend on a visitor's credentials. */
const privately = { "cache-control": "private, no-store" }

const decodeParam = (encoded: string | undefined): string | undefined => {
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** The place that a visitor's request is for; `undefined` if its path names nothing. */
const placeOf = ({ visitors }: ApiRoute, { organizationId, siteId, spaceId }: Params): VisitedPlace | undefined => {
  if (visitors === "space") {
    const space = decodeParam(spaceId)
    return space === undefined ? undefined : { space: SpaceId.make(space) }
  }
  const [organization, site] = [decodeParam(organizationId), decodeParam(siteId)]
  if (organization === undefined || site === undefined) return undefined
  return { organization: OrganizationId.make(organization), site: SiteId.make(site) }
}

/** The URL of a created object, from its answer. */
const locationOf = (value: unknown): string | undefined => {
  if (typeof value !== "object" || value === null || !("urls" in value)) return undefined
  const { urls } = value
  if (typeof urls !== "object" || urls === null || !("location" in urls)) return undefined
  return typeof urls.location === "string" ? urls.location : undefined
}

/** Creates the function that runs operations. */
export const makeRunOperation = (options: OperationOptions) => {
  const { authenticate, enter, hostSignIn, limiter, once, tagSeed, verifyAnswers } = options
  const streaming = makeStreaming(options.stopping)
  const atMostOnce = makeAtMostOnce(once)

  const verified = (route: ApiRoute, encode: Decode | undefined, value: unknown): Effect.Effect<void> => {
    const encoded = verifyAnswers ? encode?.(value) : undefined
    return encoded?._tag === "Left"
      ? Effect.dieMessage(
          `the answer of ${route.operation} is not of its shape: ${ParseResult.TreeFormatter.formatIssueSync(encoded.left)}`
        )
      : Effect.void
  }

  const toAnswer = (route: ApiRoute, value: unknown, more?: Partial<Answer>): Effect.Effect<Answer> => {
    if (value instanceof Answered) {
      const { headers, status } = value
      const encode = status === route.status ? route.encodeAnswer : route.encodeOthers.get(status)
      if (encode === undefined) return Effect.succeed({ status, headers })
      const answer = Effect.map(jsonText(value.value), (text) => jsonTextAnswer(status, text, { headers }))
      return Effect.zipRight(verified(route, encode, value.value), answer)
    }
    if (route.encodeAnswer === undefined) return Effect.succeed({ status: route.status, ...more })
    const location = route.status === 201 ? locationOf(value) : undefined
    const headers = location === undefined ? undefined : { headers: { location } }
    const answer = flatMapSync(jsonText(value), (text) =>
      Effect.succeed(jsonTextAnswer(route.status, text, { ...headers, ...more }))
    )
    return verifyAnswers ? Effect.zipRight(verified(route, route.encodeAnswer, value), answer) : answer
  }

  const toVersioned = (
    route: ApiRoute,
    { answer, version }: VersionedAnswer<unknown>,
    { isPrivate, path, request, search }: OperationRequest
  ): Effect.Effect<Answer, Failure, Actor> => {
    if (isPrivate) return Effect.flatMap(answer(), (value) => toAnswer(route, value))
    return Effect.flatMap(version, (current) => {
      const tag = makeTag(current, `${path}?${search}`, tagSeed)
      const condition = request.header("if-none-match")
      const known = condition === undefined ? undefined : listedTag(condition, tag)
      if (known !== undefined) return Effect.succeed<Answer>({ status: 304, tag: known })
      return Effect.flatMap(answer(), (value) =>
        condition !== undefined && matchesAny(condition)
          ? Effect.succeed<Answer>({ status: 304, tag })
          : toAnswer(route, value, { tag })
      )
    })
  }

  /** The caller of a stream again: only callers with a token or a session of the host have streams. */
  const sameCaller = ({ again, request }: OperationRequest) => {
    if (again !== undefined) return again
    const token = bearerToken(request.header("authorization"))
    return token === undefined ? Effect.fail(missingToken) : authenticate(token)
  }

  const toFollowed = (
    route: ApiRoute,
    value: unknown,
    operation: OperationRequest
  ): Effect.Effect<Answer, Failure, Actor> => {
    if (value instanceof StreamAnswer) return streaming(value.feed, sameCaller(operation))
    if (!(value instanceof FollowedAnswer)) return toAnswer(route, value)
    const { request } = operation
    return acceptsStream(request.header("accept"))
      ? streaming(value.follow(request.header("last-event-id")), sameCaller(operation))
      : Effect.flatMap(value.answer, (answer: unknown) => toAnswer(route, answer))
  }

  const runHandler = (route: ApiRoute, operation: OperationRequest, input: Input) =>
    flatMapSync(route.handler(), (handler) =>
      Effect.flatMap(handler(input as never), (value) =>
        value instanceof VersionedAnswer ? toVersioned(route, value, operation) : toFollowed(route, value, operation)
      )
    )

  const runInput = (route: ApiRoute, operation: OperationRequest, body: unknown) =>
    flatMapSync(decodeInput(route, operation, body), (input) => runHandler(route, operation, input))

  const runBytes = (route: ApiRoute, operation: OperationRequest) =>
    Effect.zipRight(setRequestBody(operation.request), runInput(route, operation, undefined))

  const runAs = (route: ApiRoute, operation: OperationRequest): Effect.Effect<Answer, Failure, Actor> => {
    if (route.takesBytes) {
      const input = () => describedBody(headersOf(route, operation.request), operation.request)
      return atMostOnce(route, operation, input, runBytes(route, operation))
    }
    return takesBody(route.method)
      ? Effect.flatMap(readJson(operation.request, route.bodyLimit), (body) =>
          atMostOnce(route, operation, () => body, runInput(route, operation, body))
        )
      : runInput(route, operation, undefined)
  }

  const answerOf = (route: ApiRoute, operation: OperationRequest, headers: Answer["headers"]) =>
    Effect.map(Effect.catchAll(runAs(route, operation), logged), (done) =>
      withHeaders(done, operation.isPrivate ? { ...headers, ...privately } : headers)
    )

  /** Counts a secret that was refused, and refuses it. */
  const refuseSecret = <E extends Failure>({ request }: Pick<OperationRequest, "request">, failure: E) =>
    limiter === undefined ? Effect.fail(failure) : Effect.zipRight(limiter.wrongSecret(request), Effect.fail(failure))

  /**
   * Admits a visitor before anything is revealed about the request; a visitor who is not admitted gets the same answer
   * in every case.
   */
  const runAsVisitor = (
    route: ApiRoute,
    operation: OperationRequest,
    brought: Visitor | undefined
  ): Effect.Effect<Answer, Failure, Actor> => {
    const place = placeOf(route, operation.params)
    if (enter === undefined || place === undefined || brought === undefined) return Effect.fail(missingToken)
    return Effect.matchEffect(enter(place, brought), {
      onFailure: (failure): Effect.Effect<Answer, Failure> => {
        if (failure._tag !== "Unauthenticated") return logged(failure)
        return brought.shareKey === undefined && brought.token === undefined
          ? Effect.fail(missingToken)
          : refuseSecret(operation, missingToken)
      },
      onSuccess: () =>
        Effect.zipRight(
          limiter === undefined ? Effect.void : limiter.site("site" in place ? place.site : place.space),
          Effect.zipRight(
            setCaller(visitor(brought)),
            answerOf(route, operation, allowanceHeaders(operation.allowance))
          )
        )
    })
  }

  const callerOf = (operation: OperationRequest, token: Redacted.Redacted<string>) =>
    Effect.catchTag(authenticate(token), "Unauthenticated", (failure) => refuseSecret(operation, failure))

  /** Runs as a caller who is known, within their rate limits. */
  const runAsCaller = (route: ApiRoute, operation: OperationRequest, actor: ActorValue) => {
    const answer = (allowance: Allowance | undefined) => {
      const exceeded = exceededAnswer(allowance)
      return exceeded === undefined
        ? Effect.zipRight(setCaller(actor), answerOf(route, operation, allowanceHeaders(allowance)))
        : Effect.succeed(exceeded)
    }
    return limiter === undefined
      ? answer(undefined)
      : Effect.flatMap(limiter.caller(actor), (ofCaller) => answer(tightest(ofCaller, operation.allowance)))
  }

  /** Runs as whom the host has signed in, or else as nobody. An answer to cookies is not for shared caches. */
  const runAsHosts = (
    route: ApiRoute,
    operation: OperationRequest,
    signIn: HostSignIn,
    nobody: Effect.Effect<Answer, Failure, Actor>
  ): Effect.Effect<Answer, Failure, Actor> =>
    Effect.flatMap(signIn(operation.request), (caller) =>
      caller === undefined
        ? nobody
        : Effect.map(runAsCaller(route, { ...operation, again: caller.again }, caller.actor), (answer) =>
            answer.tag === undefined ? withHeaders(answer, privately) : answer
          )
    )

  /** The token first, or the session of the host, then the rate limits of its caller, then the input, then the resource. */
  return (route: ApiRoute, asked: Omit<OperationRequest, "isPrivate">): Effect.Effect<Answer, Failure, Actor> => {
    const { request, search } = asked
    const brought = route.takesVisitor ? visitorCredentials(request, search) : nothing
    const operation = { ...asked, isPrivate: brought === undefined || Object.keys(brought).length > 0 }
    const authorization = request.header("authorization")
    if (authorization === undefined) {
      const nobody = Effect.suspend(() =>
        route.visitors === undefined ? Effect.fail(missingToken) : runAsVisitor(route, operation, brought)
      )
      return hostSignIn === undefined ? nobody : runAsHosts(route, operation, hostSignIn, nobody)
    }
    const token = bearerToken(authorization)
    if (token === undefined) return Effect.fail(missingToken)
    return Effect.flatMap(callerOf(operation, token), (actor) => runAsCaller(route, operation, actor))
  }
}
