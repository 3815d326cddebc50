/** A small API of its own, with every kind of operation, for the tests of the dispatcher. */
import { HttpApi, HttpApiGroup } from "@effect/platform"
import { Actor } from "@lectern/core/access/Actor"
import { ApiTokenId } from "@lectern/core/api-tokens/ApiToken"
import { Conflict, Forbidden, notFound, Unauthenticated, Unavailable } from "@lectern/core/errors/Errors"
import { optional } from "@lectern/core/foundation/schema/Input"
import { text } from "@lectern/core/foundation/schema/Text"
import * as LeaseRepository from "@lectern/core/people/rate-limits/LeaseRepository"
import type { Limits } from "@lectern/core/rate-limits/RateLimit"
import { RateLimits, service as rateLimits } from "@lectern/core/rate-limits/RateLimits"
import { UserId } from "@lectern/core/users/User"
import { Authorization } from "@lectern/http/foundation/declaration/Authorization"
import { get, patch, post, remove } from "@lectern/http/foundation/declaration/Endpoint"
import { BodyLimit, TakesRestOfPath } from "@lectern/http/foundation/dispatcher/Annotations"
import { gzipWithStream } from "@lectern/http/foundation/dispatcher/Compression"
import * as Dispatcher from "@lectern/http/foundation/dispatcher/Dispatcher"
import { type AnyHandler, type GroupHandlers, versioned } from "@lectern/http/foundation/dispatcher/Handlers"
import { makeLimiter } from "@lectern/http/foundation/dispatcher/RateLimit"
import type { PlainRoute } from "@lectern/http/foundation/dispatcher/Route"
import { compile } from "@lectern/http/foundation/dispatcher/RouteTable"
import { RestOfPath, Segment } from "@lectern/http/foundation/params/PathParams"
import { BooleanParam, listParams } from "@lectern/http/foundation/params/QueryParams"
import { webHandler } from "@lectern/http/WebHandler"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Layer, Logger, LogLevel, Redacted, Schema } from "effect"
import { logged } from "../../../../testing/src/LogLines.js"

const Thing = Schema.Struct({ object: Schema.Literal("thing"), id: Schema.String, title: Schema.String })
const ThingPath = Schema.Struct({ thingId: Segment })
const Echo = Schema.Struct({ query: Schema.Unknown, user: Schema.String })

export const FakeApi = HttpApi.make("fake")
  .add(
    HttpApiGroup.make("things")
      .add(
        get("listThings", "/v1/things", "")
          .setUrlParams(Schema.Struct({ ...listParams, nested: optional(BooleanParam), tag: optional(Schema.String) }))
          .addSuccess(Echo)
      )
      .add(
        post("createThing", "/v1/things", "")
          .setPayload(Schema.Struct({ title: text(1, 10), note: optional(Schema.String) }))
          .addSuccess(Schema.Struct({ ...Thing.fields, urls: Schema.Struct({ location: Schema.String }) }), {
            status: 201
          })
      )
      .add(get("getThing", "/v1/things/:thingId", "").setPath(ThingPath).addSuccess(Thing))
      .add(
        patch("updateThing", "/v1/things/:thingId", "")
          .setPath(ThingPath)
          .setPayload(Schema.Struct({ title: optional(text(1, 10)) }))
          .addSuccess(Thing)
      )
      .add(remove("deleteThing", "/v1/things/:thingId", "").setPath(ThingPath))
      .add(
        get("getThingByPath", "/v1/things/:thingId/path/:rest", "")
          .annotate(TakesRestOfPath, true)
          .setPath(Schema.Struct({ thingId: Segment, rest: RestOfPath }))
          .addSuccess(Thing)
      )
      .add(
        get("getContent", "/v1/things/:thingId/content", "")
          .setPath(ThingPath)
          .setUrlParams(Schema.Struct({ size: optional(Schema.NumberFromString) }))
          .addSuccess(Thing)
      )
      .add(
        post("putMuch", "/v1/much", "")
          .annotate(BodyLimit, 4000)
          .setPayload(Schema.Struct({ text: Schema.String }))
          .addSuccess(Schema.Struct({ length: Schema.Number }))
      )
      .add(
        get("fail", "/v1/fail/:how", "")
          .setPath(Schema.Struct({ how: Schema.String }))
          .addSuccess(Thing)
      )
  )
  .middleware(Authorization)

/** The calls that the handlers received. */
export interface Calls {
  answered: number
  interrupted: number
  pending: () => void
}

const thing = (id: string, title = "A thing") => ({ object: "thing" as const, id, title })

const failures = {
  forbidden: new Forbidden({ message: "not you" }),
  conflict: new Conflict({ message: "not now" }),
  unavailable: new Unavailable({ message: "storage is away", cause: new Error("disk secret") }),
  unknown: new Unavailable({ message: "storage was lost", outcome: "unknown" })
} as const

