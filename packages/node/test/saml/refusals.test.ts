/** Responses that are not taken, each with its reason; all of them would be taken without what is wrong. */
import type { SamlParty } from "@lectern/core/saml/SamlProtocol"
import type { SamlRefusal } from "@lectern/core/saml/SamlRefusals"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { decoded, encoded, responseOf, type Said, type Signing, said, unsigned } from "./identityProvider.js"
import { nextProviderKey, providerKey, serviceKey, strangerKey } from "./keys.js"
import { ending, engine, makeWorld } from "./workspace.js"
import { wrappings } from "./wrapping.js"

/** Makes a response that answers a request. */
type Respond = (party: SamlParty, request: string) => Promise<string>

const minute = 60_000
const sha1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"

/** A response that says something else than it should. */
const saying =
  (other: Partial<Said>, signing: Partial<Signing> = {}): Respond =>
  (party, request) =>
    responseOf(party, said(party, request, other), signing)

/** A response that is signed otherwise than it should be. */
const signedBy = (signing: Partial<Signing>): Respond => saying({}, signing)

/** A response whose XML is changed before it is signed. */
const written =
  (edit: (xml: string) => string, signing: Partial<Signing> = {}): Respond =>
  (party, request) =>
    responseOf(party, said(party, request), signing, edit)

/** A response whose XML is changed after it was signed. */
const tampered =
  (edit: (xml: string) => string, signing: Partial<Signing> = {}): Respond =>
  async (party, request) =>
    encoded(edit(decoded(await responseOf(party, said(party, request), signing))))

const comment = (xml: string) => xml.replace(/(<saml:NameID[^>]*>)ada/, "$1ada<!-- -->")
const toMallory = (xml: string) => xml.replace(/(<saml:NameID[^>]*>)ada/, "$1mallory")
const removeSignature = (xml: string) => xml.replace(/<ds:Signature.*?<\/ds:Signature>/s, "")
const without = (name: string) => (xml: string) => xml.replace(new RegExp(`<ds:${name}[ >].*</ds:${name}>`, "s"), "")
const other = "https://other.example/acs"
const dsig = "http://www.w3.org/2000/09/xmldsig#"
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
const xpath = "http://www.w3.org/TR/1999/REC-xpath-19991116"

