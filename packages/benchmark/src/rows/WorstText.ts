/** The hardest texts on every path that reads text: the waits of other callers, and the cost of twice the text. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { say } from "../CommandLine.js"
import { constant, type Family, type Prepared, subjectAtMost } from "../Harness.js"
import type { HostileText } from "../HostileTexts.js"
import { tempFolder } from "../TempFolder.js"
import { chosenTexts } from "../worst-text/Chosen.js"
import { large } from "../worst-text/Large.js"
import {
  isAllowed,
  type Ground as Paths,
  partOf,
  publishSite,
  type Times,
  textSite,
  type Walked,
  walk
} from "../worst-text/Paths.js"
import { type Server, server as startServer } from "../worst-text/Server.js"
import { longestOf, printed } from "../worst-text/Sizes.js"
import { batch, editBeside, folders, otherCaller } from "../worst-text/Together.js"
import * as Waits from "../worst-text/Waits.js"

/** How many texts are written in parallel. */
const atOnce = 20
/** Less processor time than this, in milliseconds, says nothing about how the time grows. */
const noise = 150
const mostGrowth = 2.3

/** The largest of several values, and its path. */
interface Most {
  readonly path: string
  readonly value: number
}

/** The measurements of one text. */
interface Seen {
  readonly name: string
  readonly text: string
  readonly times: Times
  /** How long `GET /v1/user` took at most, in milliseconds. */
  readonly wait: number
  /** The path that held the server's event loop for the longest, and for how long. */
  readonly hold: Most
  /** The path with the largest factor for twice the text. */
  readonly growth: Most
}

interface Ground extends Paths {
  readonly waits: Waits.Waits
  /** The waiting time of a caller who reads a page of another site. */
  readonly reading: Waits.Waits
}

const mostOf = (values: Times): Most =>
  Object.entries(values).reduce((most, [path, value]) => (value > most.value ? { path, value } : most), {
    path: "",
    value: 0
  })

/** The factor by which the compared text is shorter: the larger it is, the less a disturbance of one walk matters. */
const shorter = 4

/**
 * How many times longer each path takes for twice the text, by the time for a quarter of it. In processor time, which
 * does not depend on the other load of a machine. Paths that only one of the texts took are omitted.
 */
const growthOf = (quarter: Times, whole: Times): Most =>
  mostOf(
    Object.fromEntries(
      Object.entries(quarter).map(([path, cost]) => [
        path,
        (Math.max(whole[path] ?? 0, noise) / Math.max(cost, noise)) ** (1 / Math.log2(shorter))
      ])
    )
  )

/**
 * The shortest time of each path, over the walks that took it: a disturbance only ever adds to the time of a walk. Both
 * sides must have been taken equally often.
 */
const leasts = (walks: ReadonlyArray<Times>): Times =>
  Object.fromEntries(
    Object.keys(walks[0] ?? {}).map((path) => [path, Math.min(...walks.flatMap((walk) => walk[path] ?? []))])
  )

/** Takes a text along every path; `undefined` if it is refused at any length, by a sentence that names a bound. */
const see = async (ground: Ground, hostile: HostileText): Promise<Seen | undefined> => {
  const { make, name } = hostile
  const { organization, server, waits } = ground
  const { comment, page } = longestOf(hostile)
  if (!(await isAllowed(server, organization, make(page === 0 ? printed : page)))) {
    if (page === 0) return undefined
    throw new Error(`${name}: ${page} bytes of it are refused`)
  }
  const text = make(page)
  const ofComment = make(Math.max(comment, 1))
  let count = 0
  // The texts of all walks differ: texts that have been read are cached for a while, and more of them if they are
  // short.
  const taken = (markdown: string, prints: boolean): Promise<Walked> =>
    walk(
      ground,
      `${markdown}\n\n${++count}`,
      `${ofComment}\n\n${count}`,
      prints ? Math.min(printed, page) / (markdown === text ? 1 : shorter) : 0
    )
  const short = make(Math.floor(page / shorter))
  const quarters = [(await taken(short, true)).costs]
  await waits.longest()
  const { costs, holds, times } = await taken(text, true)
  const wholes = [costs]
  const wait = await waits.longest()
  const grown = (): Most => growthOf(leasts(quarters), leasts(wholes))
  for (let again = 0; again < 8 && grown().value > mostGrowth; again++) {
    const prints = grown().path === "pdf"
    wholes.push((await taken(text, prints)).costs)
    quarters.push((await taken(short, prints)).costs)
  }
  return { name, text, times, wait, hold: mostOf(holds), growth: grown() }
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

const organizationOf = async (server: Server): Promise<string> => {
  const { body } = await server.ask("GET", "/v1/orgs")
  const [first] = body.items as ReadonlyArray<{ readonly id: string }>
  return first?.id ?? ""
}

const inMilliseconds = (one: number, other: number): string => `${Math.round(one)} and ${Math.round(other)} ms`

/** Texts, and as many again that differ from them. */
const twice = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...texts,
  ...texts.map((text) => partOf(`Again.\n\n${text}`, 0, -10))
]

