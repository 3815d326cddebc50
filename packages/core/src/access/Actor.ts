/** Who is calling. Every service takes its caller from the context, so that authorization cannot be left out. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LecternError } from "../errors/Errors.js"
import type { UserId } from "../users/User.js"
import type { Visitor } from "./Visitor.js"

/**
 * A user, a visitor of published sites, or the embedding program itself, which may do everything.
 * @since 0.1.0
 */
export type ActorValue =
  | { readonly kind: "user"; readonly user: UserId }
  | { readonly kind: "visitor"; readonly visitor: Visitor }
  | { readonly kind: "system" }

/**
 * The caller of a service: every call needs one, so it stands in the type of every method.
 *
 * @effect-leakable-service
 * @since 0.1.0
 */
export class Actor extends Context.Tag("@lectern/core/Actor")<Actor, ActorValue>() {}

/**
 * The embedding program: no user, every right. Never made from input.
 * @since 0.1.0
 */
export const system: ActorValue = { kind: "system" }

/**
 * The user with this id.
 * @since 0.1.0
 */
export const user = (id: UserId): ActorValue => ({ kind: "user", user: id })

/**
 * Somebody without an account, who reads what is published: nothing else is there for them.
 * @since 0.1.0
 */
export const visitor = (brought: Visitor = {}): ActorValue => ({ kind: "visitor", visitor: brought })

/**
 * What a method of a service gives to its caller: it needs to know who that is, and fails as services do.
 * @since 0.1.0
 */
export type Asked<A> = Effect.Effect<A, LecternError, Actor>
