/**
 * People, organizations with identity providers, and a server with one, for the tests of whose assertions count for
 * what.
 */
import { Actor, type ActorValue } from "@lectern/core/access/Actor"
import type { AccountRecord } from "@lectern/core/accounts/Account"
import type { ProviderAssertion } from "@lectern/core/identities/Identity"
import { ProviderSignIn } from "@lectern/core/identities/ProviderSignIn"
import { ServerOpenId } from "@lectern/core/identities/ServerOpenId"
import { Invites } from "@lectern/core/invites/Invites"
import { Members } from "@lectern/core/members/Members"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import * as AccountRepository from "@lectern/core/people/accounts/AccountRepository"
import * as IdentityRepository from "@lectern/core/people/identities/IdentityRepository"
import * as SessionRepository from "@lectern/core/people/sessions/SessionRepository"
import { makeSessionWrites, type NewSession } from "@lectern/core/people/sessions/SessionWrites"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Effect, Layer, type Redacted } from "effect"
import type { StorageUnderTest } from "../../storages.js"
import { as, asSystem, organization, person, workspace } from "../../workspace.js"

/** The provider that two organizations and the server have, each for itself. */
export const issuer = "https://idp.example"

const repositories = Layer.mergeAll(
  AccountRepository.service.layer,
  IdentityRepository.service.layer,
  SessionRepository.service.layer
)

/** A workspace whose server takes the word of its provider for addresses of acme.com. */
export const live = (storage: StorageUnderTest) =>
  Layer.provideMerge(repositories, workspace(storage)).pipe(
    Layer.provide(
      Layer.succeed(ServerOpenId, {
        provider: { label: "Acme", issuer, clientId: "lectern", domains: ["acme.com"] }
      })
    )
  )

/** Where everybody signs in from. */
export const client = { address: "192.0.2.1", device: "Firefox on Linux" }

/** Creates an account for a person, as credentials of their own would. */
export const account = (user: UserId, more: Partial<AccountRecord> = {}) =>
  Effect.gen(function* () {
    const accounts = yield* AccountRepository.AccountRepository
    yield* (yield* Storage).transaction(
      Effect.flatMap(accounts.find(user), (read) =>
        accounts.put(read, {
          user,
          state: "active",
          administrator: false,
          createdAt: "2026-01-01T00:00:00.000Z",
          ...read?.value,
          ...more
        })
      )
    )
  })

/** A session of a person who signed in with a password. */
export const ownSession = (user: UserId, more: Partial<Pick<NewSession, "method" | "waiting">> = {}) =>
  Effect.gen(function* () {
    const { open } = yield* makeSessionWrites
    const source = { kind: "account" } as const
    const opened = open({ user, client, source, method: "password", waiting: false, ...more })
    return (yield* (yield* Storage).transaction(opened)).secret
  })

/** The caller that a session makes. */
export const callerOf = (secret: Redacted.Redacted<string>) =>
  Effect.flatMap(Sessions, ({ authenticate }) => authenticate(secret))

/** Runs an effect as the user of a session. */
export const by =
  (secret: Redacted.Redacted<string>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(callerOf(secret), (caller: ActorValue) => Effect.provideService(effect, Actor, caller))

/** The assertion of a provider about a person, whom it knows by the name before the `@`. */
export const said = (
  organization: OrganizationId | undefined,
  email: string,
  more: Partial<ProviderAssertion> = {}
): ProviderAssertion => ({
  kind: "oidc",
  organization,
  issuer,
  subject: email.split("@")[0] ?? "",
  email,
  emailVerified: true,
  ...more
})

/** Signs in with the assertion of a provider. */
export const admit = (assertion: ProviderAssertion) =>
  Effect.flatMap(ProviderSignIn, (signIn) => asSystem(signIn.admit(assertion, client)))

/** Sets the verified domains of an organization. */
export const verified = (id: OrganizationId, ...emailDomains: ReadonlyArray<string>) =>
  Effect.flatMap(Organizations, (organizations) => asSystem(organizations.update(id, { emailDomains })))

/**
 * Acme, its twin, which has verified the domain acme.com too, and the organization of Eve, who only claims that it is
 * hers. Ada has an account and is a member of Acme with it, Bob signs in to Acme with its provider, Root administers
 * the server.
 */
export const world = Effect.gen(function* () {
  const members = yield* Members
  const acme = yield* organization("Acme")
  const twin = yield* organization("Twin")
  const evil = yield* organization("Evil")
  yield* verified(acme.id, "acme.com")
  yield* verified(twin.id, "acme.com")
  yield* verified(evil.id, "evil.com")
  yield* as(evil.admin)((yield* Organizations).update(evil.id, { emailDomains: ["evil.com", "acme.com"] }))
  const [ada, root] = [yield* person("Ada", "acme.com"), yield* person("Root", "acme.com")]
  yield* account(ada)
  yield* account(root, { administrator: true })
  yield* asSystem(members.add(acme.id, ada, "edit"))
  const { user: bob } = yield* admit(said(acme.id, "bob@acme.com"))
  yield* as(evil.admin)((yield* Invites).inviteUsers(evil.id, { emails: ["ada@acme.com"], sso: true }))
  return { acme, twin, evil, ada, bob, root }
})

/** The result of {@link world}. */
export type World = Effect.Effect.Success<typeof world>

/** The id of an organization that does not exist. */
export const nowhere = OrganizationId.make("nowhere")
