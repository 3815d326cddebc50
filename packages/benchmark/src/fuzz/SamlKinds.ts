/** SAML responses as an identity provider signs them, and forgeries made without its key. */
import { createHash, createPrivateKey, createSign, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto"
import { samlRefusalOf, samlRefusals } from "@lectern/core/saml/SamlRefusals"
import type { FuzzedPlace, Heard, Kind } from "./Kind.js"
import type { Random } from "./Random.js"
import { certificate, privateKey } from "./SamlKey.js"

const issuer = "https://idp.example/metadata"
const protocol = "urn:oasis:names:tc:SAML:2.0:protocol"
const assertionSpace = "urn:oasis:names:tc:SAML:2.0:assertion"
const dsig = "http://www.w3.org/2000/09/xmldsig#"
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
const enveloped = `${dsig}enveloped-signature`
const sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
const rsa = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
const minute = 60_000
const day = 24 * 60 * minute

const at = (offset: number): string => new Date(Date.now() + offset).toISOString()

/** The content of a response. Times are in milliseconds from now. */
interface Said {
  readonly destination: string
  readonly recipient: string
  readonly audience: string
  readonly issuer: string
  readonly status: string
  readonly name: string
  readonly format: string
  readonly request: string | undefined
  readonly notBefore: number
  readonly until: number
  readonly authenticates: boolean
}

/**
 * Inserts the signature of an element after its issuer. The element must be in canonical form: attributes in order, no
 * empty tags, and each namespace declared where it is first used.
 */
const sign = (xml: string, id: string, key: KeyObject): string => {
  const digest = createHash("sha256").update(xml).digest("base64")
  const info = (namespace: string) =>
    [
      `<ds:SignedInfo${namespace}><ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod>`,
      `<ds:SignatureMethod Algorithm="${rsa}"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms>`,
      `<ds:Transform Algorithm="${enveloped}"></ds:Transform><ds:Transform Algorithm="${exclusive}"></ds:Transform>`,
      `</ds:Transforms><ds:DigestMethod Algorithm="${sha256}"></ds:DigestMethod>`,
      `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
    ].join("")
  const value = createSign("RSA-SHA256")
    .update(info(` xmlns:ds="${dsig}"`))
    .sign(key, "base64")
  return xml.replace(
    "</saml:Issuer>",
    `</saml:Issuer><ds:Signature xmlns:ds="${dsig}">${info("")}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
  )
}

/** A response with some signed parts. */
const responseOf = (said: Said, key: KeyObject | undefined, parts: "assertion" | "response" | "both"): string => {
  const [id, assertionID] = [`_${randomUUID()}`, `_${randomUUID()}`]
  const answers = said.request === undefined ? "" : ` InResponseTo="${said.request}"`
  const statement = `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
  const assertion = [
    `<saml:Assertion xmlns:saml="${assertionSpace}" ID="${assertionID}" IssueInstant="${at(0)}" Version="2.0">`,
    `<saml:Issuer>${said.issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${said.format}">${said.name}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData${answers} NotOnOrAfter="${at(said.until)}" Recipient="${said.recipient}"></saml:SubjectConfirmationData>`,
    "</saml:SubjectConfirmation></saml:Subject>",
    `<saml:Conditions NotBefore="${at(said.notBefore)}" NotOnOrAfter="${at(said.until)}"><saml:AudienceRestriction>`,
    `<saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    said.authenticates ? statement : "",
    '<saml:AttributeStatement><saml:Attribute Name="email">',
    `<saml:AttributeValue>${said.name}@acme.example</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
    "</saml:Assertion>"
  ].join("")
  const inner = key === undefined || parts === "response" ? assertion : sign(assertion, assertionID, key)
  const response = [
    `<samlp:Response xmlns:samlp="${protocol}" Destination="${said.destination}" ID="${id}"${answers} IssueInstant="${at(0)}" Version="2.0">`,
    `<saml:Issuer xmlns:saml="${assertionSpace}">${said.issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${said.status}"></samlp:StatusCode></samlp:Status>`,
    `${inner}</samlp:Response>`
  ].join("")
  return key === undefined || parts === "assertion" ? response : sign(response, id, key)
}

/**
 * A response without the parts that no signature covers: white space between attributes and around the parts of a
 * signature.
 */
const meaning = (xml: string): string =>
  xml
    .trim()
    .replaceAll(/<[^<>]*>/g, (tag) => tag.replaceAll(/\s+/g, " ").replaceAll(/ ?([=>/]) ?/g, "$1"))
    .replaceAll(/(<ds:Signature [^>]*>)[^<]*/g, "$1")
    .replaceAll(/(<\/ds:SignedInfo>|<\/ds:SignatureValue>)[^<]*/g, "$1")
    .replaceAll(
      /<ds:SignatureValue>([^<]*)/g,
      (_, value: string) => `<ds:SignatureValue>${Buffer.from(value, "base64").toString("hex")}`
    )

const signature = /<ds:Signature .*?<\/ds:Signature>/s
const assertionIn = (xml: string): string => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ""

/** Responses whose content differs from the signed content, in every way in which two parsers may disagree. */
const forgedOf =
  (valid: ReadonlyArray<string>, signedAssertion: string, stranger: (name: string) => string) =>
  (random: Random): string => {
    const name = `m${random.below(1e9)}`
    const renamed = (xml: string) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${name}`)
    const evil = (xml: string) => renamed(xml.replace(signature, "")).replace(/ ID="[^"]*"/, ` ID="_${name}"`)
    const original = random.one(valid)
    const assertion = assertionIn(signedAssertion)
    const own = signature.exec(assertion)?.[0] ?? ""
    const signatureOf = signature.exec(original)?.[0] ?? ""
    const around = (inner: string) => signedAssertion.replace(assertion, inner)
    return random.one([
      () => stranger(name),
      () => renamed(original.replaceAll(new RegExp(signature, "gs"), "")),
      () => renamed(original),
      () => original.replace(/(<saml:NameID[^>]*>)/, `$1<!--${name}-->`),
      () => original.replace(/(<saml:NameID[^>]*>)/, `$1<x>${name}</x>`),
      () => `<!DOCTYPE r [<!ENTITY e "${name}">]>${renamed(original)}`,
      () => `<?xml version="1.0"?><?${name} ?>${original}`,
      () => around(evil(assertion) + assertion),
      () => around(assertion + evil(assertion)),
      () => around(evil(assertion).replace("</saml:Assertion>", `${assertion}</saml:Assertion>`)),
      () => around(`<samlp:Extensions>${evil(assertion)}</samlp:Extensions>${assertion}`),
      () => around(evil(assertion).replace("</saml:Issuer>", `</saml:Issuer>${own}`) + assertion.replace(own, "")),
      () =>
        around(
          evil(assertion).replace(
            "</saml:Issuer>",
            `</saml:Issuer>${own.replace("</ds:Signature>", `<ds:Object>${assertion.replace(own, "")}</ds:Object></ds:Signature>`)}`
          )
        ),
      () =>
        evil(original).replace(
          "</saml:Issuer>",
          `</saml:Issuer>${signatureOf.replace("</ds:Signature>", `<ds:Object>${original.replace(signatureOf, "")}</ds:Object></ds:Signature>`)}`
        ),
      () => renamed(original).replaceAll(rsa, random.one([`${dsig}hmac-sha1`, `${dsig}rsa-sha1`, "", `urn:${name}`])),
      () => renamed(original).replaceAll(enveloped, `http://www.w3.org/TR/1999/REC-xpath-19991116#${name}`),
      () => renamed(original).replace(/URI="[^"]*"/, random.one(['URI=""', `URI="#_${name}"`, 'URI="/etc/passwd"'])),
      () => original.replaceAll("saml:Assertion", `saml:EncryptedAssertion`),
      () => `${original}${original}`
    ])()
  }

