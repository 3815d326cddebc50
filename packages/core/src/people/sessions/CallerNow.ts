/**
 * Current callers. A caller was identified before the call, possibly long ago: a transaction that acts on the caller
 * reads it again.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Unauthenticated, type Unavailable } from "../../foundation/errors/Errors.js"
import { Actor, type ActorValue } from "../access/Actor.js"
import type { AccountState } from "../accounts/Account.js"
import { AccountRepository } from "../accounts/AccountRepository.js"
import type { ApiTokenRecord } from "../api-tokens/ApiToken.js"
import { ApiTokenRepository } from "../api-tokens/ApiTokenRepository.js"
import { IdentityRepository } from "../identities/IdentityRepository.js"
import { OrganizationId } from "../organizations/Organization.js"
import { kindOf, UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { hasProvedSecondFactor, kindsOf, provenAt } from "./CredentialStrength.js"
import type { HostSession, SessionRecord } from "./Session.js"
import { SessionRepository } from "./SessionRepository.js"
import { isLive, SignInRules } from "./SignInRules.js"

const ended = new Unauthenticated({ message: "the session has ended; sign in again" })
const refused = new Unauthenticated({ message: "the token is not valid" })

/** Makes callers of sessions, and reads the caller of the context again. */
export const makeCallerNow = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const accounts = yield* AccountRepository
  const identities = yield* IdentityRepository
  const tokens = yield* ApiTokenRepository
  const users = yield* UserRepository
  const rules = yield* SignInRules

  /** Whether the source of a session still vouches for its person. */
  const isVouchedFor = Effect.fnUntraced(function* ({ source, user }: SessionRecord, state: AccountState | undefined) {
    if (source.kind === "account") return state === "active"
    const identity = yield* identities.find({ ...source, kind: source.protocol })
    return state !== "disabled" && identity?.value.user === user
  })

  /** The caller that a session makes; `undefined` if it has ended, is waiting, or nobody vouches for its person. */
  const ofSession = Effect.fnUntraced(function* (session: SessionRecord) {
    const { id, source, waiting } = session
    if (waiting || !isLive(session, yield* Clock.currentTimeMillis, rules)) return undefined
    const account = (yield* accounts.find(session.user))?.value
    if (!(yield* isVouchedFor(session, account?.state))) return undefined
    const kinds = kindsOf(account, yield* accounts.passkeysOf(session.user))
    const secondFactor = hasProvedSecondFactor(session, kinds)
    return {
      kind: "user" as const,
      user: session.user,
      session: {
        id,
        source,
        freshUntil: provenAt(session, kinds) + rules.fresh,
        secondFactor,
        lacksSecondFactor: source.kind === "account" && rules.secondFactor === "required" && !secondFactor
      }
    } satisfies ActorValue
  })

  /** Whether the user of a token can still call with it, as long as it has not expired. */
  const isAccepted = Effect.fnUntraced(function* (token: Pick<ApiTokenRecord, "user">) {
    if ((yield* users.find(token.user)) === undefined) return false
    return (yield* accounts.find(token.user))?.value.state !== "disabled"
  })

  /** Whether an embedding host can sign somebody in as a user: a person who was neither erased nor disabled. */
  const isPerson = Effect.fnUntraced(function* (user: UserId) {
    const found = yield* users.find(user)
    return found !== undefined && kindOf(found.value) === "person" && (yield* isAccepted({ user }))
  })

  /** The caller whom an embedding host has signed in; `undefined` if its user cannot sign in. */
  const ofHost = Effect.fnUntraced(function* ({ freshUntil = 0, organization, secondFactor, user: id }: HostSession) {
    const user = UserId.make(id)
    if (!(yield* isPerson(user))) return undefined
    const source =
      organization === undefined
        ? ({ kind: "account" } as const)
        : ({ kind: "host", organization: OrganizationId.make(organization) } as const)
    return {
      kind: "user" as const,
      user,
      session: {
        source,
        freshUntil,
        secondFactor: secondFactor === true,
        lacksSecondFactor: source.kind === "account" && rules.secondFactor === "required" && secondFactor !== true
      }
    } satisfies ActorValue
  })

  /**
   * The caller of the context, read again. `Unauthenticated` where the session has ended, the token was revoked or has
   * expired, or the account was disabled meanwhile. Belongs in the transaction of the caller's operation.
   */
  const callerNow: Effect.Effect<ActorValue, Unauthenticated | Unavailable, Actor> = Effect.gen(function* () {
    const actor = yield* Actor
    if (actor.kind !== "user") return actor
    if (actor.session !== undefined && actor.session.id === undefined) {
      return (yield* isPerson(actor.user)) ? actor : yield* ended
    }
    if (actor.session?.id !== undefined) {
      const read = yield* sessions.find(actor.session.id)
      return (read?.value.user === actor.user ? yield* ofSession(read.value) : undefined) ?? (yield* ended)
    }
    if (actor.token === undefined) return actor
    const token = (yield* tokens.find(actor.token.id))?.value
    if (token?.user !== actor.user || !(yield* isAccepted(token))) return yield* refused
    const isOver = token.expiresAt !== undefined && (yield* Clock.currentTimeMillis) >= Date.parse(token.expiresAt)
    return isOver ? yield* refused : actor
  })

  return { callerNow, isAccepted, ofHost, ofSession }
})
