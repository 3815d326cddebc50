/** Responses whose signatures cover too little, are too weak, or belong to another signer. */
import { expect, it } from "vitest"
import { said, unsigned } from "./identityProvider.js"
import { nextProviderKey, providerKey, strangerKey } from "./keys.js"
import { type Case, saying, signedBy, signingIn, tampered, written } from "./responses.js"
import { wrappings } from "./wrapping.js"

const sha1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
const dsig = "http://www.w3.org/2000/09/xmldsig#"
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
const xpath = "http://www.w3.org/TR/1999/REC-xpath-19991116"

const toMallory = (xml: string) => xml.replace(/(<saml:NameID[^>]*>)ada/, "$1mallory")
const removeSignature = (xml: string) => xml.replace(/<ds:Signature.*?<\/ds:Signature>/s, "")
const without = (name: string) => (xml: string) => xml.replace(new RegExp(`<ds:${name}[ >].*</ds:${name}>`, "s"), "")

const cases: ReadonlyArray<Case> = [
  ["a signed assertion", "ok", signedBy({ parts: "assertion" })],
  ["a signed response", "ok", signedBy({ parts: "response" })],
  ["both signed", "ok", signedBy({ parts: "both" })],
  ["RSA with SHA-512", "ok", signedBy({ algorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512" })],
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
  ...Object.entries(wrappings).map(
    ([name, { parts, wrap }]): Case => [`a wrapped signature (${name})`, "structure", tampered(wrap, { parts })]
  )
]

const endingOf = signingIn()

it.each(cases)("a response with %s: %s", async (_, expected, respond) => {
  expect(await endingOf(respond)).toBe(expected)
})

const certificates: ReadonlyArray<readonly [what: string, endingOf: typeof endingOf, endings: ReadonlyArray<string>]> =
  [
    [
      "both of them",
      signingIn({ certificate: `${providerKey.certificate}\n${nextProviderKey.certificate}` }),
      ["ok", "ok", "wrongSignature"]
    ],
    [
      "the new one alone",
      signingIn({ certificate: nextProviderKey.certificate }),
      ["wrongSignature", "ok", "wrongSignature"]
    ]
  ]

it.each(certificates)("counts by its certificates while a provider has %s", async (_, endingThere, endings) => {
  const found: Array<string> = []
  for (const key of [providerKey, nextProviderKey, strangerKey]) found.push(await endingThere(signedBy({ key })))
  expect(found).toEqual(endings)
})
