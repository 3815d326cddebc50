/** The endpoints of an organization's members. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Role } from "@lectern/core/access/Role"
import { optional } from "@lectern/core/internal/schema/Input"
import { list } from "@lectern/core/lists/List"
import { Member, MemberSpace, UpdateMember } from "@lectern/core/members/Member"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { UserId } from "@lectern/core/users/User"
import { Schema } from "effect"
import { get, patch, post, remove } from "../declaration/Endpoint.js"
import {
  BodyErrors,
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  ReadErrors,
  WriteErrors
} from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams, oneOf } from "../params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const MemberPath = Schema.Struct({ organizationId: segment(OrganizationId), userId: segment(UserId) })
const order = optional(oneOf("asc", "desc").annotations({ description: "`desc` when omitted." }))

/** The members of an organization. */
export class MembersApi extends HttpApiGroup.make("members")
  .add(
    get("listMembersInOrganizationById", "/v1/orgs/:organizationId/members", "The members of an organization")
      .setPath(OrganizationPath)
      .setUrlParams(
        Schema.Struct({
          ...listParams,
          order,
          role: optional(oneOf(...Role.literals, "guest")),
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
    get("getMemberInOrganizationById", "/v1/orgs/:organizationId/members/:userId", "A member")
      .setPath(MemberPath)
      .addSuccess(Member)
      .addError(ReadErrors)
  )
  .add(
    patch("updateMemberInOrganizationById", "/v1/orgs/:organizationId/members/:userId", "Change a member's role")
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
      "Have a member sign in through SAML"
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
      "Members may remove themselves. The last administrator stays."
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
      "Tell that the caller is there",
      "Sets the caller's `lastSeenAt`, and may answer a JWT about the caller."
    )
      .setPath(OrganizationPath)
      .addSuccess(Schema.Struct({ serviceVisitorClaims: optional(Schema.String) }))
      .addError(BodyErrors)
      .addError(NotFoundError)
  )
  .add(
    get(
      "listSpacesForOrganizationMember",
      "/v1/orgs/:organizationId/members/:userId/spaces",
      "The spaces that a member can reach",
      "For the member and for administrators."
    )
      .setPath(MemberPath)
      .setUrlParams(Schema.Struct({ ...listParams, order }))
      .addSuccess(list(MemberSpace).annotations({ identifier: "MemberSpaceList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .annotateContext(OpenApi.annotations({ title: "Members", description: "The people of an organization." })) {}
