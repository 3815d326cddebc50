import { Invites } from "@lectern/core/invites/Invites"
import { InviteUsers, LinkInviteInput, UpdateLinkInvite } from "@lectern/core/invites/LinkInvite"
import { UserInvites } from "@lectern/core/invites/UserInvites"
import { Effect } from "effect"
import { roleOrGuest } from "../../engine/bounds/common.js"
import { form, items, spelled, subject } from "../../engine/bounds/fields.js"
import { as, calling } from "../../operations/audit-events/calling.js"
import { claimsDomain, promotes } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, row, silent } from "../../people/access/rows.js"

const [inviteToOrganization, inviteToSpace, inviteToCollection] = LinkInviteInput.members
const [updateRole, updateLevel] = UpdateLinkInvite.members
const email = form(
  ["a@b.co", "A@B.CO", `${spelled("a", 249)}@b.co`],
  ["", "a", "a@b", "a b@c.co", `${spelled("a", 250)}@b.co`]
)

/** Invites. */
export const resource: Resource = {
  calls: async ({ organization: o, own }) => {
    const { id: invite } = await own.invites.create(o, { role: "read" })
    return {
      ids: [invite],
      rows: {
        invites: {
          list: row("NotFound", [o, {}], "own"),
          create: forbidden(o, { role: "read" }),
          get: absent(o, invite),
          update: absent(o, invite, { role: "read" }),
          remove: silent(o, invite),
          inviteUsers: forbidden(o, { emails: ["new@example.com"] }),
          joinWith: absent(o, "unknown"),
          join: row("NotFound", [o], "Conflict")
        },
        userInvites: {
          list: row("own", [{}]),
          accept: row("NotFound", ["unknown"]),
          decline: silent("unknown")
        }
      }
    }
  },
  recorded: {
    invites: {
      list: "reads",
      create: ["invite.created"],
      get: "reads",
      update: ["invite.updated"],
      remove: ["invite.deleted"],
      inviteUsers: ["pending-member.created", "user.created"],
      joinWith: ["member.created"],
      join: ["member.created"]
    },
    userInvites: {
      list: "reads",
      accept: ["member.created", "pending-member.deleted"],
      decline: ["pending-member.deleted"]
    }
  },
  special: (world) => {
    const { guest, organization, stranger } = world.made
    const [, invite] = world.calls.invites?.get?.args ?? []
    const invited = Effect.gen(function* () {
      yield* promotes(world)
      yield* as(guest)((yield* Invites).inviteUsers(organization, { emails: ["stranger@example.com"], role: "read" }))
      const { items } = yield* as(stranger)((yield* UserInvites).list({}))
      return items[0]!.id
    })
    const domain = Effect.zipRight(
      claimsDomain(world),
      calling("emailDomains", "verify", [organization, "example.com"])
    )
    return {
      invites: {
        update: { args: [organization, invite, { role: "edit" }] },
        joinWith: { by: stranger, args: [organization, invite] },
        join: { after: domain, by: stranger, args: [organization] },
        inviteUsers: { after: promotes(world), by: guest, args: [organization, { emails: ["new@example.com"] }] }
      },
      userInvites: {
        accept: (begin) =>
          Effect.gen(function* () {
            const id = yield* invited
            yield* begin
            yield* as(stranger)((yield* UserInvites).accept(id))
          }),
        decline: (begin) =>
          Effect.gen(function* () {
            const id = yield* invited
            yield* begin
            yield* as(stranger)((yield* UserInvites).decline(id))
          })
      }
    }
  },
  locks: {
    invites: {
      create: "organization",
      update: "organization",
      remove: "organization",
      inviteUsers: "organization",
      joinWith: "organization",
      join: "organization"
    }
  },
  bounds: [
    subject("an invite link", inviteToOrganization, { role: roleOrGuest }),
    subject("an invite link to a space", inviteToSpace, { level: roleOrGuest }, { level: null, space: "a" }),
    subject(
      "an invite link to a collection",
      inviteToCollection,
      { level: roleOrGuest },
      { level: null, collection: "a" }
    ),
    subject("a change of an invite link", updateRole, { role: roleOrGuest }),
    subject("a change of an invite link to content", updateLevel, { level: roleOrGuest }),
    subject(
      "an invitation",
      InviteUsers,
      {
        role: roleOrGuest,
        emails: items(0, 1000, (index) => `a${index}@b.co`),
        "emails.0.email": email,
        "emails.0.role": roleOrGuest
      },
      { emails: [{ email: "a@b.co", role: null }] }
    )
  ]
}
