/** The public API's own client against a server that keeps a file, given only its address. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Answered, type Call, publicClient } from "../../../http/test/support/publicClient.js"
import { type ServerHere, startServerHere } from "../inProcess.js"
import { temporaryFolder } from "../program.js"
import { groups } from "./groups.js"

let server: ServerHere
let token = ""

/** The administrator's client. */
export let client: Call

/** Starts a server before the tests of a file, with flags of theirs, and stops it after them. */
export const served = (args: ReadonlyArray<string> = []): void => {
  const [folder, removeFolder] = temporaryFolder()
  beforeAll(async () => {
    server = await startServerHere(folder, ["--import-docs", "none", ...args])
    token = readFileSync(join(folder, "admin-token"), "utf8").trim()
    client = publicClient(server.base, token)
  })
  afterAll(async () => {
    await server.stop()
    removeFolder()
  })
}

/** Makes an organization, which is no operation of the public API, and returns its id. */
export const organization = async (title: string): Promise<string> => {
  const response = await fetch(`${server.base}/v1/orgs`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ title })
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as Answered).id
}

/** Makes a member of an organization by a new e-mail address, and returns its id. */
export const invite = async (to: string, name: string, role = "read"): Promise<string> => {
  await client("inviteUsersToOrganization", 200, to, { emails: [`${name}@example.com`], role })
  const { items } = await client("listMembersInOrganizationById", 200, to, { search: name })
  return (items as ReadonlyArray<Answered>)[0]!.id
}

/** Drives a group of operations in an organization of its own: each of them at least once, and no other. */
export const drives = (group: keyof typeof groups, drive: (call: Drive, id: string) => Promise<void>) =>
  it(`drives every operation of ${group}`, async () => {
    const statuses: Readonly<Record<string, number>> = groups[group]
    const driven = new Set<string>()
    const call: Drive = (operation, ...args) => {
      driven.add(operation)
      return client(operation, statuses[operation] ?? 0, ...args)
    }
    await drive(call, await organization(group))
    expect([...driven].sort()).toEqual(Object.keys(statuses).sort())
  })

/** Performs an operation of the group that is driven. */
export type Drive = (operation: string, ...args: ReadonlyArray<unknown>) => Promise<Answered>

/** The titles of a list. */
export const titles = ({ items }: Answered) => items.map(({ title }) => title)
/** The ids of a list. */
export const ids = ({ items }: Answered) => items.map(({ id }) => id)
