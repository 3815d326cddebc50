/** Transfers content to another organization, with everything in it and in one transaction. */

import * as Effect from "effect/Effect"
import { Conflict, type LecternError, PreconditionFailed, type Unavailable } from "../../foundation/errors/Errors.js"
import { Access } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { allows, needs } from "../../people/access/Policy.js"
import type { Standing } from "../../people/access/Standing.js"
import { MemberRepository } from "../../people/members/MemberRepository.js"
import { isProtected } from "../../people/merge-rules/RulesInForce.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import type { CollectionId } from "../../people/places/Collection.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"
import { makeWithinQuota } from "../../storage/blobs/StoredBytes.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Dependents } from "../../storage/services/Dependents.js"
import { ContentLifecycle } from "../items/ContentLifecycle.js"
import { makeRemnants } from "../placement/Remnants.js"
import type { TransferredPlace } from "../placement/Transfer.js"
import { SpacesOnSites } from "./SpacesOnSites.js"
import { makeSpaceWrites } from "./SpaceWrites.js"

/** The operations of transfers. */
export interface Transfers {
  /**
   * Succeeds if the caller may create in both organizations. `NotFound` for a target that the caller is not a member
   * of, `PreconditionFailed` for one without `create`, `Conflict` for the current organization.
   */
  readonly require: (from: Standing, to: OrganizationId) => Effect.Effect<void, LecternError, Actor>
  /**
   * Moves the settings of a space or collection, such as grants. Settings of people and teams that do not exist in the
   * target are dropped, and so are the link invites to it.
   */
  readonly settings: (target: SpaceId | CollectionId, to: OrganizationId) => Effect.Effect<void, Unavailable>
  /**
   * Moves a space, deleted or not, with its settings and its search index, and removes it from all sites. `Conflict` if
   * the target would exceed its maximum number of spaces or its storage quota.
   */
  readonly space: (
    read: Stored<SpaceRecord>,
    from: Standing,
    to: TransferredPlace
  ) => Effect.Effect<SpaceRecord, Conflict | Unavailable>
}

/**
 * Whether a caller with this standing may take a space to another organization, where the rules of approval could be
 * changed: a space for which some hold goes only with administrators.
 */
export const mayLeave = ({ organization, role }: Standing, space: SpaceRecord): boolean =>
  role === "admin" || !isProtected(space, organization)

/** {@link Transfers} over the repositories of the context. */
export const makeTransfer = Effect.gen(function* () {
  const access = yield* Access
  const members = yield* MemberRepository
  const dependents = yield* Dependents
  const content = yield* ContentLifecycle
  const writes = yield* makeSpaceWrites
  const sites = yield* SpacesOnSites
  const remnants = yield* makeRemnants
  const withinQuota = yield* makeWithinQuota

  const settings: Transfers["settings"] = (target, organization) =>
    dependents.transfer(target, {
      organization,
      isMember: (user) => Effect.map(members.find(organization, user), (member) => member !== undefined)
    })

  const transfers: Transfers = {
    require: Effect.fnUntraced(function* (from, to) {
      yield* access.requireOrganization(from.organization.id, needs.manage)
      const target = yield* access.standing(to)
      if (!allows(target.role, "manage")) {
        return yield* new PreconditionFailed({
          message: `this needs the level "${needs.manage}" on the target organization`
        })
      }
      if (to === from.organization.id) {
        return yield* new Conflict({ message: "the space already belongs to this organization" })
      }
    }),
    settings,
    space: Effect.fnUntraced(function* (read, standing, { organization, parent, position }) {
      const { parent: from, inherits, ...rest } = read.value
      const moves = (rest.moves ?? 0) + 1
      const space: SpaceRecord = { ...rest, organization, position, moves, ...(parent !== undefined && { parent }) }
      yield* withinQuota(organization)(writes.replace(read, space))
      yield* settings(space.id, organization)
      yield* remnants.sweep(from)
      yield* remnants.sweep(inherits)
      yield* sites.detach([space.id], standing)
      if (space.deletedAt === undefined) {
        yield* content.removed(read.value)
        yield* content.restored(space)
      }
      return space
    })
  }
  return transfers
})
