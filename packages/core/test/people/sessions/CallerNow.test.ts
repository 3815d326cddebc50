/** A caller is read again where it acts: anything that ended it since it was authenticated refuses the act. */
import { describe, expect, it } from "@effect/vitest"
import { Actor, type ActorValue } from "@lectern/core/access/Actor"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { AccountRepository } from "@lectern/core/people/accounts/AccountRepository"
import { ApiTokenRepository } from "@lectern/core/people/api-tokens/ApiTokenRepository"
import { IdentityRepository } from "@lectern/core/people/identities/IdentityRepository"
import { makeCallerNow } from "@lectern/core/people/sessions/CallerNow"
import { SessionRepository } from "@lectern/core/people/sessions/SessionRepository"
import { UsersTable } from "@lectern/core/people/users/UserRepository"
import { SignInRules, type SignInRulesValue, signInRules } from "@lectern/core/sessions/SignInRules"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Effect, Redacted, TestClock } from "effect"
import { storages } from "../../storages.js"
import { asSystem, organization, outcome, person } from "../../workspace.js"
import { account, admit, callerOf, live, ownSession, said, verified } from "../identities/world.js"

const expiry = "1970-01-08T00:00:00.000Z"

/** Ada with every kind of caller that she can be, each as it was authenticated; Bob too, with a session of his own. */
const callers = Effect.gen(function* () {
  const tokens = yield* ApiTokens
  const { id } = yield* organization("Acme")
  const [ada, bob] = [yield* person("Ada"), yield* person("Bob")]
  yield* account(ada)
  yield* account(bob)
  const bearer = (expires?: string) =>
    asSystem(tokens.create(ada, { label: "token", ...(expires !== undefined && { expires }) })).pipe(
      Effect.flatMap(({ token }) => tokens.authenticate(Redacted.make(token)))
    )
  yield* verified(id, "acme.com")
  const admitted = yield* admit(said(id, "eve@acme.com"))
  return {
    acme: id,
    ada,
    bob,
    eve: admitted.user,
    session: yield* callerOf(yield* ownSession(ada)),
    provided: yield* callerOf(admitted.secret),
    token: yield* bearer(),
    "expiring token": yield* bearer(expiry)
  }
})
type Callers = Effect.Effect.Success<typeof callers>

const kinds = ["session", "provided", "token", "expiring token"] as const
type Kind = (typeof kinds)[number]

const sessionOf = (actor: ActorValue) => (actor.kind === "user" ? actor.session : undefined) ?? expect.unreachable()
const idOf = (actor: ActorValue) => sessionOf(actor).id ?? expect.unreachable()
const tokenOf = (actor: ActorValue) => (actor.kind === "user" ? actor.token : undefined) ?? expect.unreachable()
const inTransaction = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(work))
const passes = (milliseconds: number) => () => TestClock.adjust(milliseconds)

type Repositories = AccountRepository | ApiTokenRepository | IdentityRepository | SessionRepository | Storage

/** Events in the meantime, and the callers whose sessions or tokens they end. */
const meanwhile: ReadonlyArray<
  readonly [string, (given: Callers) => Effect.Effect<unknown, unknown, Repositories>, ReadonlyArray<Kind>]
> = [
  ["nothing", passes(0), []],
  ["almost a week without use", passes(signInRules.idle - 1), []],
  ["a week without use", passes(signInRules.idle), ["session", "provided", "expiring token"]],
  [
    "the sessions are ended",
    ({ session, provided }) =>
      Effect.flatMap(SessionRepository, (sessions) =>
        inTransaction(Effect.forEach([session, provided], (each) => sessions.remove(idOf(each))))
      ),
    ["session", "provided"]
  ],
  [
    "the session waits for a second factor",
    ({ session }) =>
      Effect.flatMap(SessionRepository, (sessions) =>
        inTransaction(
          Effect.flatMap(sessions.find(idOf(session)), (read) =>
            read === undefined ? expect.unreachable() : sessions.replace(read, { ...read.value, waiting: true })
          )
        )
      ),
    ["session"]
  ],
  [
    "the tokens are revoked",
    ({ token, "expiring token": other }) =>
      Effect.flatMap(ApiTokenRepository, (tokens) =>
        inTransaction(Effect.forEach([token, other], (each) => tokens.remove(tokenOf(each).id)))
      ),
    ["token", "expiring token"]
  ],
  ["the account is disabled", ({ ada }) => account(ada, { state: "disabled" }), ["session", "token", "expiring token"]],
  ["the account is to be set up again", ({ ada }) => account(ada, { state: "invited" }), ["session"]],
  [
    "the account is removed",
    ({ ada }) => Effect.flatMap(AccountRepository, (accounts) => inTransaction(accounts.remove(ada))),
    ["session"]
  ],
  [
    "the account of whom a provider vouches for is disabled",
    ({ eve }) => account(eve, { state: "disabled" }),
    ["provided"]
  ],
  [
    "the provider vouches no longer",
    ({ acme, eve }) => Effect.flatMap(IdentityRepository, (known) => inTransaction(known.removeOfUser(eve, acme))),
    ["provided"]
  ],
  [
    "the user is gone, as from a damaged file",
    ({ ada }) => Effect.flatMap(Storage, (storage) => storage.transaction(storage.delete(UsersTable, [ada]))),
    ["token", "expiring token"]
  ]
]

/** The words of a session or a token with the name of another user. */
const asAnother = (actor: ActorValue, user: UserId): ActorValue => (actor.kind === "user" ? { ...actor, user } : actor)

describe("a caller who acts after", () => {
  it.effect.each(meanwhile)("%s", ([, happens, ended]) =>
    Effect.gen(function* () {
      const given = yield* callers
      const { callerNow } = yield* makeCallerNow
      yield* happens(given)
      const ends = yield* Effect.forEach(kinds, (kind) =>
        Effect.map(outcome(Effect.provideService(callerNow, Actor, given[kind])), (end) => [kind, end] as const)
      )
      expect(ends).toEqual(kinds.map((kind) => [kind, ended.includes(kind) ? "Unauthenticated" : "ok"]))
    }).pipe(Effect.provide(live(storages[0]!)))
  )

  it.effect("nothing is refused under the name of another", () =>
    Effect.gen(function* () {
      const given = yield* callers
      const { callerNow } = yield* makeCallerNow
      for (const kind of kinds) {
        const forged = asAnother(given[kind], given.bob)
        expect(yield* outcome(Effect.provideService(callerNow, Actor, forged))).toBe("Unauthenticated")
      }
    }).pipe(Effect.provide(live(storages[0]!)))
  )
})

it.effect("only sessions of an account lack the second factor that the server requires", () =>
  Effect.gen(function* () {
    const given = yield* callers
    const lacks = (rules: Partial<SignInRulesValue>, kind: "session" | "provided") =>
      Effect.gen(function* () {
        const { callerNow } = yield* makeCallerNow
        return sessionOf(yield* Effect.provideService(callerNow, Actor, given[kind])).lacksSecondFactor
      }).pipe(Effect.provideService(SignInRules, { ...signInRules, ...rules }))
    expect([
      yield* lacks({ secondFactor: "required" }, "session"),
      yield* lacks({ secondFactor: "optional" }, "session"),
      yield* lacks({ secondFactor: "required" }, "provided")
    ]).toEqual([true, false, false])
  }).pipe(Effect.provide(live(storages[0]!)))
)
