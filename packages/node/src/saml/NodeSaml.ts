/**
 * SAML with `@node-saml/node-saml`, which is loaded on first use and only verifies signatures and writes messages.
 * @since 0.1.0
 */
import { createPrivateKey, verify, X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { inflateRaw } from "node:zlib"
import { Forbidden, Unavailable } from "@lectern/core/errors/Errors"
import {
  type SamlLogoutMessage,
  type SamlParty,
  type SamlPeer,
  SamlProtocol,
  type SamlProtocolService
} from "@lectern/core/saml/SamlProtocol"
import { samlRefusals } from "@lectern/core/saml/SamlRefusals"
import type { SamlConfig } from "@node-saml/node-saml"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readLogout, redirectParameters } from "./ReadLogout.js"
import { readResponse, signedParts } from "./ReadResponse.js"
import { requireSoundSignatures, signatureMethods } from "./Signatures.js"
import { bytesOf, parseStrictly, textOfBytes, type XmlParsers } from "./StrictXml.js"

/** The key for signing messages to providers. */
export interface SamlOptions {
  /** A PEM file with an RSA key and its certificate, read when needed; without one, nothing is signed. */
  readonly keyFile?: string | undefined
}

/** The maximum size of a message, in bytes. */
const longest = 256 * 1024

const load = () => import("./Libraries.js")

type Loaded = Awaited<ReturnType<typeof load>>

const inflate = promisify(inflateRaw) as (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>

const never: SamlConfig["cacheProvider"] = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null
}

/** The configuration of the library: it only verifies signatures; core checks times, addresses and replays. */
const configuration = ({ acsURL, entityID, logoutURL }: SamlParty, peer?: SamlPeer): SamlConfig => ({
  issuer: entityID,
  callbackUrl: acsURL,
  logoutCallbackUrl: logoutURL,
  idpCert: peer === undefined ? "none" : [...peer.certificates],
  ...(peer !== undefined && { entryPoint: peer.ssoURL, logoutUrl: peer.sloURL ?? peer.ssoURL }),
  audience: false,
  acceptedClockSkewMs: -1,
  identifierFormat: null,
  disableRequestedAuthnContext: true,
  wantAssertionsSigned: true,
  signatureAlgorithm: "sha256",
  digestAlgorithm: "sha256",
  cacheProvider: never
})

/** The key in a file, and its certificates: the first one belongs to the key, a second one is only published. */
const readKey = async (file: string) => {
  const text = await readFile(file, "utf8")
  const privateKey = createPrivateKey(text)
  if (privateKey.asymmetricKeyType !== "rsa") throw new Error("it has no RSA key")
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  const [first] = certificates
  if (first === undefined || !new X509Certificate(first).checkPrivateKey(privateKey)) {
    throw new Error("its first certificate is not that of its key")
  }
  return { privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), certificates }
}

const unavailable = (message: string) => (cause: unknown) => new Unavailable({ message, cause })

/** Runs a check: any error from the library means that the signature is not the provider's. */
const checked = <A>(check: (loaded: Loaded) => Promise<A>): Effect.Effect<A, Forbidden | Unavailable> =>
  Effect.flatMap(
    Effect.tryPromise({ try: load, catch: unavailable("the SAML library could not be loaded") }),
    (loaded) =>
      Effect.tryPromise({
        try: () => check(loaded),
        catch: (error) => (error instanceof Forbidden ? error : samlRefusals.wrongSignature)
      })
  )

const readPost = (xml: XmlParsers, encoded: string): Element =>
  parseStrictly(xml, textOfBytes(bytesOf(encoded, longest)))

/** Reads a single-logout message sent in a query, with its signature in a parameter. */
const readRedirect = async ({ xml }: Loaded, { certificates }: SamlPeer, query: string) => {
  const { algorithm, kind, message, signature, signed } = redirectParameters(query)
  const method = signatureMethods.get(algorithm)
  if (method === undefined) throw samlRefusals.weakSignature
  const isSigned = certificates.some((certificate) => {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, "base64"))
    return verify(method, Buffer.from(signed), publicKey, bytesOf(signature, longest))
  })
  if (!isSigned) throw samlRefusals.wrongSignature
  const bytes = await inflate(bytesOf(message, longest), { maxOutputLength: longest }).catch(() => {
    throw samlRefusals.unreadable
  })
  const root = parseStrictly(xml, textOfBytes(bytes))
  requireSoundSignatures(root, [root])
  return readLogout(root, kind)
}

