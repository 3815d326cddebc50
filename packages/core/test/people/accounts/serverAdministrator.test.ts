import { describe, expect, it } from "@effect/vitest"
import { Actor, type ActorValue, type BearerToken, type SessionProof, system } from "@lectern/core/access/Actor"
import type { AccountRecord } from "@lectern/core/accounts/Account"
import { ApiTokenId } from "@lectern/core/api-tokens/ApiToken"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import * as AccountRepository from "@lectern/core/people/accounts/AccountRepository"
import { administersServer } from "@lectern/core/people/accounts/ServerAdministrator"
import { SessionId } from "@lectern/core/sessions/Session"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Layer } from "effect"
import { everyStorage } from "../../storages.js"
import { person, workspace } from "../../workspace.js"

const signedIn = (more: Partial<SessionProof> = {}): SessionProof => ({
  id: SessionId.make("session"),
  source: { kind: "account" },
  freshUntil: 0,
  secondFactor: false,
  lacksSecondFactor: false,
  ...more
})
const token = (more: Partial<BearerToken> = {}): BearerToken => ({ id: ApiTokenId.make("token"), ...more })
const provider = {
  kind: "provider",
  protocol: "oidc",
  organization: OrganizationId.make("acme"),
  issuer: "https://idp.example",
  subject: "ada"
} as const

/** The credentials of an active administrator of the server, and whether they are enough. */
const brought: ReadonlyArray<
  readonly [string, Omit<ActorValue & { readonly kind: "user" }, "kind" | "user">, boolean]
> = [
  ["nothing, named by the embedding program", {}, true],
  ["a token without limits", { token: token() }, true],
  ["a token with a scope", { token: token({ limits: { scope: "admin" } }) }, false],
  [
    "a token of one organization",
    { token: token({ limits: { scope: "admin", organization: provider.organization } }) },
    false
  ],
  ["a token of a service user", { token: token({ service: true }) }, false],
  ["a session of the account", { session: signedIn() }, true],
  ["a session that lacks a second factor", { session: signedIn({ lacksSecondFactor: true }) }, false],
  ["a session of an organization's provider", { session: signedIn({ source: provider }) }, false]
]

const states: ReadonlyArray<readonly [Pick<AccountRecord, "state" | "administrator">, boolean]> = [
  [{ state: "active", administrator: true }, true],
  [{ state: "active", administrator: false }, false],
  [{ state: "invited", administrator: true }, true],
  [{ state: "disabled", administrator: true }, false]
]

describe.each(everyStorage)("an administrator of the server, over $name", (storage) => {
  const live = Layer.provideMerge(AccountRepository.service.layer, workspace(storage))
  const made = (fields: Pick<AccountRecord, "state" | "administrator">) =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository.AccountRepository
      const user = yield* person("Ada")
      const account = { ...fields, user, createdAt: "2026-01-01T00:00:00.000Z" }
      yield* (yield* Storage).transaction(accounts.put(undefined, account))
      return {
        user,
        administers: (actor: ActorValue) => Effect.provideService(administersServer(accounts), Actor, actor)
      }
    })

  it.effect.each(brought)("with %s", ([, more, expected]) =>
    Effect.gen(function* () {
      const { administers, user } = yield* made({ state: "active", administrator: true })
      expect(yield* administers({ kind: "user", user, ...more })).toBe(expected)
      expect(yield* administers(system)).toBe(true)
    }).pipe(Effect.provide(live))
  )

  it.effect.each(states)("whose account is %o", ([fields, expected]) =>
    Effect.gen(function* () {
      const { administers, user } = yield* made(fields)
      expect(yield* administers({ kind: "user", user })).toBe(expected)
    }).pipe(Effect.provide(live))
  )
})
