/** Finds X.509 certificates in a text by their structure (RFC 5280), without evaluating their content. */
import * as Encoding from "effect/Encoding"

const tags = { integer: 0x02, bits: 0x03, oid: 0x06, sequence: 0x30, utcTime: 0x17, generalTime: 0x18, version: 0xa0 }

/** One value of DER: its tag and the bytes that it holds. */
interface Element {
  readonly tag: number
  readonly content: Uint8Array
}

/** The consecutive values in `bytes`; `undefined` if they are not DER to the last byte. */
const elements = (bytes: Uint8Array): ReadonlyArray<Element> | undefined => {
  const found: Array<Element> = []
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at]!
    let length = bytes[at + 1]
    let start = at + 2
    if (length === undefined || (tag & 0x1f) === 0x1f) return undefined
    if (length >= 0x80) {
      const size = length - 0x80
      if (size === 0 || size > 3 || bytes[start] === 0) return undefined
      length = 0
      for (const byte of bytes.subarray(start, start + size)) length = length * 256 + byte
      if (length < 0x80) return undefined
      start += size
    }
    if (start + length > bytes.length) return undefined
    found.push({ tag, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return found
}

/** The values inside an element that has this tag. */
const inside = (element: Element | undefined, tag: number): ReadonlyArray<Element> | undefined =>
  element?.tag === tag ? elements(element.content) : undefined

const hasTags = (found: ReadonlyArray<Element> | undefined, ...expected: ReadonlyArray<number>): boolean =>
  found !== undefined && found.length === expected.length && found.every(({ tag }, index) => tag === expected[index])

/** An algorithm: its name, and parameters of any kind. */
const isAlgorithm = (element: Element | undefined): boolean => {
  const found = inside(element, tags.sequence)
  return found?.[0]?.tag === tags.oid && found.length <= 2
}

const isName = (element: Element | undefined): boolean => inside(element, tags.sequence) !== undefined

const isValidity = (element: Element | undefined): boolean => {
  const times = inside(element, tags.sequence)
  return times?.length === 2 && times.every(({ tag }) => tag === tags.utcTime || tag === tags.generalTime)
}

const isPublicKey = (element: Element | undefined): boolean => {
  const key = inside(element, tags.sequence)
  return hasTags(key, tags.sequence, tags.bits) && isAlgorithm(key?.[0])
}

const isSigned = (element: Element | undefined): boolean => {
  const fields = inside(element, tags.sequence)
  if (fields === undefined) return false
  const [serial, algorithm, issuer, validity, subject, key] = fields[0]?.tag === tags.version ? fields.slice(1) : fields
  return (
    serial?.tag === tags.integer &&
    isAlgorithm(algorithm) &&
    isName(issuer) &&
    isValidity(validity) &&
    isName(subject) &&
    isPublicKey(key)
  )
}

const armour = /^-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----$/

/** Whether `text` is one certificate, as PEM or as the bare base64 that SAML metadata has. */
export const isCertificate = (text: string): boolean => {
  const trimmed = text.trim()
  const base64 = (armour.exec(trimmed)?.[1] ?? trimmed).replaceAll(/\s+/g, "")
  const decoded = Encoding.decodeBase64(base64)
  if (base64 === "" || decoded._tag === "Left") return false
  const whole = elements(decoded.right)
  const parts = whole?.length === 1 ? inside(whole[0], tags.sequence) : undefined
  return hasTags(parts, tags.sequence, tags.sequence, tags.bits) && isSigned(parts?.[0]) && isAlgorithm(parts?.[1])
}

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/**
 * The certificates of `text`, each as bare base64: one, or two PEM blocks while a provider rotates its signing key.
 * `undefined` if it has anything else.
 */
export const certificatesIn = (text: string): ReadonlyArray<string> | undefined => {
  const blocks = text.match(block) ?? []
  const isRest = blocks.length > 0 && text.replaceAll(block, "").trim() === ""
  const found = isRest ? blocks : [text]
  if (found.length > 2 || !found.every(isCertificate)) return undefined
  return found.map((each) => (armour.exec(each.trim())?.[1] ?? each).replaceAll(/\s+/g, ""))
}
