/** Every way in which a person may try to become another one, or to reach further than a session goes. */
import { describe, expect, it } from "@effect/vitest"
import type { Actor } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import type { LecternError } from "@lectern/core/errors/Errors"
import { ProviderSignIn } from "@lectern/core/identities/ProviderSignIn"
import { refusalOf } from "@lectern/core/identities/Refusals"
import { Invites } from "@lectern/core/invites/Invites"
import { UserInvites } from "@lectern/core/invites/UserInvites"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import { Effect, type Layer, TestClock } from "effect"
import { everyStorage } from "../../storages.js"
import { asSystem, failure } from "../../workspace.js"
import { account, admit, by, issuer, live, nowhere, ownSession, said, type World, world } from "./world.js"

type Live = Layer.Layer.Success<ReturnType<typeof live>>
type Attempt = (world: World) => Effect.Effect<unknown, LecternError, Live>
/** Attacks: the means, the target, the refusal, and the attempt. */
type Row = readonly [means: string, reach: string, refused: string, attempt: Attempt]

const assert =
  (assertion: (world: World) => Parameters<typeof admit>[0]): Attempt =>
  (made) =>
    admit(assertion(made))

/** Eve has an organization with a provider of her own, which asserts whatever she wants. */
const foreignWords: ReadonlyArray<Row> = [
  [
    "a provider",
    "an account in a domain of others",
    "unverifiedDomain",
    assert(({ evil }) => said(evil.id, "ada@acme.com"))
  ],
  [
    "a provider",
    "an administrator of the server",
    "unverifiedDomain",
    assert(({ evil }) => said(evil.id, "root@acme.com"))
  ],
  ["a provider", "an address in capitals", "unverifiedDomain", assert(({ evil }) => said(evil.id, "ADA@Acme.com"))],
  [
    "a provider",
    "an address with two domains",
    "noEmail",
    assert(({ evil }) => said(evil.id, "ada@acme.com@evil.com"))
  ],
  [
    "a provider",
    "a subdomain of a verified domain",
    "unverifiedDomain",
    assert(({ evil }) => said(evil.id, "ada@sub.evil.com"))
  ],
  [
    "a provider with the issuer and the subject of Bob",
    "Bob of another organization",
    "unverifiedDomain",
    assert(({ evil }) => said(evil.id, "bob@acme.com"))
  ],
  [
    "a provider with the issuer and the subject of Bob",
    "Bob, without an address",
    "noEmail",
    assert(({ evil }) => ({ kind: "oidc", organization: evil.id, issuer, subject: "bob" }))
  ],
  [
    "a verified domain",
    "an account that is no member",
    "joinFirst",
    assert(({ twin }) => said(twin.id, "ada@acme.com"))
  ],
  [
    "a verified domain",
    "an administrator of the server",
    "joinFirst",
    assert(({ twin }) => said(twin.id, "root@acme.com"))
  ],
  [
    "a verified domain and an invite",
    "an account that has not accepted",
    "pendingMember",
    ({ evil }) =>
      Effect.gen(function* () {
        yield* asSystem((yield* Organizations).update(evil.id, { emailDomains: ["acme.com"] }))
        return yield* admit(said(evil.id, "ada@acme.com"))
      })
  ],
  ["a provider of nobody", "an account", "unknownOrganization", assert(() => said(nowhere, "ada@acme.com"))]
]

/**
 * Mallory can change the statements of Acme's own provider about some people, or has an address at Acme that another
 * person had.
 */
const ownWords: ReadonlyArray<Row> = [
  [
    "an address not verified by the provider",
    "a member",
    "unverifiedEmail",
    assert(({ acme }) => said(acme.id, "ada@acme.com", { emailVerified: false }))
  ],
  [
    "silence of an OpenID provider on whether it has verified an address",
    "a member",
    "unverifiedEmail",
    assert(({ acme }) => ({ kind: "oidc", organization: acme.id, issuer, subject: "x", email: "bob@acme.com" }))
  ],
  [
    "an address that a SAML provider calls unverified",
    "a member",
    "unverifiedEmail",
    assert(({ acme }) => said(acme.id, "bob@acme.com", { kind: "saml", emailVerified: false }))
  ],
  [
    "the old address of Bob",
    "Bob",
    "otherIdentity",
    assert(({ acme }) => said(acme.id, "bob@acme.com", { subject: "mallory" }))
  ],
  [
    "the address of a member with credentials",
    "this member",
    "ownCredentials",
    assert(({ acme }) => said(acme.id, "ada@acme.com"))
  ],
  [
    "the subject of Bob in the other protocol",
    "Bob",
    "noEmail",
    assert(({ acme }) => ({ kind: "saml", organization: acme.id, issuer, subject: "bob" }))
  ],
  [
    "the subject of Bob in other letters",
    "Bob",
    "noEmail",
    assert(({ acme }) => ({ kind: "oidc", organization: acme.id, issuer, subject: "BOB" }))
  ],
  [
    "the subject of Bob at another issuer",
    "Bob",
    "noEmail",
    assert(({ acme }) => ({ kind: "oidc", organization: acme.id, issuer: `${issuer}/`, subject: "bob" }))
  ]
]

