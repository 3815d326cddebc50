/** The rows of grants. */

import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type Look, ofOrganization } from "../../storage/rows/Audited.js"
import { auditedRow, id, ignored, shown, to } from "../../storage/rows/RowDeclaration.js"
import type { AuditTarget } from "../../storage/trail/AuditEvent.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { TeamId } from "../teams/Team.js"
import type { UserId } from "../users/User.js"
import { RoleOrGuest } from "./Role.js"

const organization = to("organization", "organizations")
const member = to("member", "members")
const team = to("team", "teams")

const granting = [
  ["space", "spaces"],
  ["collection", "collections"],
  ["site", "sites"]
] as const

/** The content that a grant is on, whichever of the three kinds it is. */
const thePlace = ({ target }: { readonly target: string }, look: Look): Effect.Effect<AuditTarget, Unavailable> =>
  Effect.gen(function* () {
    for (const [kind, table] of granting) {
      const found = yield* look(table, target)
      if (found !== undefined) return { kind, id: target, title: (found as { readonly title: string }).title }
    }
    return { kind: "content", id: target }
  })

/** The rows of the table `grants`. */
export const grants = auditedRow<GrantRecord>("grant")({
  target: thePlace,
  organization: ofOrganization,
  fields: {
    target: ignored(id),
    user: shown(id),
    organization: ignored(id),
    level: shown(RoleOrGuest)
  },
  references: (each) => [organization(each.organization), member(each.organization, each.user)]
})

/** The rows of the table `team_grants`. */
export const teamGrants = auditedRow<TeamGrantRecord>("team-grant")({
  target: thePlace,
  organization: ofOrganization,
  fields: {
    target: ignored(id),
    team: shown(id),
    organization: ignored(id),
    level: shown(RoleOrGuest)
  },
  references: (each) => [organization(each.organization), team(each.organization, each.team)]
})

export interface Given {
  readonly target: string
  readonly organization: OrganizationId
  readonly level: RoleOrGuest
}

/** A grant as stored; `target` is the id of a space, a collection or a site, a `null` level means no access. */
export interface GrantRecord extends Given {
  readonly user: UserId
}

/** A grant to a team as stored. */
export interface TeamGrantRecord extends Given {
  readonly team: TeamId
}
