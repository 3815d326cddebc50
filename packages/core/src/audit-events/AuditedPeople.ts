/** What is audited of people: accounts and sign-in, tokens, membership and teams. */
import * as Effect from "effect/Effect"
import type { AccountRecord, PasskeyRecord } from "../accounts/Account.js"
import type { ApiTokenRecord } from "../api-tokens/ApiToken.js"
import type { IdentityRecord } from "../identities/Identity.js"
import { secretHash } from "../ids/SecretHash.js"
import type { LinkInviteRecord } from "../invites/LinkInvite.js"
import type { PendingMemberRecord } from "../invites/PendingMember.js"
import type { MemberRecord } from "../members/Member.js"
import type { OneTimeLinkRecord } from "../one-time-links/OneTimeLink.js"
import type { OpenIdProviderRecord } from "../openid/OpenIdProvider.js"
import type { OrganizationRecord } from "../organizations/Organization.js"
import type { SamlProviderRecord } from "../saml/SamlProvider.js"
import type { ScimUserRecord } from "../scim/ScimResource.js"
import type { SessionRecord } from "../sessions/Session.js"
import type { TeamMemberRecord, TeamRecord } from "../teams/Team.js"
import type { UserRecord } from "../users/User.js"
import { type Auditing, audited, itself, notAudited, ofOrganization, ofServer, person } from "./Audited.js"

