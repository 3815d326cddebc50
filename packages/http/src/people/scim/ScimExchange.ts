/** The common processing of SCIM requests: the token, the body, the query, and the form of answers and failures. */
import { Actor, type ActorValue } from "@lectern/core/access/Actor"
import { invalid, type LecternError } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import type { ScimQuery } from "@lectern/core/scim/ScimResource"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { bearerToken, missingToken } from "../../foundation/dispatcher/Bearer.js"
import type { Answer, HttpRequest } from "../../foundation/dispatcher/Exchange.js"
import { type Failure, failureAnswer } from "../../foundation/dispatcher/Failures.js"
import { readJson } from "../../foundation/dispatcher/JsonBody.js"
import { requestLimits } from "../../foundation/dispatcher/Limits.js"
import { allowanceHeaders, type Limiter } from "../../foundation/dispatcher/RateLimit.js"
import { nobody } from "../../foundation/dispatcher/RequestFiber.js"
import type { Params, PlainRoute } from "../../foundation/dispatcher/Route.js"
import { statuses } from "../../foundation/errors/WireError.js"

const contentType = "application/scim+json"
const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error"

/** A request as handlers see it. */
export interface ScimRequest {
  readonly organization: OrganizationId
  readonly id: string
  readonly query: ScimQuery
  readonly body: unknown
  readonly ifMatch: string | undefined
}

/** The implementation of an operation; `undefined` is an answer without a body. */
export type ScimHandler = (request: ScimRequest) => Effect.Effect<object | undefined, LecternError, Actor>

/** An answer with a body. */
const scimAnswer = (status: number, body: unknown, headers?: Readonly<Record<string, string>>): Answer => ({
  status,
  contentType,
  body: JSON.stringify(body),
  sameOrigin: true,
  compressible: true,
  ...(headers !== undefined && { headers })
})

/** The kinds of invalid input that RFC 7644 distinguishes, by the field at fault. */
const scimTypes: Readonly<Record<string, string>> = {
  filter: "invalidFilter",
  path: "invalidPath",
  target: "noTarget",
  mutability: "mutability",
  body: "invalidSyntax"
}

const scimTypeOf = (failure: Failure): string | undefined => {
  if (failure._tag === "Conflict") return failure.message.startsWith("userName:") ? "uniqueness" : undefined
  if (failure._tag !== "Invalid") return undefined
  return Object.hasOwn(scimTypes, failure.field) ? scimTypes[failure.field] : "invalidValue"
}

/** The answer to a failure, in the format of SCIM. */
const refusal = (failure: Failure): Effect.Effect<Answer> => {
  const status = statuses[failure._tag]
  const scimType = scimTypeOf(failure)
  const error = {
    schemas: [errorSchema],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: failure.message
  }
  const answer = scimAnswer(status, error, failureAnswer(failure).headers)
  return failure._tag === "Unavailable"
    ? Effect.as(Effect.logWarning("storage is unavailable", Cause.fail(failure.cause)), answer)
    : Effect.succeed(answer)
}

const wholeOf = (query: URLSearchParams, name: string): Effect.Effect<number | undefined, LecternError> => {
  const text = query.get(name)
  if (text === null || text === "") return Effect.succeed(undefined)
  return /^-?\d{1,9}$/.test(text) ? Effect.succeed(Number(text)) : Effect.fail(invalid(name, "expected a whole number"))
}

const queryOf = (url: string): Effect.Effect<ScimQuery, LecternError> =>
  Effect.gen(function* () {
    const query = new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1) : "")
    const [startIndex, count] = [yield* wholeOf(query, "startIndex"), yield* wholeOf(query, "count")]
    const text = (name: "filter" | "attributes" | "excludedAttributes") => {
      const value = query.get(name)
      return value === null || value === "" ? {} : { [name]: value }
    }
    return {
      ...text("filter"),
      ...text("attributes"),
      ...text("excludedAttributes"),
      ...(startIndex !== undefined && { startIndex }),
      ...(count !== undefined && { count })
    }
  })

