import { UserInvites } from "@lectern/core/invites/UserInvites"
import { Users } from "@lectern/core/users/Users"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { UsersApi } from "./UsersApi.js"

/** The handlers of {@link UsersApi}. */
export const handlers = Effect.gen(function* () {
  const users = yield* Users
  const invites = yield* UserInvites
  const all: GroupHandlers<typeof UsersApi> = {
    getAuthenticatedUser: () => users.current,
    getUserById: ({ path }) => users.get(path.userId),
    listUserInvites: ({ urlParams }) => invites.list(urlParams),
    acceptUserInvite: ({ path }) => invites.accept(path.userInviteId),
    declineUserInvite: ({ path }) => invites.decline(path.userInviteId)
  }
  return all
})