const cases: ReadonlyArray<readonly [what: string, refusal: SamlRefusal | "ok", respond: Respond]> = [
  ["a signed assertion", "ok", signedBy({ parts: "assertion" })],
  ["a signed response", "ok", signedBy({ parts: "response" })],
  ["both signed", "ok", signedBy({ parts: "both" })],
  ["RSA with SHA-512", "ok", signedBy({ algorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512" })],
  ["clocks that differ by less than a minute", "ok", saying({ notBefore: minute - 5000, notOnOrAfter: 2 * minute })],
  ["a character that XML does not have", "unreadable", tampered((xml) => `${xml}\0`)],
  ["an end of another element", "unreadable", tampered((xml) => xml.replace(/<\/(\w+):NameID>/, "</O$1:NameID>"))],
  ["an end that is missing", "unreadable", tampered((xml) => xml.replace(/<\/\w+:NameID>/, ""))],
  ["an attribute without quotes", "unreadable", tampered((xml) => xml.replace(/ Version="2.0"/, " Version=2.0"))],
  ["an entity that XML does not have", "unreadable", tampered((xml) => xml.replace(/(<\w+:NameID[^>]*>)/, "$1&nbsp;"))],
  ["a prefix without a namespace", "unreadable", tampered((xml) => xml.replace(/(<\w+:Subject>)/, "$1<x:y/>"))],
  ["text after the end", "unreadable", tampered((xml) => `${xml}x`)],
  ["ends after the end", "unreadable", tampered((xml) => `${xml}x</saml:Assertion></samlp:Response>`)],
  [
    "an end of nothing",
    "unreadable",
    tampered((xml) => xml.replace("<saml:Assertion", "</saml:Issuer><saml:Assertion"))
  ],
  ["an end of something else", "unreadable", tampered((xml) => xml.replace("</saml:Subject>", "</saml:subject>"))],
  ["text before the beginning", "unreadable", tampered((xml) => `x${xml}`)],
  ["a second root", "unreadable", tampered((xml) => `${xml}<x/>`)],
  ["characters that base64 does not have", "unreadable", async (...given) => `*${await signedBy({})(...given)}*`],
  ["no signature", "unsigned", async (party, request) => unsigned(said(party, request))],
  ["the signature of an assertion taken out", "unsigned", tampered(removeSignature)],
  ["the signature of a response taken out", "unsigned", tampered(removeSignature, { parts: "response" })],
  ["another subject", "wrongSignature", tampered(toMallory)],
  ["another subject in a signed response", "wrongSignature", tampered(toMallory, { parts: "response" })],
  [
    "a changed response around a signed assertion",
    "wrongSignature",
    tampered((xml) => xml.replace("status:Success", "status:Success "), { parts: "both" })
  ],
  [
    "another audience put in",
    "wrongSignature",
    tampered((xml) => xml.replace("</saml:Audience>", "</saml:Audience><saml:Audience>x</saml:Audience>"))
  ],
  [
    "a changed digest",
    "wrongSignature",
    tampered((xml) =>
      xml.replace(/(<ds:DigestValue>)./, (_, tag) => `${tag}_`.replace("_", "A")).replace(/(<ds:DigestValue>A)./, "$1B")
    )
  ],
  ["the certificate of somebody else", "wrongSignature", signedBy({ key: strangerKey })],
  [
    "a key that is not that of the certificate in the message",
    "wrongSignature",
    signedBy({ key: { privateKey: strangerKey.privateKey, certificate: providerKey.certificate } })
  ],
  ["the certificate that is to come, which is not set yet", "wrongSignature", signedBy({ key: nextProviderKey })],
  ["SHA-1", "weakSignature", signedBy({ algorithm: sha1 })],
  [
    "a digest by SHA-1",
    "weakSignature",
    tampered((xml) => xml.replace("http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2000/09/xmldsig#sha1"))
  ],
  [
    "an HMAC",
    "weakSignature",
    tampered((xml) => xml.replace(/http:\S+#rsa-sha256/, "http://www.w3.org/2000/09/xmldsig#hmac-sha1"))
  ],
  [
    "a transform that can leave parts out",
    "structure",
    tampered((xml) => xml.replace("http://www.w3.org/2000/09/xmldsig#enveloped-signature", xpath))
  ],
  ["only transforms that leave the signature in", "structure", signedBy({ transforms: [exclusive] })],
  [
    "a second transform that can leave parts out",
    "structure",
    tampered((xml) => xml.replace(`<ds:Transform Algorithm="${exclusive}"`, `<ds:Transform Algorithm="${xpath}"`))
  ],
  [
    "a third transform",
    "structure",
    tampered((xml) => xml.replace("</ds:Transforms>", `<ds:Transform Algorithm="${exclusive}"/></ds:Transforms>`))
  ],
  [
    "a transform in another namespace",
    "structure",
    tampered((xml) => xml.replace(/<ds:Transform (Algorithm="[^"]*exc-c14n#")/, '<Transform xmlns="urn:x" $1'))
  ],
  [
    "a canonicalization that takes in what is around",
    "structure",
    tampered((xml) =>
      xml.replace(/(<ds:CanonicalizationMethod Algorithm=")[^"]*/, "$1http://www.w3.org/TR/2001/REC-xml-c14n-20010315")
    )
  ],
  ["a signature of nothing", "structure", tampered(without("Reference"))],
  ["a signature without what is signed", "structure", tampered(without("SignedInfo"))],
  ["a signature without transforms", "structure", tampered(without("Transforms"))],
  [
    "a signature without its algorithm",
    "weakSignature",
    tampered((xml) => xml.replace(/<ds:SignatureMethod [^>]*\/>/, ""))
  ],
  [
    "something else in the signature",
    "structure",
    tampered((xml) => xml.replace("</ds:Signature>", "<ds:Object>x</ds:Object></ds:Signature>"))
  ],
  [
    "a signature that signs nothing there",
    "structure",
    tampered((xml) => xml.replace("<samlp:Status>", `<samlp:Status><ds:Signature xmlns:ds="${dsig}"/>`))
  ],
  [
    "a signed assertion whose id is taken away",
    "structure",
    tampered((xml) => xml.replace(/(<saml:Assertion) ID="[^"]*"/, "$1").replace(/ URI="[^"]*"/, ' URI="#undefined"'))
  ],
  ["an id that could be more than a name", "structure", saying({ assertionID: "_a:b" })],
  [
    "no id of the assertion",
    "structure",
    written((xml) => xml.replace(/(<saml:Assertion) ID="[^"]*"/, "$1"), { parts: "response" })
  ],
  [
    "no issuer of the assertion",
    "structure",
    written((xml) => xml.replace(/(<saml:Assertion.*?)<saml:Issuer>[^<]*<\/saml:Issuer>/s, "$1"), { parts: "response" })
  ],
  [
    "an assertion of another version",
    "structure",
    written((xml) => xml.replace(/(<saml:Assertion ID="[^"]*" Version=)"2.0"/, '$1"1.1"'))
  ],
  ["a name twice", "structure", written((xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/s, "$&$&"))],
  ["a reference to the whole document", "structure", tampered((xml) => xml.replace(/ URI="[^"]*"/, ' URI=""'))],
  [
    "two elements of one id",
    "structure",
    tampered((xml) => xml.replace("<samlp:Status>", '<samlp:Status ID="x"><x ID="x"/>'))
  ],
  ["two assertions", "structure", tampered((xml) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, "$&$&"))],
  [
    "an assertion in another namespace",
    "structure",
    written((xml) => xml.replaceAll("SAML:2.0:assertion", "SAML:1.0:assertion"))
  ],
  [
    "no assertion",
    "structure",
    written((xml) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, ""), { parts: "response" })
  ],
  ["an encrypted assertion", "encrypted", signedBy({ encryptFor: serviceKey.certificate })],
  [
    "an encrypted name",
    "encrypted",
    written((xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/s, "<saml:EncryptedID>x</saml:EncryptedID>"))
  ],
  ["a comment in the name", "forbiddenXml", tampered(comment)],
  ["a signed comment in the name", "forbiddenXml", written(comment)],
  [
    "a comment that canonicalization keeps",
    "forbiddenXml",
    written(comment, {
      transforms: [
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/2001/10/xml-exc-c14n#WithComments"
      ]
    })
  ],
  ["a document type", "forbiddenXml", tampered((xml) => `<!DOCTYPE samlp:Response>${xml}`)],
  [
    "an entity",
    "forbiddenXml",
    tampered((xml) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace(">ada<", ">&e;<")}`)
  ],
  ["a character section", "forbiddenXml", tampered((xml) => xml.replace(">ada<", "><![CDATA[ada]]><"))],
  ["an instruction", "forbiddenXml", tampered((xml) => xml.replace(">ada<", ">ada<?x?><"))],
  ["no XML", "unreadable", async () => encoded("hello")],
  ["no base64", "unreadable", async () => "%%%"],
  ["nothing", "unreadable", async () => ""],
  ["XML of another kind", "unreadable", async () => encoded("<html/>")],
  ["XML without an end", "unreadable", tampered((xml) => xml.slice(0, -20))],
  [
    "more elements than there can be",
    "unreadable",
    tampered((xml) => xml.replace("<samlp:Status>", `<samlp:Status>${"<x/>".repeat(6000)}`))
  ],
  [
    "levels without end",
    "unreadable",
    tampered((xml) => xml.replace("<samlp:Status>", `<samlp:Status>${"<x>".repeat(60)}${"</x>".repeat(60)}`))
  ],
  ["too many bytes", "unreadable", tampered((xml) => `${xml}${" ".repeat(300_000)}`)],
  ["a refusal by the provider", "denied", saying({ status: "urn:oasis:names:tc:SAML:2.0:status:Responder" })],
  ["another issuer", "issuer", saying({ issuer: "https://evil.example" })],
  [
    "another issuer of the response",
    "issuer",
    tampered((xml) => xml.replace(/<saml:Issuer>[^<]*/, "<saml:Issuer>https://evil.example"))
  ],
  ["another destination", "destination", saying({ destination: other })],
  ["no destination of a signed response", "destination", saying({ destination: undefined }, { parts: "response" })],
  ["another recipient", "recipient", saying({ recipient: other })],
  ["a confirmation of another kind", "recipient", saying({ method: "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches" })],
  ["another audience", "audience", saying({ audience: "https://other.example" })],
  ["no audience", "audience", saying({ audience: undefined })],
  ["an assertion of the future", "tooEarly", saying({ notBefore: 2 * minute, notOnOrAfter: 9 * minute })],
  [
    "a confirmation of the future",
    "tooEarly",
    written((xml) =>
      xml.replace("<saml:SubjectConfirmationData", `$& NotBefore="${new Date(Date.now() + 2 * minute).toISOString()}"`)
    )
  ],
  ["an expired assertion", "expired", saying({ notOnOrAfter: -2 * minute })],
  [
    "an assertion that never expires",
    "expired",
    written((xml) => xml.replace(/(<saml:Conditions NotBefore="[^"]*") NotOnOrAfter="[^"]*"/, "$1"))
  ],
  [
    "a time that is none",
    "unreadable",
    written((xml) => xml.replace(/NotOnOrAfter="[^"]*Z"/, 'NotOnOrAfter="tomorrow"'))
  ],
  ["an expired confirmation", "expired", saying({ confirmableUntil: -2 * minute })],
  ["a confirmation that never expires", "expired", saying({ confirmableUntil: undefined })],
  ["no subject", "subject", saying({ nameID: "" })],
  ["an element in the name", "subject", saying({ nameID: "ada<x>min</x>" })],
  ["no statement that somebody signed in", "subject", saying({ authnStatement: false })],
  [
    "a name for one session",
    "transientSubject",
    saying({ format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" })
  ],
  ["no request", "noRequest", saying({ inResponseTo: undefined, confirms: undefined })],
  ["another request", "otherRequest", saying({ inResponseTo: "_other", confirms: "_other" })],
  ["another request in the signed part", "otherRequest", saying({ confirms: "_other" })],
  ["a request in the unsigned part only", "otherRequest", saying({ confirms: undefined })],
  ...Object.entries(wrappings).map(([name, { parts, wrap }]): readonly [string, SamlRefusal, Respond] => [
    `a wrapped signature (${name})`,
    "structure",
    tampered(wrap, { parts })
  ])
]

const runtime = ManagedRuntime.make(engine(MemoryStorage.layer()))
let world: Effect.Effect.Success<ReturnType<typeof makeWorld>>

beforeAll(async () => {
  world = await runtime.runPromise(makeWorld())
})
afterAll(() => runtime.dispose())

/** How it ends when a provider answers a request like this. */
const endingOf = (respond: Respond, { finish, party, start }: typeof world) =>
  runtime.runPromise(
    Effect.gen(function* () {
      const { request } = yield* start
      const response = yield* Effect.promise(() => respond(party, request))
      return yield* ending(finish(response, request))
    })
  )

it.each(cases)("a response with %s: %s", async (_, refusal, respond) => {
  expect(await endingOf(respond, world)).toBe(refusal)
})

const certificates: ReadonlyArray<readonly [what: string, certificate: string, endings: ReadonlyArray<string>]> = [
  ["both of them", `${providerKey.certificate}\n${nextProviderKey.certificate}`, ["ok", "ok", "wrongSignature"]],
  ["the new one alone", nextProviderKey.certificate, ["wrongSignature", "ok", "wrongSignature"]]
]

it.each(certificates)("counts by its certificates while a provider has %s", async (_, certificate, endings) => {
  const rotated = await runtime.runPromise(makeWorld({ certificate }))
  const found: Array<string> = []
  for (const key of [providerKey, nextProviderKey, strangerKey]) found.push(await endingOf(signedBy({ key }), rotated))
  expect(found).toEqual(endings)
})
