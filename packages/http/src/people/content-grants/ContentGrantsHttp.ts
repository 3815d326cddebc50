import { AccessExplanations } from "@lectern/core/access/AccessExplanations"
import type { SiteTarget } from "@lectern/core/content-grants/ContentGrant"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { SiteId } from "@lectern/core/sites/Site"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { CollectionGrantsApi, SiteGrantsApi, SpaceGrantsApi } from "./GrantsApi.js"

/** The handlers of {@link SpaceGrantsApi}. */
export const spaceHandlers = Effect.gen(function* () {
  const grants = yield* ContentGrants
  const explanations = yield* AccessExplanations
  const all: GroupHandlers<typeof SpaceGrantsApi> = {
    inviteToSpace: ({ path, payload }) => grants.invite({ space: path.spaceId }, payload),
    listUserPermissionsInSpace: ({ path, urlParams }) => grants.users({ space: path.spaceId }, urlParams),
    listTeamPermissionsInSpace: ({ path, urlParams }) => grants.teams({ space: path.spaceId }, urlParams),
    listPermissionsAggregateInSpace: ({ path, urlParams }) => grants.aggregate({ space: path.spaceId }, urlParams),
    updateUserPermissionInSpace: ({ path, payload }) =>
      grants.updateUser({ space: path.spaceId }, path.userId, payload),
    removeUserFromSpace: ({ path }) => grants.removeUser({ space: path.spaceId }, path.userId),
    updateTeamPermissionInSpace: ({ path, payload }) =>
      grants.updateTeam({ space: path.spaceId }, path.teamId, payload),
    removeTeamFromSpace: ({ path }) => grants.removeTeam({ space: path.spaceId }, path.teamId),
    explainPermissionInSpace: ({ path, urlParams }) => explanations.explainSpace(path.spaceId, urlParams)
  }
  return all
})

/** The handlers of {@link CollectionGrantsApi}. */
export const collectionHandlers = Effect.map(
  ContentGrants,
  (grants): GroupHandlers<typeof CollectionGrantsApi> => ({
    inviteToCollection: ({ path, payload }) => grants.invite({ collection: path.collectionId }, payload),
    listUserPermissionsInCollection: ({ path, urlParams }) =>
      grants.users({ collection: path.collectionId }, urlParams),
    listTeamPermissionsInCollection: ({ path, urlParams }) =>
      grants.teams({ collection: path.collectionId }, urlParams),
    listPermissionsAggregateInCollection: ({ path, urlParams }) =>
      grants.aggregate({ collection: path.collectionId }, urlParams),
    updateUserPermissionInCollection: ({ path, payload }) =>
      grants.updateUser({ collection: path.collectionId }, path.userId, payload),
    removeUserFromCollection: ({ path }) => grants.removeUser({ collection: path.collectionId }, path.userId),
    updateTeamPermissionInCollection: ({ path, payload }) =>
      grants.updateTeam({ collection: path.collectionId }, path.teamId, payload),
    removeTeamFromCollection: ({ path }) => grants.removeTeam({ collection: path.collectionId }, path.teamId)
  })
)

type SitePath = { readonly organizationId: OrganizationId; readonly siteId: SiteId }

const siteIn = ({ organizationId, siteId }: SitePath): SiteTarget => ({ organization: organizationId, site: siteId })

/** The handlers of {@link SiteGrantsApi}. */
export const siteHandlers = Effect.map(
  ContentGrants,
  (grants): GroupHandlers<typeof SiteGrantsApi> => ({
    inviteToSite: ({ path, payload }) => grants.invite(siteIn(path), payload),
    listUserPermissionsInSite: ({ path, urlParams }) => grants.users(siteIn(path), urlParams),
    listTeamPermissionsInSite: ({ path, urlParams }) => grants.teams(siteIn(path), urlParams),
    listPermissionsAggregateInSite: ({ path, urlParams }) => grants.siteAggregate(siteIn(path), urlParams),
    updateUserPermissionInSite: ({ path, payload }) => grants.updateUser(siteIn(path), path.userId, payload),
    removeUserFromSite: ({ path }) => grants.removeUser(siteIn(path), path.userId),
    updateTeamPermissionInSite: ({ path, payload }) => grants.updateTeam(siteIn(path), path.teamId, payload),
    removeTeamFromSite: ({ path }) => grants.removeTeam(siteIn(path), path.teamId)
  })
)
