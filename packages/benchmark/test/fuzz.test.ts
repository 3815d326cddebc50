/** Malformed texts of everything that proves something: none is accepted, and none makes anything fail. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import * as LecternHttp from "@lectern/http/LecternHttp"
import { runs } from "@lectern/storage-testing/runs"
import { afterAll, beforeAll, expect, it } from "vitest"
import { fuzz, fuzzOver } from "../src/fuzz/Fuzz.js"
import type { Kind } from "../src/fuzz/Kind.js"
import { type FuzzedWorkspace, openKinds } from "../src/fuzz/Kinds.js"

const count = runs(1000)
/** Kinds that take long are tried less. */
const countOf = ({ share }: Kind): number => (share === undefined ? count : Math.ceil(count / 8))
const seed = process.env.LECTERN_SEED === "random" ? Date.now() % 2 ** 32 : 1
let workspace: FuzzedWorkspace
let server: Server
let base: string

beforeAll(async () => {
  workspace = await openKinds()
  server = createServer(handleListener(LecternHttp.handle(workspace.lectern, workspace.http)))
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await workspace.close()
})

it("what is valid is accepted", async () => {
  for (const { accept, name, valid } of workspace.kinds.filter(({ name }) => name !== "link invites")) {
    expect(valid.length, name).toBeGreaterThan(1)
    for (const text of valid) await expect(accept(text), name).resolves.not.toThrow()
  }
})

it("what is not valid is refused, and says why", { timeout: 120_000 + count * 50 }, async () => {
  for (const kind of workspace.kinds) {
    const { mutations, problems, refusals, tried } = await fuzz(kind, countOf(kind), seed)
    expect(problems, kind.name).toEqual([])
    expect(Object.values(refusals).reduce((sum, each) => sum + each, 0)).toBe(tried)
    expect(mutations * 2).toBeGreaterThanOrEqual(tried)
  }
})

it("the same over HTTP, with answers that are no failures", { timeout: 120_000 + count * 50 }, async () => {
  for (const kind of workspace.kinds) {
    const wanted = Math.ceil(countOf(kind) / 20)
    const { problems, verified } = await fuzzOver(base, kind, wanted, seed)
    expect(problems, kind.name).toEqual([])
    expect(verified, kind.name).toBeGreaterThanOrEqual(wanted)
  }
})

it("a text counts only where it has come to what verifies it", async () => {
  const unmet: Readonly<Record<string, string>> = {
    "session cookies": "lcs_short",
    "share keys": "\u0000",
    "visitor tokens": "e30.e30.e30",
    "link invites": ""
  }
  const kinds = workspace.kinds.filter(({ name }) => name in unmet)
  expect(kinds).toHaveLength(4)
  for (const kind of kinds) {
    const heard = async (text: string) => {
      const { path, ...init } = kind.bring(text)
      const response = await fetch(new Request(base + path, { redirect: "manual", ...init }))
      const location = response.headers.get("location") ?? ""
      return kind.hear({ status: response.status, location, body: await response.text() }, text)
    }
    expect([kind.name, await heard(unmet[kind.name] ?? "")]).toEqual([kind.name, "before"])
    expect([kind.name, await Promise.all(kind.foreign.map(heard))]).toEqual([
      kind.name,
      expect.arrayContaining(["verified"])
    ])
    if (kind.name !== "link invites")
      expect([kind.name, await heard(kind.valid[0] ?? "")]).toEqual([kind.name, "accepted"])
  }
})
