import * as Effect from "effect/Effect"
import { notFound } from "../../../foundation/errors/Errors.js"
import { Access, type AccessError, forbidden } from "../../../people/access/Access.js"
import type { Actor } from "../../../people/access/Actor.js"
import { needs } from "../../../people/access/Policy.js"
import { requiring } from "../../../people/access/Requirements.js"
import { atLeast } from "../../../people/access/Role.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SpaceId, SpaceRecord } from "../../../people/places/Space.js"

type Addable = Effect.Effect<SpaceRecord, AccessError>

/** A space that the caller may put on sites: one of the organization, else `NotFound`, and with `create` on it. */
export const makeAddableSpace = Effect.map(
  Access,
  (access) =>
    (organization: OrganizationId, id: SpaceId): Effect.Effect<SpaceRecord, AccessError, Actor> =>
      Effect.flatMap(access.requireSpace(id, needs.view), ({ space, level }): Addable => {
        if (space.organization !== organization) return Effect.fail(notFound("space"))
        return atLeast(level, needs.manage)
          ? Effect.as(requiring({ kind: "space", id, level: needs.manage }), space)
          : Effect.fail(forbidden("space", needs.manage))
      })
)
