import { CreateTeam, SetTeamMember, UpdateTeam, UpdateTeamMembers } from "@lectern/core/teams/Team"
import { choice, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, silent } from "../../people/access/rows.js"

/** Teams. */
export const resource: Resource = {
  calls: ({ admin, organization: o, stranger, team }) => ({
    rows: {
      teams: {
        members: absent(o, team, {}),
        updateMembers: absent(o, team, { add: [stranger] }),
        setMember: absent(o, team, stranger, {}),
        removeMember: silent(o, team, admin),
        list: forbidden(o, {}),
        create: forbidden(o, { title: "Mine" }),
        get: absent(o, team),
        update: absent(o, team, { title: "Mine" }),
        remove: silent(o, team),
        ofMember: absent(o, admin, {})
      }
    }
  }),
  recorded: {
    teams: {
      list: "reads",
      create: ["team.created"],
      get: "reads",
      update: ["team.updated"],
      remove: ["team-member.deleted", "team.deleted"],
      ofMember: "reads",
      members: "reads",
      updateMembers: ["team-member.created"],
      setMember: ["team-member.created"],
      removeMember: ["team-member.deleted"]
    }
  },
  special: ({ made: { guest, organization, team } }) => ({
    teams: {
      updateMembers: { args: [organization, team, { add: [guest] }] },
      setMember: { args: [organization, team, guest, {}] }
    }
  }),
  locks: {
    teams: {
      updateMembers: "organization",
      setMember: "organization",
      removeMember: "organization",
      create: "organization",
      update: "organization",
      remove: "organization"
    }
  },
  bounds: [
    subject("a team", CreateTeam, { title: text(1, 64) }, { title: "A" }),
    subject("a change of a team", UpdateTeam, { title: text(1, 64) }),
    subject("a team's member", SetTeamMember, { role: choice("owner", "member") }),
    subject("a team's members", UpdateTeamMembers, { "memberships.*.role": choice("owner", "member") })
  ]
}
