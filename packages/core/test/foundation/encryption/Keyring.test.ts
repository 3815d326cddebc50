/** Sealing and hashing under keys that rotate. */
import { keyOf, keyText, parseKey, randomKey } from "@lectern/core/secrets/Key"
import { Keyring, keyIdOf, ofKeys, unkeyed } from "@lectern/core/secrets/Keyring"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Either, FastCheck } from "effect"
import { describe, expect, it } from "vitest"

const place = { purpose: "share-link", owner: "link1" }
const [older, newer] = [randomKey(), randomKey()]
const before = ofKeys([older])
const after = ofKeys([newer, older])

const text = FastCheck.string({ unit: "binary" }).filter((each) => each.isWellFormed())
const bytes = FastCheck.uint8Array({ minLength: 32, maxLength: 32 })

describe("a key", () => {
  it("is read from the text that it is written as", () => {
    FastCheck.assert(
      FastCheck.property(bytes, (each) => {
        expect(parseKey(keyText(keyOf(each)))).toEqual(keyOf(each))
      }),
      { numRuns: runs(20) }
    )
  })

  it.each(["", "lck_", `lck_${"a".repeat(63)}`, `lck_${"g".repeat(64)}`, `lct_${"a".repeat(64)}`])(
    "is not read from %j",
    (given) => {
      expect(parseKey(given)).toBeUndefined()
    }
  )
})

describe("a keyring", () => {
  it("gives back what it sealed, and with its later keys as well", async () => {
    await FastCheck.assert(
      FastCheck.asyncProperty(text, async (secret) => {
        const sealed = await Effect.runPromise(before.seal(place, secret))
        expect(sealed).not.toBe(await Effect.runPromise(before.seal(place, secret)))
        expect(await Effect.runPromise(before.unseal(place, sealed))).toBe(secret)
        expect(await Effect.runPromise(after.unseal(place, sealed))).toBe(secret)
      }),
      { numRuns: runs(50) }
    )
  })

  it("writes with its first key, and finds what its others have hashed", async () => {
    expect(keyIdOf(await Effect.runPromise(after.seal(place, "s")))).toBe(newer.id)
    expect(await Effect.runPromise(after.current)).toBe(newer.id)
    const digests = await Effect.runPromise(after.digests("share-link", "s"))
    for (const keyring of [after, before, unkeyed]) {
      expect(digests).toContain(await Effect.runPromise(keyring.digest("share-link", "s")))
    }
  })

  it("hashes the same secret differently for each purpose and key", async () => {
    const digests = [after.digest("a", "s"), after.digest("b", "s"), before.digest("a", "s"), unkeyed.digest("a", "s")]
    expect(new Set(await Effect.runPromise(Effect.all(digests))).size).toBe(4)
  })

  it("reads what was stored before it had keys", async () => {
    const sealed = await Effect.runPromise(unkeyed.seal(place, "v1.00.00"))
    expect(keyIdOf(sealed)).toBe("")
    expect(await Effect.runPromise(after.unseal(place, sealed))).toBe("v1.00.00")
  })

  it("unseals nothing that was sealed for another place, with a key that it lacks, or changed", async () => {
    const sealed = await Effect.runPromise(after.seal(place, "secret"))
    const changed = `${sealed.slice(0, -1)}${sealed.endsWith("0") ? "1" : "0"}`
    const refused = [
      after.unseal({ ...place, owner: "link2" }, sealed),
      after.unseal({ ...place, purpose: "invite" }, sealed),
      after.unseal(place, changed),
      after.unseal(place, sealed.slice(0, -2)),
      after.unseal(place, `v1.${newer.id}.00`),
      after.unseal(place, "secret"),
      before.unseal(place, sealed),
      unkeyed.unseal(place, sealed)
    ]
    for (const each of refused) expect(Either.isLeft(await Effect.runPromise(Effect.either(each)))).toBe(true)
    expect(await Effect.runPromise(Effect.flip(before.unseal(place, sealed)))).toMatchObject({
      message: `the encryption key ${newer.id} is missing`
    })
  })

  it("is one that encrypts nothing where an engine is given none", async () => {
    expect(await Effect.runPromise(Keyring)).toBe(unkeyed)
  })
})
