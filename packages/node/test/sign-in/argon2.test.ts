/** How the passwords of a server are hashed. */
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import { Effect } from "effect"
import { expect, it } from "vitest"

it("passwords are hashed with argon2id at the cost that OWASP recommends, each with a salt of its own", async () => {
  const { hash, verify } = Argon2.make()
  const password = "correct horse battery staple"
  const [first, second] = await Effect.runPromise(Effect.all([hash(password), hash(password)]))
  for (const each of [first, second]) {
    expect(each).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/)
  }
  expect(first).not.toBe(second)
  expect(await Effect.runPromise(Effect.all([verify(first, password), verify(first, `${password}r`)]))).toEqual([
    true,
    false
  ])
})
