/** The settings of the server's own OpenID provider, and of the issuers that may be reached. */
import { issuerProblem } from "@lectern/core/internal/people/openid/Issuers"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type { openIdNames } from "./SignInNames.js"

/** The settings of signing in with OpenID Connect. */
export interface OpenIdSettings {
  /** The issuer of the server's provider; without it, there is no provider. */
  readonly issuer: string | undefined
  readonly clientId: string | undefined
  /** Absent for a public client. */
  readonly clientSecret: Redacted.Redacted | undefined
  /** The text after "Continue with" on the button of the sign-in page. */
  readonly label: string
  /** The e-mail domains for which the provider is trusted to find or create accounts. */
  readonly domains: ReadonlyArray<string>
  /** Issuers that may have any address, and use plain HTTP. */
  readonly issuers: ReadonlyArray<string>
}

type Parsed<A> = Either.Either<A, string>

/** Parses the value of a setting; an empty one yields the fallback. */
type Read = <A>(name: keyof typeof openIdNames, parse: (text: string) => Parsed<A>, fallback: A) => Parsed<A>

const issuer = (text: string): Parsed<string> => {
  const problem = issuerProblem(text)
  return problem === undefined ? Either.right(text) : Either.left(problem)
}

const parts = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

const issuers = (text: string): Parsed<ReadonlyArray<string>> => Either.all(parts(text).map(issuer))

const plain =
  (most: number) =>
  (text: string): Parsed<string> =>
    /^[^\p{Cc}]+$/u.test(text) && text.length <= most
      ? Either.right(text)
      : Either.left(`expected 1 to ${most} characters on one line`)

const secret = (text: string): Parsed<Redacted.Redacted> => Either.map(plain(1024)(text), Redacted.make)

const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

const domains = (text: string): Parsed<ReadonlyArray<string>> => {
  const all = parts(text.toLowerCase())
  return all.every((each) => domain.test(each))
    ? Either.right(all)
    : Either.left("expected comma-separated domains such as example.com")
}

/** The settings of OpenID, each parsed like all settings. */
export const parseOpenId = (read: Read): Parsed<OpenIdSettings> =>
  Either.flatMap(
    Either.all({
      issuer: read<string | undefined>("openIdIssuer", issuer, undefined),
      clientId: read<string | undefined>("openIdClientId", plain(255), undefined),
      clientSecret: read<Redacted.Redacted | undefined>("openIdClientSecret", secret, undefined),
      label: read("openIdLabel", plain(30), "single sign-on"),
      domains: read<ReadonlyArray<string>>("openIdDomains", domains, []),
      issuers: read<ReadonlyArray<string>>("openIdIssuers", issuers, [])
    }),
    (settings) =>
      (settings.issuer === undefined) === (settings.clientId === undefined)
        ? Either.right(settings)
        : Either.left("--openid-issuer and --openid-client-id belong together: set both or neither")
  )
