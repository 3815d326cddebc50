/** A device with one passkey, as a browser and its authenticator answer together: ES256, without attestation. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto"

const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest()
const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString("base64url")

/** The CBOR of a registration: small integers, texts, bytes and maps. */
const cbor = (value: number | string | Uint8Array | ReadonlyMap<number | string, unknown>): Buffer => {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** The errors that a test may have the device or the browser make. */
export interface Tampering {
  readonly origin?: string
  readonly challenge?: string
  readonly rpId?: string
  /** Whether the device asked for a PIN or a finger. */
  readonly verified?: boolean
  readonly counter?: number
  /** Signs with another key. */
  readonly forged?: boolean
}

interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" })

/** A new device, in a browser that shows pages of `origin`. */
export const authenticator = (origin: string) => {
  const id = randomBytes(16)
  const keys = newKeys()
  let counter = 0
  const clientData = (type: string, challenge: string, tampering: Tampering) =>
    Buffer.from(
      JSON.stringify({ type, challenge: tampering.challenge ?? challenge, origin: tampering.origin ?? origin })
    )
  const dataOf = (rpId: string, extra: Uint8Array, attested: boolean, tampering: Tampering): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(tampering.counter ?? ++counter)
    const flags = 1 | (tampering.verified === false ? 0 : 4) | (attested ? 64 : 0)
    return Buffer.concat([sha256(tampering.rpId ?? rpId), Buffer.from([flags]), count, extra])
  }
  const coordinates = (key: KeyObject) => {
    const { x, y } = key.export({ format: "jwk" })
    return [Buffer.from(x ?? "", "base64url"), Buffer.from(y ?? "", "base64url")] as const
  }
  const common = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} }
  return {
    id: base64url(id),
    create: (options: object, tampering: Tampering = {}) => {
      const { challenge, rp } = options as Options
      const [x, y] = coordinates(keys.publicKey)
      const publicKey = cbor(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, x],
          [-3, y]
        ])
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, publicKey])
      const authData = dataOf(rp?.id ?? "", attested, true, tampering)
      const attestation = new Map<string, string | Uint8Array | ReadonlyMap<string, unknown>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData]
      ])
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", challenge, tampering)),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"]
      }
      return { ...common, response }
    },
    get: (options: object, tampering: Tampering = {}) => {
      const { challenge, rpId = "" } = options as Options
      const data = clientData("webauthn.get", challenge, tampering)
      const authenticatorData = dataOf(rpId, Buffer.alloc(0), false, tampering)
      const key = tampering.forged === true ? newKeys().privateKey : keys.privateKey
      const signature = createSign("sha256")
        .update(Buffer.concat([authenticatorData, sha256(data)]))
        .sign(key)
      const response = {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature)
      }
      return { ...common, response }
    }
  }
}
