/**
 * The caller. Every service takes its caller from the context, so that authorization cannot be left out.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import type { ApiTokenId } from "../api-tokens/ApiToken.js"
import type { TokenScope } from "../api-tokens/TokenScope.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { SessionId, SessionSource } from "../sessions/Session.js"
import type { UserId } from "../users/User.js"
import type { Visitor } from "./Visitor.js"

/** An embedding host that says which organization has signed a person in, who is trusted for that organization only. */
export interface HostSource {
  readonly kind: "host"
  readonly organization: OrganizationId
}

/**
 * Proof of identity that a person's session provides. Only the service `Sessions` makes it: a caller with a token, or
 * one that the embedding program names with `as`, has none.
 */
export interface SessionProof {
  /** Absent for people whom an embedding host has signed in: it keeps their sessions itself. */
  readonly id?: SessionId
  readonly source: SessionSource | HostSource
  /**
   * The time until which the last proof by the account's strongest means permits changes to the account, in
   * milliseconds since 1970.
   */
  readonly freshUntil: number
  /** Whether the account has a second factor that this session has proved. */
  readonly secondFactor: boolean
  /**
   * Whether the server requires a second factor that the session has not proved. Until it does, or the account gets a
   * second factor in it, the session can do nothing else.
   */
  readonly lacksSecondFactor: boolean
}

/** The token that a user calls with. */
export interface BearerToken {
  readonly id: ApiTokenId
  /** Its limits; none when absent. */
  readonly limits?: TokenScope
  /** The time when it stops working, in milliseconds since 1970; never when absent. */
  readonly expires?: number
  /** Whether the token is exempt from the organizations' sign-in requirements. */
  readonly exempt?: true
  /** Whether it counts as made with a second factor. */
  readonly secondFactor?: true
  /** Whether it belongs to a service user. */
  readonly service?: true
}

/**
 * A user, with the session that they signed in to or the token that was sent, if any; a visitor of published sites; or the
 * embedding program itself, which may do everything.
 */
export type ActorValue =
  | {
      readonly kind: "user"
      readonly user: UserId
      readonly session?: SessionProof
      readonly token?: BearerToken
    }
  | { readonly kind: "visitor"; readonly visitor: Visitor }
  | { readonly kind: "system" }

/**
 * The caller of a service: every call needs one, so every method has it in its type.
 *
 * @effect-leakable-service
 */
export class Actor extends Context.Tag("@lectern/core/Actor")<Actor, ActorValue>() {}

/** The embedding program: no user, every right. Never made from input. */
export const system: ActorValue = { kind: "system" }

/** The user with this id. */
export const user = (id: UserId): ActorValue => ({ kind: "user", user: id })

/** A visitor without an account, who can read published content and nothing else. */
export const visitor = (brought: Visitor = {}): ActorValue => ({ kind: "visitor", visitor: brought })

/** The result of a service method: it needs the caller in the context, and fails with the errors of services. */
export type Asked<A> = Effect.Effect<A, LecternError, Actor>
