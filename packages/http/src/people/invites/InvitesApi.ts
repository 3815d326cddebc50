/** The endpoints of invites. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import {
  InvitedUsers,
  InviteUsers,
  LinkInvite,
  LinkInviteId,
  LinkInviteInput,
  LinkInviteToCollection,
  LinkInviteToOrganization,
  LinkInviteToSpace,
  UpdateLinkInvite
} from "@lectern/core/invites/LinkInvite"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../foundation/declaration/Endpoint.js"
import {
  BodyErrors,
  ConflictError,
  InvalidError,
  NotFoundError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const InvitePath = Schema.Struct({
  organizationId: segment(OrganizationId),
  inviteId: described(
    segment(LinkInviteId),
    "The id of the invite link, which is all that somebody needs to join with it."
  )
})

/** How people become members. */
export class InvitesApi extends HttpApiGroup.make("invites")
  .add(
    post(
      "inviteUsersToOrganization",
      "/v1/orgs/:organizationId/invites",
      "Invite people by e-mail address",
      "Makes members of those who are not members yet; existing members stay as they are. For administrators."
    )
      .setPath(OrganizationPath)
      .setPayload(InviteUsers)
      .addSuccess(InvitedUsers)
      .addError(WriteErrors)
  )
  .add(
    post(
      "joinOrganizationWithInvite",
      "/v1/orgs/:organizationId/invites/:inviteId",
      "Join with an invite link",
      "Makes the caller a member, or gives access to the space or collection of the invite. It never lowers what the caller has."
    )
      .setPath(InvitePath)
      .addSuccess(
        Schema.Struct({}).annotations({ identifier: "Joined", description: "Nothing: the status is the answer." })
      )
      .addError(BodyErrors)
      .addError(NotFoundError)
      .addError(ConflictError)
  )
  .add(
    post(
      "joinOrganization",
      "/v1/orgs/:organizationId/join",
      "Join an organization",
      "For users whose e-mail address has one of the domains of the organization."
    )
      .setPath(OrganizationPath)
      .addError(BodyErrors)
      .addError(NotFoundError)
      .addError(ConflictError)
  )
  .add(
    get(
      "listOrganizationInviteLinks",
      "/v1/orgs/:organizationId/link-invites",
      "List the invite links of an organization",
      "Administrators see all of them; others those to spaces and collections on which they have the level `create`."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(LinkInvite).annotations({ identifier: "LinkInviteList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "createOrganizationInvite",
      "/v1/orgs/:organizationId/link-invites",
      "Create an invite link",
      "To the organization, for administrators; or to a space or a collection, with the level `create` there."
    )
      .setPath(OrganizationPath)
      .setPayload(LinkInviteInput)
      .addSuccess(LinkInviteToOrganization, { status: 201 })
      .addSuccess(LinkInviteToSpace, { status: 201 })
      .addSuccess(LinkInviteToCollection, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "getOrganizationInviteLink",
      "/v1/orgs/:organizationId/link-invites/:inviteId",
      "Get an invite link",
      "For administrators; to a space or a collection also with the level `create` there."
    )
      .setPath(InvitePath)
      .addSuccess(LinkInvite)
      .addError(ReadErrors)
  )
  .add(
    patch(
      "updateOrganizationInviteById",
      "/v1/orgs/:organizationId/link-invites/:inviteId",
      "Update an invite link",
      "Changes the role or level that the link gives. Those who have already joined keep theirs."
    )
      .setPath(InvitePath)
      .setPayload(UpdateLinkInvite)
      .addSuccess(LinkInvite)
      .addError(BodyErrors)
      .addError(NotFoundError)
  )
  .add(
    remove(
      "deleteOrganizationInviteById",
      "/v1/orgs/:organizationId/link-invites/:inviteId",
      "Delete an invite link",
      "Nobody can join with it any longer. Those who have already joined stay."
    )
      .setPath(InvitePath)
      .addError(InvalidError)
  )
  .annotateContext(OpenApi.annotations({ title: "Invites", description: "How people become members." })) {}
