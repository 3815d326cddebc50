/** Signing in by an embedding host, which finds out by its own cookies who somebody is. */
import type { HostSession } from "@lectern/core/sessions/Session"

/** A request as a host sees it: a part of the standard `Request`. */
export interface HostRequest {
  /** In upper case. */
  readonly method: string
  /** The absolute URL. Its host is the one that the request names, which any client can choose. */
  readonly url: string
  readonly headers: Headers
}

/** Nobody, the id of a user, or a user with what else the host knows about their session. */
export type HostAnswer = string | HostSession | null | undefined

/**
 * Finds the user of a request by the host's own session; nobody, if it has none. What it throws becomes a 500 that does
 * not say why; the log does.
 */
export type HostAuthenticate = (request: HostRequest) => HostAnswer | Promise<HostAnswer>
