/** The endpoints of users. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { UserInvite, UserInviteId } from "@lectern/core/invites/PendingMember"
import { list } from "@lectern/core/lists/List"
import { User, UserId } from "@lectern/core/users/User"
import * as Schema from "effect/Schema"
import { get, post, remove } from "../../foundation/declaration/Endpoint.js"
import {
  BodyErrors,
  ConflictError,
  InvalidError,
  NotFoundError,
  ReadErrors
} from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const InvitePath = Schema.Struct({
  userInviteId: described(segment(UserInviteId), "The id of an invite that waits for the answer of the caller.")
})

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
  .add(
    get(
      "listUserInvites",
      "/v1/user/invites",
      "List the invites of the caller",
      "Lists the organizations that the caller was invited to and has not answered yet, oldest first."
    )
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(UserInvite).annotations({ identifier: "UserInviteList" }))
      .addError(InvalidError)
  )
  .add(
    post(
      "acceptUserInvite",
      "/v1/user/invites/:userInviteId",
      "Accept an invite",
      "Makes the caller a member of the organization with the role of the invite, or gives that role to a member who has a lower one."
    )
      .setPath(InvitePath)
      .addError(BodyErrors)
      .addError(NotFoundError)
      .addError(ConflictError)
  )
  .add(
    remove(
      "declineUserInvite",
      "/v1/user/invites/:userInviteId",
      "Decline an invite",
      "Removes the invite. Whoever sent it is not told."
    )
      .setPath(InvitePath)
      .addError(InvalidError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Users",
      description: "People, each with one account for all of their organizations."
    })
  ) {}
