/** Responses that are not accepted, whoever signs them, each with its reason. */
import { expect, it } from "vitest"
import { encoded } from "./identityProvider.js"
import { serviceKey } from "./keys.js"
import { type Case, saying, signedBy, signingIn, tampered, written } from "./responses.js"

const minute = 60_000
const other = "https://other.example/acs"

const comment = (xml: string) => xml.replace(/(<saml:NameID[^>]*>)ada/, "$1ada<!-- -->")

const cases: ReadonlyArray<Case> = [
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
  [
    "another issuer of the assertion",
    "issuer",
    written((xml) => xml.replace(/(<saml:Assertion.*?<saml:Issuer>)[^<]*/s, "$1https://evil.example"))
  ],
  [
    "another issuer of the assertion in a signed response",
    "issuer",
    written((xml) => xml.replace(/(<saml:Assertion.*?<saml:Issuer>)[^<]*/s, "$1https://evil.example"), {
      parts: "response"
    })
  ],
  ["an issuer of the assertion only", "ok", written((xml) => xml.replace(/<saml:Issuer>.*?<\/saml:Issuer>/, ""))],
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
  ["a request in the unsigned part only", "otherRequest", saying({ confirms: undefined })]
]

const endingOf = signingIn()

it.each(cases)("a response with %s: %s", async (_, expected, respond) => {
  expect(await endingOf(respond)).toBe(expected)
})
