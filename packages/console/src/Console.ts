/**
 * The console of a workspace: a window in a browser for people who write, review and administer.
 * @since 0.1.0
 */
import type { Limits } from "@lectern/core/rate-limits/RateLimit"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import * as Effect from "effect/Effect"

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
export const make = (_options: ConsoleOptions): Effect.Effect<ReadonlyArray<PlainRoute>> => Effect.succeed([])