/** Reads a single-logout message sent in a POST, with its signature inside. */
const readPosted = async (
  { SAML, xml }: Loaded,
  config: SamlConfig,
  { request, response }: Extract<SamlLogoutMessage, { readonly binding: "post" }>
) => {
  const encoded = request ?? response ?? ""
  const root = readPost(xml, encoded)
  if (!requireSoundSignatures(root, [root]).has(root)) throw samlRefusals.unsigned
  const saml = new SAML(config)
  await (request === undefined
    ? saml.validatePostResponseAsync({ SAMLResponse: encoded })
    : saml.validatePostRequestAsync({ SAMLRequest: encoded }))
  return readLogout(root, request === undefined ? "response" : "request")
}

/** Messages over HTTP redirects and POSTs. They are signed if there is a key; messages of providers must be signed. */
export const make = ({ keyFile }: SamlOptions = {}): SamlProtocolService => {
  const key = Effect.tryPromise({
    try: async () => (keyFile === undefined ? undefined : readKey(keyFile)),
    catch: unavailable("the key that SAML messages are signed with cannot be read")
  })

  /** Writes a message, signed with the key. */
  const written = <A>(
    config: SamlConfig,
    write: (saml: InstanceType<Loaded["SAML"]>, certificates: ReadonlyArray<string>) => Promise<A> | A
  ) =>
    Effect.flatMap(key, (found) =>
      Effect.tryPromise({
        try: async () => {
          const { SAML } = await load()
          const signing = found === undefined ? {} : { privateKey: found.privateKey }
          return write(new SAML({ ...config, ...signing }), found?.certificates ?? [])
        },
        catch: unavailable("the SAML message cannot be written")
      })
    )

  return {
    metadata: (party) =>
      written({ ...configuration(party), generateUniqueId: () => "_metadata" }, (saml, certificates) =>
        saml.generateServiceProviderMetadata(null, [...certificates])
      ),
    signInURL: (party, peer, id, relayState) =>
      written({ ...configuration(party, peer), generateUniqueId: () => id }, (saml) =>
        saml.getAuthorizeUrlAsync(relayState, undefined, {})
      ),
    response: (party, peer, encoded) =>
      checked(async ({ SAML, xml }) => {
        const root = readPost(xml, encoded)
        const signed = signedParts(root)
        const saml = new SAML({
          ...configuration(party, peer),
          wantAuthnResponseSigned: signed.response,
          wantAssertionsSigned: signed.assertion
        })
        const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded })
        const verified = profile?.getAssertionXml?.()
        if (verified === undefined) throw samlRefusals.wrongSignature
        return readResponse(root, signed, parseStrictly(xml, verified))
      }),
    signOutURL: (party, peer, id, subject) =>
      written({ ...configuration(party, peer), generateUniqueId: () => id }, (saml) =>
        saml.getLogoutUrlAsync(
          {
            issuer: peer.entityID,
            nameID: subject,
            nameIDFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
          },
          "",
          {}
        )
      ),
    signedOutURL: (party, peer, request, relayState) =>
      written(configuration(party, peer), (saml) =>
        saml.getLogoutResponseUrlAsync(
          { issuer: peer.entityID, nameID: "", nameIDFormat: "", ID: request },
          relayState,
          {},
          true
        )
      ),
    logout: (party, peer, message) =>
      checked((loaded) =>
        message.binding === "redirect"
          ? readRedirect(loaded, peer, message.query)
          : readPosted(loaded, { ...configuration(party, peer), wantAuthnResponseSigned: true }, message)
      )
  }
}

/** {@link make} as a layer. */
export const layer = (options?: SamlOptions): Layer.Layer<SamlProtocol> => Layer.sync(SamlProtocol, () => make(options))
