/**
 * The console of a workspace: a window in a browser for people who write, review and administer.
 * @since 0.1.0
 */
import type * as Engine from "@lectern/core/engine/Engine"
import type { Limits } from "@lectern/core/rate-limits/RateLimit"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { siteOf } from "@lectern/http/internal/people/sign-in/Site"
import * as Effect from "effect/Effect"
import { sessionRoutes } from "./session/SessionRoutes.js"
import { shellRoutes } from "./shell/ShellRoutes.js"

/** Options of the console. */
export interface ConsoleOptions {
  /**
   * The public base URL of the server. Over plain HTTP, except on this machine, the pages only say that HTTPS is
   * required.
   */
  readonly baseUrl: string
  /** Whether the engine can send mail. */
  readonly mails: boolean
  /** The rate limits of the server that it is served with; nothing is limited when absent. */
  readonly limits?: Limits | undefined
}

/** The routes of the console, over the engine of the context. */
export const make = ({ baseUrl }: ConsoleOptions): Effect.Effect<ReadonlyArray<PlainRoute>, never, Engine.Services> =>
  Effect.gen(function* () {
    const site = siteOf(baseUrl)
    return [...(yield* sessionRoutes(site)), ...(yield* shellRoutes(site))]
  })
