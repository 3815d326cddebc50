/** Responses: their structure, and the content of a verified assertion. */
import type { SamlAssertion, SamlConfirmation, SamlResponse } from "@lectern/core/saml/SamlProtocol"
import { samlRefusals } from "@lectern/core/saml/SamlRefusals"
import { requireSoundSignatures } from "./Signatures.js"
import { allElements, attributeOf, childOf, children, childrenOf, isA, textOf, timeOf } from "./StrictXml.js"

const success = "urn:oasis:names:tc:SAML:2.0:status:Success"
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"

/** The signed parts of a response. */
export interface SignedParts {
  readonly response: boolean
  readonly assertion: boolean
}

/** Whether a response reports a successful sign-in. */
const isSuccess = (root: Element): boolean => {
  const status = childOf(root, "protocol Status")
  const code = status && childOf(status, "protocol StatusCode")
  return code !== undefined && attributeOf(code, "Value") === success
}

/** The signed parts of a response with the only accepted structure. */
export const signedParts = (root: Element): SignedParts => {
  if (!isA(root, "protocol Response")) throw samlRefusals.unreadable
  const elements = allElements(root)
  const assertions = elements.filter(({ localName }) => localName === "Assertion")
  const [assertion] = assertions
  if (assertion === undefined) {
    if (elements.some(({ localName }) => localName === "EncryptedAssertion")) throw samlRefusals.encrypted
    throw isSuccess(root) ? samlRefusals.structure : samlRefusals.denied
  }
  const isInPlace = assertion.parentNode === root && isA(assertion, "assertion Assertion")
  const responses = elements.filter(({ localName }) => localName === "Response")
  if (assertions.length > 1 || responses.length > 1 || !isInPlace) throw samlRefusals.structure
  requireEnd(assertion)
  const signed = requireSoundSignatures(root, [root, assertion])
  if (signed.size === 0) throw samlRefusals.unsigned
  return { response: signed.has(root), assertion: signed.has(assertion) }
}

/** Fails unless an assertion states its expiry. */
const requireEnd = (assertion: Element): void => {
  const ends = allElements(assertion).filter(
    (each) => isA(each, "assertion Conditions") || isA(each, "assertion SubjectConfirmationData")
  )
  if (ends.some((each) => timeOf(each, "NotOnOrAfter") === undefined)) throw samlRefusals.expired
}

const optionalFields = <K extends string, A>(fields: { readonly [Name in K]: A | undefined }): { [Name in K]?: A } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [Name in K]?: A }

const confirmationOf = (confirmation: Element): SamlConfirmation => {
  const data = childOf(confirmation, "assertion SubjectConfirmationData")
  if (data === undefined) return {}
  return {
    ...optionalFields({ recipient: attributeOf(data, "Recipient"), inResponseTo: attributeOf(data, "InResponseTo") }),
    ...optionalFields({ notBefore: timeOf(data, "NotBefore"), notOnOrAfter: timeOf(data, "NotOnOrAfter") })
  }
}

const attributesOf = (assertion: Element): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, ReadonlyArray<string>>()
  for (const statement of childrenOf(assertion, "assertion AttributeStatement")) {
    for (const attribute of childrenOf(statement, "assertion Attribute")) {
      const name = attributeOf(attribute, "Name")
      const values = childrenOf(attribute, "assertion AttributeValue").flatMap((value) => textOf(value) ?? [])
      if (name !== undefined) found.set(name, [...(found.get(name) ?? []), ...values])
    }
  }
  return found
}

/** Reads an assertion. It is the root of the content that its signature covers, and nothing else is read. */
const readAssertion = (assertion: Element): SamlAssertion => {
  if (!isA(assertion, "assertion Assertion") || attributeOf(assertion, "Version") !== "2.0")
    throw samlRefusals.structure
  const id = attributeOf(assertion, "ID")
  const issuer = textOf(childOf(assertion, "assertion Issuer"))
  if (id === undefined || issuer === undefined) throw samlRefusals.structure
  const subject = childOf(assertion, "assertion Subject")
  const nameID = subject && childOf(subject, "assertion NameID")
  const name = textOf(nameID)
  const conditions = childOf(assertion, "assertion Conditions")
  const restrictions = conditions === undefined ? [] : childrenOf(conditions, "assertion AudienceRestriction")
  return {
    id,
    issuer,
    ...(nameID !== undefined &&
      name !== undefined && { subject: { name, ...optionalFields({ format: attributeOf(nameID, "Format") }) } }),
    confirmations: (subject === undefined ? [] : childrenOf(subject, "assertion SubjectConfirmation"))
      .filter((each) => attributeOf(each, "Method") === bearer)
      .map(confirmationOf),
    ...(conditions !== undefined &&
      optionalFields({
        notBefore: timeOf(conditions, "NotBefore"),
        notOnOrAfter: timeOf(conditions, "NotOnOrAfter")
      })),
    audiences: restrictions.map((each) =>
      children(each).flatMap((audience) => (isA(audience, "assertion Audience") ? (textOf(audience) ?? []) : []))
    ),
    authenticates: childrenOf(assertion, "assertion AuthnStatement").length > 0,
    attributes: attributesOf(assertion)
  }
}

/** The content of a response: its envelope, and the assertion as covered by its signature. */
export const readResponse = (root: Element, { response }: SignedParts, verified: Element): SamlResponse => ({
  isSigned: response,
  isSuccess: isSuccess(root),
  ...optionalFields({
    issuer: textOf(childOf(root, "assertion Issuer")),
    destination: attributeOf(root, "Destination"),
    inResponseTo: attributeOf(root, "InResponseTo")
  }),
  assertion: readAssertion(verified)
})