/** The provider of the server, whose assertions count for accounts, but only where the administrator allows it. */
const serverWords: ReadonlyArray<Row> = [
  [
    "the server's provider",
    "an account in another domain",
    "unboundDomain",
    assert(() => said(undefined, "evil-admin@example.com"))
  ],
  [
    "the server's provider",
    "an administrator of the server",
    "administrator",
    assert(() => said(undefined, "root@acme.com"))
  ],
  [
    "the server's provider",
    "an address that it has not verified",
    "unverifiedEmail",
    assert(() => said(undefined, "ada@acme.com", { emailVerified: false }))
  ],
  [
    "the subject of Bob at an organization's provider",
    "the account of Bob",
    "noEmail",
    assert(() => ({ kind: "oidc", organization: undefined, issuer, subject: "bob" }))
  ],
  [
    "the old address of Ada at the server's provider",
    "the account of Ada",
    "otherIdentity",
    () =>
      Effect.zipRight(
        admit(said(undefined, "ada@acme.com")),
        admit(said(undefined, "ada@acme.com", { subject: "mallory" }))
      )
  ],
  [
    "a session of Ada",
    "her proof, by signing in as somebody else",
    "otherAccount",
    ({ ada }) =>
      Effect.gen(function* () {
        const session = yield* ownSession(ada)
        yield* admit(said(undefined, "new@acme.com"))
        return yield* asSystem((yield* ProviderSignIn).confirm(said(undefined, "new@acme.com"), session))
      })
  ],
  [
    "a provider, and a session of Ada",
    "her proof, by the word of an organization",
    "otherAccount",
    ({ ada, evil }) =>
      Effect.gen(function* () {
        return yield* asSystem((yield* ProviderSignIn).confirm(said(evil.id, "ada@acme.com"), yield* ownSession(ada)))
      })
  ],
  [
    "a session of Ada that waits for a second factor",
    "her account, by a proof of the provider",
    "Unauthenticated",
    ({ ada }) =>
      Effect.gen(function* () {
        yield* admit(said(undefined, "ada@acme.com"))
        const session = yield* ownSession(ada, { waiting: true })
        return yield* asSystem((yield* ProviderSignIn).confirm(said(undefined, "ada@acme.com"), session))
      })
  ],
  [
    "a stale session of Root",
    "to connect his account to another person",
    "Forbidden",
    ({ root }) =>
      Effect.gen(function* () {
        const session = yield* ownSession(root)
        yield* TestClock.adjust("11 minutes")
        return yield* asSystem((yield* ProviderSignIn).connect(said(undefined, "mallory@acme.com"), session))
      })
  ],
  [
    "a session of Ada",
    "to connect a person of an unbound domain",
    "unboundDomain",
    ({ ada }) =>
      Effect.gen(function* () {
        return yield* asSystem(
          (yield* ProviderSignIn).connect(said(undefined, "ada@elsewhere.com"), yield* ownSession(ada))
        )
      })
  ],
  [
    "the server's provider",
    "a disabled account",
    "accountDisabled",
    ({ ada }) => Effect.zipRight(account(ada, { state: "disabled" }), admit(said(undefined, "ada@acme.com")))
  ]
]

/**
 * Twin has verified acme.com as well, so that its provider signs Bob in there. These are the targets of that session.
 */
const sessionReach: ReadonlyArray<
  readonly [
    reach: string,
    refused: string,
    attempt: (world: World) => Effect.Effect<unknown, LecternError, Live | Actor>
  ]
