/**
 * SCIM 2.0: an external directory manages the members of an organization and of its teams.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { Asked } from "../access/Actor.js"
import { discovery } from "./Discovery.js"
import { makeScimGroups, type ScimGroupsService } from "./ScimGroups.js"
import { makeScimUsers, type ScimUsersService } from "./ScimUsers.js"

/**
 * The service of SCIM. All of it needs a token of the organization with the scope `admin`. It changes memberships and
 * teams, never accounts. With `ifMatch`, a change applies to that version only, and otherwise fails with
 * `PreconditionFailed`.
 */
export interface ScimService extends ScimUsersService, ScimGroupsService {
  /**
   * The capabilities of the server, and the schemas of its resources, by their paths below the URL of SCIM: the same
   * for every organization and every caller.
   */
  readonly documents: (organization: OrganizationId) => Asked<Readonly<Record<string, object>>>
}

/** The service of SCIM. */
export class Scim extends Context.Tag("@lectern/core/Scim")<Scim, ScimService>() {}

const make = Effect.map(
  Effect.all([makeScimUsers, makeScimGroups, PublicUrls]),
  ([users, groups, { base }]): ScimService => ({
    ...users,
    ...groups,
    documents: (organization) => Effect.succeed(discovery(`${base}/scim/v2/${String(organization)}`))
  })
)

/** {@link Scim} over the services and repositories of the context. */
export const service = serviceOf(Scim, make)
