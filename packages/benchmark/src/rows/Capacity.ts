/** The costs of operations for a server and its PostgreSQL database: statements, and the processor time of both. */
import * as Effect from "effect/Effect"
import { markdownOf, titleOf } from "../Corpus.js"
import { type Operation, operations } from "../capacity/Costs.js"
import { counted, timeOf, timeOfAll } from "../capacity/Processes.js"
import { constant, type Family, type Prepared } from "../Harness.js"
import { installedServer } from "../InstalledServer.js"
import { newServer } from "../postgres/Server.js"

const spaces = 100
const pages = 250
const pageBytes = 4_000

/** How many calls of each operation a round has. */
const calls: Readonly<Record<Operation, number>> = {
  visit: 200,
  get: 1_000,
  list: 200,
  page: 600,
  search: 100,
  edit: 80,
  merge: 30
}

/**
 * The number of measured rounds, after one to warm up. The lowest result counts, as other programs use the machine too.
 */
const rounds = 5

/** How many requests are under way at the same time. */
const atOnce = 8

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** A PostgreSQL server: its process, and a port on which its statements are counted. */
const postgres = Effect.gen(function* () {
  const { pid, socket } = yield* newServer([])
  const { port, statements } = yield* counted(socket)
  return { pid, statements, url: `postgres://lectern@127.0.0.1:${port}/postgres` }
})

/** The installed server, on a database. */
const lectern = (database: string) => installedServer({ LECTERN_DATABASE_URL: database })

interface Made {
  readonly id: string
}

interface Published {
  readonly urls: { readonly published: string }
}

/** Calls the API, without a token as nobody, and fails unless it answers with success. */
const caller = (address: string, token?: string) => {
  const call = async <A>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<A> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return text === "" || !text.startsWith("{") ? (undefined as A) : JSON.parse(text)
  }
  return call
}

type Call = ReturnType<typeof caller>

/** Fills an organization: spaces, one with pages, and a published site of it. */
const filled = async (call: Call) => {
  const { items } = await call<{ readonly items: ReadonlyArray<Made> }>("/v1/orgs")
  const organization = items[0]?.id ?? ""
  const ids: Array<string> = []
  for (let i = 0; i < spaces; i++) {
    ids.push((await call<Made>(`/v1/orgs/${organization}/spaces`, { title: titleOf(i) })).id)
  }
  const space = ids[0] ?? ""
  const made: Array<string> = []
  for (let from = 0; from < pages; from += 50) {
    const changes = Array.from({ length: 50 }, (_, i) => ({
      operation: "insert_page",
      title: titleOf(from + i),
      slug: `page-${from + i}`,
      document: { markdown: markdownOf(from + i, pageBytes) }
    }))
    const answer = await call<{ readonly changes: ReadonlyArray<{ readonly page: Made }> }>(
      `/v1/spaces/${space}/content`,
      {
        changes
      }
    )
    made.push(...answer.changes.map(({ page }) => page.id))
  }
  const site = await call<Made>(`/v1/orgs/${organization}/sites`, { title: "Manual", spaces: [space] })
  await call(`/v1/orgs/${organization}/sites/${site.id}`, { basename: "bench" }, "PATCH")
  await call(`/v1/orgs/${organization}/sites/${site.id}/publish`, {})
  const { urls } = await call<Published>(`/v1/orgs/${organization}/sites/${site.id}`)
  return { organization, ids, space, pages: made, site: new URL(urls.published).pathname.replace(/\/$/, "") }
}

/** One call of each operation, by its number. Its prerequisites are prepared, and not counted. */
const works = (
  call: Call,
  visit: Call,
  { ids, organization, pages: made, site, space }: Awaited<ReturnType<typeof filled>>
) => {
  const update = (i: number) => ({
    changes: [
      { operation: "update_page", page: made[i % pages], document: { markdown: markdownOf(1_000 + i, pageBytes) } }
    ]
  })
  const requests: Array<string> = []
  const prepareMerge = async (i: number): Promise<void> => {
    const { id } = await call<Made>(`/v1/spaces/${space}/change-requests`, {})
    await call(`/v1/spaces/${space}/change-requests/${id}/content`, update(10_000 + i))
    requests[i] = id
  }
  const done: Readonly<Record<Operation, (i: number) => Promise<unknown>>> = {
    visit: (i) => visit(`${site}/page-${(i * 7) % pages}`),
    get: (i) => call(`/v1/spaces/${ids[i % spaces]}`),
    list: () => call(`/v1/orgs/${organization}/spaces?limit=${spaces}`),
    page: (i) => call(`/v1/spaces/${space}/content/path/page-${(i * 7) % pages}`),
    search: (i) =>
      call(
        `/v1/spaces/${space}/search?query=${encodeURIComponent(
          titleOf(i * 13)
            .split(" ")
            .at(-1) ?? ""
        )}`
      ),
    edit: (i) => call(`/v1/spaces/${space}/content`, update(i)),
    merge: (i) => call(`/v1/spaces/${space}/change-requests/${requests[i]}/merge`, {})
  }
  return { done, prepareMerge }
}

const rows = Effect.gen(function* () {
  const database = yield* postgres
  const server = yield* lectern(database.url)
  return yield* Effect.promise(async () => {
    const call = caller(server.address, server.token)
    const world = await filled(call)
    const { done, prepareMerge } = works(call, caller(server.address), world)
    const read = () => ({
      statements: database.statements(),
      server: timeOf(server.pid),
      database: timeOfAll(database.pid)
    })
    /** Waits, at most a minute, until the indexing that edits have left is done. */
    const settled = async (): Promise<ReturnType<typeof read>> => {
      // It begins within a second.
      await pause(1_000)
      let now = read()
      for (let round = 0; round < 120; round++) {
        await pause(500)
        const before = now
        now = read()
        if (now.server - before.server < 50_000) break
      }
      return now
    }
    const round = async (name: Operation, from: number, count: number) => {
      const before = await settled()
      let next = from
      const work = async (): Promise<void> => {
        while (next < from + count) await done[name](next++)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      const after = await settled()
      const each = (of: keyof typeof after): number => (after[of] - before[of]) / count
      return { statements: each("statements"), server: each("server"), database: each("database") }
    }
    const measured: Array<Prepared> = []
    for (const name of operations) {
      const count = calls[name]
      if (name === "merge") for (let i = 0; i < count * (rounds + 1); i++) await prepareMerge(i)
      await round(name, 0, count)
      const found: Array<Awaited<ReturnType<typeof round>>> = []
      for (let i = 1; i <= rounds; i++) found.push(await round(name, i * count, count))
      const each = (of: "statements" | "server" | "database"): number => Math.min(...found.map((cost) => cost[of]))
      const cost = `${each("server").toFixed()} + ${each("database").toFixed()} µs, ${each("statements").toFixed(1)} statements`
      process.stderr.write(`${name}: ${cost}\n`)
      measured.push(
        constant(
          `capacity-${name}`,
          [`HTTP, ${name}: processor time of the server`, each("server")],
          [`of PostgreSQL, for ${each("statements").toFixed(1)} statements`, each("database")],
          "µs"
        )
      )
    }
    return measured
  })
})

/** The cost of each operation of the capacity model. It needs Linux. */
export const capacity: Family = { name: "capacity", onlyAsked: true, rows }