const unescaped = (html: string): string =>
  html.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&").toLowerCase()

/** The meaning of a response page: whether it shows one of the refusals of SAML. */
const hear = ({ body, status }: { readonly status: number; readonly body: string }): Heard => {
  if (status === 303) return "accepted"
  const text = unescaped(body)
  const refusal = Object.values(samlRefusals).find(({ message }) => text.includes(message.toLowerCase()))
  if (status !== 403) return "before"
  if (refusal === undefined || samlRefusalOf(refusal) === "replayed") return "accepted"
  return samlRefusalOf(refusal) === "unreadable" ? "before" : "verified"
}

/** Creates a provider and its signed responses. */
export const samlKinds = async ({ admin, lectern, organization }: FuzzedPlace): Promise<ReadonlyArray<Kind>> => {
  const system = lectern.asSystem()
  await system.organizations.update(organization, { emailDomains: ["acme.example"] })
  const { id, service } = await lectern.as(admin).saml.create(organization, {
    label: "SAML",
    entityID: issuer,
    ssoURL: "https://idp.example/sso",
    certificate,
    idpInitiated: true,
    defaultRole: "read"
  })
  const key = createPrivateKey(privateKey)
  const { privateKey: other } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const said = (more: Partial<Said> = {}): Said => ({
    destination: service.acsURL,
    recipient: service.acsURL,
    audience: service.entityID,
    issuer,
    status: "urn:oasis:names:tc:SAML:2.0:status:Success",
    name: "ada",
    format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    request: undefined,
    notBefore: -minute,
    until: day,
    authenticates: true,
    ...more
  })
  const { request } = await system.samlSignIn.start(organization, id, "")
  const elsewhere: ReadonlyArray<Partial<Said>> = [
    { destination: "https://other.example/acs" },
    { recipient: "https://other.example/acs" },
    { audience: "https://other.example" },
    { issuer: "https://other.example/metadata" },
    { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" },
    { format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" },
    { request: `_${"0".repeat(43)}` },
    { request },
    { notBefore: day },
    { until: -2 * minute },
    { authenticates: false },
    { name: "" }
  ]
  const valid = (["response", "both", "response", "both"] as const).map((parts, index) =>
    responseOf(said({ name: `person${index}` }), key, parts)
  )
  const client = { address: "192.0.2.1", device: "test" }
  const kind: Kind = {
    name: "SAML responses",
    share: 0.055,
    valid,
    foreign: [
      ...elsewhere.map((each) => responseOf(said(each), key, "both")),
      responseOf(said(), other, "both"),
      responseOf(said(), other, "assertion"),
      responseOf(said(), undefined, "both")
    ],
    forged: forgedOf(valid, responseOf(said(), key, "assertion"), (name) =>
      responseOf(said({ name }), other, "response")
    ),
    meaning,
    // A refusal without a SAML code comes after the response was verified.
    accept: async (text) =>
      system.samlSignIn
        .finish(organization, id, { response: Buffer.from(text).toString("base64"), request: undefined }, client)
        .catch((error: { readonly message: string }) => {
          const refusal = samlRefusalOf(error)
          if (refusal !== undefined && refusal !== "replayed") throw error
        }),
    bring: (text) => ({
      path: new URL(service.acsURL).pathname,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ SAMLResponse: Buffer.from(text).toString("base64") }).toString()
    }),
    hear
  }
  return [kind]
}
