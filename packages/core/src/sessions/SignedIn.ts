/** What a caller must have proved: only people who signed in reach their credentials and the administration. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Actor, type ActorValue, type SessionProof } from "../access/Actor.js"
import type { RoleOrGuest } from "../access/Role.js"
import { ownCredentials } from "../access/TokenLimits.js"
import { type AccountRepositoryService, isServerAdministrator } from "../accounts/AccountRepository.js"
import { Forbidden } from "../errors/Errors.js"

/** A caller who signed in. */
export type SignedInUser = Extract<ActorValue, { readonly kind: "user" }> & { readonly session: SessionProof }

/** The failure of a caller whose last proof of identity is too old: they must give a new one. */
export const staleProof = "confirm who you are first: this needs a proof that is at most 10 minutes old"

const refuse = (message: string) => Effect.fail(new Forbidden({ message }))

const isSignedIn = (actor: ActorValue): actor is SignedInUser => actor.kind === "user" && actor.session !== undefined

/** The caller, who signed in with the credentials of their account. */
export const requireOwnSession: Effect.Effect<SignedInUser, Forbidden, Actor> = Effect.flatMap(Actor, (actor) => {
  if (!isSignedIn(actor)) return refuse("this needs somebody who has signed in; a token is not enough")
  return actor.session.source.kind === "account" ? Effect.succeed(actor) : Effect.fail(ownCredentials)
})

/** The caller of {@link requireOwnSession}, with a fresh proof of identity. */
export const requireFreshProof: Effect.Effect<SignedInUser, Forbidden, Actor> = Effect.gen(function* () {
  const caller = yield* requireOwnSession
  return (yield* Clock.currentTimeMillis) <= caller.session.freshUntil ? caller : yield* refuse(staleProof)
})

/** {@link requireFreshProof} for callers who signed in; succeeds for others, who use a token. */
export const requireFreshSession: Effect.Effect<void, Forbidden, Actor> = Effect.flatMap(Actor, (actor) =>
  isSignedIn(actor) ? Effect.asVoid(requireFreshProof) : Effect.void
)

/**
 * {@link requireFreshSession} for a change that makes or unmakes an administrator of an organization: one of the given
 * roles, from before and after it, is `admin`.
 */
export const requireFreshForAdmin = (
  ...roles: ReadonlyArray<RoleOrGuest | undefined>
): Effect.Effect<void, Forbidden, Actor> => (roles.includes("admin") ? requireFreshSession : Effect.void)

const notAdministrator = new Forbidden({ message: "only an administrator of the server may do this" })

/** Succeeds for the embedding program, and for an administrator of the server who signed in. */
export const requireServerAdministrator = Effect.fnUntraced(function* (
  accounts: Pick<AccountRepositoryService, "find">,
  need: typeof requireFreshProof = requireOwnSession
) {
  if ((yield* Actor).kind === "system") return
  const { session, user } = yield* need
  if (session.lacksSecondFactor || !(yield* isServerAdministrator(accounts, user))) return yield* notAdministrator
})
