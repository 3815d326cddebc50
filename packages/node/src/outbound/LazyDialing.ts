import { lazy } from "@lectern/core/internal/foundation/loading/Lazy"
import type { Agent } from "undici"
import type { AddressRange } from "./Addresses.js"
import type { openAgent } from "./Dialing.js"
import type { Resolver } from "./Resolving.js"

/** The module that opens connections. It comes with a large library, which many programs never need. */
const dialing = lazy("the client of guarded requests", () => import("./Dialing.js"))

/** An agent that is opened on first use. */
export interface LazyAgent {
  /** The agent. Rejects with `Unavailable` if the module that opens it cannot be loaded. */
  readonly get: () => Agent | Promise<Agent>
  /** Ends all connections of the agent. */
  readonly close: () => Promise<void>
}

/** An agent whose sockets connect only to allowed addresses. */
export const lazyAgent = (resolver: Resolver, allow: ReadonlyArray<AddressRange>): LazyAgent => {
  let opened: ReturnType<typeof openAgent> | undefined
  return {
    get: () =>
      dialing.use((module) => {
        opened ??= module.openAgent(resolver, allow)
        return opened.agent
      }),
    close: async () => opened?.close()
  }
}
