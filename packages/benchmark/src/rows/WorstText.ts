/** The hardest texts on every path that reads text: how long others wait, and what twice the text costs. */
import { Effect, type Scope } from "effect"
import { constant, type Family, type Prepared, type Target } from "../Harness.js"
import type { HostileText } from "../HostileTexts.js"
import { tempFolder } from "../TempFolder.js"
import { chosenTexts } from "../worst-text/Chosen.js"
import { isAllowed, type Ground as Paths, partOf, type Times, textSite, walk } from "../worst-text/Paths.js"
import { type Server, server as startServer } from "../worst-text/Server.js"
import { batch, editBeside, folders, otherCaller } from "../worst-text/Together.js"
import * as Waits from "../worst-text/Waits.js"

/** The longest page, and the longest comment, in bytes. */
const largest = { page: 1024 * 1024 - 64, comment: 60 * 1024 }
/** How many texts are written at once. */
const atOnce = 20
/** What takes less of the processor, in milliseconds, says nothing of how the time grows. */
const noise = 150
const mostGrowth = 2.3

/** What of several has the largest value. */
interface Most {
  readonly path: string
  readonly value: number
}

/** What was seen of one text. */
interface Seen {
  readonly name: string
  readonly text: string
  readonly times: Times
  /** How long `GET /v1/user` took at most, in milliseconds. */
  readonly wait: number
  /** The path that held the server's event loop for the longest, and for how long. */
  readonly hold: Most
  /** The path on which twice the text takes the most times longer. */
  readonly growth: Most
}

interface Ground extends Paths {
  readonly waits: Waits.Waits
}

const mostOf = (values: Times): Most =>
  Object.entries(values).reduce((most, [path, value]) => (value > most.value ? { path, value } : most), {
    path: "",
    value: 0
  })

/**
 * By processor time, which does not depend on what else a machine does. Paths that only one of the texts took are
 * omitted.
 */
const growthOf = (half: Times, whole: Times): Most =>
  mostOf(
    Object.fromEntries(
      Object.entries(half).map(([path, cost]) => [path, Math.max(whole[path] ?? 0, noise) / Math.max(cost, noise)])
    )
  )

const least = (some: Times, others: Times): Times =>
  Object.fromEntries(Object.entries(some).map(([path, time]) => [path, Math.min(time, others[path] ?? time)]))

/** Takes a text along every path; `undefined` if it is refused at any length, by a sentence that names a bound. */
const see = async (ground: Ground, { make, name }: HostileText): Promise<Seen | undefined> => {
  const { organization, server, waits } = ground
  let length = largest.page
  while (!(await isAllowed(server, organization, make(length)))) {
    length >>= 1
    if (length < 1000) return undefined
  }
  const comment = make(Math.min(largest.comment, length >> 3))
  const text = make(length)
  // A longer PDF is stopped, so that half of the text has none that it could be compared with.
  const taken = (markdown: string, prints = false) => walk(ground, markdown, comment, prints)
  let half = (await taken(make(length >> 1))).costs
  await waits.longest()
  const { costs, holds, times } = await taken(text, true)
  let whole = costs
  const wait = await waits.longest()
  for (let again = 0; again < 4 && growthOf(half, whole).value > mostGrowth; again++) {
    whole = least(whole, (await taken(text)).costs)
    if (growthOf(half, whole).value > mostGrowth) half = least(half, (await taken(make(length >> 1))).costs)
  }
  return { name, text, times, wait, hold: mostOf(holds), growth: growthOf(half, whole) }
}

const paths = [
  "edit",
  "document",
  "links",
  "search",
  "comment",
  "changes",
  "update",
  "merge",
  "import",
  "specification",
  "pdf"
]

