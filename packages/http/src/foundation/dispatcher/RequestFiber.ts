/**
 * Values that hold for the rest of a request's fiber. The fiber ends with its request, so they are set and never
 * restored, at a fraction of the cost of `Effect.provideService` and `Effect.annotateLogs`. Each change copies the
 * context or the fiber refs, so a request has as few of them as possible.
 */
import { Actor, type ActorValue, user } from "@lectern/core/access/Actor"
import { type RequestCost, requestCost } from "@lectern/core/internal/foundation/quotas/RequestCost"
import { type RequestStamps, requestStamps } from "@lectern/core/internal/people/access/RequestStamps"
import { requestOrigin } from "@lectern/core/internal/storage/trail/RequestOrigin"
import { SendsDocuments } from "@lectern/core/internal/text/markdown/WrittenDocument"
import { Telemetry } from "@lectern/core/telemetry/Telemetry"
import { UserId } from "@lectern/core/users/User"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as FiberId from "effect/FiberId"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashMap from "effect/HashMap"

/** The caller until the token is checked: a user that does not exist. */
export const nobody: ActorValue = user(UserId.make(""))

/**
 * The context of requests: what their handlers may require, and the telemetry. The services of an engine, which have
 * their own context, are left out.
 */
export const requestContext = (context: Context.Context<never>, sendsDocuments: boolean): Context.Context<Actor> =>
  Context.make(Actor, nobody).pipe(
    Context.add(SendsDocuments, sendsDocuments),
    Context.add(Telemetry, Context.get(context, Telemetry))
  )

/** The latest context that each caller was added to, and the result. */
const called = new WeakMap<ActorValue, { readonly to: Context.Context<never>; readonly made: Context.Context<Actor> }>()

/** Adds a caller to a context. The same caller mostly calls in the same context, and Effect hashes each new one. */
const withCaller = (context: Context.Context<never>, actor: ActorValue): Context.Context<Actor> => {
  const known = called.get(actor)
  if (known?.to === context) return known.made
  const made = Context.add(context, Actor, actor)
  called.set(actor, { to: context, made })
  return made
}

/** Sets the caller. */
export const setCaller = (actor: ActorValue): Effect.Effect<void> =>
  FiberRef.update(FiberRef.currentContext, (context) => withCaller(context, actor))

/**
 * The fiber refs of a request that starts with `refs`: its id is added to every log line, and both its id and its
 * address to audit events. With `stamps`, each stamp is read once; with `cost`, its costs are counted.
 */
export const requestRefs = (
  refs: FiberRefs.FiberRefs,
  fiber: FiberId.Single,
  requestId: string,
  address: string | undefined,
  stamps: RequestStamps | undefined,
  cost: RequestCost | undefined
): FiberRefs.FiberRefs => {
  const origin = address === undefined ? { request: requestId } : { request: requestId, address }
  const annotations = FiberRefs.getOrDefault(refs, FiberRef.currentLogAnnotations)
  return FiberRefs.updateManyAs(refs, {
    entries: [
      [requestOrigin, [[fiber, origin]]],
      [requestStamps, [[fiber, stamps]]],
      [requestCost, [[fiber, cost]]],
      [FiberRef.currentLogAnnotations, [[fiber, HashMap.set(annotations, "requestId", requestId)]]]
    ]
  })
}
