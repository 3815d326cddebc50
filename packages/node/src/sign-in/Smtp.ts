/**
 * Mail by SMTP.
 * @since 0.1.0
 */
import { Unavailable } from "@lectern/core/errors/Errors"
import { Mailer, type MailerService } from "@lectern/core/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** The mail server, and the sender. */
export interface SmtpOptions {
  /** `smtp://` or `smtps://` with host and port, and with user and password if the server requires them. */
  readonly url: Redacted.Redacted<string>
  /** The address that mail comes from, such as `Docs <docs@example.com>`. */
  readonly from: string
  /** CA certificates to trust in addition to those of Node, as PEM, for a mail server with a private CA. */
  readonly ca?: string | undefined
}

/** The timeout of each step, in milliseconds. */
const patience = 15_000

/**
 * Sends each message over a separate connection. To hosts other than this one, `smtp://` is encrypted by STARTTLS: mail
 * is not sent if the server does not support that.
 */
export const make = ({ ca, from, url }: SmtpOptions): MailerService => {
  const { hostname, protocol } = new URL(Redacted.value(url))
  const isLocal = hostname === "localhost" || /^127\./.test(hostname) || hostname === "[::1]"
  const transport = Effect.promise(async () => {
    const [{ createTransport }, { rootCertificates }] = await Promise.all([
      import("nodemailer").then((library) => library.default),
      import("node:tls")
    ])
    return createTransport(
      {
        url: Redacted.value(url),
        requireTLS: protocol === "smtp:" && !isLocal,
        ...(ca !== undefined && { tls: { ca: [...rootCertificates, ca] } }),
        connectionTimeout: patience,
        greetingTimeout: patience,
        socketTimeout: patience,
        disableFileAccess: true,
        disableUrlAccess: true
      },
      { from }
    )
  })
  return {
    isConfigured: true,
    send: ({ subject, text, to }) =>
      Effect.flatMap(transport, (server) =>
        Effect.tryPromise({
          try: () => server.sendMail({ to: { name: "", address: to }, subject, text }),
          catch: (cause) => new Unavailable({ message: "the mail server did not accept the message", cause })
        })
      ).pipe(Effect.asVoid)
  }
}

/** {@link make} as a layer. */
export const layer = (options: SmtpOptions): Layer.Layer<Mailer> => Layer.sync(Mailer, () => make(options))
