/** Two engines over one database, as two processes would be: neither trusts data that the other has changed. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Lectern from "@lectern/core/Lectern"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Redacted } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "lectern-"))
const open = () => Lectern.open({ storage: SqliteStorage.open({ filename: join(folder, "lectern.db") }) })
let one: Lectern.Lectern
let two: Lectern.Lectern

beforeAll(async () => {
  one = await open()
  two = await open()
})
afterAll(async () => {
  await one.close()
  await two.close()
  rmSync(folder, { recursive: true, force: true })
})

it("a change of access by one engine counts at once for the other", async () => {
  const ada = await one.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const bob = await one.asSystem().users.create({ displayName: "Bob", email: "bob@example.com" })
  const { id } = await one.as(ada.id).organizations.create({ title: "Acme" })
  const shelf = await one.as(ada.id).collections.create(id, {})
  const space = await one.as(ada.id).spaces.create(id, { parent: shelf.id })
  const seen = () =>
    two
      .as(bob.id)
      .spaces.get(space.id)
      .then(
        ({ permissions }) => (permissions.admin ? "admin" : permissions.edit ? "edit" : "view"),
        ({ _tag }) => _tag
      )
  expect(await seen()).toBe("NotFound")
  await one.asSystem().members.add(id, bob.id, "read")
  expect(await seen()).toBe("view")
  await one.as(ada.id).collections.update(shelf.id, { defaultLevel: "edit" })
  expect(await seen()).toBe("edit")
  expect((await two.as(bob.id).spaces.list(id, {})).count).toBe(1)
  await one.as(ada.id).spaces.update(space.id, { defaultLevel: null })
  expect(await seen()).toBe("NotFound")
  expect(await two.as(bob.id).spaces.list(id, {})).toEqual({ count: 0, items: [] })
  await one.as(ada.id).spaces.update(space.id, { defaultLevel: "create" })
  expect(await seen()).toBe("admin")
  await one.as(ada.id).members.remove(id, bob.id)
  expect(await seen()).toBe("NotFound")
})

it("a change of a team or of its grants by one engine counts at once for the other", async () => {
  const dee = await one.asSystem().users.create({ displayName: "Dee", email: "dee@example.com" })
  const gus = await one.asSystem().users.create({ displayName: "Gus", email: "gus@example.com" })
  const { contentGrants, organizations, spaces, teams } = one.as(dee.id)
  const { id } = await organizations.create({ title: "Teams" })
  await one.asSystem().members.add(id, gus.id, null)
  const space = (await spaces.create(id, {})).id
  const team = (await teams.create(id, { title: "Crew" })).id
  const seen = async () => (await two.as(gus.id).spaces.list(id, {})).items.map(({ permissions }) => permissions.edit)
  expect(await seen()).toEqual([])
  await contentGrants.invite({ space }, { role: "read", teams: [team] })
  expect(await seen()).toEqual([])
  await teams.setMember(id, team, gus.id, {})
  expect(await seen()).toEqual([false])
  await contentGrants.updateTeam({ space }, team, { role: "edit" })
  expect(await seen()).toEqual([true])
  await contentGrants.removeTeam({ space }, team)
  expect(await seen()).toEqual([])
  await contentGrants.invite({ space }, { role: "edit", teams: [team] })
  expect(await seen()).toEqual([true])
  await teams.remove(id, team)
  expect(await seen()).toEqual([])
})

it("a token that one engine revoked is refused by the other", async () => {
  const cem = await one.asSystem().users.create({ displayName: "Cem", email: "cem@example.com" })
  const { token, apiToken } = await one.as(cem.id).apiTokens.create(cem.id, { label: "laptop" })
  const bearer = () => two.asSystem().apiTokens.authenticate(Redacted.make(token))
  expect(await bearer()).toMatchObject({ kind: "user", user: cem.id })
  await one.as(cem.id).apiTokens.revoke(cem.id, apiToken.id)
  await expect(bearer()).rejects.toMatchObject({ _tag: "Unauthenticated" })
})

it("a rate limit that one engine used up is used up for the other, but for a slice of it", async () => {
  const rule = { limit: 100, windowSeconds: 86_400 }
  const passing = async (engine: Lectern.Lectern) => {
    const { rateLimits } = engine.asSystem()
    let count = 0
    for (let i = 0; i < 120; i++) if ((await rateLimits.take("token:shared", rule)).exceeded === undefined) count++
    return count
  }
  expect(await passing(one)).toBe(100)
  expect(await passing(two)).toBe(5)
})
