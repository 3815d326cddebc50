/** The endpoints of an organization's members. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Role } from "@lectern/core/access/Role"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { Member, MemberSpace, UpdateMember } from "@lectern/core/members/Member"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { UserId } from "@lectern/core/users/User"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../foundation/declaration/Endpoint.js"
import {
  BodyErrors,
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams, oneOf } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const MemberPath = Schema.Struct({ organizationId: segment(OrganizationId), userId: segment(UserId) })
const order = optional(oneOf("asc", "desc").annotations({ description: "`desc` when omitted." }))

/** The members of an organization. */
export class MembersApi extends HttpApiGroup.make("members")
  .add(
    get(
      "listMembersInOrganizationById",
      "/v1/orgs/:organizationId/members",
      "List the members of an organization",
      "Newest first, unless `order` and `sort` say otherwise. Guests may not list members."
    )
      .setPath(OrganizationPath)
      .setUrlParams(
        Schema.Struct({
          ...listParams,
          order,
          role: optional(
            oneOf(...Role.literals, "guest"),
            "Only members with this role; `guest` for those without one."
          ),
          search: optional(Schema.String.annotations({ description: "Part of a name or an e-mail address." })),
          sort: optional(
            oneOf("joinedAt", "lastSeenAt").annotations({
              description: "`joinedAt` when omitted; `lastSeenAt` lists only members that were seen."
            })
          )
        })
      )
      .addSuccess(list(Member).annotations({ identifier: "MemberList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "getMemberInOrganizationById",
      "/v1/orgs/:organizationId/members/:userId",
      "Get a member of an organization",
      "Identifies the member by the id of the user."
    )
      .setPath(MemberPath)
      .addSuccess(Member)
      .addError(ReadErrors)
  )
  .add(
    patch(
      "updateMemberInOrganizationById",
      "/v1/orgs/:organizationId/members/:userId",
      "Update a member",
      "Gives the member another role, or blocks the member, whose tokens are then refused in the organization. Neither works on the last administrator. For administrators."
    )
      .setPath(MemberPath)
      .setPayload(UpdateMember)
      .addSuccess(Member)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    post(
      "setUserAsSSOMemberForOrganization",
      "/v1/orgs/:organizationId/members/:userId/sso",
      "Require SAML of a member",
      "From now on the member has to sign in through a SAML provider of the organization. For administrators."
    )
      .setPath(MemberPath)
      .addSuccess(Member)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "removeMemberFromOrganizationById",
      "/v1/orgs/:organizationId/members/:userId",
      "Remove a member",
      "Removes the membership and everything that was granted to the member. Members may remove themselves; the last administrator cannot be removed."
    )
      .setPath(MemberPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
      .addError(ConflictError)
  )
  .add(
    post(
      "updateOrganizationMemberLastSeenAt",
      "/v1/orgs/:organizationId/ping",
      "Record that the caller is active",
      "Sets `lastSeenAt` of the caller and returns a token that identifies the caller to published sites."
    )
      .setPath(OrganizationPath)
      .addSuccess(
        Schema.Struct({
          serviceVisitorClaims: optional(
            Schema.String,
            "A JWT about the caller, signed with the key of the organization (HS256), for published sites."
          )
        }).annotations({ identifier: "Ping", description: "What an active member is told." })
      )
      .addError(BodyErrors)
      .addError(NotFoundError)
  )
  .add(
    get(
      "listSpacesForOrganizationMember",
      "/v1/orgs/:organizationId/members/:userId/spaces",
      "List the spaces of a member",
      "Lists the spaces that the member can read, each with the member's level. For the member and for administrators."
    )
      .setPath(MemberPath)
      .setUrlParams(Schema.Struct({ ...listParams, order }))
      .addSuccess(list(MemberSpace).annotations({ identifier: "MemberSpaceList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Members", description: "The people of an organization, with their roles." })
  ) {}
