/** The tokens that identify a visitor, and the reasons why others do not. */
import { generateKeyPairSync, sign } from "node:crypto"
import { visitorClaims } from "@lectern/core/people/members/VisitorClaims"
import {
  clockTolerance,
  maxTokenLength,
  type TokenRefusal,
  verifyVisitorToken
} from "@lectern/core/publishing/sites/visiting/VisitorTokens"
import { UserId, type UserRecord } from "@lectern/core/users/User"
import { runs } from "@lectern/storage-testing/runs"
import { Either, FastCheck as fc } from "effect"
import { SignJWT } from "jose"
import { expect, it } from "vitest"
import { forged, signed } from "./tokens.js"

const key = "a key of the site, 256 random bits as text"
const old = "the key before it"
const now = 1_800_000_000
const good = { aud: "site", exp: now + 600 }
const check = { site: "site", keys: [key, old], time: now * 1000 }

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 })
const publicKey = rsa.publicKey.export({ type: "spki", format: "pem" }).toString()
const user = { id: UserId.make("u"), email: "a@example.com", displayName: "A" } as UserRecord

const signedWithRsa = (): string => {
  const signedPart = forged({ alg: "RS256", typ: "JWT" }, good).slice(0, -1)
  return `${signedPart}.${sign("sha256", Buffer.from(signedPart), rsa.privateKey).toString("base64url")}`
}
const of = (algorithm: string) =>
  new SignJWT(good).setProtectedHeader({ alg: algorithm }).sign(new TextEncoder().encode(key.repeat(2)))

it("a token of the site's keys is taken, with all that it says", async () => {
  const claims = { plan: "pro", groups: ["a"], account: { seats: 3 }, unsigned: { beta: true } }
  const taken = [
    await signed(key, good, claims),
    await signed(old, good, claims),
    await signed(key, { ...good, nbf: now + clockTolerance }, claims),
    await signed(key, { ...good, exp: now - clockTolerance + 1 }, claims),
    await new SignJWT({ ...claims, ...good, aud: ["other", "site"] })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(key))
  ]
  for (const token of taken) expect(await verifyVisitorToken(token, check)).toMatchObject({ right: claims })
})

const refusals: ReadonlyArray<readonly [what: string, token: () => string | Promise<string>, why: TokenRefusal]> = [
  ["nothing", () => "", "malformed"],
  ["garbage", () => "garbage", "malformed"],
  ["three parts of garbage", () => "a.b.c", "malformed"],
  ["five parts", () => "a.b.c.d.e", "malformed"],
  ["no algorithm", () => forged({ alg: "none" }, good), "another algorithm"],
  ["no algorithm, with a signature", () => forged({ alg: "none" }, good, "c2ln"), "another algorithm"],
  ["no algorithm, in capitals", () => forged({ alg: "NONE" }, good), "another algorithm"],
  ["no header of an algorithm", () => forged({ typ: "JWT" }, good, "c2ln"), "malformed"],
  ["a signature by RSA", signedWithRsa, "another algorithm"],
  ["a public key taken as the secret", () => signed(publicKey, good), "another key"],
  ["a longer hash", () => of("HS512"), "another algorithm"],
  ["a critical extension", () => signed(key, good, {}, { crit: ["x"], x: 1 }).catch(() => ""), "malformed"],
  ["another key", () => signed("another", good), "another key"],
  ["the key of another site, for it", () => signed("another", { ...good, aud: "other" }), "another key"],
  ["no signature", async () => `${(await signed(key, good)).split(".").slice(0, 2).join(".")}.`, "another key"],
  [
    "another's signature",
    async () => `${forged({ alg: "HS256" }, { ...good, plan: "pro" })}${(await signed(key, good)).split(".")[2]}`,
    "another key"
  ],
  ["no expiry", () => signed(key, { aud: "site" }), "without expiry"],
  ["an expiry that is no number", () => signed(key, { aud: "site" }, { exp: "never" }), "malformed"],
  ["one that has expired", () => signed(key, { ...good, exp: now - clockTolerance }), "expired"],
  ["one of another age", () => signed(key, { ...good, exp: 0 }), "expired"],
  ["one for later", () => signed(key, { ...good, nbf: now + clockTolerance + 1 }), "not valid yet"],
  ["no audience", () => signed(key, { exp: good.exp }), "for another site"],
  ["another audience", () => signed(key, { ...good, aud: "other" }), "for another site"],
  ["an audience that begins as the site", () => signed(key, { ...good, aud: "site2" }), "for another site"],
  ["the claims of a member for other services", () => visitorClaims(key, "site", user, now * 1000), "for another site"],
  ["claims that are no object", () => forged({ alg: "HS256" }, [1], "c2ln"), "another key"],
  ["claims without end", () => signed(key, good, { a: JSON.parse("[".repeat(40) + "]".repeat(40)) }), "unfit claims"],
  ["too much", () => signed(key, good, { a: "x".repeat(maxTokenLength) }), "too long"]
]

it.each(refusals)("a token with %s is refused", async (_, token, why) => {
  expect(await verifyVisitorToken(await token(), check)).toEqual(Either.left(why))
})

it("a token of which anything was changed is not valid, or says the same", async () => {
  const token = await signed(key, good, { plan: "pro" })
  await fc.assert(
    fc.asyncProperty(
      fc.nat(token.length - 1),
      fc.oneof(fc.constantFrom("", ".", "A", "_", "=", "%", "é"), fc.string({ maxLength: 3 })),
      fc.nat(3),
      async (at, put, cut) => {
        const changed = token.slice(0, at) + put + token.slice(at + cut)
        const verdict = await verifyVisitorToken(changed, check)
        if (Either.isRight(verdict)) expect(verdict.right).toEqual({ ...good, plan: "pro" })
      }
    ),
    { numRuns: runs(200) }
  )
})
