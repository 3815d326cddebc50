/** The log: one structured line an event on stderr, readable on a terminal and JSON anywhere else. */
import { Effect, Layer, Logger, Redacted } from "effect"
import { Invocation, type OutputStream } from "../Invocation.js"
import { hideSecret, withoutSecrets } from "../output/Redaction.js"
import type { Settings } from "./Settings.js"

const logTo = (stream: OutputStream): Logger.Logger<unknown, void> => {
  const logger = stream.isTTY ? Logger.logfmtLogger : Logger.jsonLogger
  return Logger.make((options) => {
    stream.write(`${withoutSecrets(logger.log(options))}\n`)
  })
}

/** Logging at the configured level. */
export const layer = (settings: Settings): Layer.Layer<never> =>
  Layer.mergeAll(
    Layer.effectDiscard(
      Effect.sync(() => {
        if (settings.adminToken !== undefined) hideSecret(Redacted.value(settings.adminToken))
      })
    ),
    Layer.unwrapEffect(Effect.map(Invocation, ({ stderr }) => Logger.replace(Logger.defaultLogger, logTo(stderr)))),
    Logger.minimumLogLevel(settings.logLevel)
  )
