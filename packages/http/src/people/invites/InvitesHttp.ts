import { Invites } from "@lectern/core/invites/Invites"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { InvitesApi } from "./InvitesApi.js"

/** The handlers of {@link InvitesApi}. */
export const handlers = Effect.map(
  Invites,
  (invites): GroupHandlers<typeof InvitesApi> => ({
    inviteUsersToOrganization: ({ path, payload }) => invites.inviteUsers(path.organizationId, payload),
    joinOrganizationWithInvite: ({ path }) => Effect.as(invites.joinWith(path.organizationId, path.inviteId), {}),
    joinOrganization: ({ path }) => invites.join(path.organizationId),
    listOrganizationInviteLinks: ({ path, urlParams }) => invites.list(path.organizationId, urlParams),
    createOrganizationInvite: ({ path, payload }) => invites.create(path.organizationId, payload),
    getOrganizationInviteLink: ({ path }) => invites.get(path.organizationId, path.inviteId),
    updateOrganizationInviteById: ({ path, payload }) => invites.update(path.organizationId, path.inviteId, payload),
    deleteOrganizationInviteById: ({ path }) => invites.remove(path.organizationId, path.inviteId)
  })
)
