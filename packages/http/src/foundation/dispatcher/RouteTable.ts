/** Finds the route of a URL. */
import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as Router from "find-my-way-ts"
import { BodyLimit, OpenToVisitors, ReadsOnly, TakesBytes, TakesRestOfPath } from "./Annotations.js"
import type { ApiRoute, Decode, Params, Route } from "./Route.js"

/** The routes at a path. */
export interface PathRoutes {
  /** The methods of the path, for `Allow`: including HEAD if it has GET, and OPTIONS. */
  readonly allow: ReadonlyArray<string>
  readonly routes: ReadonlyMap<string, Route>
  /** The headers of the answer to OPTIONS, in addition to the methods. */
  readonly optionsHeaders: Readonly<Record<string, string>>
  /** The parameters' names, in order, where the router knows the last one as `*`. */
  readonly rest: string | undefined
}

/** The result of looking up a path, with its parameters still percent-encoded. */
export interface Found {
  readonly place: PathRoutes
  readonly params: Params
}

/** Finds the place of a path as sent; `undefined` if there is none. */
export type RouteTable = (path: string) => Found | undefined

/** A decoder that is compiled on first use: most operations are never called in the life of a process. */
const onFirstUse = (compile: () => Decode): Decode => {
  let compiled: Decode | undefined
  return (input) => {
    compiled ??= compile()
    return compiled(input)
  }
}

const decoder = (schema: Option.Option<Schema.Schema<never, unknown>>): Decode | undefined =>
  Option.isSome(schema) ? onFirstUse(() => ParseResult.decodeUnknownEither(schema.value)) : undefined

const encoder = (ast: Option.Option<SchemaAST.AST>): Decode | undefined =>
  Option.isSome(ast)
    ? onFirstUse(() =>
        ParseResult.encodeUnknownEither(Schema.make<unknown, unknown>(ast.value), { onExcessProperty: "error" })
      )
    : undefined

/** The names that a schema of headers or queries declares, in lower case. */
const namesOf = (schema: Option.Option<Schema.Schema<never, unknown>>): ReadonlyArray<string> =>
  Option.isSome(schema)
    ? SchemaAST.getPropertySignatures(schema.value.ast).map(({ name }) => String(name).toLowerCase())
    : []

const needsToken = (middleware: Iterable<HttpApiMiddleware.TagClassAny>): boolean => {
  for (const one of middleware) if (HttpApiMiddleware.isSecurity(one)) return true
  return false
}

type Declared = Omit<ApiRoute, "handler">

/** The cache of compiled declarations: they are the same for all engines of a process, and slow to compile. */
const known = new WeakMap<object, ReadonlyArray<Declared>>()

/** The operations of an API with their handlers, found by the operation's name. */
export const compile = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  handlerOf: (operation: string) => ApiRoute["handler"]
): ReadonlyArray<ApiRoute> => {
  const declared = known.get(api) ?? read(api as unknown as HttpApi.HttpApi.AnyWithProps)
  known.set(api, declared)
  return declared.map((route) => ({ ...route, handler: handlerOf(route.operation) }))
}

/**
 * An API, a group or an endpoint without its failures: comparing the failures of all operations takes longer than the
 * rest.
 */
const withoutErrors = <A extends object>(part: A, parts: object = {}): A =>
  Object.create(part, Object.getOwnPropertyDescriptors({ errorSchema: Schema.Never, ...parts }))

const quick = (api: HttpApi.HttpApi.AnyWithProps): HttpApi.HttpApi.AnyWithProps => {
  const groups = Object.entries(api.groups).map(([name, group]) => {
    const endpoints = Object.entries(group.endpoints).map(([name, endpoint]) => [name, withoutErrors(endpoint)])
    return [name, withoutErrors(group, { endpoints: Object.fromEntries(endpoints) })]
  })
  return withoutErrors(api, { groups: Object.fromEntries(groups) })
}

