/** The log: one structured line an event on stderr, readable on a terminal and JSON anywhere else. */
import { Layer, Logger } from "effect"
import type { Settings } from "./Settings.js"

/** Hides the secrets of tokens, which never belong into a log, whatever carries them there. */
export const withoutSecrets = (line: string): string => line.replace(/\blct_[A-Za-z0-9_-]{8,}/g, "lct_<redacted>")

const toStderr = (logger: Logger.Logger<unknown, string>): Logger.Logger<unknown, void> =>
  Logger.make((options) => {
    process.stderr.write(`${withoutSecrets(logger.log(options))}\n`)
  })

/** Logging at the configured level. */
export const layer = (settings: Settings): Layer.Layer<never> =>
  Layer.merge(
    Logger.replace(Logger.defaultLogger, toStderr(process.stderr.isTTY ? Logger.logfmtLogger : Logger.jsonLogger)),
    Logger.minimumLogLevel(settings.logLevel)
  )