/** The tables of people, and how each is audited. */
export const people: ReadonlyArray<readonly [string, Auditing]> = [
  audited<UserRecord>("users", {
    kind: "user",
    target: person("user", ({ id }) => id),
    organization: ({ organization = "", service = organization }) => Effect.succeed(service),
    fields: {
      id: "ignored",
      displayName: "personal",
      email: "personal",
      photoURL: "personal",
      createdAt: "ignored",
      service: "ignored",
      organization: "ignored",
      erased: "shown"
    },
    verb: (before, after) => (before !== undefined && before.erased !== after?.erased ? "erased" : undefined)
  }),
  audited<AccountRecord>("accounts", {
    kind: "account",
    target: person("account", ({ user }) => user),
    organization: ofServer,
    fields: {
      user: "ignored",
      state: "shown",
      administrator: "shown",
      password: "secret",
      totp: (totp) => totp !== undefined,
      proposedTotp: (proposed) => proposed !== undefined,
      createdAt: "ignored"
    },
    self: ({ user }) => user
  }),
  audited<PasskeyRecord>("passkeys", {
    kind: "passkey",
    target: ({ id, user }) => Effect.succeed({ kind: "passkey", id, person: user }),
    organization: ofServer,
    fields: {
      id: "ignored",
      user: "shown",
      label: "personal",
      publicKey: "ignored",
      counter: "ignored",
      transports: "ignored",
      createdAt: "ignored",
      lastUsedAt: "ignored"
    },
    self: ({ user }) => user
  }),
  audited<SessionRecord>("sessions", {
    kind: "session",
    target: ({ id, user }) => Effect.succeed({ kind: "session", id, person: user }),
    organization: ({ source }) => Effect.succeed(source.kind === "provider" ? source.organization : ""),
    fields: {
      id: "ignored",
      user: "shown",
      hash: "ignored",
      createdAt: "ignored",
      lastUsedAt: "ignored",
      endsAt: "ignored",
      source: (source) => (source.kind === "provider" ? { kind: source.kind, issuer: source.issuer } : source),
      proofs: (proofs) => proofs.map(({ method }) => method),
      waiting: "shown",
      address: "shown",
      device: "shown"
    },
    self: ({ user }) => user,
    isOver: ({ endsAt }, time) => endsAt <= time
  }),
  audited<OneTimeLinkRecord>("one_time_links", {
    kind: "one-time-link",
    target: person("account", ({ user }) => user),
    organization: ofServer,
    fields: { hash: "ignored", user: "ignored", purpose: "shown", createdAt: "ignored", expiresAt: "ignored" },
    isOver: ({ expiresAt }, time) => expiresAt <= time
  }),
  audited<ApiTokenRecord>("api_tokens", {
    kind: "api-token",
    target: itself("api-token", ({ id, label }) => ({ id, title: label })),
    organization: ({ service = "" }) => Effect.succeed(service),
    fields: {
      id: "ignored",
      user: "shown",
      label: "shown",
      hash: "ignored",
      createdAt: "ignored",
      expiresAt: "shown",
      fixed: "shown",
      limits: "shown",
      service: "ignored",
      sso: "shown"
    }
  }),
  audited<OrganizationRecord>("organizations", {
    kind: "organization",
    target: itself("organization", ({ id, title }) => ({ id, title })),
    organization: ({ id }, _, isNew) => Effect.succeed(isNew ? "" : id),
    fields: {
      id: "ignored",
      title: "shown",
      createdAt: "ignored",
      createdBy: "shown",
      emailDomains: "shown",
      verifiedDomains: "shown",
      hostname: "shown",
      type: "shown",
      useCase: "shown",
      communityType: "shown",
      defaultRole: "shown",
      defaultContent: "shown",
      logo: "shown",
      sso: "shown",
      secondFactor: "shown",
      ai: "shown",
      inviteLinks: "shown",
      plan: "shown",
      sealedKey: "secret"
    }
  }),
  audited<MemberRecord>("members", {
    kind: "member",
    target: person("member", ({ user }) => user),
    organization: ofOrganization,
    fields: {
      organization: "ignored",
      user: "ignored",
      role: "shown",
      disabled: "shown",
      sso: "shown",
      joinedAt: "ignored",
      lastSeenAt: "ignored",
      service: "ignored"
    }
  }),
  audited<PendingMemberRecord>("pending_members", {
    kind: "pending-member",
    target: person("pending-member", ({ user }) => user),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      user: "ignored",
      role: "shown",
      sso: "shown",
      createdAt: "ignored"
    }
  }),
  audited<LinkInviteRecord>("link_invites", {
    kind: "invite",
    target: itself("invite", ({ id }) => ({ id })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      hash: "ignored",
      sealedSecret: "secret",
      organization: "ignored",
      createdAt: "ignored",
      role: "shown",
      level: "shown",
      space: "shown",
      collection: "shown"
    }
  }),
  audited<IdentityRecord>("identities", {
    kind: "identity",
    target: person("identity", ({ user }) => user),
    organization: ofOrganization,
    fields: {
      kind: "shown",
      organization: "ignored",
      issuer: "shown",
      subject: "personal",
      user: "ignored",
      createdAt: "ignored"
    }
  }),
  audited<ScimUserRecord>("scim_users", {
    kind: "scim-user",
    target: person("scim-user", ({ user }) => user),
    organization: ofOrganization,
    fields: {
      organization: "ignored",
      user: "ignored",
      userName: "personal",
      externalId: "personal",
      name: "personal",
      displayName: "personal",
      title: "personal",
      emails: "personal",
      updatedAt: "ignored"
    }
  }),
  audited<TeamRecord>("teams", {
    kind: "team",
    target: itself("team", ({ id, title }) => ({ id, title })),
    organization: ofOrganization,
    fields: { id: "ignored", organization: "ignored", title: "shown", externalId: "shown", createdAt: "ignored" }
  }),
  audited<TeamMemberRecord>("team_members", {
    kind: "team-member",
    target: ({ organization, team }, look) =>
      Effect.map(look("teams", organization, team), (found) => ({
        kind: "team",
        id: team,
        ...(found !== undefined && { title: (found as TeamRecord).title })
      })),
    organization: ofOrganization,
    fields: { organization: "ignored", team: "ignored", user: "shown", role: "shown" }
  }),
  audited<SamlProviderRecord>("saml_providers", {
    kind: "saml-provider",
    target: itself("saml-provider", ({ id, label }) => ({ id, title: label })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      label: "shown",
      entityID: "shown",
      certificate: (certificate) => certificate && `SHA-256 ${secretHash(certificate)}`,
      ssoURL: "shown",
      sloURL: "shown",
      idpInitiated: "shown",
      defaultTeam: "shown",
      defaultRole: "shown",
      createdAt: "ignored"
    }
  }),
  audited<OpenIdProviderRecord>("openid_providers", {
    kind: "openid-provider",
    target: itself("openid-provider", ({ id, label }) => ({ id, title: label })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      label: "shown",
      issuer: "shown",
      clientId: "shown",
      sealed: "secret",
      sealedBy: "ignored",
      defaultTeam: "shown",
      defaultRole: "shown",
      createdAt: "ignored"
    }
  }),
  ...notAudited("an index of what organizations and invites say themselves", "email_domains", "link_invite_targets"),
  ...notAudited(
    "when tokens were last used, and how often somebody calls, changes nothing",
    "token_uses",
    "rate_leases"
  ),
  ...notAudited("failed attempts are counted in events of their own", "sign_in_attempts"),
  ...notAudited("challenges live for minutes, and what they prove is an event", "used_once")
]