const read = (api: HttpApi.HttpApi.AnyWithProps): ReadonlyArray<Declared> => {
  const routes: Array<Declared> = []
  HttpApi.reflect(quick(api), {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations, middleware, successes }) => {
      if (!needsToken([...api.middlewares, ...middleware])) {
        throw new Error(`operation ${endpoint.name} declares no security: only plain routes are open`)
      }
      const [[status, encodeAnswer] = [204, undefined], ...others] = [...successes].map(
        ([code, { ast }]) => [code, encoder(ast)] as const
      )
      const takesBytes = Context.get(mergedAnnotations, TakesBytes)
      const visitors = Context.get(mergedAnnotations, OpenToVisitors)
      routes.push({
        kind: "api",
        method: endpoint.method,
        path: Context.get(mergedAnnotations, TakesRestOfPath) ? endpoint.path.replace(/:(\w+)$/, "*$1") : endpoint.path,
        operation: endpoint.name,
        status,
        bodyLimit: Context.get(mergedAnnotations, BodyLimit),
        takesBytes,
        readsOnly: Context.get(mergedAnnotations, ReadsOnly),
        visitors,
        takesVisitor: visitors !== undefined || namesOf(endpoint.urlParamsSchema).includes("sharekey"),
        decodePath: decoder(endpoint.pathSchema),
        decodeQuery: decoder(endpoint.urlParamsSchema),
        headers: namesOf(endpoint.headersSchema),
        decodeHeaders: decoder(endpoint.headersSchema),
        decodePayload: takesBytes ? undefined : decoder(endpoint.payloadSchema),
        encodeAnswer,
        encodeOthers: new Map(others.flatMap(([code, encode]) => (encode === undefined ? [] : [[code, encode]])))
      })
    }
  })
  return routes
}

const allowed = (methods: Iterable<string>): ReadonlyArray<string> => {
  const all = [...methods]
  return [...(all.includes("GET") ? ["GET", "HEAD"] : []), ...all.filter((method) => method !== "GET"), "OPTIONS"]
}

/** Percent-encoded unreserved characters mean the same as the plain ones (RFC 3986, section 6.2.2.2). */
const encodedCharacter = /%([0-9a-f]{2})/gi
const unreserved = /[\w.~-]/
const normalise = (path: string): string =>
  path.replace(encodedCharacter, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return unreserved.test(character) ? character : encoded
  })

/** The router decodes `%` and cuts at `;` and `#`; control characters, which do not occur in URLs, replace them. */
const toRouter: Readonly<Record<string, string>> = { "%": "\u0001", ";": "\u0002", "#": "\u0003" }
const fromRouter: Readonly<Record<string, string>> = { "\u0001": "%", "\u0002": ";", "\u0003": "#" }
const special = /[%;#]/
const specials = /[%;#]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the stand-ins
const standIns = /[\u0001-\u0003]/g

/** Builds the table of some routes. A path's last parameter, if written `*name`, takes the rest of the path. */
export const makeRouteTable = (routes: ReadonlyArray<Route>): RouteTable => {
  const places = new Map<string, Map<string, Route>>()
  for (const route of routes) {
    const place = places.get(route.path) ?? new Map<string, Route>()
    if (place.has(route.method)) throw new Error(`${route.method} ${route.path} is there twice`)
    places.set(route.path, place.set(route.method, route))
  }
  const router = Router.make<PathRoutes>({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    maxParamLength: Number.MAX_SAFE_INTEGER
  })
  for (const [path, methods] of places) {
    const rest = /\*(\w+)$/.exec(path)?.[1]
    const pattern = rest === undefined ? path : path.slice(0, -rest.length)
    const optionsHeaders = Object.assign(
      {},
      ...Array.from(methods.values(), (route) => (route.kind === "api" ? route.optionsHeaders : undefined))
    )
    router.on("GET", `/${pattern.slice(1)}`, {
      allow: allowed(methods.keys()),
      routes: methods,
      optionsHeaders,
      rest
    })
  }
  return (path) => {
    if (path.charCodeAt(0) !== 47) return undefined
    const replaced = special.test(path)
    const found = router.find("GET", replaced ? normalise(path).replace(specials, (c) => toRouter[c] ?? c) : path)
    if (found === undefined) return undefined
    const params: Record<string, string> = {}
    for (const name in found.params) {
      const value = found.params[name] ?? ""
      if (value === "") return undefined
      const key = name === "*" ? (found.handler.rest ?? name) : name
      params[key] = replaced ? value.replace(standIns, (c) => fromRouter[c] ?? c) : value
    }
    return { place: found.handler, params }
  }
}
