/**
 * Requirements on a caller's proof of identity: only people who signed in reach their credentials and the
 * administration.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Forbidden, type Unauthenticated, type Unavailable } from "../../foundation/errors/Errors.js"
import { Actor, type ActorValue, type SessionProof } from "../access/Actor.js"
import type { RoleOrGuest } from "../access/Role.js"
import { ownCredentials } from "../access/TokenLimits.js"
import { AccountRepository, isServerAdministrator } from "../accounts/AccountRepository.js"
import { makeCallerNow } from "./CallerNow.js"

/** A caller who signed in. */
export type SignedInUser = Extract<ActorValue, { readonly kind: "user" }> & { readonly session: SessionProof }

/** The failure of a caller whose last proof of identity is too old: they must give a new one. */
export const staleProof = "confirm who you are first: this needs a proof that is at most 10 minutes old"

type Required<A> = Effect.Effect<A, Forbidden | Unauthenticated | Unavailable, Actor>

const refuse = (message: string) => Effect.fail(new Forbidden({ message }))

const isSignedIn = (actor: ActorValue): actor is SignedInUser => actor.kind === "user" && actor.session !== undefined

const ownSession = (actor: ActorValue): Effect.Effect<SignedInUser, Forbidden> => {
  if (!isSignedIn(actor)) return refuse("this needs somebody who has signed in; a token is not enough")
  return actor.session.source.kind === "account" ? Effect.succeed(actor) : Effect.fail(ownCredentials)
}

const freshProof = Effect.fnUntraced(function* (actor: ActorValue) {
  const caller = yield* ownSession(actor)
  return (yield* Clock.currentTimeMillis) <= caller.session.freshUntil ? caller : yield* refuse(staleProof)
})

const notAdministrator = new Forbidden({ message: "only an administrator of the server may do this" })

/**
 * The requirements. Each holds for the caller as it was authenticated and as it is now, so a requirement checked in a
 * transaction holds for the transaction's writes.
 */
export const makeSignedIn = Effect.gen(function* () {
  const accounts = yield* AccountRepository
  const { callerNow } = yield* makeCallerNow

  const nowAndBefore = <A>(require: (actor: ActorValue) => Effect.Effect<A, Forbidden>): Required<A> =>
    Effect.zipRight(Effect.flatMap(Actor, require), Effect.flatMap(callerNow, require))

  /** The caller, who signed in with the credentials of their account. */
  const requireOwnSession = nowAndBefore(ownSession)

  /** The caller of `requireOwnSession`, with a fresh proof of identity. */
  const requireFreshProof = nowAndBefore(freshProof)

  /** `requireFreshProof` for callers who signed in; callers who use a token must only still be valid. */
  const requireFreshSession: Required<void> = nowAndBefore((actor) =>
    isSignedIn(actor) ? Effect.asVoid(freshProof(actor)) : Effect.void
  )

  /**
   * `requireFreshSession` for a change that makes or unmakes an administrator of an organization: one of the given
   * roles, from before and after it, is `admin`.
   */
  const requireFreshForAdmin = (...roles: ReadonlyArray<RoleOrGuest | undefined>): Required<void> =>
    roles.includes("admin") ? requireFreshSession : Effect.void

  const administratorBy = (need: Required<SignedInUser>): Required<void> =>
    Effect.gen(function* () {
      if ((yield* Actor).kind === "system") return
      const { session, user } = yield* need
      if (session.lacksSecondFactor || !(yield* isServerAdministrator(accounts, user))) return yield* notAdministrator
    })

  return {
    callerNow,
    requireOwnSession,
    requireFreshProof,
    requireFreshSession,
    requireFreshForAdmin,
    /** Succeeds for the embedding program, and for an administrator of the server who signed in. */
    requireServerAdministrator: administratorBy(requireOwnSession),
    /** The same, with a fresh proof of identity. */
    requireFreshServerAdministrator: administratorBy(requireFreshProof)
  }
})
