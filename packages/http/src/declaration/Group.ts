/** How a group of operations is put in the list of all. */
import type { HttpApiGroup } from "@effect/platform"
import type { Effect } from "effect"
import type { GroupHandlers } from "../dispatcher/Handlers.js"

/** A group of operations, and what answers it. */
export interface Group<Api extends HttpApiGroup.HttpApiGroup.Any, R> {
  readonly api: Api
  /** Loads what answers the operations of the group. */
  readonly handlers: () => Promise<Effect.Effect<GroupHandlers<Api>, never, R>>
}

/** Puts a group and its handlers together: each endpoint has one, of its input and its answer. */
export const group = <Api extends HttpApiGroup.HttpApiGroup.Any, R>(
  api: Api,
  handlers: Group<Api, R>["handlers"]
): Group<Api, R> => ({ api, handlers })
