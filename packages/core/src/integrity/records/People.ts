/** Users, organizations and their members. */
import * as Schema from "effect/Schema"
import { Grants, TeamGrants } from "../../access/GrantRepository.js"
import { RoleOrGuest } from "../../access/Role.js"
import { ApiTokensTable, TokenUsesTable } from "../../api-tokens/ApiTokenRepository.js"
import { Scope } from "../../api-tokens/TokenScope.js"

import { LinkInvitesTable, LinkInviteTargetsTable } from "../../invites/LinkInviteRepository.js"
import { PendingMembersTable } from "../../invites/PendingMemberRepository.js"
import { MembersTable } from "../../members/MemberRepository.js"
import { EmailDomainsTable, OrganizationsTable } from "../../organizations/OrganizationRepository.js"
import { SamlProvidersTable } from "../../saml/SamlProviderRepository.js"
import { optional } from "../../schema/Input.js"
import { keyIdOf } from "../../secrets/Keyring.js"
import { TeamMembersTable, TeamsTable } from "../../teams/TeamRepository.js"
import { TranslationSettingsTable } from "../../translations/TranslationSettingsRepository.js"
import { kindOf } from "../../users/User.js"
import { UsersTable } from "../../users/UserRepository.js"
import { type Records, records, to } from "../Records.js"

const id = Schema.String
const text = Schema.String
const organization = to("organization", OrganizationsTable)
const user = to("user", UsersTable)
const member = to("member", MembersTable)
const team = to("team", TeamsTable)

/** The space or collection that a link invite leads to; {@link targetOf} tells which. */
const pointer = { space: optional(id), collection: optional(id) }
const targetOf = ({ collection, space }: { readonly space?: string; readonly collection?: string }): string =>
  space ?? collection ?? ""

/** The records of people, their organizations and their rights. */
export const people: ReadonlyArray<Records> = [
  records(
    UsersTable,
    Schema.Struct({
      id,
      displayName: text,
      email: text,
      photoURL: optional(text),
      createdAt: text,
      service: optional(id),
      organization: optional(id),
      erased: optional(Schema.Literal(true))
    }),
    {
      columns: { kind: kindOf },
      references: (each) =>
        [each.service, each.organization].flatMap((found) => (found === undefined ? [] : [organization(found)]))
    }
  ),
  records(
    ApiTokensTable,
    Schema.Struct({
      id,
      user: id,
      label: text,
      hash: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)),
      createdAt: text,
      expiresAt: optional(text),
      fixed: optional(Schema.Literal(true)),
      limits: optional(Schema.Struct({ scope: Scope, organization: optional(id), spaces: optional(Schema.Array(id)) })),
      service: optional(id),
      sso: optional(id)
    }),
    {
      columns: { fixed: ({ fixed, label }) => (fixed ? label : null), service: ({ service }) => service ?? null },
      references: (token) => [user(token.user), ...(token.service === undefined ? [] : [organization(token.service)])]
    }
  ),
  records(TokenUsesTable, Schema.Struct({ token: id, lastUsedAt: text }), {
    references: ({ token }) => [to("API token", ApiTokensTable)(token)]
  }),
  records(
    OrganizationsTable,
    Schema.Struct({
      id,
      title: text,
      createdAt: text,
      emailDomains: Schema.Array(text),
      createdBy: optional(id),
      verifiedDomains: optional(Schema.Array(text)),
      hostname: optional(text),
      type: text,
      defaultRole: optional(RoleOrGuest),
      defaultContent: optional(Schema.Struct({ site: id })),
      logo: optional(text),
      sso: Schema.Boolean,
      secondFactor: optional(Schema.Literal("optional", "required")),
      ai: Schema.Boolean,
      inviteLinks: Schema.Boolean,
      plan: text,
      sealedKey: text
    }),
    {
      columns: { sealedBy: ({ sealedKey }) => keyIdOf(sealedKey) },
      references: ({ emailDomains, id }) =>
        emailDomains.map((domain) => to("e-mail domain", EmailDomainsTable)(domain, id))
    }
  ),
  records(EmailDomainsTable, Schema.Struct({ domain: text, organization: id }), {
    references: (domain) => [organization(domain.organization)]
  }),
  records(
    MembersTable,
    Schema.Struct({
      organization: id,
      user: id,
      role: RoleOrGuest,
      disabled: Schema.Boolean,
      sso: Schema.Boolean,
      joinedAt: text,
      lastSeenAt: optional(text),
      service: optional(Schema.Literal(true))
    }),
    {
      columns: { role: ({ role }) => role ?? "guest" },
      references: (each) => [organization(each.organization), user(each.user)]
    }
  ),
  records(
    TeamsTable,
    Schema.Struct({ id, organization: id, title: text, externalId: optional(text), createdAt: text }),
    {
      references: (each) => [organization(each.organization)]
    }
  ),
  records(TeamMembersTable, Schema.Struct({ organization: id, team: id, user: id, role: text }), {
    references: (each) => [team(each.organization, each.team), member(each.organization, each.user)]
  }),
  records(Grants, Schema.Struct({ target: id, user: id, organization: id, level: RoleOrGuest }), {
    references: (each) => [organization(each.organization), member(each.organization, each.user)]
  }),
  records(TeamGrants, Schema.Struct({ target: id, team: id, organization: id, level: RoleOrGuest }), {
    references: (each) => [organization(each.organization), team(each.organization, each.team)]
  }),
  records(
    LinkInvitesTable,
    Schema.Struct({
      id,
      hash: text,
      sealedSecret: text,
      organization: id,
      createdAt: text,
      role: optional(RoleOrGuest),
      level: optional(RoleOrGuest),
      ...pointer
    }),
    {
      columns: { sealedBy: ({ sealedSecret }) => keyIdOf(sealedSecret) },
      references: (invite) => [
        organization(invite.organization),
        targetOf(invite) === "" ? undefined : to("target", LinkInviteTargetsTable)(targetOf(invite), invite.id)
      ]
    }
  ),
  records(LinkInviteTargetsTable, Schema.Struct({ id, organization: id, ...pointer }), {
    columns: { target: targetOf },
    references: (each) => [to("link invite", LinkInvitesTable)(each.organization, each.id)]
  }),
  records(
    PendingMembersTable,
    Schema.Struct({ id, organization: id, user: id, role: RoleOrGuest, sso: Schema.Boolean, createdAt: text }),
    { references: (pending) => [organization(pending.organization), user(pending.user)] }
  ),
  records(
    SamlProvidersTable,
    Schema.Struct({
      id,
      organization: id,
      label: text,
      entityID: optional(text),
      certificate: optional(text),
      ssoURL: optional(text),
      sloURL: optional(text),
      idpInitiated: optional(Schema.Literal(true)),
      defaultTeam: optional(id),
      defaultRole: RoleOrGuest,
      createdAt: text
    }),
    { references: (provider) => [organization(provider.organization)] }
  ),
  records(
    TranslationSettingsTable,
    Schema.Struct({
      id,
      organization: id,
      title: text,
      languages: Schema.Array(text),
      createdAt: text,
      updatedAt: text
    }),
    { references: (settings) => [organization(settings.organization)] }
  )
]
