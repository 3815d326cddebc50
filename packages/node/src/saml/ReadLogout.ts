/** Single-logout messages. */
import type { SamlLogout } from "@lectern/core/saml/SamlProtocol"
import { samlRefusals } from "@lectern/core/saml/SamlRefusals"
import { attributeOf, childOf, isA, textOf, timeOf } from "./StrictXml.js"

/** The parameters of a message in a query, as sent: their signature covers exactly these characters. */
export interface RedirectParameters {
  readonly kind: "request" | "response"
  readonly message: string
  readonly algorithm: string
  readonly signature: string
  readonly signed: string
}

const decoded = (raw: string): string => {
  try {
    return decodeURIComponent(raw.replaceAll("+", "%20"))
  } catch {
    throw samlRefusals.unreadable
  }
}

/** The parameters in a query. Each may occur only once. */
export const redirectParameters = (query: string): RedirectParameters => {
  const raw = new Map<string, string>()
  for (const pair of query.split("&")) {
    const at = pair.indexOf("=")
    const name = at === -1 ? pair : pair.slice(0, at)
    if (raw.has(name)) throw samlRefusals.unreadable
    raw.set(name, at === -1 ? "" : pair.slice(at + 1))
  }
  const [request, response] = [raw.get("SAMLRequest"), raw.get("SAMLResponse")]
  const [name, message] = request === undefined ? ["SAMLResponse", response] : ["SAMLRequest", request]
  if (message === undefined || (request !== undefined && response !== undefined)) throw samlRefusals.unreadable
  const [algorithm, signature, relayState] = [raw.get("SigAlg"), raw.get("Signature"), raw.get("RelayState")]
  if (algorithm === undefined || signature === undefined) throw samlRefusals.unsigned
  const relayed = relayState === undefined ? "" : `&RelayState=${relayState}`
  return {
    kind: request === undefined ? "response" : "request",
    message: decoded(message),
    algorithm: decoded(algorithm),
    signature: decoded(signature),
    signed: `${name}=${message}${relayed}&SigAlg=${algorithm}`
  }
}

/** The content of a message whose signature covers all of it. */
export const readLogout = (root: Element, kind: SamlLogout["kind"]): SamlLogout => {
  if (!isA(root, kind === "request" ? "protocol LogoutRequest" : "protocol LogoutResponse"))
    throw samlRefusals.unreadable
  const id = attributeOf(root, "ID")
  const issuer = textOf(childOf(root, "assertion Issuer"))
  const issuedAt = timeOf(root, "IssueInstant")
  if (id === undefined || issuer === undefined || issuedAt === undefined) throw samlRefusals.unreadable
  const destination = attributeOf(root, "Destination")
  const notOnOrAfter = timeOf(root, "NotOnOrAfter")
  const subject = kind === "request" ? textOf(childOf(root, "assertion NameID")) : undefined
  const inResponseTo = attributeOf(root, "InResponseTo")
  return {
    kind,
    id,
    issuer,
    issuedAt,
    ...(destination !== undefined && { destination }),
    ...(notOnOrAfter !== undefined && { notOnOrAfter }),
    ...(subject !== undefined && { subject }),
    ...(inResponseTo !== undefined && { inResponseTo })
  }
}
