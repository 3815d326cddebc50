/** How soon everybody sees what one of twenty people types into a page. */
import { Agent, get, type IncomingMessage } from "node:http"
import { setTimeout } from "node:timers/promises"
import * as Effect from "effect/Effect"
import { constant, type Family, median, percentile, subjectAtMost } from "../Harness.js"
import { onOneAndTwoServers } from "../OneAndTwoServers.js"

const people = 20
const letters = 50
/** The time between two letters of one person, in milliseconds. */
const apart = 200
/** The token of the administrator, which servers of one workspace have in common. */
const token = "benchmark-administrator"
const settings = { LECTERN_ADMIN_TOKEN: token }

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }

const ask = async <A>(url: string, body?: unknown): Promise<A> => {
  const answer = await fetch(url, {
    headers,
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as A
}

interface Live {
  readonly version: number
  readonly client: string
  readonly markdown: string
}

/** Follows a text, and calls back for each update; returns how to stop. */
const following = async (url: string, seen: (client: string) => void): Promise<() => void> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent, headers: { ...headers, accept: "text/event-stream" } }, resolve).once("error", reject)
  })
  let text = ""
  response.setEncoding("utf8").on("data", (chunk: string) => {
    const frames = (text + chunk).split("\n\n")
    text = frames.pop() ?? ""
    for (const frame of frames) {
      // Who has the text open is said after the updates.
      const [updates = ""] = frame.split('"present":')
      for (const [, client = ""] of updates.matchAll(/"client":"([^"]*)"/g)) seen(client)
    }
  })
  return () => response.destroy()
}

/** The milliseconds from each letter that somebody types to when each of the others sees it. */
const delays = (addresses: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<number>> =>
  Effect.promise(async () => {
    const [first = ""] = addresses
    const { items } = await ask<{ items: ReadonlyArray<{ id: string }> }>(`${first}/v1/orgs`)
    const { id } = await ask<{ id: string }>(`${first}/v1/orgs/${items[0]?.id}/spaces`, { title: "Typed" })
    const { changes } = await ask<{ changes: ReadonlyArray<{ page: { id: string } }> }>(
      `${first}/v1/spaces/${id}/content`,
      { changes: [{ operation: "insert_page", title: "Page", document: { markdown: "# Page\n" } }] }
    )
    const found: Array<number> = []
    const typed = new Map<string, Array<number>>()
    const all = await Promise.all(
      Array.from({ length: people }, async (_, i) => {
        const url = `${addresses[i % addresses.length]}/v1/spaces/${id}/content/page/${changes[0]?.page.id}/live`
        const live = await ask<Live>(url)
        const counts = new Map<string, number>()
        const stop = await following(url, (client) => {
          const count = counts.get(client) ?? 0
          counts.set(client, count + 1)
          const at = typed.get(client)?.[count]
          if (client !== live.client && at !== undefined) found.push(performance.now() - at)
        })
        return { stop, url, ...live }
      })
    )
    await Promise.all(
      all.map(async ({ client, markdown, url, version: began }, i) => {
        await setTimeout((i * apart) / people)
        let version = began
        const times: Array<number> = []
        typed.set(client, times)
        for (let n = 0; n < letters; n++) {
          times.push(performance.now())
          // Every update adds a letter.
          const length = markdown.length + version - began
          const updates = [{ changes: [[0, "x"], length] }]
          version = (await ask<Live>(url, { version, client, updates })).version
          await setTimeout(apart)
        }
      })
    )
    while (found.length < people * (people - 1) * letters) await setTimeout(10)
    for (const { stop } of all) stop()
    return found
  })

const rowOf = (name: string, what: string, most: number, times: ReadonlyArray<number>) =>
  constant(
    name,
    [`letter of one of ${people} people to the others, ${what}, p95`, percentile(times, 0.95)],
    ["median", median(times)],
    "ms",
    subjectAtMost(most)
  )

/** From typing a letter to seeing it: on SQLite, and on PostgreSQL with two servers. */
export const liveLatency: Family = {
  name: "live-latency",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const { alone, together } = yield* onOneAndTwoServers(settings, delays)
    return [
      rowOf("live-latency-sqlite", "SQLite", 100, alone),
      rowOf("live-latency-postgres", "two servers on PostgreSQL", 300, together)
    ]
  })
}
