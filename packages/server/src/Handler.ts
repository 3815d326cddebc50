import type * as Effect from "effect/Effect"
import type { commands } from "./command-line/Commands.js"
import type { Values } from "./command-line/Declaration.js"
import type { RunnableName } from "./command-line/Plan.js"
import type { Settings } from "./config/Settings.js"

/**
 * The implementation of a command, which gets its arguments and options, and the settings derived from these and the
 * environment.
 */
export type Handler<N extends RunnableName> = (
  values: Values<(typeof commands)[N]>,
  settings: Settings
) => Effect.Effect<void, unknown>