type FakeHandlers =
  typeof FakeApi extends HttpApi.HttpApi<infer _Id, infer Groups, infer _E, infer _R> ? GroupHandlers<Groups> : never

const handlers = (calls: Calls): FakeHandlers => ({
  listThings: ({ urlParams }) =>
    Effect.map(Actor, (actor) => ({ query: urlParams, user: actor.kind === "user" ? actor.user : "system" })),
  createThing: ({ payload }) =>
    Effect.succeed({ ...thing("new", payload.title), urls: { location: "http://base/v1/things/new" } }),
  getThing: ({ path }) =>
    path.thingId === "absent" ? Effect.fail(notFound("thing")) : Effect.succeed(thing(path.thingId)),
  updateThing: ({ path, payload }) => Effect.succeed(thing(path.thingId, payload.title)),
  deleteThing: () => Effect.void,
  getThingByPath: ({ path }) => Effect.succeed(thing(path.thingId, path.rest)),
  getContent: ({ path, urlParams }) =>
    versioned(
      path.thingId === "absent" ? Effect.fail(notFound("thing")) : Effect.succeed({ version: Effect.succeed("r1") }),
      () =>
        Effect.sync(() => {
          calls.answered++
          return thing(path.thingId, "é".repeat(urlParams.size ?? 1))
        })
    ),
  putMuch: ({ payload }) => Effect.succeed({ length: payload.text.length }),
  fail: ({ path }) => {
    if (path.how in failures) return Effect.fail(failures[path.how as keyof typeof failures])
    if (path.how === "never") {
      calls.pending()
      return Effect.onInterrupt(Effect.never, () => Effect.sync(() => calls.interrupted++))
    }
    if (path.how === "throw") throw new Error("secret of a throw")
    if (path.how === "liar") return Effect.succeed({ ...thing("x"), secret: "field" })
    return Effect.die(new Error("secret of a defect"))
  }
})

/** Finds a handler as a server does that has loaded all of them. */
const handlerOf = (calls: Calls) => {
  const all: Readonly<Record<string, AnyHandler>> = handlers(calls)
  return (operation: string) => () => Effect.fromNullable(all[operation]).pipe(Effect.orDie)
}

const bytes: PlainRoute = {
  kind: "plain",
  method: "GET",
  path: "/bytes/:name",
  operation: "bytes",
  answer: () => Effect.succeed({ status: 200, body: new Uint8Array([1, 2, 3]), contentType: "image/png" })
}

/** The limiter of requests by some limits, over a storage of its own. */
export const limiterOf = (limits: Limits) =>
  Effect.runSync(
    Effect.map(RateLimits, (service) => makeLimiter(service, limits)).pipe(
      Effect.provide(
        rateLimits.layer.pipe(Layer.provide(LeaseRepository.service.layer), Layer.provide(MemoryStorage.layer()))
      )
    )
  )

/** A server of the fake API; `log` has all of its log lines. */
export const serve = (options: Partial<Dispatcher.DispatcherOptions> = {}) => {
  const log: Array<string> = []
  const calls: Calls = { answered: 0, interrupted: 0, pending: () => {} }
  const logger = Layer.merge(
    Logger.replace(
      Logger.defaultLogger,
      Logger.map(Logger.logfmtLogger, (line) => void log.push(logged(line)))
    ),
    Logger.minimumLogLevel(LogLevel.Debug)
  )
  const runtime = Effect.runSync(Effect.scoped(Layer.toRuntime(logger)))
  const handle = Dispatcher.make({
    routes: [...compile(FakeApi, handlerOf(calls)), bytes],
    authenticate: (token) =>
      Redacted.value(token).startsWith("good")
        ? Effect.succeed({
            kind: "user",
            user: UserId.make("ada"),
            token: { id: ApiTokenId.make(Redacted.value(token)) }
          })
        : Effect.fail(new Unauthenticated({ message: "the token is not valid" })),
    runtime,
    gzip: gzipWithStream,
    verifyAnswers: true,
    ...options
  })
  const handler = webHandler(handle)
  const fetch = (path: string, init: RequestInit & { readonly token?: string | null } = {}) => {
    const { token = "good", ...rest } = init
    const headers = new Headers(rest.headers)
    if (token !== null && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`)
    return handler(new Request(`http://server${path}`, { ...rest, headers }))
  }
  return { fetch, handle, handler, log, calls }
}

/** The status and the envelope of a failed answer. */
export const failure = async (response: Response) => {
  const body: unknown = await response.json()
  return { status: response.status, body }
}

/** The one shape of all failures. */
export const envelope = (code: number, message: unknown) => ({ status: code, body: { error: { code, message } } })

/** JSON as the body of a request. */
export const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body)
})
