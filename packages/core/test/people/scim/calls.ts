import { bySystem } from "../../operations/audit-events/calling.js"
import { domain } from "../../operations/audit-events/ports.js"
import type { Resource } from "../../people/access/resources.js"
import { forbidden, row } from "../../people/access/rows.js"

/** The directory of an organization. */
export const resource: Resource = {
  calls: ({ admin, organization: o, team }) => ({
    rows: {
      scim: {
        users: forbidden(o, {}),
        user: forbidden(o, admin, {}),
        createUser: forbidden(o, { userName: "new" }),
        replaceUser: forbidden(o, admin, { userName: "new" }),
        patchUser: forbidden(o, admin, { Operations: [] }),
        removeUser: forbidden(o, admin),
        groups: forbidden(o, {}),
        group: forbidden(o, team, {}),
        createGroup: forbidden(o, { displayName: "New" }),
        replaceGroup: forbidden(o, team, { displayName: "New" }),
        patchGroup: forbidden(o, team, { Operations: [] }),
        removeGroup: forbidden(o, team),
        documents: row("own", [o])
      }
    }
  }),
  recorded: {
    scim: {
      users: "reads",
      user: "reads",
      createUser: ["member.created", "scim-user.created", "user.created"],
      replaceUser: ["member.updated", "scim-user.created"],
      patchUser: ["member.updated", "scim-user.created"],
      removeUser: ["member.deleted"],
      groups: "reads",
      group: "reads",
      createGroup: ["team-member.created", "team.created", "team.updated"],
      replaceGroup: ["team-member.created", "team-member.deleted", "team.updated"],
      patchGroup: ["team-member.created"],
      removeGroup: ["team-member.deleted", "team.deleted"],
      documents: "reads"
    }
  },
  special: ({ made: { guest, organization: o, team } }) => ({
    scim: {
      users: bySystem(o, {}),
      user: bySystem(o, guest, {}),
      createUser: bySystem(o, { userName: `nora@${domain}`, displayName: "Nora Newman" }),
      replaceUser: bySystem(o, guest, { userName: "guest", displayName: "Somebody Else", active: false }),
      patchUser: bySystem(o, guest, { Operations: [{ op: "replace", path: "active", value: false }] }),
      removeUser: bySystem(o, guest),
      groups: bySystem(o, {}),
      group: bySystem(o, team, {}),
      createGroup: bySystem(o, { displayName: "New", externalId: "group", members: [{ value: guest }] }),
      replaceGroup: bySystem(o, team, { displayName: "Renamed", members: [{ value: guest }] }),
      patchGroup: bySystem(o, team, { Operations: [{ op: "add", path: "members", value: [{ value: guest }] }] }),
      removeGroup: bySystem(o, team)
    }
  }),
  locks: {
    scim: {
      createUser: "organization",
      replaceUser: "organization",
      patchUser: "organization",
      removeUser: "organization",
      createGroup: "organization",
      replaceGroup: "organization",
      patchGroup: "organization",
      removeGroup: "organization"
    }
  }
}
