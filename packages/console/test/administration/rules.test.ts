/** The rules of approval of organizations, as their administrators set them without a script. */
import * as Lectern from "@lectern/core/Lectern"
import type { UserId } from "@lectern/core/users/User"
import * as LecternHttp from "@lectern/http/LecternHttp"
import type { WebHandler } from "@lectern/http/WebHandler"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, beforeAll, expect, it } from "vitest"
import { consoleOf } from "../support/consoleOf.js"

const origin = "https://docs.example"
const path = "/admin/organizations"
const password = "correct horse battery staple"
const token = "0123456789abcdef0123456789abcdef"

let lectern: Lectern.Lectern
let fetch: WebHandler
beforeAll(async () => {
  const passwords = Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: origin, passwords })
  fetch = LecternHttp.fetchHandler(lectern, await consoleOf(lectern, origin))
})
afterAll(() => lectern.close())

const post = (to: string, cookies: string, fields: Readonly<Record<string, string>>) =>
  fetch(
    new Request(`${origin}${to}`, {
      method: "POST",
      headers: { origin, cookie: `__Host-lectern-form=${token}; ${cookies}` },
      body: new URLSearchParams({ token, ...fields })
    })
  )
const page = async (cookies: string) =>
  (await fetch(new Request(`${origin}${path}`, { headers: { cookie: cookies } }))).text()

/** A person who has signed in, with the cookie of the session. */
const person = async (displayName: string): Promise<{ readonly id: UserId; readonly cookies: string }> => {
  const { accounts, users } = lectern.asSystem()
  const { id } = await users.create({ displayName, email: `${displayName.toLowerCase()}@example.com` })
  const { url } = await accounts.createLink(id, { administrator: false })
  const entered = await post(new URL(url).pathname, "", { password })
  const session = entered.headers.getSetCookie().find((each) => each.startsWith("__Host-lectern-session="))
  return { id, cookies: session?.split(";")[0] ?? "" }
}

it("are shown and set by administrators of the organization, and by nobody else", async () => {
  const [ada, alan] = [await person("Ada"), await person("Alan")]
  const own = lectern.as(ada.id)
  const organization = await own.organizations.create({ title: "Tools & Co" })
  await lectern.asSystem().members.add(organization.id, alan.id, "create")
  const team = await own.teams.create(organization.id, { title: "Editors" })
  const kept = { rule: "require_specific_reviewers", users: [alan.id] } as const
  await own.organizations.update(organization.id, { mergeRules: { type: "rules", rules: [kept] } })
  const current = async () => (await own.organizations.get(organization.id)).mergeRules
  const save = (cookies: string, fields: Readonly<Record<string, string>>) =>
    post(path, cookies, { organization: organization.id, approvals: "0", ...fields })

  expect(await page(ada.cookies)).toContain("Rules of approval: Tools &amp; Co")
  expect(await page(ada.cookies)).toContain(`checked>The approval of Alan.`)
  const chosen = {
    approvals: "2",
    [`team:${team.id}`]: "true",
    isUpToDate: "true",
    "rule:0": JSON.stringify(kept)
  }
  const saved = await save(ada.cookies, chosen)
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `${origin}${path}?done=changed`])
  expect(await current()).toEqual({
    type: "rules",
    rules: [
      { rule: "require_approvals", approvals: 2, teams: [team.id] },
      { rule: "require_up_to_date_change_request" },
      kept
    ]
  })
  const before = await current()

  for (const fields of [{ approvals: "11" }, { approvals: "x" }, { "rule:0": "{" }, { "rule:0": '{"rule":"x"}' }]) {
    const refused = await save(ada.cookies, fields)
    expect([fields, refused.status]).toEqual([fields, 400])
    expect(await refused.text()).toContain('role="alert"')
  }
  // Rules that name people and teams are added to those that there are.
  const shown = await page(ada.cookies)
  for (const label of ["The approval of all of these people", "The approval of one of these people"])
    expect(shown).toContain(`>${label}</label>`)
  const added = await save(ada.cookies, {
    ...chosen,
    addAll: " ADA@example.com,alan@example.com alan@example.com",
    addOne: "alan@example.com",
    addApprovals: "3",
    [`addTeam:${team.id}`]: "true"
  })
  expect(added.status).toBe(303)
  expect(await current()).toEqual({
    type: "rules",
    rules: [
      ...(before?.type === "rules" ? before.rules : []),
      { rule: "require_approvals", approvals: 3, teams: [team.id] },
      { rule: "require_specific_reviewers", users: [ada.id, alan.id] },
      { rule: "require_one_of_specific_reviewers", users: [alan.id] }
    ]
  })
  await own.organizations.update(organization.id, { mergeRules: before! })
  const unknown = await save(ada.cookies, { ...chosen, addOne: "nobody@example.com" })
  expect(unknown.status).toBe(400)
  expect(await unknown.text()).toContain("no member has the address nobody@example.com")
  expect((await save(ada.cookies, { [`addTeam:${team.id}`]: "true", addApprovals: "11" })).status).toBe(400)
  expect(await page(alan.cookies)).toContain("You administer no organization.")
  expect((await save(alan.cookies, {})).status).toBe(403)
  expect((await save((await person("Eve")).cookies, {})).status).toBe(404)
  expect((await save("", {})).headers.get("location")).toContain("/login")
  expect(await current()).toEqual(before)

  expect((await save(ada.cookies, {})).status).toBe(303)
  expect(await current()).toEqual({ type: "none" })
})
