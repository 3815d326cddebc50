/** An identity provider, made by samlify: it asserts whatever a test has it assert, and signs it as the test says. */
import { randomUUID } from "node:crypto"
import type { SamlParty } from "@lectern/core/saml/SamlProtocol"
import * as samlify from "samlify"
import { type KeyPair, providerKey } from "./keys.js"

/** The entity id of the provider. */
export const providerID = "https://idp.example/metadata"

/** The contents of a response. Times are in milliseconds from now. */
export interface Said {
  readonly issuer: string
  readonly status: string
  readonly destination: string | undefined
  readonly recipient: string
  readonly audience: string | undefined
  readonly inResponseTo: string | undefined
  /** The request that the assertion claims to answer, if it is not the same. */
  readonly confirms: string | undefined
  /** XML, as it stands in the element. */
  readonly nameID: string
  readonly format: string
  readonly attributes: Readonly<Record<string, string>>
  readonly notBefore: number
  readonly notOnOrAfter: number
  /** When the confirmation expires; it has no time where `undefined`. */
  readonly confirmableUntil: number | undefined
  readonly method: string
  readonly authnStatement: boolean
  readonly assertionID: string
}

/** How a response is signed and sent. */
export interface Signing {
  readonly parts: "assertion" | "response" | "both"
  readonly key: KeyPair
  readonly algorithm: string
  readonly transforms: ReadonlyArray<string>
  readonly encryptFor?: string
}

const rsa = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"

const at = (offset: number): string => new Date(Date.now() + offset).toISOString()
const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? "" : ` ${name}="${value}"`
const minute = 60_000

/** The contents of a response that answers a request to a party. */
export const said = (
  { acsURL, entityID }: SamlParty,
  request: string | undefined,
  other: Partial<Said> = {}
): Said => ({
  issuer: providerID,
  status: "urn:oasis:names:tc:SAML:2.0:status:Success",
  destination: acsURL,
  recipient: acsURL,
  audience: entityID,
  inResponseTo: request,
  confirms: request,
  nameID: "ada",
  format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  attributes: { email: "ada@example.com", displayName: "Ada" },
  notBefore: -minute,
  notOnOrAfter: 5 * minute,
  confirmableUntil: 5 * minute,
  method: "urn:oasis:names:tc:SAML:2.0:cm:bearer",
  authnStatement: true,
  assertionID: `_${randomUUID()}`,
  ...other
})

const xmlOf = (it: Said): string => {
  const attributes = Object.entries(it.attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`
  )
  const audience =
    it.audience === undefined
      ? ""
      : `<saml:AudienceRestriction><saml:Audience>${it.audience}</saml:Audience></saml:AudienceRestriction>`
  const until = it.confirmableUntil === undefined ? undefined : at(it.confirmableUntil)
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}"${attribute("Destination", it.destination)}${attribute("InResponseTo", it.inResponseTo)}>`,
    `<saml:Issuer>${it.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${it.status}"/></samlp:Status>`,
    `<saml:Assertion ID="${it.assertionID}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${it.issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${it.format}">${it.nameID}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${it.method}"><saml:SubjectConfirmationData${attribute("NotOnOrAfter", until)} Recipient="${it.recipient}"${attribute("InResponseTo", it.confirms)}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${at(it.notBefore)}" NotOnOrAfter="${at(it.notOnOrAfter)}">${audience}</saml:Conditions>`,
    it.authnStatement
      ? `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_${randomUUID()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
      : "",
    `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
  ].join("")
}

const post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"

/** The two sides, as samlify knows them. */
export const entities = (
  { acsURL, entityID, logoutURL }: SamlParty,
  { algorithm = rsa, encryptFor, key = providerKey, parts = "assertion", transforms }: Partial<Signing> = {}
) => {
  samlify.setSchemaValidator({ validate: async () => "not asked for" })
  const idp = samlify.IdentityProvider({
    entityID: providerID,
    privateKey: key.privateKey,
    signingCert: key.certificate,
    requestSignatureAlgorithm: algorithm,
    isAssertionEncrypted: encryptFor !== undefined,
    singleSignOnService: [{ Binding: redirect, Location: "https://idp.example/sso" }],
    singleLogoutService: [
      { Binding: redirect, Location: "https://idp.example/slo" },
      { Binding: post, Location: "https://idp.example/slo" }
    ]
  })
  const sp = samlify.ServiceProvider({
    entityID,
    wantAssertionsSigned: parts !== "response",
    wantMessageSigned: parts !== "assertion",
    wantLogoutRequestSigned: true,
    transformationAlgorithms: [...(transforms ?? [enveloped, exclusive])],
    assertionConsumerService: [{ Binding: post, Location: acsURL }],
    singleLogoutService: [
      { Binding: redirect, Location: logoutURL },
      { Binding: post, Location: logoutURL }
    ],
    ...(encryptFor !== undefined && { encryptCert: encryptFor })
  })
  return { idp, sp }
}

/** A response in the base64 of a form; `edit` changes its XML before it is signed. */
export const responseOf = async (
  party: SamlParty,
  what: Said,
  signing: Partial<Signing> = {},
  edit: (xml: string) => string = (xml) => xml
): Promise<string> => {
  const { idp, sp } = entities(party, signing)
  const { context } = await idp.createLoginResponse(
    sp,
    { extract: {} },
    "post",
    {},
    {
      customTagReplacement: () => ({ id: "_", context: edit(xmlOf(what)) })
    }
  )
  return context
}

/** The XML of a message in base64. */
export const decoded = (encoded: string): string => Buffer.from(encoded, "base64").toString()

/** A message in base64, of its XML. */
export const encoded = (xml: string): string => Buffer.from(xml).toString("base64")

/** A response that was never signed. */
export const unsigned = (what: Said): string => encoded(xmlOf(what))
