/** Every POST under an idempotency key. */
import { tables } from "@lectern/core/internal/engine/Tables"
import { IdempotencyKeysTable } from "@lectern/core/internal/operations/idempotency/IdempotencyKeysTable"
import { EventsTable } from "@lectern/core/internal/storage/trail/EventTable"
import { describe, expect, it } from "vitest"
import type { Operation, Row } from "../../contract/rows.js"
import { operations } from "../../contract/table.js"
import { textOf } from "../../support/streams.js"
import { type Person, reusableWorld, type World } from "../../support/world.js"

const freshWorld = reusableWorld()

/** The operations that take no key, with the reason. */
const without: Readonly<Record<string, string>> = { openStream: "it changes nothing, and its answer goes on" }

/** The operations whose answers have secrets, at least some, with what the secret is. */
const secrets: Readonly<Record<string, string>> = {
  createApiToken: "the token",
  rotateApiToken: "the token",
  createOrganizationToken: "the token",
  rotateOrganizationToken: "the token",
  createOrganizationInvite: "the id of the invite, which lets people join",
  joinOrganizationWithInvite: "the id of another invite, where the answer shows one",
  regenerateSitePublishingAuthById: "the key that signs visitors in",
  rotateSitePublishingKey: "the key that signs visitors in",
  createSiteShareLink: "the key in the address",
  renewSiteShareLink: "the key in the address",
  createWebhook: "the secret that signs",
  rotateWebhookSecret: "the secret that signs"
}

/** The operations that do not always run in one transaction, with the reason. */
const claiming: Readonly<Record<string, string>> = {
  createOpenAPISpec: "a text is stored as a file",
  duplicateSpace: "a space is copied in steps, so that others can write meanwhile",
  importContent: "pages are read from an address",
  importContentInChangeRequest: "pages are read from an address",
  applySuggestionsInSpace: "words are looked for in texts",
  applySuggestionsInChangeRequest: "words are looked for in texts",
  createUpload: "the body is stored as it arrives",
  editLiveText: "changes of several people are committed together",
  editChangeRequestLiveText: "changes of several people are committed together",
  testWebhook: "an event is sent",
  replayWebhookDelivery: "an event is sent",
  verifyOrganizationEmailDomain: "a record is looked up in the DNS"
}

/** Of these, the one that the world of the tests cannot do that way: it has no DNS. */
const elsewhere = "verifyOrganizationEmailDomain"

/** The operations that concern no organization that existed before, and stay allowed whatever happens there. */
const personal: Readonly<Record<string, string>> = {
  createApiToken: "a token of the caller's own",
  rotateApiToken: "a token of the caller's own",
  createOrganization: "an organization of the caller's own"
}

const posts = Object.entries(operations).filter(([name, { method }]) => method === "POST" && !(name in without))

const rowsOf = (operation: Operation): ReadonlyArray<readonly [number, Row]> =>
  [operation satisfies Row, ...(operation.more ?? []), ...Object.values(operation.others ?? {})].map(
    (row, i) => [i, row] as const
  )

interface Sent {
  readonly key?: string
  /** Fields that are added to the body. */
  readonly more?: object
}

const send = async (world: World, operation: Operation, row: Row, { key = "a-key", more }: Sent = {}) => {
  const as = row.as ?? operation.as
  const body = (row.body ?? operation.body)?.(world.ids)
  const sent = more === undefined ? body : { ...(body as object), ...more }
  const response = await world.ask("POST", (row.path ?? operation.path)(world.ids), {
    ...(as !== undefined && { as }),
    headers: { ...(row.headers ?? operation.headers)?.(world.ids), "idempotency-key": key },
    ...(sent !== undefined && { body: sent })
  })
  const { headers, status } = response
  const text = await textOf(response)
  return {
    answer: { status, text, location: headers.get("location"), type: headers.get("content-type") },
    isRepeated: headers.get("idempotency-replayed") === "true"
  }
}

const kept = async (world: World) =>
  (await world.rows(IdempotencyKeysTable)).map(({ json, version }) => ({
    record: JSON.parse(json) as { withheld?: string; answer?: string; state: string },
    /** A claim is written before, and replaced after. */
    isClaim: version > 1
  }))

/** What background work writes at times of its own: the queue, and the numbers that events get. */
const background: ReadonlySet<string> = new Set(["jobs", EventsTable.name])

