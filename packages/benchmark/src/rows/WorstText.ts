/** The hardest texts on every path that reads text: how long others wait, and what twice the text costs. */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import type { Family, Prepared } from "../Harness.js"
import { hostileTexts } from "../HostileTexts.js"
import { tempFolder } from "../TempFolder.js"
import { batch, editBeside, isAllowed, newSpace, print, type Times, textSite, walk } from "../worst-text/Paths.js"
import { type Server, server as startServer } from "../worst-text/Server.js"
import * as Waits from "../worst-text/Waits.js"

/** The longest page, and the longest comment, in bytes. */
const largest = { page: 1024 * 1024 - 64, comment: 60 * 1024 }
/** A shorter text that is printed, since setting one of the longest takes until it is stopped. */
const printed = 96 * 1024
/** What takes less, in milliseconds, says nothing of how the time grows. */
const noise = 150
const mostGrowth = 2.3

/** What was seen of one text. */
interface Seen {
  readonly name: string
  readonly bytes: number
  readonly times: Times
  readonly wait: number
  readonly delay: number
  /** The path on which twice the text takes the most times longer. */
  readonly growth: { readonly path: string; readonly times: number }
}

interface Ground {
  readonly server: Server
  readonly site: Effect.Effect.Success<typeof textSite>
  readonly organization: string
  readonly waits: Waits.Waits
}

const growthOf = (half: Times, whole: Times): Seen["growth"] => {
  const grown = Object.entries(whole).map(([path, time]) => {
    const before = half[path] ?? 0
    return { path, times: Math.max(time, noise) / Math.max(before, noise) }
  })
  return grown.reduce((most, one) => (one.times > most.times ? one : most), { path: "", times: 0 })
}

const least = (some: Times, others: Times): Times =>
  Object.fromEntries(Object.entries(some).map(([path, time]) => [path, Math.min(time, others[path] ?? time)]))

const see = async (
  { organization, server, site, waits }: Ground,
  { make, name }: (typeof hostileTexts)[number]
): Promise<Seen> => {
  let length = largest.page
  while (length > 1000 && !(await isAllowed(server, organization, make(length)))) length >>= 1
  const comment = make(Math.min(largest.comment, length >> 3))
  const taken = (text: string): Promise<Times> => walk(server, site, organization, text, comment)
  let half = await taken(make(length >> 1))
  await waits.longest()
  await server.delay()
  let whole = await taken(make(length))
  const [wait, delay] = [await waits.longest(), await server.delay()]
  for (let again = 0; again < 2 && growthOf(half, whole).times > mostGrowth; again++) {
    half = least(half, await taken(make(length >> 1)))
    whole = least(whole, await taken(make(length)))
  }
  return { name, bytes: length, times: whole, wait, delay, growth: growthOf(half, whole) }
}

const paths = ["edit", "document", "links", "search", "comment", "changes", "merge", "import", "specification"]

const line = ({ bytes, delay, growth, name, times, wait }: Seen): string =>
  [
    name.padEnd(34),
    String(bytes >> 10).padStart(5),
    ...paths.map((path) => String(Math.round(times[path] ?? 0)).padStart(path.length + 1)),
    String(Math.round(wait)).padStart(6),
    String(Math.round(delay)).padStart(6),
    `${growth.times.toFixed(1)} ${growth.times > 1 ? growth.path : ""}`.padStart(8)
  ].join(" ")

const header = [
  "text".padEnd(34),
  "   KB",
  ...paths.map((path) => ` ${path}`),
  "  wait",
  " delay",
  "  growth (milliseconds)"
].join(" ")

const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const organizationOf = async (server: Server): Promise<string> => {
  const { body } = await server.ask("GET", "/v1/orgs")
  const [first] = body.items as ReadonlyArray<{ readonly id: string }>
  return first?.id ?? ""
}

/** Somebody else who may edit. */
const otherCaller = async (server: Server): Promise<string> => {
  const { body } = await server.ask("POST", "/v1/user/tokens", { label: "other" })
  return typeof body.token === "string" ? body.token : server.token
}

