import { MemberSpacesQuery, MembersQuery, UpdateMember } from "@lectern/core/members/Member"
import { roleOrGuest, roles } from "../../engine/bounds/common.js"
import { choice, integer, subject } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, row, silent } from "../../people/access/rows.js"

/** Members. */
export const resource: Resource = {
  calls: ({ admin, organization: o, stranger }) => ({
    rows: {
      members: {
        list: forbidden(o, {}),
        get: absent(o, admin),
        add: forbidden(o, stranger, "read"),
        update: absent(o, admin, { role: "read" }),
        setSso: absent(o, admin),
        remove: silent(o, admin),
        ping: row("NotFound", [o], "own"),
        spaces: absent(o, admin, {})
      }
    }
  }),
  recorded: {
    members: {
      list: "reads",
      get: "reads",
      add: ["member.created"],
      update: ["member.updated"],
      setSso: ["member.updated"],
      remove: ["member.deleted"],
      ping: "notes",
      spaces: "reads"
    }
  },
  special: ({ made: { guest, organization } }) => ({
    members: {
      update: { args: [organization, guest, { role: "read" }] },
      setSso: { args: [organization, guest] },
      remove: { args: [organization, guest] }
    }
  }),
  locks: {
    members: {
      add: "organization",
      update: "organization",
      setSso: "organization",
      remove: "organization",
      ping: "organization"
    }
  },
  bounds: [
    subject("a change of a member", UpdateMember, { role: roleOrGuest }),
    subject("a list of members", MembersQuery, {
      order: choice("asc", "desc"),
      role: choice(...roles, "guest"),
      sort: choice("joinedAt", "lastSeenAt"),
      limit: integer(0, 1000)
    }),
    subject("a list of a member's spaces", MemberSpacesQuery, { order: choice("asc", "desc") })
  ]
}
