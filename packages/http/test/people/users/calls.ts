import type { Resource } from "../../contract/resources.js"
import { never } from "../../contract/rows.js"
import { absentToGuests, onNobody, onOrganization } from "../../people/access/visibility/entries.js"

/** Users. */
export const resource: Resource = {
  operations: {
    getAuthenticatedUser: {
      method: "GET",
      path: () => "/v1/user",
      status: 200,
      failures: {
        400: "it takes no input",
        403: "it is the caller",
        404: "a token's user exists",
        409: never.readsOnly
      }
    },
    getUserById: {
      method: "GET",
      path: ({ users }) => `/v1/users/${users.rex}`,
      status: 200,
      failures: { 400: { path: () => "/v1/users/%zz" }, 403: never.seesOrNot, 404: { as: "eve" }, 409: never.readsOnly }
    }
  },
  visibility: {
    getAuthenticatedUser: onNobody(),
    getUserById: onOrganization("read", absentToGuests)
  }
}
