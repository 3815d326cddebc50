/** The file with the keys of a workspace. */
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { keyIdOf } from "@lectern/core/secrets/Keyring"
import * as KeyFile from "@lectern/node/secrets/KeyFile"
import { Effect } from "effect"
import { afterEach, beforeEach, expect, it } from "vitest"

const place = { purpose: "test", owner: "one" }
let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-keys-"))
  path = join(folder, "inside", "keys")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it("is made when something is first encrypted, for its owner alone", async () => {
  const keyring = KeyFile.make(path)
  expect(await Effect.runPromise(keyring.digests("test", "a"))).toHaveLength(1)
  expect(readdirSync(folder)).toEqual([])
  const sealed = await Effect.runPromise(keyring.seal(place, "a"))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, "inside"))).toEqual(["keys"])
  expect(await Effect.runPromise(KeyFile.make(path).unseal(place, sealed))).toBe("a")
})

it("has one key, however many make it at once", async () => {
  const rings = Array.from({ length: 5 }, () => KeyFile.make(path))
  const ids = await Effect.runPromise(
    Effect.all(
      rings.map(({ current }) => current),
      { concurrency: "unbounded" }
    )
  )
  expect(new Set(ids).size).toBe(1)
})

it("rotates under those who use it, and still reads what an earlier key has written", async () => {
  const keyring = KeyFile.make(path)
  const sealed = await Effect.runPromise(keyring.seal(place, "a"))
  const digest = await Effect.runPromise(keyring.digest("test", "a"))
  const keys = await Effect.runPromise(KeyFile.rotate(path))
  expect(keys.map(({ id }) => id)).toEqual([keys[0]?.id, keyIdOf(sealed)])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await Effect.runPromise(keyring.current)).toBe(keys[0]?.id)
  expect(await Effect.runPromise(keyring.unseal(place, sealed))).toBe("a")
  expect(await Effect.runPromise(keyring.digests("test", "a"))).toContain(digest)
  await Effect.runPromise(KeyFile.remove(path, new Set([keyIdOf(sealed)])))
  expect(await Effect.runPromise(Effect.flip(keyring.unseal(place, sealed)))).toMatchObject({ _tag: "Unavailable" })
})

it("is taken with comments and empty lines, and refused with anything else in it", async () => {
  const keyring = KeyFile.make(path)
  const id = await Effect.runPromise(keyring.current)
  appendFileSync(path, "\n  # mine\r\n")
  expect(await Effect.runPromise(keyring.current)).toBe(id)
  appendFileSync(path, "lck_1234\n")
  const error = await Effect.runPromise(Effect.flip(keyring.current))
  expect(error.message).toBe("the encryption keys cannot be used")
  expect(String(error.cause)).toMatch(/has no key on line \d+$/)
  writeFileSync(path, "")
  expect(await Effect.runPromise(Effect.flip(keyring.current))).toMatchObject({ _tag: "Unavailable" })
})
