/** How soon a webhook has an event, beside four whose receivers are dead. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"
import * as Effect from "effect/Effect"
import { constant, type Family, median, percentile, subjectAtMost } from "../Harness.js"
import { onOneAndTwoServers } from "../OneAndTwoServers.js"

const events = 200
/** The time between two events, in milliseconds. */
const apart = 50
/** The token of the administrator, which servers of one workspace have in common. */
const token = "benchmark-administrator"
const settings = { LECTERN_ADMIN_TOKEN: token, LECTERN_FETCH_ALLOW: "127.0.0.0/8" }

/** The address of a receiver that lives until the scope closes. */
const receiver = (handle: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(handle)
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  )

/** Receivers that never answer, refuse connections, fail, and take ten seconds. */
const dead = Effect.all([
  receiver(() => {}),
  Effect.succeed("http://127.0.0.1:9999/"),
  receiver((_, response) => response.writeHead(500).end()),
  receiver(async (_, response) => {
    await setTimeout(10_000, undefined, { ref: false })
    response.writeHead(200).end()
  })
])

const ask = async (url: string, method = "GET", body?: unknown): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Readonly<Record<string, unknown>>
}

/** The milliseconds from each request that changes something to the arrival of its event at the live receiver. */
const delays = (addresses: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const arrived: Array<number> = []
    const live = yield* receiver((request, response) => {
      arrived.push(performance.now())
      request.resume()
      response.writeHead(204).end()
    })
    const urls = [...(yield* dead), live]
    return yield* Effect.promise(async () => {
      const [first = ""] = addresses
      const { items } = await ask(`${first}/v1/orgs`)
      const organization = `/v1/orgs/${(items as ReadonlyArray<{ readonly id: string }>)[0]?.id}`
      const { id } = await ask(`${first}${organization}/spaces`, "POST", { title: "Renamed" })
      for (const url of urls) {
        await ask(`${first}${organization}/webhooks`, "POST", { url, events: ["space_updated"] })
      }
      const began: Array<number> = []
      for (let i = 0; i < events; i++) {
        began.push(performance.now())
        await ask(`${addresses[i % addresses.length]}/v1/spaces/${id}`, "PATCH", { title: `Title ${i}` })
        await setTimeout(apart)
      }
      while (arrived.length < events) await setTimeout(10)
      return arrived.map((time, i) => time - (began[i] ?? 0))
    })
  })

const rowOf = (name: string, what: string, times: ReadonlyArray<number>) =>
  constant(
    name,
    [`event to webhook beside four dead receivers, ${what}, p95`, percentile(times, 0.95)],
    ["median", median(times)],
    "ms",
    subjectAtMost(1_000)
  )

/** From an event to the webhook that has it: on SQLite, and on PostgreSQL with two servers that take turns. */
export const webhooks: Family = {
  name: "webhooks",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const { alone, together } = yield* onOneAndTwoServers(settings, delays)
    return [
      rowOf("webhooks-sqlite", "SQLite", alone),
      rowOf("webhooks-postgres", "two servers on PostgreSQL", together)
    ]
  })
}