/** All rows of a world, besides those of background work. */
const stateOf = async (world: World): Promise<string> => {
  const rows = tables
    .filter(({ name }) => !background.has(name))
    .map(async (table) => [table.name, await world.rows(table)] as const)
  return JSON.stringify(await Promise.all(rows))
}

const prepared = async (operation: Operation, row: Row): Promise<World> => {
  const world = await freshWorld()
  await (row.prepare ?? operation.prepare)?.(world)
  return world
}

describe.each(posts)("%s", (name, operation) => {
  it.each(rowsOf(operation))("is done once under a key, and answers again (%i)", async (_, row) => {
    const world = await prepared(operation, row)
    const first = await send(world, operation, row)
    expect(first.answer.status, first.answer.text).toBeLessThan(300)
    expect(first.isRepeated).toBe(false)
    const [one, ...others] = await kept(world)
    expect([one?.record.state, others]).toEqual(["done", []])
    if (one?.isClaim === true) expect(claiming).toHaveProperty(name)
    if (/"(?:secret|token)":"/.test(first.answer.text)) expect(one?.record).toMatchObject({ withheld: "secret" })
    const state = await stateOf(world)
    const second = await send(world, operation, row)
    if (one?.record.withheld === undefined) {
      expect(second).toEqual({ answer: first.answer, isRepeated: true })
    } else {
      expect([one.record.withheld, one.record.answer, second.answer.status]).toEqual(["secret", undefined, 409])
      expect(second.answer.text).toMatch(/^\{"error":\{"code":409,"message":".{10,200}"\}\}$/)
      expect(secrets).toHaveProperty(name)
    }
    expect(await stateOf(world)).toBe(state)
  })

  it("refuses another body under a key that was used", async () => {
    const world = await prepared(operation, operation)
    const { answer } = await send(world, operation, operation)
    const state = await stateOf(world)
    const isUpload = name === "createUpload"
    const other = isUpload
      ? await send(world, { ...operation, headers: () => ({ "tus-resumable": "1.0.0", "upload-length": "7" }) }, {})
      : await send(world, operation, operation, { more: { anotherField: 1 } })
    expect([other.answer.status, other.isRepeated]).toEqual([422, false])
    expect(other.answer.text).toMatch(/^\{"error":\{"code":422,"message":".{10,200}"\}\}$/)
    expect(await stateOf(world)).toBe(state)
    expect(answer.status).toBe(operation.status)
  })

  it("refuses whoever has lost access since, instead of answering again", async () => {
    const world = await prepared(operation, operation)
    const first = await send(world, operation, operation)
    const person: Person = operation.as ?? "ada"
    const { members } = world.lectern.asSystem()
    if (person === "ada") await members.update(world.ids.organization, world.ids.users.rex, { role: "admin" })
    await members.remove(world.ids.organization, world.ids.users[person])
    const second = await send(world, operation, operation)
    if (name in personal) expect([first.answer.status, 409]).toContain(second.answer.status)
    else expect([second.isRepeated, [401, 403, 404].includes(second.answer.status)]).toEqual([false, true])
  })

  it("is done once where two come at once", async () => {
    const world = await prepared(operation, operation)
    const both = await Promise.all([send(world, operation, operation), send(world, operation, operation)])
    const [first, second] = both[0].answer.status < 300 && !both[0].isRepeated ? both : [both[1], both[0]]
    expect([first.answer.status, first.isRepeated]).toEqual([operation.status, false])
    if (second.answer.status !== 409) expect(second).toEqual({ answer: first.answer, isRepeated: true })
    else expect(name in secrets || name in claiming).toBe(true)
    expect(await kept(world)).toHaveLength(1)
  })

  const failures = Object.entries(operation.failures).filter(
    (entry): entry is [string, Row] => typeof entry[1] !== "string"
  )
  it.each(failures)("keeps nothing when it fails with %s", async (status, row) => {
    const world = await prepared(operation, row)
    const state = await stateOf(world)
    for (let i = 0; i < 2; i++) {
      const { answer, isRepeated } = await send(world, operation, row)
      expect([answer.status, isRepeated]).toEqual([Number(status), false])
    }
    expect(await kept(world)).toEqual([])
    if (!(name in claiming)) expect(await stateOf(world)).toBe(state)
  })
})

describe("the tables of this test", () => {
  it("name operations that there are", () => {
    for (const name of [without, secrets, claiming, personal].flatMap((table) => Object.keys(table))) {
      expect(operations[name]?.method, name).toBe("POST")
    }
  })

  it.each(Object.keys({ ...secrets, ...claiming }).filter((name) => name !== elsewhere))(
    "name %s with a reason that there is",
    async (name) => {
      const operation = operations[name]!
      const found = []
      for (const [, row] of rowsOf(operation)) {
        const world = await prepared(operation, row)
        await send(world, operation, row)
        found.push(...(await kept(world)))
      }
      expect(found.some(({ isClaim }) => isClaim)).toBe(name in claiming)
      expect(found.some(({ record: { withheld } }) => withheld === "secret")).toBe(name in secrets)
    }
  )
})

describe("a request with a key", () => {
  const title = (ids: World["ids"]) => [`/v1/orgs/${ids.organization}/spaces`, { body: { title: "Made" } }] as const
  const keyed = (key: string) => ({ headers: { "idempotency-key": key } })

  it("is refused where the key is malformed, before anything is looked up", async () => {
    const { ask, ids } = await freshWorld()
    for (const key of ["", "a b", "a".repeat(256), "a, b"]) {
      const [path, body] = title(ids)
      const answer = await ask("POST", path, { ...body, ...keyed(key) })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain("Idempotency-Key: expected 1 to 255 visible ASCII characters")
    }
    expect((await ask("POST", "/v1/orgs", { as: null, ...keyed("") })).status).toBe(401)
  })

  it("may come from pages of other origins, which see whether it was repeated", async () => {
    const { ask, ids } = await freshWorld()
    const [path, body] = title(ids)
    const preflight = await ask("OPTIONS", path, { as: null })
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Idempotency-Key")
    const answer = await ask("POST", path, { ...body, ...keyed("a") })
    expect(answer.headers.get("access-control-expose-headers")).toContain("Idempotency-Replayed")
  })

  it("is another one on another path or query, and of another caller", async () => {
    const world = await freshWorld()
    const [path, body] = title(world.ids)
    await world.lectern.asSystem().members.update(world.ids.organization, world.ids.users.rex, { role: "create" })
    const made = []
    for (const [as, url] of [
      ["ada", path],
      ["ada", `${path}?more=1`],
      ["rex", path],
      ["eve", `/v1/orgs/${world.ids.elsewhere}/spaces`]
    ] as const) {
      const answer = await world.ask("POST", url, { as, ...body, ...keyed("a") })
      expect([answer.status, answer.headers.has("idempotency-replayed")]).toEqual([201, false])
      made.push(((await answer.json()) as { id: string }).id)
    }
    expect(new Set(made).size).toBe(4)
  })

  it("does not tell the holder of a narrower token what it answered", async () => {
    const world = await freshWorld()
    const [path, { body }] = title(world.ids)
    const ask = (token: string) =>
      world.handler(
        new Request(`http://lectern.test${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": "a" },
          body: JSON.stringify(body)
        })
      )
    const made = await ask(world.tokens.ada)
    expect(made.status).toBe(201)
    const state = await stateOf(world)
    const refused = await ask(world.ids.limitedToken)
    expect([refused.status, refused.headers.has("idempotency-replayed")]).toEqual([403, false])
    expect(await stateOf(world)).toBe(state)
    const repeated = await ask(world.tokens.ada)
    expect([repeated.status, repeated.headers.get("idempotency-replayed")]).toEqual([201, "true"])
    expect(await repeated.text()).toBe(await made.text())
    expect(repeated.headers.get("x-request-id")).not.toBe(made.headers.get("x-request-id"))
  })

  it("is an ordinary one where the operation takes none", async () => {
    const world = await freshWorld()
    const { ids } = world
    const space = `/v1/spaces/${ids.spaces.main}`
    for (const subject of ["One", "Two"]) {
      const answer = await world.ask("PATCH", space, { body: { title: subject }, ...keyed("a") })
      expect([answer.status, ((await answer.json()) as { title: string }).title]).toEqual([200, subject])
    }
    expect((await world.ask("GET", space, keyed(""))).status).toBe(200)
    expect(await kept(world)).toEqual([])
  })
})
