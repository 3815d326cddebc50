/** The parsers of settings that name hosts and mail addresses. */
import { isHostName } from "@lectern/core/internal/people/places/HostNames"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"

type Parsed<A> = Either.Either<A, string>

/** Host names of sites, and patterns of them. */
export const siteHosts = (text: string): Parsed<ReadonlyArray<string>> => {
  const names = text.split(",").map((name) => name.trim())
  return names.every((name) => isHostName(name.replace(/^\*\./, "any.")))
    ? Either.right(names)
    : Either.left("expected comma-separated host names, such as docs.example.com or *.docs.example.com")
}

/** The URL of a mail server. */
export const smtpUrl = (text: string): Parsed<Redacted.Redacted> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (url?.protocol === "smtp:" || url?.protocol === "smtps:") && url.hostname !== ""
    ? Either.right(Redacted.make(text))
    : Either.left("expected an smtp or smtps address, such as smtps://user:password@mail.example.com")
}

/** The sender of mail. */
export const mailFrom = (text: string): Parsed<string> =>
  /^(?:[^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)
    ? Either.right(text)
    : Either.left("expected an e-mail address, such as docs@example.com or Docs <docs@example.com>")
