import { certificatesIn, isCertificate } from "@lectern/core/people/saml/Certificate"
import { runs } from "@lectern/storage-testing/runs"
import { Encoding, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { certificates } from "./certificates.js"

const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, "")
const bytesOf = (pem: string) => Uint8Array.from(atob(bare(pem)), (character) => character.charCodeAt(0))

describe.each(Object.entries(certificates))("a certificate (%s)", (_, pem) => {
  it("is one as PEM and as bare base64, with any white space around and between", () => {
    expect(isCertificate(pem)).toBe(true)
    expect(isCertificate(`\n  ${pem.replaceAll("\n", "\r\n")}\n\n`)).toBe(true)
    expect(isCertificate(bare(pem))).toBe(true)
    expect(isCertificate(bare(pem).replaceAll(/(.{20})/g, "$1 \n"))).toBe(true)
  })

  it("is none when any part of it is missing, or something follows", () => {
    const bytes = bytesOf(pem)
    for (let length = 0; length < bytes.length; length++) {
      expect(isCertificate(Encoding.encodeBase64(bytes.subarray(0, length)))).toBe(false)
    }
    expect(isCertificate(Encoding.encodeBase64(new Uint8Array([...bytes, 0])))).toBe(false)
    expect(isCertificate(`${pem}${pem}`)).toBe(false)
    expect(isCertificate(pem.replace("END CERTIFICATE", "END"))).toBe(false)
    expect(isCertificate(pem.replaceAll("CERTIFICATE", "PRIVATE KEY"))).toBe(false)
  })

  it("is none without its parts, whatever stands there in their place", () => {
    const inner = bytesOf(pem).subarray(4)
    expect(isCertificate(Encoding.encodeBase64(inner))).toBe(false)
    expect(isCertificate(Encoding.encodeBase64(new Uint8Array([0x30, 0])))).toBe(false)
    expect(isCertificate(Encoding.encodeBase64(new Uint8Array([0x30, 6, 0x30, 0, 0x30, 0, 3, 0])))).toBe(false)
  })

  it("can be changed in any byte without a failure", () => {
    const bytes = bytesOf(pem)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = new Uint8Array(bytes)
        changed[at] = byte
        return typeof isCertificate(Encoding.encodeBase64(changed)) === "boolean"
      }),
      { numRuns: runs(100) }
    )
  })
})

it("is nothing else", () => {
  for (const text of ["", " ", "x", "MIIB", "-----BEGIN CERTIFICATE----------END CERTIFICATE-----", "MII!", "AAAA"]) {
    expect(isCertificate(text), text).toBe(false)
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !isCertificate(Encoding.encodeBase64(bytes))),
    { numRuns: runs(100) }
  )
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => !isCertificate(text)),
    { numRuns: runs(100) }
  )
})

it("stands alone or with a second one, as PEM", () => {
  const { ed25519, ellipticCurve } = certificates
  const [one, other] = [bare(ed25519), bare(ellipticCurve)]
  expect(certificatesIn(ed25519)).toEqual([one])
  expect(certificatesIn(one)).toEqual([one])
  for (const between of ["", "\n", "\r\n  \n"]) {
    expect(certificatesIn(`${ed25519}${between}${ellipticCurve}\n`)).toEqual([one, other])
  }
  const none = ["", one + other, `${ed25519}x`, `${ed25519}${ellipticCurve}${ed25519}`, `${ed25519}${one}`]
  for (const text of none) expect(certificatesIn(text), text).toBeUndefined()
})
