/** The telemetry of an engine: spans of calls, transactions and statements, and metrics. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Actor, system, user } from "@lectern/core/access/Actor"
import * as Instrumentation from "@lectern/core/engine/telemetry/Instrumentation"
import { NotFound } from "@lectern/core/errors/Errors"
import { metrics } from "@lectern/core/foundation/telemetry/Metrics"
import * as Lectern from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect, Layer, Metric } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type KeptSpan, keepSpans } from "../../../../testing/src/Spans.js"
import { numbers, rise } from "./numbers.js"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const childrenOf = (spans: ReadonlyArray<KeptSpan>, parent: KeptSpan | undefined) =>
  spans.filter(({ parentId }) => parent !== undefined && parentId === parent.spanId)

const storages = {
  memory: () => MemoryStorage.layer(),
  sqlite: () => SqliteStorage.layer({ filename: join(folder, "lectern.db") })
} as const

describe.each(["memory", "sqlite"] as const)("an engine on %s", (kind) => {
  const open = async () => {
    const { layer, spans } = keepSpans()
    const telemetry = Layer.merge(Instrumentation.layer, layer)
    const lectern = await Lectern.open({ storage: { layer: storages[kind]() }, telemetry })
    const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    return { lectern, spans, as: lectern.as(ada.id) }
  }

  it("makes a span of each call of a promise user, with its transaction and statements below", async () => {
    const { as, lectern, spans } = await open()
    const organization = await as.organizations.create({ title: "Example" })
    spans.length = 0
    const space = await as.spaces.create(organization.id, { title: "Handbook" })
    const call = spans.find(({ name }) => name === "spaces.create")
    expect(call).toMatchObject({ parentId: undefined, failed: false })
    const transaction = childrenOf(spans, call).find(({ name }) => name === "storage.transaction")
    expect(transaction?.attributes.get("lectern.transaction.outcome")).toBe("committed")
    expect(transaction?.attributes.get("lectern.transaction.wait_ms")).toEqual(expect.any(Number))
    const statements = childrenOf(spans, transaction).map(({ name }) => name)
    expect(statements).toContain("storage.write spaces")
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)

    spans.length = 0
    await as.contentEdits.apply(space.id, { changes: [{ operation: "insert_page", document: { markdown: "# A" } }] })
    await as.search.space(space.id, { query: "a" })
    const names = new Set(spans.map(({ name }) => name))
    for (const name of ["contentEdits.apply", "search.replace", "search.space", "search.query"]) {
      expect([...names]).toContain(name)
    }
    await lectern.close()
  })

  it("names what went wrong by its tag, and calls only faults errors", async () => {
    const { as, lectern, spans } = await open()
    spans.length = 0
    await expect(as.spaces.get("nothing" as SpaceId)).rejects.toBeInstanceOf(NotFound)
    const call = spans.find(({ name }) => name === "spaces.get")
    expect([call?.attributes.get("error.type"), call?.failed]).toEqual(["NotFound", false])
    await lectern.close()
  })

  it("counts calls, statements, transactions and lookups", async () => {
    const { as, lectern } = await open()
    const organization = await as.organizations.create({ title: "Example" })
    const create = () => as.spaces.create(organization.id, {})
    expect((await rise(metrics.calls, create)).get("spaces.create ok")).toBe(1)
    expect((await rise(metrics.transactions, create)).get("committed")).toBe(1)
    expect((await rise(metrics.transactionWait, create)).get("")).toBe(1)
    expect((await rise(metrics.transactionDuration, create)).get("")).toBe(1)
    expect((await rise(metrics.statements, create)).get("spaces write")).toBe(1)
    const { id } = await create()
    await as.spaces.get(id)
    const lookups = await rise(metrics.cacheLookups, () => as.spaces.get(id))
    expect(lookups.get("access.standings hit")).toBeGreaterThan(0)
    expect(numbers(metrics.transactionsWaiting).get("")).toBe(0)
    const refused = await rise(metrics.calls, () => as.spaces.get("nothing" as SpaceId).catch(() => undefined))
    expect(refused.get("spaces.get NotFound")).toBe(1)
    await lectern.close()
  })

  it("tells how long a transaction waited for another one", async () => {
    const { as, lectern, spans } = await open()
    const organization = await as.organizations.create({ title: "Example" })
    spans.length = 0
    await Promise.all(Array.from({ length: 8 }, () => as.spaces.create(organization.id, {})))
    const waits = spans.flatMap(({ attributes, name }) =>
      name === "storage.transaction" ? [Number(attributes.get("lectern.transaction.wait_ms"))] : []
    )
    expect(waits).toHaveLength(8)
    expect(Math.max(...waits)).toBeGreaterThan(Math.min(...waits))
    await lectern.close()
  })

  it("shows the first statements of a long transaction and counts the others", async () => {
    const { as, lectern, spans } = await open()
    const organization = await as.organizations.create({ title: "Example" })
    const space = await as.spaces.create(organization.id, {})
    spans.length = 0
    const page = (i: number) => ({ operation: "insert_page", document: { markdown: `# Page ${i}` } }) as const
    await as.contentEdits.apply(space.id, { changes: Array.from({ length: 50 }, (_, i) => page(i)) })
    const transactions = spans.filter(({ name }) => name === "storage.transaction")
    const [long] = transactions.filter(({ attributes }) => attributes.has("lectern.statements.not_shown"))
    expect(long?.attributes.get("lectern.statements.not_shown")).toBeGreaterThan(0)
    for (const transaction of transactions) {
      const shown = childrenOf(spans, transaction).filter(({ name }) => /^storage\.(read|scan|write)/.test(name))
      expect(shown.length).toBeLessThanOrEqual(64)
    }
    await lectern.close()
  })
})

describe("telemetry", () => {
  it("puts the calls of an Effect program below its own spans, in its own tracer", async () => {
    const { layer, spans } = keepSpans()
    const program = Effect.gen(function* () {
      const users = yield* Users
      return yield* Effect.provideService(users.create({ displayName: "Ada", email: "a@example.com" }), Actor, system)
    }).pipe(Effect.withSpan("mine"))
    const engine = Lectern.layer(MemoryStorage.layer(), { telemetry: Instrumentation.layer })
    await Effect.runPromise(Effect.provide(program, Layer.merge(engine, layer)))
    const mine = spans.find(({ name }) => name === "mine")
    expect(childrenOf(spans, mine).map(({ name }) => name)).toEqual(["users.create"])
  })

  it("is not there unless it is asked for", async () => {
    const { layer, spans } = keepSpans()
    const program = Effect.gen(function* () {
      const asUser = Effect.provideService(Actor, user(UserId.make("nobody")))
      yield* Effect.either(asUser((yield* Spaces).get("nothing" as SpaceId)))
    })
    const before = Metric.unsafeSnapshot().filter(({ metricKey }) => metricKey.name.startsWith("lectern_"))
    const counts = JSON.stringify(before)
    await Effect.runPromise(Effect.provide(program, Layer.merge(Lectern.layer(MemoryStorage.layer()), layer)))
    expect(spans).toEqual([])
    const after = Metric.unsafeSnapshot().filter(({ metricKey }) => metricKey.name.startsWith("lectern_"))
    expect(JSON.stringify(after)).toBe(counts)
  })
})
