import { Members } from "@lectern/core/members/Members"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { MembersApi } from "./MembersApi.js"

/** The handlers of {@link MembersApi}. */
export const handlers = Effect.map(
  Members,
  (members): GroupHandlers<typeof MembersApi> => ({
    listMembersInOrganizationById: ({ path, urlParams }) => members.list(path.organizationId, urlParams),
    getMemberInOrganizationById: ({ path }) => members.get(path.organizationId, path.userId),
    updateMemberInOrganizationById: ({ path, payload }) => members.update(path.organizationId, path.userId, payload),
    setUserAsSSOMemberForOrganization: ({ path }) => members.setSso(path.organizationId, path.userId),
    removeMemberFromOrganizationById: ({ path }) => members.remove(path.organizationId, path.userId),
    updateOrganizationMemberLastSeenAt: ({ path }) => members.ping(path.organizationId),
    listSpacesForOrganizationMember: ({ path, urlParams }) =>
      members.spaces(path.organizationId, path.userId, urlParams)
  })
)
