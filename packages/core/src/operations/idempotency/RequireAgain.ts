/** Requires of a caller again what a call required. */
import * as Effect from "effect/Effect"
import { type Forbidden, type NotFound, notFound } from "../../foundation/errors/Errors.js"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { Access, forbidden } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import type { Requirement } from "../../people/access/Requirements.js"
import { atLeast, type Role } from "../../people/access/Role.js"
import { requireAccount, requireScope } from "../../people/access/TokenLimits.js"
import type { Scope } from "../../people/api-tokens/TokenScope.js"
import { CollectionId } from "../../people/places/CollectionId.js"
import { SiteId } from "../../people/places/SiteId.js"
import { SpaceId } from "../../people/places/SpaceId.js"

/** Makes the check of a requirement: it fails as the call would. */
export const makeRequireAgain = Effect.map(
  Access,
  (access) =>
    ({ id = "", kind, level, organization = "" }: Requirement): Asked<unknown> => {
      const role = level as Role
      switch (kind) {
        case "account":
          return requireAccount
        case "scope":
          return requireScope(level as Scope)
        case "organization":
          return access.requireOrganization(OrganizationId.make(id), level as Role | undefined)
        case "collection":
          return access.requireCollection(CollectionId.make(id), role)
        case "space":
          return access.requireSpace(SpaceId.make(id), role)
        case "site":
          return access.requireSite(OrganizationId.make(organization), SiteId.make(id), role)
        case "any-space":
          return Effect.flatMap(
            access.lookupSpace(SpaceId.make(id)),
            ({ level }): Effect.Effect<void, Forbidden | NotFound> => {
              if (level === null) return Effect.fail(notFound("space"))
              return atLeast(level, role) ? Effect.void : Effect.fail(forbidden("space", role))
            }
          )
      }
    }
)
