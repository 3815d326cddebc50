/** The position, coverage and algorithm of signatures, which are checked before they are verified cryptographically. */
import { samlRefusals } from "@lectern/core/saml/SamlRefusals"
import { allElements, attributeOf, childOf, children, isA } from "./StrictXml.js"

const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
const canonicalizations = new Set([exclusive, `${exclusive}WithComments`])
const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
const digests = new Set(["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"])

/** The accepted signature algorithms, with Node's name for each. */
export const signatureMethods: ReadonlyMap<string, string> = new Map([
  ["http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "RSA-SHA256"],
  ["http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "RSA-SHA512"]
])

const structure = (holds: boolean): void => {
  if (!holds) throw samlRefusals.structure
}

const algorithmOf = (element: Element | undefined): string =>
  (element === undefined ? undefined : attributeOf(element, "Algorithm")) ?? ""

/** Fails unless a signature covers the whole element that contains it, with an accepted algorithm. */
const requireSound = (signature: Element, signed: Element): void => {
  const known = ["SignedInfo", "SignatureValue", "KeyInfo"]
  structure(children(signature).every((child) => known.some((name) => isA(child, `signature ${name}`))))
  const info = childOf(signature, "signature SignedInfo")
  const reference = info && childOf(info, "signature Reference")
  const transforms = reference && childOf(reference, "signature Transforms")
  if (info === undefined || reference === undefined || transforms === undefined) throw samlRefusals.structure
  const id = attributeOf(signed, "ID")
  structure(id !== undefined && /^[\w.-]+$/.test(id) && attributeOf(reference, "URI") === `#${id}`)
  const made = children(transforms)
  structure(
    made.length <= 2 &&
      made.every((each) => isA(each, "signature Transform")) &&
      made.some((each) => algorithmOf(each) === enveloped) &&
      made.every((each) => algorithmOf(each) === enveloped || canonicalizations.has(algorithmOf(each)))
  )
  structure(canonicalizations.has(algorithmOf(childOf(info, "signature CanonicalizationMethod"))))
  if (
    !signatureMethods.has(algorithmOf(childOf(info, "signature SignatureMethod"))) ||
    !digests.has(algorithmOf(childOf(reference, "signature DigestMethod")))
  ) {
    throw samlRefusals.weakSignature
  }
}

const idNames = ["ID", "Id", "id", "xml:id", "AssertionID", "ResponseID"]

/**
 * Fails unless all signatures of a message are directly inside the elements that they sign: in one of `places`, at most
 * once in each. Returns the places that have one.
 */
export const requireSoundSignatures = (root: Element, places: ReadonlyArray<Element>): ReadonlySet<Element> => {
  const elements = allElements(root)
  if (elements.some(({ localName }) => localName?.startsWith("Encrypted"))) throw samlRefusals.encrypted
  const ids = elements.flatMap((element) => idNames.flatMap((name) => attributeOf(element, name) ?? []))
  structure(new Set(ids).size === ids.length)
  const signed = new Set<Element>()
  for (const place of places) {
    const signature = childOf(place, "signature Signature")
    if (signature === undefined) continue
    requireSound(signature, place)
    signed.add(place)
  }
  structure(elements.filter(({ localName }) => localName === "Signature").length === signed.size)
  return signed
}
