/**
 * What holds for the whole rest of a request's fiber. The fiber ends with its request, so values are set and never put
 * back, at a small part of what `Effect.provideService` and `Effect.annotateLogs` cost.
 */
import { Actor, type ActorValue, user } from "@lectern/core/access/Actor"
import { requestOrigin } from "@lectern/core/internal/audit-events/RequestOrigin"
import { UserId } from "@lectern/core/users/User"
import { Context, Effect, FiberRef, HashMap } from "effect"

/** The caller until the token has told: a user that does not exist. */
export const nobody: ActorValue = user(UserId.make(""))

/** Makes somebody the caller. */
export const setCaller = (actor: ActorValue): Effect.Effect<void> =>
  FiberRef.update(FiberRef.currentContext, (context) => Context.add(context, Actor, actor))

/** Puts the request's id into everything that is logged, and that with its address into what is audited. */
export const setRequest = (requestId: string, address: string | undefined): Effect.Effect<void> =>
  Effect.zipRight(
    FiberRef.set(requestOrigin, { request: requestId, ...(address !== undefined && { address }) }),
    FiberRef.update(FiberRef.currentLogAnnotations, (annotations) => HashMap.set(annotations, "requestId", requestId))
  )