/** Measures many texts together, and texts that are larger than any of them. */
const together = async (ground: Ground, folder: string, texts: ReadonlyArray<string>) => {
  const { organization, server, waits } = ground
  const waited: Array<number> = []
  const said = async (what: string): Promise<void> => {
    const wait = await waits.longest()
    waited.push(wait)
    say(`${what}; wait ${Math.round(wait)} ms, hold ${Math.round((await server.load()).hold)} ms`)
  }
  await waits.longest()
  await server.load()
  const first = texts.slice(0, atOnce)
  const fewer = first.slice(0, Math.max(1, first.length >> 1))
  const one = await batch(server, organization, fewer)
  const two = await batch(server, organization, twice(fewer))
  await said(`batches of ${fewer.length} and ${2 * fewer.length}: ${inMilliseconds(one.time, two.time)}`)
  const half = texts.filter((_, at) => at % 2 === 0)
  const small = await folders(server, organization, folder, half)
  const more = await folders(server, organization, folder, twice(half))
  await said(
    `folders of ${half.length} and ${2 * half.length}: imported in ${inMilliseconds(small.taken.time, more.taken.time)}, exported in ${inMilliseconds(small.given.time, more.given.time)}`
  )
  const grown = [
    two.processor / Math.max(one.processor, noise),
    more.taken.processor / small.taken.processor,
    more.given.processor / small.given.processor
  ]
  for (const { half, name, time, whole } of await large(ground)) {
    grown.push(Math.max(whole, noise) / Math.max(half, noise))
    await said(`${name}: ${Math.round(time)} ms, ${grown.at(-1)?.toFixed(1)} times half of it`)
  }
  const other = await otherCaller(server)
  const wait = Math.max(...waited)
  const alone = await editBeside(server, organization, other, ["A word."])
  await said(`edit alone: ${Math.round(alone)} ms`)
  const beside = await editBeside(server, organization, other, first)
  await said(`edit beside ${first.length} texts: ${Math.round(beside)} ms`)
  return { alone, beside, wait, waitBeside: waited.at(-1) ?? 0, growth: Math.max(...grown) }
}

const measureAll = async (ground: Ground, folder: string): Promise<ReadonlyArray<Prepared>> => {
  const { reading, waits } = ground
  const chosen = chosenTexts()
  await Promise.all([waits.longest(), reading.longest()])
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const quiet = await waits.longest()
  const quietPage = await reading.longest()
  say(header)
  const seen: Array<Seen> = []
  for (const text of chosen) {
    const one = await see(ground, text)
    if (one !== undefined) seen.push(one)
    say(one === undefined ? `${text.name.padEnd(34)} refused` : line(one))
  }
  const page = await reading.longest()
  const texts = seen.map(({ text }) => text)
  const { alone, beside, growth, wait, waitBeside } = await together(ground, folder, texts)
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
    constant(
      "worst-text",
      ["GET /v1/user beside the hardest texts", longest],
      ["alone", quiet],
      "ms",
      subjectAtMost(100)
    ),
    constant(
      "worst-text-page",
      ["a page beside the hardest texts", page],
      ["alone", quietPage],
      "ms",
      subjectAtMost(300)
    ),
    constant(
      "worst-text-beside",
      [`GET /v1/user beside ${atOnce} texts`, waitBeside],
      ["alone", quiet],
      "ms",
      subjectAtMost(100)
    ),
    constant("worst-text-edit", ["edit of 2 KB beside 20 texts", beside], ["alone", alone], "ms", subjectAtMost(1000)),
    constant(
      "worst-text-growth",
      ["twice the text", most],
      ["the text", 1],
      "times the time",
      subjectAtMost(mostGrowth)
    )
  ]
}

const ground: Effect.Effect<Ground, unknown, Scope.Scope> = Effect.gen(function* () {
  const server = yield* startServer
  const site = yield* textSite
  const organization = yield* Effect.promise(() => organizationOf(server))
  const neighbour = yield* Effect.promise(() => publishSite(server, organization, "A page of somebody else."))
  const asking = (path: string) =>
    Effect.acquireRelease(
      Effect.sync(() => Waits.start({ url: `${server.address}${path}`, token: server.token })),
      ({ stop }) => Effect.promise(stop)
    )
  return {
    server,
    site,
    organization,
    waits: yield* asking("/v1/user"),
    reading: yield* asking(`/sites/${neighbour}/t`)
  }
})

/** Every path with every hostile text, on a server, with another caller who waits. */
export const worstText: Family = {
  name: "worst-text",
  onlyAsked: true,
  rows: Effect.flatMap(Effect.all([ground, tempFolder]), ([made, folder]) =>
    Effect.promise(() => measureAll(made, folder))
  )
}
