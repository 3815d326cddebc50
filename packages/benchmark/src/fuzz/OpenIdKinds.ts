/** Messages of OpenID providers: ID tokens, token responses, and their metadata. */
import { type Refusal, refusalOf, refusals } from "@lectern/core/identities/Refusals"
import { attemptOf } from "@lectern/core/internal/people/openid/AuthorizationRequests"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { FuzzedPlace, Kind } from "./Kind.js"
import { anyIssuer, documentWith, type FuzzedProvider, newKey } from "./OpenIdServer.js"
import type { Random } from "./Random.js"
import { encoded, meaningOfToken, recombined, signedWithKey, signedWithSecret } from "./Signing.js"

const clientId = "lectern"
const audience = { aud: clientId, azp: clientId }

/** The refusals of responses that were not trusted; any other refusal comes after that check. */
const disbelieved: ReadonlySet<Refusal | undefined> = new Set(["denied", "noAttempt", "notBelieved", "wrongState"])

/** A cookie with the sign-in attempt at a provider that it stands for. */
const newAttempt = (redirectUri: string) => {
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")
  const cookie = encoded({ secret, at: Date.now(), intent: "sign-in", next: "" })
  return { cookie, ...attemptOf(Redacted.make(cookie), redirectUri, "sign-in") }
}

/** How many providers have invalid metadata: more than are cached at the same time. */
const liars = 300

const readAnswer = Schema.decodeUnknownEither(Schema.parseJson(Schema.Struct({ id_token: Schema.String })))

