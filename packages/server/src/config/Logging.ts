/** The log: one structured line an event on stderr, readable on a terminal and JSON anywhere else. */
import { Effect, Layer, Logger, Redacted } from "effect"
import { hideSecret, withoutSecrets } from "../output/Redaction.js"
import type { Settings } from "./Settings.js"

const toStderr = (logger: Logger.Logger<unknown, string>): Logger.Logger<unknown, void> =>
  Logger.make((options) => {
    process.stderr.write(`${withoutSecrets(logger.log(options))}\n`)
  })

/** Logging at the configured level. */
export const layer = (settings: Settings): Layer.Layer<never> =>
  Layer.mergeAll(
    Layer.effectDiscard(
      Effect.sync(() => {
        if (settings.adminToken !== undefined) hideSecret(Redacted.value(settings.adminToken))
      })
    ),
    Logger.replace(Logger.defaultLogger, toStderr(process.stderr.isTTY ? Logger.logfmtLogger : Logger.jsonLogger)),
    Logger.minimumLogLevel(settings.logLevel)
  )
