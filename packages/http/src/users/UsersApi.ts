/** The endpoints of users. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { User, UserId } from "@lectern/core/users/User"
import { Schema } from "effect"
import { get } from "../declaration/Endpoint.js"
import { ReadErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"

/** People. */
export class UsersApi extends HttpApiGroup.make("users")
  .add(get("getAuthenticatedUser", "/v1/user", "The user that the token belongs to").addSuccess(User))
  .add(
    get(
      "getUserById",
      "/v1/users/:userId",
      "A user",
      "Visible are the caller and the members of the caller's organizations."
    )
      .setPath(Schema.Struct({ userId: segment(UserId) }))
      .addSuccess(User)
      .addError(ReadErrors)
  )
  .annotateContext(OpenApi.annotations({ title: "Users", description: "People." })) {}
