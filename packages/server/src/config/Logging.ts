/** The log: one structured line per event on stderr, readable on a terminal and JSON otherwise. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { Invocation, type OutputStream } from "../Invocation.js"
import { hideSecret, withoutSecrets } from "../output/Redaction.js"
import type { Settings } from "./Settings.js"

const logTo = (stream: OutputStream): Logger.Logger<unknown, void> => {
  const logger = stream.isTTY ? Logger.logfmtLogger : Logger.jsonLogger
  return Logger.make((options) => {
    stream.write(`${withoutSecrets(logger.log(options))}\n`)
  })
}

/** The minimum length of a secret to hide: shorter texts may be part of other words. */
const leastSecret = 8

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The password in an address, which errors of the server there may quote. */
const passwordIn = (address: Redacted.Redacted | undefined): Redacted.Redacted | undefined =>
  address && Redacted.make(decoded(new URL(Redacted.value(address)).password))

const secretsOf = ({
  adminToken,
  auditSecret,
  blobs,
  database,
  openId,
  smtpUrl,
  telemetry
}: Settings): ReadonlyArray<Redacted.Redacted> => {
  const headers = [telemetry.traces, telemetry.metrics].flatMap((sent) => Object.values(sent?.headers ?? {}))
  const bucket = typeof blobs === "string" || typeof blobs.credentials === "string" ? undefined : blobs.credentials
  const all = [
    adminToken,
    auditSecret,
    database,
    passwordIn(database),
    smtpUrl,
    passwordIn(smtpUrl),
    bucket?.secret,
    bucket?.sessionToken,
    openId.clientSecret,
    telemetry.metricsToken,
    ...headers
  ]
  return all.flatMap((secret) => (secret !== undefined && Redacted.value(secret).length >= leastSecret ? [secret] : []))
}

/** Logging at the configured level. */
export const layer = (settings: Settings): Layer.Layer<never> =>
  Layer.mergeAll(
    Layer.effectDiscard(
      Effect.sync(() => {
        for (const secret of secretsOf(settings)) hideSecret(Redacted.value(secret))
      })
    ),
    Layer.unwrapEffect(Effect.map(Invocation, ({ stderr }) => Logger.replace(Logger.defaultLogger, logTo(stderr)))),
    Logger.minimumLogLevel(settings.logLevel)
  )
