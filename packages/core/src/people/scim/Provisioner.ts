/** Decides who may provision an organization. */
import * as Effect from "effect/Effect"
import { Forbidden } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { Access } from "../access/Access.js"
import { Actor, type Asked } from "../access/Actor.js"
import type { Standing } from "../access/Standing.js"

const refused = new Forbidden({ message: 'this needs a token of the organization itself, with the scope "admin"' })

/** The standing of the caller, who must use a service token of the organization with the scope `admin`. */
export type RequireProvisioner = (organization: OrganizationId) => Asked<Standing>

/** {@link RequireProvisioner} over the access of the context. */
export const makeRequireProvisioner = Effect.map(
  Access,
  (access): RequireProvisioner =>
    (organization) =>
      Effect.flatMap(access.requireOrganization(organization, "admin"), (standing) =>
        Effect.flatMap(Actor, (actor) =>
          actor.kind === "system" || (actor.kind === "user" && actor.token?.service === true)
            ? Effect.succeed(standing)
            : Effect.fail(refused)
        )
      )
)
