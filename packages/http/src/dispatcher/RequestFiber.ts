/**
 * Values that hold for the rest of a request's fiber. The fiber ends with its request, so they are set and never
 * restored, at a fraction of the cost of `Effect.provideService` and `Effect.annotateLogs`.
 */
import { Actor, type ActorValue, user } from "@lectern/core/access/Actor"
import { requestOrigin } from "@lectern/core/internal/audit-events/RequestOrigin"
import { UserId } from "@lectern/core/users/User"
import { Context, Effect, FiberRef, HashMap } from "effect"

/** The caller until the token is checked: a user that does not exist. */
export const nobody: ActorValue = user(UserId.make(""))

/** Sets the caller. */
export const setCaller = (actor: ActorValue): Effect.Effect<void> =>
  FiberRef.update(FiberRef.currentContext, (context) => Context.add(context, Actor, actor))

/** Adds the request's id to everything that is logged, and both its id and its address to audit events. */
export const setRequest = (requestId: string, address: string | undefined): Effect.Effect<void> =>
  Effect.zipRight(
    FiberRef.set(requestOrigin, { request: requestId, ...(address !== undefined && { address }) }),
    FiberRef.update(FiberRef.currentLogAnnotations, (annotations) => HashMap.set(annotations, "requestId", requestId))
  )
