/** The server's answers to one request of each operation, with ids and a time that are always the same. */
import { createHash } from "node:crypto"
import * as Ids from "@lectern/core/ids/Ids"
import type { Example, Recorded } from "@lectern/http/engine/document/Examples"
import { Clock, Effect, Layer } from "effect"
import type { Operation, Row } from "../contract/rows.js"
import { operations } from "../contract/table.js"
import { textOf } from "./streams.js"
import { makeWorldOf, type World } from "./world.js"

const morning = Date.UTC(2026, 0, 31, 9)

const running = Clock.make()

/** A clock that stands still; a sleep by it takes as long as by any other. */
const still: Clock.Clock = {
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  sleep: (duration) => running.sleep(duration),
  unsafeCurrentTimeMillis: () => morning,
  unsafeCurrentTimeNanos: () => BigInt(morning) * 1_000_000n,
  currentTimeMillis: Effect.succeed(morning),
  currentTimeNanos: Effect.succeed(BigInt(morning) * 1_000_000n)
}

/**
 * Ids of the usual form, which count up; secrets count up too, and so no secret is ever written down. An engine that is
 * opened again goes on counting. `during` names the things that are made next, which then have ids and secrets of their
 * own: another operation or resource does not change the ids of the others.
 */
const countingIds = () => {
  let range = "0".repeat(7)
  let ids = 0
  let secrets = 0
  const layer: Layer.Layer<Ids.Ids> = Layer.succeed(Ids.Ids, {
    next: Effect.sync(() => `06g4xr9s0g${range}${(++ids).toString(32).padStart(9, "0")}`),
    secret: Effect.sync(() => `secret-${range}${String(++secrets).padStart(29, "0")}`)
  })
  const during = (name: string): void => {
    range = createHash("sha256").update(name).digest("hex").slice(0, 7)
    ids = 0
    secrets = 0
  }
  return { layer, during }
}

const engine = () => {
  const { during, layer } = countingIds()
  return { clock: still, ids: layer, during }
}

const request = async (world: World, { body, headers, path, prepare, ...operation }: Operation & Row) => {
  await prepare?.(world)
  const address = path(world.ids)
  const sent = body?.(world.ids)
  const response = await world.ask(operation.method, address, {
    ...(operation.as !== undefined && { as: operation.as }),
    ...(headers !== undefined && { headers: headers(world.ids) }),
    ...(sent !== undefined && { body: sent })
  })
  const text = await textOf(response)
  const isJson = response.headers.get("content-type") === "application/json"
  return { address, sent, status: response.status, answer: isJson ? (JSON.parse(text) as unknown) : undefined }
}

/** Failures that a request of the table causes, by status, each with the operation that it is an answer of. */
const failing = {
  400: "createOrganization",
  403: "updateOrganizationById",
  404: "getSpaceById",
  409: "restoreSpace",
  412: "transferSpace",
  415: "createUpload",
  460: "appendToUpload"
} as const

const recordFailures = async (): Promise<Recorded["failures"]> => {
  const found: Record<string, unknown> = {}
  const options = engine()
  const { reset, world } = await makeWorldOf(options)
  for (const [status, name] of Object.entries(failing)) {
    reset()
    options.during(`${name} ${status}`)
    const operation = operations[name]!
    const row = operation.failures[Number(status) as keyof Operation["failures"]]
    if (typeof row === "object") found[status] = (await request(world, { ...operation, ...row })).answer
  }
  const body = async (response: Promise<Response>): Promise<unknown> => (await response).json()
  const list = "/v1/orgs"
  found[401] = await body(world.ask("GET", list, { as: null }))
  const length = { "content-type": "application/json", "content-length": String(64 * 1024 * 1024) }
  found[413] = await body(world.ask("POST", list, { headers: length, body: {} }))
  const keyed = { headers: { "idempotency-key": "a-random-key" } }
  await world.ask("POST", list, { ...keyed, body: { title: "One" } })
  found[422] = await body(world.ask("POST", list, { ...keyed, body: { title: "Two" } }))
  world.fail("away")
  found[503] = await body(world.ask("GET", list))
  world.fail("broken")
  found[500] = await body(world.ask("GET", list))
  const strict = await makeWorldOf(engine(), { limits: { token: { limit: 0, windowSeconds: 60 } } })
  found[429] = await body(strict.world.ask("GET", list))
  return found
}

/** Everything that the document shows of the server. */
export const record = async (): Promise<Recorded> => {
  const examples: Record<string, Example> = {}
  const options = engine()
  const { reset, world } = await makeWorldOf(options)
  for (const name of Object.keys(operations).sort()) {
    reset()
    options.during(name)
    const { address, answer, sent, status } = await request(world, operations[name]!)
    examples[name] = {
      path: address,
      ...(typeof sent === "object" && { body: sent }),
      status,
      ...(answer !== undefined && { answer })
    }
  }
  return { operations: examples, failures: await recordFailures() }
}
