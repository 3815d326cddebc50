/** The endpoints of users. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { User, UserId } from "@lectern/core/users/User"
import { Schema } from "effect"
import { get } from "../declaration/Endpoint.js"
import { ReadErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"

/** People. */
export class UsersApi extends HttpApiGroup.make("users")
  .add(
    get(
      "getAuthenticatedUser",
      "/v1/user",
      "Get the user of the token",
      "Returns the user that the access token belongs to."
    ).addSuccess(User)
  )
  .add(
    get(
      "getUserById",
      "/v1/users/:userId",
      "Get a user",
      "Callers see themselves and the members of their organizations; anybody else is not found."
    )
      .setPath(Schema.Struct({ userId: segment(UserId) }))
      .addSuccess(User)
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Users",
      description: "People, each with one account for all of their organizations."
    })
  ) {}
