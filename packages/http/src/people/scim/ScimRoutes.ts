/** SCIM over HTTP, at `/scim/v2/{organizationId}`: outside the API, with its own bodies and errors. */
import { notFound } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import { TeamId } from "@lectern/core/teams/Team"
import { UserId } from "@lectern/core/users/User"
import * as Effect from "effect/Effect"
import type { Limiter } from "../../foundation/dispatcher/RateLimit.js"
import type { PlainRoute } from "../../foundation/dispatcher/Route.js"
import { makeScimExchange, openExchange, type ScimHandler } from "./ScimExchange.js"

const root = "/scim/v2/:organizationId"

/** The routes of SCIM, over the services of the context. */
export const routes = (limiter?: Limiter) =>
  Effect.gen(function* () {
    const scim = yield* tags.scim
    const exchange = yield* makeScimExchange(limiter)

    /** A route that needs no token: its answer is the same for everybody. */
    const open = (path: string, operation: string, handler: ScimHandler): PlainRoute => ({
      kind: "plain",
      method: "GET",
      path: `${root}${path}`,
      operation,
      answer: openExchange(handler)
    })

    const route = (method: string, path: string, operation: string, handler: ScimHandler): PlainRoute => ({
      kind: "plain",
      method,
      path: `${root}${path}`,
      operation,
      answer: exchange(handler)
    })

    const document = (path: string, operation: string): PlainRoute =>
      open(path, operation, ({ id, organization }) =>
        Effect.flatMap(scim.documents(organization), (all) => {
          const found = new Map(Object.entries(all)).get(path.replace(":id", id))
          return found === undefined ? Effect.fail(notFound("document")) : Effect.succeed(found)
        })
      )

    const routes: ReadonlyArray<PlainRoute> = [
      document("/ServiceProviderConfig", "scimServiceProviderConfig"),
      document("/ResourceTypes", "scimListResourceTypes"),
      document("/ResourceTypes/:id", "scimGetResourceType"),
      document("/Schemas", "scimListSchemas"),
      document("/Schemas/:id", "scimGetSchema"),
      route("GET", "/Users", "scimListUsers", ({ organization, query }) => scim.users(organization, query)),
      route("POST", "/Users", "scimCreateUser", ({ body, organization }) => scim.createUser(organization, body)),
      route("GET", "/Users/:id", "scimGetUser", ({ id, organization, query }) =>
        scim.user(organization, UserId.make(id), query)
      ),
      route("PUT", "/Users/:id", "scimReplaceUser", ({ body, id, ifMatch, organization }) =>
        scim.replaceUser(organization, UserId.make(id), body, { ifMatch })
      ),
      route("PATCH", "/Users/:id", "scimPatchUser", ({ body, id, ifMatch, organization }) =>
        scim.patchUser(organization, UserId.make(id), body, { ifMatch })
      ),
      route("DELETE", "/Users/:id", "scimDeleteUser", ({ id, ifMatch, organization }) =>
        Effect.as(scim.removeUser(organization, UserId.make(id), { ifMatch }), undefined)
      ),
      route("GET", "/Groups", "scimListGroups", ({ organization, query }) => scim.groups(organization, query)),
      route("POST", "/Groups", "scimCreateGroup", ({ body, organization }) => scim.createGroup(organization, body)),
      route("GET", "/Groups/:id", "scimGetGroup", ({ id, organization, query }) =>
        scim.group(organization, TeamId.make(id), query)
      ),
      route("PUT", "/Groups/:id", "scimReplaceGroup", ({ body, id, ifMatch, organization }) =>
        scim.replaceGroup(organization, TeamId.make(id), body, { ifMatch })
      ),
      route("PATCH", "/Groups/:id", "scimPatchGroup", ({ body, id, ifMatch, organization }) =>
        scim.patchGroup(organization, TeamId.make(id), body, { ifMatch })
      ),
      route("DELETE", "/Groups/:id", "scimDeleteGroup", ({ id, ifMatch, organization }) =>
        Effect.as(scim.removeGroup(organization, TeamId.make(id), { ifMatch }), undefined)
      )
    ]
    return routes
  })
