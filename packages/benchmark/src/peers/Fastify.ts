/** The same server with fastify, which compiles response schemas into serializers. */
import fastify, { type FastifyInstance, type FastifyReply } from "fastify"
import type { BareSpaces } from "./BareSqlite.js"
import { makeRateLimit } from "./RateLimit.js"

const string = { type: "string" } as const
const boolean = { type: "boolean" } as const
const integer = { type: "integer" } as const

const space = {
  type: "object",
  properties: {
    object: string,
    id: string,
    title: string,
    emoji: string,
    visibility: string,
    createdAt: string,
    updatedAt: string,
    editMode: string,
    protected: boolean,
    mergeRules: { type: "object", properties: { type: string } },
    organization: string,
    parent: string,
    revision: string,
    defaultLevel: { type: ["string", "null"] },
    comments: integer,
    changeRequests: integer,
    changeRequestsOpen: integer,
    changeRequestsDraft: integer,
    urls: { type: "object", properties: { location: string, app: string } },
    permissions: {
      type: "object",
      properties: {
        view: boolean,
        access: boolean,
        admin: boolean,
        viewInviteLinks: boolean,
        edit: boolean,
        triggerGitSync: boolean,
        comment: boolean,
        merge: boolean,
        review: boolean
      }
    }
  }
} as const

const list = {
  type: "object",
  properties: {
    next: { type: "object", properties: { page: string } },
    count: integer,
    items: { type: "array", items: space }
  }
} as const

const page = {
  type: "object",
  properties: {
    id: string,
    title: string,
    createdAt: string,
    updatedAt: string,
    kind: string,
    type: string,
    urls: { type: "object", properties: { app: string } },
    slug: string,
    path: string,
    pages: { type: "array", items: { type: "object", additionalProperties: true } },
    layout: { type: "object", additionalProperties: boolean, properties: { width: string, coverSize: string } },
    documentId: string,
    markdown: string
  }
} as const

const query = {
  type: "object",
  properties: { limit: { type: "integer", minimum: 0, maximum: 1000, default: 50 }, page: string }
} as const

const fail = (reply: FastifyReply, code: number, message: string): FastifyReply =>
  reply.code(code).send({ error: { code, message } })

/** The server; it does not listen yet. */
export const make = (spaces: BareSpaces): FastifyInstance => {
  const app = fastify()
  const counted = makeRateLimit()
  app.decorateRequest("user", "")
  app.addHook("onRequest", async (request, reply) => {
    const header = request.headers.authorization
    const token = header?.startsWith("Bearer ") ? header.slice(7) : undefined
    const user = token === undefined ? undefined : spaces.authenticate(token)
    if (token === undefined || user === undefined) return fail(reply, 401, "the token is missing or not valid")
    const allowance = counted(token)
    if (allowance === undefined) return fail(reply, 429, "too many requests")
    reply.headers(allowance)
    request.setDecorator("user", user)
    return undefined
  })
  app.get<{ Params: { id: string } }>("/v1/spaces/:id", { schema: { response: { 200: space } } }, (request, reply) => {
    const found = spaces.get(request.getDecorator<string>("user"), request.params.id)
    return found === undefined ? fail(reply, 404, "space not found") : reply.send(found)
  })
  app.get<{ Params: { id: string }; Querystring: { limit: number } }>(
    "/v1/orgs/:id/spaces",
    { schema: { querystring: query, response: { 200: list } } },
    (request, reply) => {
      const found = spaces.list(request.getDecorator<string>("user"), request.params.id, request.query.limit)
      return found === undefined ? fail(reply, 404, "organization not found") : reply.send(found)
    }
  )
  app.get<{ Params: { id: string; page: string } }>(
    "/v1/spaces/:id/content/page/:page",
    { schema: { response: { 200: page } } },
    (request, reply) => {
      const { id, page: wanted } = request.params
      const found = spaces.page(request.getDecorator<string>("user"), id, wanted)
      return found === undefined ? fail(reply, 404, "page not found") : reply.send(found)
    }
  )
  return app
}
