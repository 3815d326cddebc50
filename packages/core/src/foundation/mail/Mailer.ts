/** @since 0.1.0 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"

/** A message to a person, in plain text. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail. */
export interface MailerService {
  /** Whether mail can be sent. If not, administrators get the links to pass on themselves. */
  readonly isConfigured: boolean
  /** Hands a message to a mail server; `Unavailable` if the server does not accept it. */
  readonly send: (mail: Mail) => Effect.Effect<void, Unavailable>
}

/** The port of mail; an engine without one sends none. */
export class Mailer extends Context.Reference<Mailer>()("@lectern/core/Mailer", {
  defaultValue: (): MailerService => ({ isConfigured: false, send: () => Effect.void })
}) {}
