/** Every member of every service of a workspace, as somebody without rights: refused, and nothing is told or changed. */
import * as Lectern from "@lectern/core/Lectern"
import { systemOnly } from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, beforeAll, expect, it } from "vitest"
import { everyCall, type Rows } from "./everyCall.js"

let lectern: Lectern.Lectern
let handle: MemoryStorage.MemoryStorageHandle
let rows: Rows
let callers: ReadonlyArray<readonly ["stranger" | "guest", Lectern.Workspace]>

beforeAll(async () => {
  handle = MemoryStorage.open()
  lectern = await Lectern.open({ storage: handle })
  const made = await everyCall(lectern)
  rows = made.rows
  callers = [
    ["stranger", lectern.as(made.stranger)],
    ["guest", lectern.as(made.guest)]
  ]
})

afterAll(() => lectern.close())

const membersOf = (workspace: object): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(Object.entries(workspace).map(([name, service]) => [name, Object.keys(service).sort()]))

type Call = (...args: ReadonlyArray<unknown>) => Promise<unknown>

const callsOf = (service: object): ReadonlyArray<readonly [member: string, call: Call]> => Object.entries(service)

it("the table has every member of every service", () => {
  for (const [, workspace] of callers) expect(membersOf(rows)).toEqual(membersOf(workspace))
})

it("what only the embedding program does is not there for a user", () => {
  const all = membersOf(lectern.asSystem())
  for (const [service, members] of Object.entries(systemOnly)) {
    expect(all[service]).toEqual(expect.arrayContaining([...members]))
    for (const member of members) expect(rows[service]?.[member]).toBeUndefined()
  }
})

it("everything is refused and nothing changed", async () => {
  const problems: Array<string> = []
  for (const [who, workspace] of callers) {
    for (const [name, service] of Object.entries(workspace)) {
      for (const [member, call] of callsOf(service)) {
        const found = rows[name]?.[member]
        const wanted = found?.[who] ?? found?.stranger
        const before = handle.snapshot()
        const ended = await Promise.resolve<unknown>(Reflect.apply(call, undefined, found?.args ?? [])).then(
          (value) => (value === undefined ? "nothing" : "own"),
          (error: { readonly _tag?: string }) => error._tag ?? String(error)
        )
        if (ended !== wanted) problems.push(`${name}.${member} as ${who}: expected ${wanted}, got ${ended}`)
        if (ended !== "own" && handle.snapshot().state !== before.state) problems.push(`${name}.${member} wrote`)
      }
    }
  }
  expect(problems).toEqual([])
})
