/** The hand-written servers answer alike, and check what Lectern checks. */
import { mkdtemp, rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Space } from "@lectern/core/spaces/Space"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as BareSqlite from "../src/peers/BareSqlite.js"
import * as PeerDatabase from "../src/peers/Database.js"
import * as Fastify from "../src/peers/Fastify.js"
import * as NodeHttp from "../src/peers/NodeHttp.js"

const space = (i: number): Space =>
  Schema.decodeUnknownSync(Space)({
    object: "space",
    id: `space-${i}`,
    title: `Space "${i}" é`,
    emoji: "1f4d6",
    visibility: "private",
    createdAt: "2026-01-31T09:00:00.000Z",
    updatedAt: "2026-01-31T09:00:00.000Z",
    editMode: "live",
    protected: false,
    mergeRules: { type: "inherit" },
    organization: "organization",
    revision: `revision-${i}`,
    defaultLevel: "read",
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    urls: { location: `http://base/v1/spaces/space-${i}`, app: `http://base/app/s/space-${i}` },
    permissions: {
      view: true,
      access: true,
      admin: true,
      viewInviteLinks: true,
      edit: true,
      triggerGitSync: false,
      comment: true,
      merge: true,
      review: true
    }
  })
const spaces = Array.from({ length: 120 }, (_, i) => space(i))

describe("the hand-written servers", () => {
  let folder = ""
  let bare: BareSqlite.BareSpaces
  const addresses: Array<string> = []
  const closing: Array<() => unknown> = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-peers-"))
    const filename = join(folder, "peer.db")
    PeerDatabase.create(filename, { organization: "organization", user: "user", token: "secret", spaces })
    bare = BareSqlite.open(filename, "http://base")
    const node = NodeHttp.make(bare)
    await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve))
    const fastify = Fastify.make(bare)
    await fastify.listen({ port: 0, host: "127.0.0.1" })
    addresses.push(
      `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
      `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
    )
    closing.push(
      () => new Promise((resolve) => node.close(resolve)),
      () => fastify.close()
    )
  })
  afterAll(async () => {
    for (const close of closing) await close()
    bare.close()
    await rm(folder, { recursive: true, force: true })
  })

  const ask = (path: string, token: string) =>
    Promise.all(
      addresses.map(async (address) => {
        const response = await fetch(`${address}${path}`, { headers: { authorization: token } })
        return { status: response.status, body: await response.json() }
      })
    )

  it("get a space", async () => {
    for (const answer of await ask("/v1/spaces/space-7", "Bearer secret")) {
      expect(answer).toEqual({ status: 200, body: spaces[7] })
    }
  })

  it("list the spaces of an organization", async () => {
    for (const { body, status } of await ask("/v1/orgs/organization/spaces?limit=100", "Bearer secret")) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ count: 120, items: spaces.slice(0, 100) })
      expect(body.next.page).toEqual(expect.any(String))
    }
  })

  it.each([
    ["/v1/spaces/space-7", "Bearer wrong", 401],
    ["/v1/spaces/space-7", "secret", 401],
    ["/v1/spaces/absent", "Bearer secret", 404],
    ["/v1/orgs/absent/spaces", "Bearer secret", 404],
    ["/v1/orgs/organization/spaces?limit=1001", "Bearer secret", 400]
  ])("%s with %s is %d", async (path, token, expected) => {
    for (const { status } of await ask(path, token)) expect(status).toBe(expected)
  })
})
