/** Reads a person's profile from the attributes of an assertion, under the names that providers use. */
import type { SamlAssertion } from "./SamlProtocol.js"

const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"

const emailNames = [
  "email",
  "mail",
  "emailAddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "urn:oid:1.2.840.113549.1.9.1",
  `${claims}/emailaddress`
]
const displayNames = [
  "displayName",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "cn",
  "urn:oid:2.5.4.3"
]
const givenNames = ["givenName", "firstName", "urn:oid:2.5.4.42", `${claims}/givenname`]
const familyNames = ["surname", "lastName", "sn", "urn:oid:2.5.4.4", `${claims}/surname`]

const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"

/** The e-mail address and the name of the person in an assertion, as far as it has them. */
export const profileOf = ({
  attributes,
  subject
}: SamlAssertion): { readonly email?: string; readonly displayName?: string } => {
  const first = (names: ReadonlyArray<string>): string | undefined =>
    names.map((name) => attributes.get(name)?.[0]?.trim()).find((value) => value !== undefined && value !== "")
  const email = first(emailNames) ?? (subject?.format === emailFormat ? subject.name : undefined)
  const whole = [first(givenNames), first(familyNames)].filter((name) => name !== undefined).join(" ")
  const displayName = first(displayNames) ?? (whole === "" ? undefined : whole)
  return { ...(email !== undefined && { email }), ...(displayName !== undefined && { displayName }) }
}
