/** Accounts, and the means of signing in. */
import * as Schema from "effect/Schema"
import { RoleOrGuest } from "../../access/Role.js"
import { AccountsTable, PasskeysTable } from "../../accounts/AccountRepository.js"
import { IdentityKind } from "../../identities/Identity.js"
import { IdentitiesTable } from "../../identities/IdentityRepository.js"
import { MembersTable } from "../../members/MemberRepository.js"
import { OneTimeLinksTable } from "../../one-time-links/OneTimeLinkRepository.js"
import { OpenIdProvidersTable } from "../../openid/OpenIdProviderRepository.js"
import { OrganizationsTable } from "../../organizations/OrganizationRepository.js"
import { LeasesTable } from "../../rate-limits/LeaseRepository.js"
import { optional } from "../../schema/Input.js"
import { ScimUserFields } from "../../scim/ScimResource.js"
import { ScimUsersTable } from "../../scim/ScimUserRepository.js"
import { keyIdOf, sealedBy } from "../../secrets/Keyring.js"
import { SessionsTable } from "../../sessions/SessionRepository.js"
import { AttemptsTable, everything } from "../../sign-in/AttemptRepository.js"
import { UsedOnceTable } from "../../sign-in/UsedOnceRepository.js"
import { UsersTable } from "../../users/UserRepository.js"
import { type Records, records, to } from "../Records.js"

const id = Schema.String
const text = Schema.String
const time = Schema.Number
const hash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))
const user = to("user", UsersTable)
const ofUser = { references: (each: { readonly user: string }) => [user(each.user)] }

/** The records of accounts, of signing in with them, and of rate limits. */
export const signIns: ReadonlyArray<Records> = [
  records(
    AccountsTable,
    Schema.Struct({
      user: id,
      state: Schema.Literal("invited", "active", "disabled"),
      administrator: Schema.Boolean,
      password: optional(text),
      totp: optional(Schema.Struct({ sealed: text, sealedBy: text, lastStep: time })),
      proposedTotp: optional(text),
      createdAt: text
    }),
    {
      columns: { sealedBy: ({ proposedTotp, totp }) => sealedBy([totp?.sealed, proposedTotp]) },
      problem: ({ totp }) =>
        totp === undefined || keyIdOf(totp.sealed) === totp.sealedBy ? undefined : "it names another key than it has",
      ...ofUser
    }
  ),
  records(
    PasskeysTable,
    Schema.Struct({
      id,
      user: id,
      label: text,
      publicKey: text,
      counter: Schema.Number,
      transports: Schema.Array(text),
      createdAt: text,
      lastUsedAt: optional(text)
    }),
    { references: (passkey) => [to("account", AccountsTable)(passkey.user)] }
  ),
  records(
    ScimUsersTable,
    Schema.Struct({ ...ScimUserFields.omit("active").fields, organization: id, user: id, updatedAt: text }),
    {
      columns: {
        userName: ({ userName }) => userName.toLowerCase(),
        externalId: ({ externalId }) => externalId ?? null
      },
      references: (each) => [to("member", MembersTable)(each.organization, each.user)]
    }
  ),
  records(
    SessionsTable,
    Schema.Struct({
      id,
      user: id,
      hash,
      address: text,
      device: text,
      createdAt: time,
      lastUsedAt: time,
      endsAt: time,
      source: Schema.Union(
        Schema.Struct({ kind: Schema.Literal("account") }),
        Schema.Struct({
          kind: Schema.Literal("provider"),
          protocol: IdentityKind,
          organization: id,
          issuer: text,
          subject: text
        })
      ),
      proofs: Schema.Array(
        Schema.Struct({ method: Schema.Literal("password", "totp", "passkey", "link", "provider"), at: time })
      ),
      waiting: Schema.Boolean
    }),
    ofUser
  ),
  records(
    IdentitiesTable,
    Schema.Struct({ kind: IdentityKind, organization: text, issuer: text, subject: text, user: id, createdAt: text }),
    {
      references: (identity) => [
        user(identity.user),
        identity.organization === "" ? undefined : to("member", MembersTable)(identity.organization, identity.user)
      ]
    }
  ),
  records(
    OpenIdProvidersTable,
    Schema.Struct({
      id,
      organization: id,
      label: text,
      issuer: text,
      clientId: text,
      sealed: optional(text),
      sealedBy: optional(text),
      defaultTeam: optional(id),
      defaultRole: RoleOrGuest,
      createdAt: text
    }),
    {
      columns: { sealedBy: ({ sealedBy }) => sealedBy ?? null },
      problem: ({ sealed, sealedBy }) =>
        (sealed === undefined ? undefined : keyIdOf(sealed)) === sealedBy
          ? undefined
          : "it names another key than it has",
      references: (provider) => [to("organization", OrganizationsTable)(provider.organization)]
    }
  ),
  records(
    OneTimeLinksTable,
    Schema.Struct({
      hash,
      user: id,
      purpose: Schema.Literal("invitation", "set-up", "reset"),
      createdAt: time,
      expiresAt: time
    }),
    ofUser
  ),
  records(
    AttemptsTable,
    Schema.Struct({
      account: Schema.Union(hash, Schema.Literal(everything)),
      address: text,
      failures: Schema.Number,
      notBefore: time,
      known: optional(Schema.Literal(true)),
      forgottenAt: time
    })
  ),
  records(LeasesTable, Schema.Struct({ key: text, leased: Schema.Number, endsAt: time })),
  records(UsedOnceTable, Schema.Struct({ id, expiresAt: time }))
]
