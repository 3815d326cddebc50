import { Users } from "@lectern/core/users/Users"
import { Effect } from "effect"
import type { GroupHandlers } from "../dispatcher/Handlers.js"
import type { UsersApi } from "./UsersApi.js"

/** The handlers of {@link UsersApi}. */
export const handlers = Effect.map(
  Users,
  (users): GroupHandlers<typeof UsersApi> => ({
    getAuthenticatedUser: () => users.current,
    getUserById: ({ path }) => users.get(path.userId)
  })
)