const line = ({ growth, hold, name, text, times, wait }: Seen): string =>
  [
    name.padEnd(34),
    String(Buffer.byteLength(text) >> 10).padStart(5),
    ...paths.map((path) => String(Math.round(times[path] ?? 0)).padStart(path.length + 1)),
    String(Math.round(wait)).padStart(6),
    ` ${Math.round(hold.value)} ${hold.path}`.padEnd(18),
    `${growth.value.toFixed(1)} ${growth.value > 1 ? growth.path : ""}`
  ].join(" ")

const header = [
  "text".padEnd(34),
  "   KB",
  ...paths.map((path) => ` ${path}`),
  "  wait",
  " hold".padEnd(18),
  "growth (milliseconds)"
].join(" ")

const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const organizationOf = async (server: Server): Promise<string> => {
  const { body } = await server.ask("GET", "/v1/orgs")
  const [first] = body.items as ReadonlyArray<{ readonly id: string }>
  return first?.id ?? ""
}

const atMost = (value: number): Target => ({ of: "subject", kind: "at most", value })

/** What many texts do together. */
const together = async ({ organization, server, waits }: Ground, folder: string, texts: ReadonlyArray<string>) => {
  const waited: Array<number> = []
  const said = async (what: string): Promise<void> => {
    const wait = await waits.longest()
    waited.push(wait)
    say(`${what}; wait ${Math.round(wait)} ms, hold ${Math.round((await server.load()).hold)} ms`)
  }
  await waits.longest()
  await server.load()
  const first = texts.slice(0, atOnce)
  await said(`batch of ${first.length}: ${Math.round(await batch(server, organization, first))} ms`)
  const half = texts.filter((_, at) => at % 2 === 0)
  const small = await folders(server, organization, folder, half)
  const large = await folders(server, organization, folder, [
    ...half,
    ...half.map((text) => partOf(`Again.\n\n${text}`, 0, -10))
  ])
  const taken = large.taken.processor / small.taken.processor
  const given = large.given.processor / small.given.processor
  await said(
    `folders of ${half.length} and ${2 * half.length}: imported in ${Math.round(small.taken.time)} and ${Math.round(large.taken.time)} ms, exported in ${Math.round(small.given.time)} and ${Math.round(large.given.time)} ms`
  )
  const other = await otherCaller(server)
  const alone = await editBeside(server, organization, other, ["A word."])
  await said(`edit alone: ${Math.round(alone)} ms`)
  const beside = await editBeside(server, organization, other, first)
  await said(`edit beside ${first.length} texts: ${Math.round(beside)} ms`)
  return { alone, beside, wait: Math.max(...waited), growth: Math.max(taken, given) }
}

const measureAll = async (ground: Ground, folder: string): Promise<ReadonlyArray<Prepared>> => {
  const { waits } = ground
  const chosen = chosenTexts()
  await waits.longest()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const quiet = await waits.longest()
  say(header)
  const seen: Array<Seen> = []
  for (const text of chosen) {
    const one = await see(ground, text)
    if (one !== undefined) seen.push(one)
    say(one === undefined ? `${text.name.padEnd(34)} refused` : line(one))
  }
  const texts = seen.map(({ text }) => text)
  const { alone, beside, growth, wait } = await together(ground, folder, texts)
  const worst = (of: (one: Seen) => number): number => Math.max(...seen.map(of))
  const longest = Math.max(
    wait,
    worst((one) => one.wait)
  )
  const most = Math.max(
    growth,
    worst((one) => one.growth.value)
  )
  return [
    constant("worst-text", ["GET /v1/user beside the hardest texts", longest], ["alone", quiet], "ms", atMost(100)),
    constant("worst-text-edit", ["edit of 2 KB beside 20 texts", beside], ["alone", alone], "ms", atMost(1000)),
    constant("worst-text-growth", ["twice the text", most], ["the text", 1], "times the time", atMost(mostGrowth))
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
  onlyAsked: true,
  rows: Effect.flatMap(Effect.all([ground, tempFolder]), ([made, folder]) =>
    Effect.promise(() => measureAll(made, folder))
  )
}
