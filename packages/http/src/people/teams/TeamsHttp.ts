import { Teams } from "@lectern/core/teams/Teams"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { TeamsApi } from "./TeamsApi.js"

/** The handlers of {@link TeamsApi}. */
export const handlers = Effect.map(
  Teams,
  (teams): GroupHandlers<typeof TeamsApi> => ({
    listTeamsInOrganizationById: ({ path, urlParams }) => teams.list(path.organizationId, urlParams),
    createOrganizationTeam: ({ path, payload }) => teams.create(path.organizationId, payload),
    getTeamInOrganizationById: ({ path }) => teams.get(path.organizationId, path.teamId),
    updateTeamInOrganizationById: ({ path, payload }) => teams.update(path.organizationId, path.teamId, payload),
    removeTeamFromOrganizationById: ({ path }) => teams.remove(path.organizationId, path.teamId),
    listTeamMembersInOrganizationById: ({ path, urlParams }) =>
      teams.members(path.organizationId, path.teamId, urlParams),
    updateMembersInOrganizationTeam: ({ path, payload }) =>
      teams.updateMembers(path.organizationId, path.teamId, payload),
    addMemberToOrganizationTeamById: ({ path, payload }) =>
      teams.setMember(path.organizationId, path.teamId, path.userId, payload),
    deleteMemberFromOrganizationTeamById: ({ path }) =>
      teams.removeMember(path.organizationId, path.teamId, path.userId),
    listTeamsForOrganizationMember: ({ path, urlParams }) => teams.ofMember(path.organizationId, path.userId, urlParams)
  })
)