const decoded = (encoded = ""): Effect.Effect<string, LecternError> =>
  Effect.try({ try: () => decodeURIComponent(encoded), catch: () => invalid("path", "expected a well-formed address") })

/** The string at a place in an answer, if there is one. */
const metaOf = (value: object | undefined, name: "location" | "version"): string | undefined => {
  const meta: unknown = value === undefined ? undefined : Reflect.get(value, "meta")
  const found: unknown = typeof meta === "object" && meta !== null ? Reflect.get(meta, name) : undefined
  return typeof found === "string" ? found : undefined
}

const takesBody = (method: string): boolean => method === "POST" || method === "PUT" || method === "PATCH"

const requestOf = (params: Params, request: HttpRequest): Effect.Effect<ScimRequest, Failure> =>
  Effect.gen(function* () {
    const body = takesBody(request.method) ? yield* readJson(request, requestLimits.body) : undefined
    return {
      organization: OrganizationId.make(yield* decoded(params.organizationId)),
      id: yield* decoded(params.id),
      query: yield* queryOf(request.url),
      body,
      ifMatch: request.header("if-match")
    }
  })

/**
 * The answer of an operation: 201 with the resource that a POST created, 304 if the client already has it, 204 for
 * nothing.
 */
const success = (request: HttpRequest, value: object | undefined): Answer => {
  if (value === undefined) return { status: 204, sameOrigin: true }
  const [location, version] = [metaOf(value, "location"), metaOf(value, "version")]
  const headers = {
    "cache-control": "private, no-store",
    ...(version !== undefined && { etag: version }),
    ...(request.method === "POST" && location !== undefined && { location })
  }
  const known = request.method === "GET" ? (request.header("if-none-match") ?? "").split(",") : []
  if (version !== undefined && known.some((each) => each.trim() === version)) {
    return { status: 304, headers, sameOrigin: true }
  }
  return scimAnswer(request.method === "POST" ? 201 : 200, value, headers)
}

/** Answers a request as a caller, with its handler. */
const answered = (handler: ScimHandler, params: Params, request: HttpRequest, caller: ActorValue) =>
  Effect.flatMap(requestOf(params, request), (asked) =>
    Effect.map(Effect.provideService(handler(asked), Actor, caller), (value) => success(request, value))
  )

/** Answers requests without a token. */
export const openExchange =
  (handler: ScimHandler): PlainRoute["answer"] =>
  (params, request) =>
    Effect.catchAll(answered(handler, params, request, nobody), refusal)

/** Answers requests with their handlers, as the caller that the token identifies, and applies the API's rate limits. */
export const makeScimExchange = (limiter: Limiter | undefined) =>
  Effect.map(tags.apiTokens, ({ authenticate }) => {
    const callerOf = (request: HttpRequest): Effect.Effect<ActorValue, LecternError> => {
      const token = bearerToken(request.header("authorization"))
      if (token === undefined) return Effect.fail(missingToken)
      return limiter === undefined
        ? authenticate(token)
        : Effect.catchTag(authenticate(token), "Unauthenticated", (failure) =>
            Effect.zipRight(limiter.wrongSecret(request), failure)
          )
    }

    return (handler: ScimHandler): PlainRoute["answer"] =>
      (params, request) =>
        Effect.gen(function* () {
          const caller = yield* callerOf(request)
          const allowance = limiter === undefined ? undefined : yield* limiter.caller(caller)
          const answer =
            allowance?.exceeded === undefined
              ? yield* Effect.catchAll(answered(handler, params, request, caller), refusal)
              : yield* refusal(allowance.exceeded)
          return { ...answer, headers: { ...answer.headers, ...allowanceHeaders(allowance) } }
        }).pipe(Effect.catchAll(refusal))
  })