/** Makes a folder of texts, imports it, and exports it again: milliseconds. */
const folders = async (server: Server, organization: string, folder: string, length: number): Promise<number> => {
  const source = join(folder, `texts-${length}`)
  await mkdir(source)
  await Promise.all(hostileTexts.map(({ make }, at) => writeFile(join(source, `text-${at}.md`), make(length))))
  const space = await newSpace(server, organization)
  const taken = await server.command("import", source, "--space", space)
  return taken + (await server.command("export", space, join(folder, `out-${length}`)))
}

const constant = (row: Omit<Prepared, "pair" | "rounds">, subject: number, baseline: number): Prepared => ({
  ...row,
  rounds: 1,
  pair: { subject: Effect.succeed(subject), baseline: Effect.succeed(baseline) }
})

const measureAll = async (ground: Ground, folder: string): Promise<ReadonlyArray<Prepared>> => {
  const { organization, server, waits } = ground
  const only = process.env.LECTERN_WORST_TEXT
  const chosen = hostileTexts.filter(({ name }) => only === undefined || name.includes(only))
  await waits.longest()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const quiet = await waits.longest()
  say(header)
  const seen: Array<Seen> = []
  for (const text of chosen) {
    const one = await see(ground, text)
    seen.push(one)
    say(line(one))
  }
  await waits.longest()
  for (const { make, name } of chosen) {
    say(`PDF ${name}: ${Math.round(await print(server, organization, make(printed)))} ms`)
  }
  const many = seen.slice(0, 20).map(({ bytes, name }) => {
    const made = hostileTexts.find((text) => text.name === name)?.make(bytes)
    return made ?? ""
  })
  say(`PDF: wait ${Math.round(await waits.longest())} ms`)
  const batched = await batch(server, organization, many)
  say(`batch of ${many.length}: ${Math.round(batched)} ms, wait ${Math.round(await waits.longest())} ms`)
  const small = await folders(server, organization, folder, largest.page >> 2)
  const large = await folders(server, organization, folder, largest.page >> 1)
  say(`folders: ${Math.round(small)} and ${Math.round(large)} ms, wait ${Math.round(await waits.longest())} ms`)
  const other = await otherCaller(server)
  const alone = await editBeside(server, organization, other, ["A word."])
  const beside = await editBeside(server, organization, other, many)
  say(`${many.length} texts at once: wait ${Math.round(await waits.longest())} ms`)
  const worst = (of: (one: Seen) => number): number => Math.max(...seen.map(of))
  return [
    constant(
      {
        name: "worst-text",
        subject: "GET /v1/user beside the hardest texts",
        baseline: "alone",
        unit: "ms at most",
        target: { of: "subject", kind: "at most", value: 100 }
      },
      worst(({ wait }) => wait),
      quiet
    ),
    constant(
      {
        name: "worst-text-edit",
        subject: "edit of 2 KB beside 20 texts",
        baseline: "alone",
        unit: "ms at most",
        target: { of: "subject", kind: "at most", value: 1000 }
      },
      beside,
      alone
    ),
    constant(
      {
        name: "worst-text-growth",
        subject: "twice the text",
        baseline: "the text",
        unit: "times the time",
        target: { of: "subject", kind: "at most", value: mostGrowth }
      },
      Math.max(
        worst(({ growth }) => growth.times),
        large / small
      ),
      1
    )
  ]
}

const ground: Effect.Effect<Ground, unknown, Scope.Scope> = Effect.gen(function* () {
  const server = yield* startServer
  const site = yield* textSite
  const organization = yield* Effect.promise(() => organizationOf(server))
  const asked = { url: `${server.address}/v1/user`, token: server.token }
  const waits = yield* Effect.acquireRelease(
    Effect.sync(() => Waits.start(asked)),
    ({ stop }) => Effect.promise(stop)
  )
  return { server, site, organization, waits }
})

/** Every path with every hostile text, on a server, with somebody else who waits. */
export const worstText: Family = {
  name: "worst-text",
  rows: Effect.flatMap(Effect.all([ground, tempFolder]), ([made, folder]) =>
    Effect.promise(() => measureAll(made, folder))
  )
}
