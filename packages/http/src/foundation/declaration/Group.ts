/** Declaring a group of operations for the list of all groups. */
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { type Lazy, lazy } from "@lectern/core/internal/foundation/loading/Lazy"
import type * as Effect from "effect/Effect"
import type { GroupHandlers } from "../dispatcher/Handlers.js"

/** A group of operations with its handlers. */
export interface Group<Api extends HttpApiGroup.HttpApiGroup.Any, R> {
  readonly api: Api
  /** The handlers of the group, which are loaded by the first request for one of its operations. */
  readonly handlers: Lazy<Effect.Effect<GroupHandlers<Api>, never, R>>
}

/** Combines a group with its handlers: each endpoint must have one, with the types of its input and its answer. */
export const group = <Api extends HttpApiGroup.HttpApiGroup.Any, R>(
  api: Api,
  load: () => Promise<Effect.Effect<GroupHandlers<Api>, never, R>>
): Group<Api, R> => ({ api, handlers: lazy(`the handlers of ${api.identifier}`, load) })
