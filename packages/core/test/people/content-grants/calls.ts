import { AggregateQuery, InviteUsersAndTeams, UpdateGrant } from "@lectern/core/content-grants/ContentGrant"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { Effect } from "effect"
import { role, roleOrGuest } from "../../engine/bounds/common.js"
import { subject } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, silent } from "../../people/access/rows.js"

const grant = { role: "read" } as const

/** Grants. */
export const resource: Resource = {
  calls: ({ admin, collection: shelf, organization: o, site, space, stranger, team }) => {
    const at = { space }
    return {
      rows: {
        contentGrants: {
          invite: absent(at, { ...grant, users: [stranger] }),
          users: absent(at, {}),
          teams: absent(at, {}),
          aggregate: absent({ collection: shelf }, {}),
          siteAggregate: absent({ organization: o, site }, {}),
          updateUser: absent(at, admin, grant),
          removeUser: silent(at, admin),
          updateTeam: absent(at, team, grant),
          removeTeam: silent(at, team)
        }
      }
    }
  },
  recorded: {
    contentGrants: {
      invite: ["grant.created"],
      users: "reads",
      teams: "reads",
      aggregate: "reads",
      siteAggregate: "reads",
      updateUser: ["grant.updated"],
      removeUser: ["grant.deleted"],
      updateTeam: ["team-grant.updated"],
      removeTeam: ["team-grant.deleted"]
    }
  },
  special: ({ made: { guest, space, team } }) => {
    const at = { space }
    const granted = Effect.flatMap(ContentGrants, (grants) =>
      grants.invite(at, { ...grant, users: [guest], teams: [team] })
    )
    return {
      contentGrants: {
        invite: { args: [at, { ...grant, users: [guest] }] },
        updateUser: { after: granted, args: [at, guest, { role: "edit" }] },
        updateTeam: { after: granted, args: [at, team, { role: "edit" }] },
        removeUser: { after: granted, args: [at, guest] },
        removeTeam: { after: granted, args: [at, team] }
      }
    }
  },
  locks: {
    contentGrants: {
      invite: "organization + space",
      updateUser: "organization + space",
      removeUser: "organization + space",
      updateTeam: "organization + space",
      removeTeam: "organization + space"
    }
  },
  bounds: [
    subject("a grant", InviteUsersAndTeams, { role: roleOrGuest }, { role: null, users: ["ada"] }),
    subject("a change of a grant", UpdateGrant, { role: roleOrGuest }),
    subject("a list of everybody with access", AggregateQuery, { role })
  ]
}
