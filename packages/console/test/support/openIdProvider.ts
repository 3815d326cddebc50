/**
 * A real OpenID provider on this machine, which signs in the person that a test names, and tampers with its messages on
 * request.
 */
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import Provider from "oidc-provider"

/** The claims of the provider about a person besides who they are. */
export type Person = Readonly<Record<string, unknown>>

/** The parts of a token. */
export interface Parts {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

/** A client that the provider knows. */
export interface Client {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url")
const decode = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? "", "base64url").toString())

/** A token with the signature of a key. */
export const signed = ({ claims, header }: Parts, key: KeyObject): string => {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createSign("RSA-SHA256").update(input).sign(key, "base64url")}`
}

/** A new pair of keys. */
export const newKey = (): KeyObject => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey

/** A provider that runs. */
export interface RunningProvider {
  readonly issuer: string
  /** Starts to answer, for these clients. */
  readonly serve: (clients: ReadonlyArray<Client>) => void
  /** Who signs in next. */
  current: string
  readonly people: Map<string, Person>
  /** Changes the next ID token; it is sent unchanged when absent. */
  tamper: ((token: Parts, key: KeyObject) => string) | undefined
  /** Goes to an address of the provider as a browser does, to where it sends the browser back to. */
  readonly visit: (address: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Listens on a free port; serves nothing before its clients are set. */
export const listen = async (): Promise<RunningProvider> => {
  const key = newKey()
  let handle: ReturnType<Provider["callback"]> = async (_, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  const running: RunningProvider = {
    issuer,
    current: "",
    people: new Map(),
    tamper: undefined,
    serve: (clients) => {
      const provider = new Provider(issuer, {
        clients: clients.map(({ clientId, clientSecret, redirectUri }) => ({
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri]
        })),
        jwks: { keys: [{ ...key.export({ format: "jwk" }), kid: "key", alg: "RS256", use: "sig" }] },
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
        conformIdTokenClaims: false,
        cookies: { keys: ["a key of the tests"] },
        ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        features: { devInteractions: { enabled: false } },
        findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...running.people.get(id) }) }),
        interactions: { url: (_, { uid }) => `/interaction/${uid}` },
        pkce: { required: () => true },
        loadExistingGrant: async ({ oidc }) => {
          const grant = new provider.Grant({
            clientId: oidc.client?.clientId ?? "",
            accountId: oidc.session?.accountId ?? ""
          })
          grant.addOIDCScope("openid email profile")
          await grant.save()
          return grant
        }
      })
      provider.use(async (context, next) => {
        if (context.path.startsWith("/interaction/")) {
          const result =
            running.current === ""
              ? { error: "access_denied" }
              : { login: { accountId: running.current, remember: false } }
          context.respond = false
          return provider.interactionFinished(context.req, context.res, result, { mergeWithLastSubmission: false })
        }
        await next()
        const body = context.body as { id_token?: string } | undefined
        if (running.tamper === undefined || body?.id_token === undefined) return
        const [header, claims] = body.id_token.split(".").slice(0, 2).map(decode)
        context.body = { ...body, id_token: running.tamper({ header: header ?? {}, claims: claims ?? {} }, key) }
      })
      handle = provider.callback()
    },
    visit: async (address) => {
      const cookies = new Map<string, string>()
      let at = address
      for (let hop = 0; hop < 10 && new URL(at).origin === issuer; hop++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
        const response = await fetch(at, { redirect: "manual", headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [pair = ""] = line.split(";")
          cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
        }
        const location = response.headers.get("location")
        if (location === null) throw new Error(`${response.status} at ${at}: ${await response.text()}`)
        at = new URL(location, at).href
      }
      return at
    },
    stop: () => new Promise((resolve) => server.close(() => resolve()))
  }
  return running
}
