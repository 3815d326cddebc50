import * as Effect from "effect/Effect"
import { Unauthenticated } from "../../foundation/errors/Errors.js"
import { Actor, type ActorValue } from "./Actor.js"

/** The refusal of visitors: for anything not published to them, and for everything that needs an account. */
export const noVisitors = new Unauthenticated({ message: "visitors may not do this: it needs an access token" })

/** The caller; fails for visitors. */
export const requireNoVisitor: Effect.Effect<
  Exclude<ActorValue, { readonly kind: "visitor" }>,
  Unauthenticated,
  Actor
> = Effect.flatMap(Actor, (actor) => (actor.kind === "visitor" ? Effect.fail(noVisitors) : Effect.succeed(actor)))