> = [
  ["another organization", "NotFound", ({ acme }) => Effect.flatMap(Organizations, ({ get }) => get(acme.id))],
  ["the spaces of another", "NotFound", ({ acme }) => Effect.flatMap(Spaces, ({ list }) => list(acme.id, {}))],
  ["its members", "NotFound", ({ acme }) => Effect.flatMap(Members, ({ list }) => list(acme.id, {}))],
  ["to leave it", "NotFound", ({ acme, bob }) => Effect.flatMap(Members, ({ get }) => get(acme.id, bob))],
  ["the people of another", "NotFound", ({ ada }) => Effect.flatMap(Users, ({ get }) => get(ada))],
  ["to join another", "Forbidden", ({ acme }) => Effect.flatMap(Invites, ({ join }) => join(acme.id))],
  [
    "an organization of his own",
    "Forbidden",
    () => Effect.flatMap(Organizations, ({ create }) => create({ title: "Mine" }))
  ],
  ["invites of others", "Forbidden", () => Effect.flatMap(UserInvites, ({ list }) => list({}))],
  ["the administration of the server", "Forbidden", () => Effect.flatMap(Accounts, ({ list }) => list({}))],
  [
    "to become its administrator",
    "Forbidden",
    ({ bob }) => Effect.flatMap(Accounts, ({ update }) => update(bob, { administrator: true }))
  ],
  [
    "a password",
    "Forbidden",
    () => Effect.flatMap(Credentials, ({ setPassword }) => setPassword({ password: "correct horse battery" }))
  ],
  ["an authenticator app", "Forbidden", () => Effect.flatMap(Credentials, ({ proposeTotp }) => proposeTotp())],
  ["a passkey", "Forbidden", () => Effect.flatMap(Credentials, ({ passkeyOptions }) => passkeyOptions())],
  [
    "a token of the account",
    "Forbidden",
    ({ bob }) => Effect.flatMap(ApiTokens, ({ create }) => create(bob, { label: "x" }))
  ],
  ["the tokens of the account", "Forbidden", ({ bob }) => Effect.flatMap(ApiTokens, ({ list }) => list(bob, {}))],
  [
    "a token of the organization",
    "Forbidden",
    ({ twin }) => Effect.flatMap(ServiceTokens, ({ create }) => create(twin.id, { label: "x" }))
  ],
  ["the sessions of the account", "Forbidden", () => Effect.flatMap(Sessions, ({ list }) => list())],
  ["to end them", "Forbidden", () => Effect.flatMap(Sessions, ({ revokeOthers }) => revokeOthers())]
]

/** The name of a refusal, or the kind of another failure. */
const nameOf = (error: LecternError): string => refusalOf(error) ?? error._tag

describe.each(everyStorage)("takeovers over $name", (storage) => {
  it.effect.each([
    ["of an account by the word of a stranger", foreignWords],
    ["of a member by the word of the own provider", ownWords],
    ["of an account by the word of the server's provider", serverWords]
  ] as const)("%s are refused", ([, rows]) =>
    Effect.gen(function* () {
      const made = yield* world
      const refused = yield* Effect.forEach(rows, ([means, reach, , attempt]) =>
        Effect.map(failure(attempt(made)), (error) => [means, reach, nameOf(error)])
      )
      expect(refused).toEqual(rows.map(([means, reach, name]) => [means, reach, name]))
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("by a session of an organization's provider end at the organization", () =>
    Effect.gen(function* () {
      const made = yield* world
      yield* asSystem(
        (yield* Members).update(made.twin.id, (yield* admit(said(made.twin.id, "bob@acme.com"))).user, {
          role: "admin"
        })
      )
      const { secret } = yield* admit(said(made.twin.id, "bob@acme.com"))
      const refused = yield* Effect.forEach(sessionReach, ([reach, , attempt]) =>
        Effect.map(failure(by(secret)(attempt(made))), ({ _tag }) => [reach, _tag])
      )
      expect(refused).toEqual(sessionReach.map(([reach, tag]) => [reach, tag]))
      const listed = yield* by(secret)((yield* Organizations).list({}))
      expect([listed.count, listed.items.map(({ id }) => id)]).toEqual([1, [made.twin.id]])
      yield* by(secret)((yield* Spaces).create(made.twin.id, {}))
    }).pipe(Effect.provide(live(storage)))
  )
})
