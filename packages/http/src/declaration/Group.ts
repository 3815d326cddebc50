/** Declaring a group of operations for the list of all groups. */
import type { HttpApiGroup } from "@effect/platform"
import type * as Effect from "effect/Effect"
import type { GroupHandlers } from "../dispatcher/Handlers.js"

/** A group of operations with its handlers. */
export interface Group<Api extends HttpApiGroup.HttpApiGroup.Any, R> {
  readonly api: Api
  /** Loads the handlers of the group. */
  readonly handlers: () => Promise<Effect.Effect<GroupHandlers<Api>, never, R>>
}

/** Combines a group with its handlers: each endpoint must have one, with the types of its input and its answer. */
export const group = <Api extends HttpApiGroup.HttpApiGroup.Any, R>(
  api: Api,
  handlers: Group<Api, R>["handlers"]
): Group<Api, R> => ({ api, handlers })