/** Creates the providers and their responses. */
export const openIdKinds = async (
  { admin, lectern, organization }: FuzzedPlace,
  { answers, documents, key, origin, whyNot }: FuzzedProvider
): Promise<ReadonlyArray<Kind>> => {
  const system = lectern.asSystem()
  const stranger = newKey()
  const time = Math.floor(Date.now() / 1000)
  const make = async (name: string) => {
    const issuer = `${origin}/${name}`
    const made = await lectern.as(admin).openIdProviders.create(organization, {
      label: name.slice(0, 30),
      issuer,
      clientId,
      clientSecret: "hush"
    })
    return { name, issuer, place: { organization, id: made.id }, redirectUri: made.service.redirectURL }
  }
  type Provider = Awaited<ReturnType<typeof make>>
  type Attempt = ReturnType<typeof newAttempt>
  const claimsOf = ({ issuer }: Provider, { nonce }: Attempt, more: object = {}) => ({
    iss: issuer,
    ...audience,
    sub: "person",
    nonce,
    iat: time,
    exp: time + 86_400,
    email: "person@elsewhere.example",
    ...more
  })
  const header = { alg: "RS256", kid: "key" }
  const answerWith = (token: string, more: object = {}): string =>
    JSON.stringify({ access_token: "opaque", token_type: "bearer", expires_in: 600, ...more, id_token: token })

  const complete = async ({ place }: Provider, { cookie, state }: Attempt, code: string) =>
    system.openIdSignIn
      .complete(place, {
        query: `code=${code}&state=${state}`,
        cookie: Redacted.make(cookie),
        session: undefined,
        client: { address: "192.0.2.1", device: "test" }
      })
      .catch((error: { readonly message: string; readonly _tag: string }) => {
        if (error._tag !== "Forbidden" || disbelieved.has(refusalOf(error))) throw error
      })

  const bring = ({ redirectUri }: Provider, { cookie, state }: Attempt, code: string) => ({
    path: `${new URL(redirectUri).pathname}?code=${code}&state=${state}`,
    headers: { cookie: `__Host-lectern-openid=${cookie}` }
  })

  const hear: Kind["hear"] = ({ body, status }) => {
    const says = (refusal: Refusal) => body.toLowerCase().includes(refusals[refusal].message)
    if (status === 303) return "accepted"
    if (status === 503) return "before"
    if (says("notBelieved")) return "verified"
    return says("denied") || says("noAttempt") || says("wrongState") ? "before" : "accepted"
  }

  const honest = await make("honest")
  const attempts = Array.from({ length: 4 }, () => newAttempt(honest.redirectUri))
  const tokens = attempts.map((attempt, index) =>
    signedWithKey(key, claimsOf(honest, attempt, { sub: `person${index}` }), header)
  )
  const [first] = attempts as [Attempt]
  /** The attempt that a text is for, recognized by the payload of its token; the first attempt if there is none. */
  const attemptFor = (text: string): Attempt =>
    attempts[tokens.findIndex((token) => text.includes(token.split(".")[1] ?? ""))] ?? first

  let codes = 0
  /** Makes the provider answer a new code with a text. */
  const answering = (text: string): string => {
    const code = `code${codes++}`
    answers.set(code, text)
    answers.delete(`code${codes - 1000}`)
    return code
  }

  const signed = (more: object, moreHeader: object = {}) =>
    signedWithKey(key, claimsOf(honest, first, more), { ...header, ...moreHeader })
  const elsewhere = [
    { iss: `${honest.issuer}/` },
    { iss: "https://accounts.google.com" },
    { aud: "other", azp: "other" },
    { aud: [clientId, "other"], azp: "other" },
    { aud: [clientId, "other"], azp: undefined },
    { aud: undefined },
    { nonce: "other" },
    { nonce: undefined },
    { exp: time - 600 },
    { exp: undefined },
    { nbf: time + 600 },
    { iat: undefined },
    { sub: undefined },
    { sub: 1 }
  ].map((more) => signed(more))
  const { n } = key.export({ format: "jwk" })
  const forgedToken = (random: Random): string => {
    const claims = claimsOf(honest, first, { sub: `m${random.below(1e9)}` })
    return random.one([
      () => recombined(random.one(tokens), claims, random),
      () => signedWithKey(stranger, claims, header),
      () => signedWithKey(stranger, claims, { alg: "RS256", jwk: stranger.export({ format: "jwk" }) }),
      () => signedWithKey(stranger, claims, { ...header, jku: `${origin}/m/keys`, x5u: `${origin}/m/keys` }),
      () => signedWithKey(stranger, claims, { ...header, kid: random.one(["", "../key", "other", "__proto__"]) }),
      () => signedWithSecret(random.one([n ?? "", "", clientId, "key"]), claims, { ...header, alg: "HS256" }),
      () => signedWithSecret(Buffer.from(n ?? "", "base64url"), claims, { alg: "HS256" })
    ])()
  }

  const common = { hear, explain: async () => whyNot(), isUnavailable: true } as const
  const idTokens: Kind = {
    ...common,
    name: "OpenID: ID tokens",
    share: 0.05,
    valid: tokens,
    foreign: elsewhere,
    forged: forgedToken,
    meaning: meaningOfToken,
    accept: (text) => complete(honest, attemptFor(text), answering(answerWith(text))),
    bring: (text) => bring(honest, attemptFor(text), answering(answerWith(text)))
  }

  /** The meaning of a token response is its ID token. */
  const meaningOfAnswer = (text: string): string =>
    Either.match(readAnswer(text), { onLeft: () => text, onRight: (answer) => meaningOfToken(answer.id_token) })
  const [token = ""] = tokens
  const tokenAnswers: Kind = {
    ...common,
    name: "OpenID: answers with tokens",
    share: 0.03,
    valid: tokens.map((each) => answerWith(each)),
    foreign: [
      answerWith(token, { token_type: "mac" }).replace(token, signed({ nonce: "other" })),
      JSON.stringify({ access_token: "opaque", token_type: "bearer" }),
      JSON.stringify({ error: "invalid_grant" }),
      JSON.stringify({ access_token: "opaque", token_type: "bearer", id_token: [token] }),
      JSON.stringify({ access_token: "opaque", token_type: "bearer", id_token: { token } }),
      JSON.stringify([answerWith(token)]),
      ...elsewhere.map((each) => answerWith(each))
    ],
    forged: (random) => answerWith(forgedToken(random)),
    meaning: meaningOfAnswer,
    accept: (text) => complete(honest, attemptFor(text), answering(text)),
    bring: (text) => bring(honest, attemptFor(text), answering(text))
  }

  const lying: Array<Provider> = []
  for (let index = 0; index < liars; index++) lying.push(await make(`liar${index}`))
  const validDocuments = [documentWith(), documentWith({ scopes_supported: ["openid", "email"] })]
  let turns = 0
  /** A provider whose metadata is a text, and an attempt at it, which is answered with another user's token. */
  const saying = (text: string) => {
    const provider = lying[turns++ % liars] as Provider
    const attempt = newAttempt(provider.redirectUri)
    const signer = validDocuments.includes(text) ? key : stranger
    documents.set(provider.name, text)
    answers.set(provider.name, answerWith(signedWithKey(signer, claimsOf(provider, attempt), header)))
    return [provider, attempt, "code"] as const
  }
  const discovery: Kind = {
    ...common,
    name: "OpenID: what providers say of themselves",
    share: 0.03,
    valid: validDocuments,
    foreign: [
      documentWith({ issuer: "https://accounts.google.com" }),
      documentWith({ issuer: `${anyIssuer}/` }),
      documentWith({ token_endpoint: "http://192.0.2.1/token" }),
      documentWith({ token_endpoint: "file:///etc/passwd" }),
      documentWith({ token_endpoint: "http://localhost:1/token" }),
      documentWith({ jwks_uri: "https://127.0.0.1/keys" }),
      documentWith({ jwks_uri: undefined }),
      documentWith({ id_token_signing_alg_values_supported: ["none"] }),
      documentWith({ id_token_signing_alg_values_supported: ["HS256"] }),
      "{}",
      "null",
      `[${documentWith()}]`
    ],
    accept: (text) => complete(...saying(text)),
    bring: (text) => bring(...saying(text))
  }
  return [idTokens, tokenAnswers, discovery]
}
