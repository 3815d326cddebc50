/** A small part of the bench row `worst-text`: the hardest texts hold up no other caller, and no answer is a 500. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { inCI } from "@lectern/storage-testing/inCI"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostileTexts } from "../../benchmark/src/HostileTexts.js"
import { type Server, startServer, temporaryFolder } from "./program.js"

const token = "hostile-texts-administrator"
const hardest = ["nested hints", "loose list items"]
const names = inCI ? [...hardest, "opening brackets", "emphasis openings", "one underlined heading"] : hardest
const length = 128 * 1024
/**
 * How long the thread that answers may work without a break, in milliseconds. The bench row `worst-text` measures how
 * long other callers wait, on a quiet machine, with a stricter limit.
 */
const longest = 250

/**
 * Runs in the server's main thread, and writes down how long it worked without a turn of the event loop, when it ends.
 * On Linux that is processor time, which other tests next to this one do not change; elsewhere it is the time by the
 * clock.
 */
const watcher = `data:text/javascript,${encodeURIComponent(`
import { readFileSync, writeFileSync } from "node:fs"
const task = "/proc/self/task/" + process.pid + "/schedstat"
const now = process.platform === "linux" ? () => Number(readFileSync(task, "utf8").split(" ")[0]) / 1e6 : () => performance.now()
const holds = []
let last = now()
setInterval(() => {
  const time = now()
  if (time - last > ${longest}) holds.push({ at: Date.now(), hold: time - last })
  last = time
}, 5).unref()
process.on("exit", () => writeFileSync(process.env.HOLDS, JSON.stringify(holds)))
`)}`

const [folder, remove] = temporaryFolder()
const holds = join(folder, "holds.json")
let server: Server
let organization = ""
let started = 0

interface Answered {
  readonly status: number
  readonly body: { readonly [name: string]: unknown }
}

const sentAs = { authorization: `Bearer ${token}`, "content-type": "application/json" }

const ask = async (method: string, path: string, body?: unknown): Promise<Answered> => {
  const response = await fetch(`${server.base}${path}`, {
    method,
    headers: sentAs,
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const text = await response.text()
  expect(response.status, `${method} ${path}: ${text.slice(0, 200)}`).toBeLessThan(500)
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) }
}

const insert = (place: string, markdown: string) =>
  ask("POST", `${place}/content`, { changes: [{ operation: "insert_page", title: "T", document: { markdown } }] })

/** A space with the largest text of a kind that may be a page. */
const spaceWith = async (
  make: (length: number) => string
): Promise<{ readonly place: string; readonly text: string }> => {
  const { body } = await ask("POST", `/v1/orgs/${organization}/spaces`, { title: "Texts" })
  const place = `/v1/spaces/${body.id}`
  for (let bytes = length; bytes > 100; bytes >>= 1) {
    const text = make(bytes)
    if ((await insert(place, text)).status < 300) return { place, text }
  }
  throw new Error("no text of this kind is allowed")
}

/** Takes a text along the paths that read it. */
const walk = async (make: (length: number) => string): Promise<void> => {
  const { place, text } = await spaceWith(make)
  const { pages } = (await ask("GET", `${place}/content/pages`)).body
  const page = (pages as ReadonlyArray<{ readonly id: string }>)[0]?.id ?? ""
  const { body } = await ask("GET", `${place}/content/page/${page}?format=document`)
  expect(body).toMatchObject({ document: { object: "document" } })
  const request = (await ask("POST", `${place}/change-requests`, {})).body.id
  const proposal = `${place}/change-requests/${request}`
  const edit = (where: string, markdown: string) =>
    ask("POST", `${where}/content`, { changes: [{ operation: "update_page", page, document: { markdown } }] })
  await edit(proposal, `Begin.\n\n${text.slice(0, -100)}`)
  await edit(place, `${text.slice(0, -100)}\n\nEnd.`)
  expect((await ask("GET", `${proposal}/changes`)).status).toBe(200)
  expect((await ask("POST", `${proposal}/update`)).status).toBe(200)
}

const inFence = (language: string, source: string): string => `\`\`\`${language}\n${source}\n\`\`\`\n`
const row = (letter: string): string => Array.from({ length: 16 }, (_, index) => `${letter}${index}`).join(" & ")
const chain = (length: number): string =>
  `graph LR\n${Array.from({ length }, (_, index) => `A${index} --> A${index + 1}`).join("\n")}`
const repeating = "#1".repeat(30)

/** Pages of a site that are hard to render, however short they are. */
const hardPages: Readonly<Record<string, string>> = {
  "a diagram of two rows that are joined": inFence("mermaid", `graph LR\n${row("A")} --> ${row("B")}`),
  "many diagrams": Array.from({ length: inCI ? 30 : 3 }, (_, index) => inFence("mermaid", chain(40 + index))).join(
    "\n"
  ),
  "settings in front of no diagram": inFence("mermaid", `${"---\nx\n---\n".repeat(40)}!`),
  formulas: "$$a_b^c$$ ".repeat(inCI ? 20_000 : 3_000),
  "macros of formulas": `$$\\def\\a#1{${repeating}}\\def\\b#1{\\a{${repeating}}}\\def\\c#1{\\b{${repeating}}}\\c{\\c{x}}$$`,
  code: inFence("scss", "a--".repeat(inCI ? 3_000 : 1_200)),
  "many lists": "* a\n\n1. b\n\n".repeat(inCI ? 60_000 : 3_000),
  links: "[a](https://a.example/b_c) ".repeat(inCI ? 4_900 : 1_000)
}

/** Publishes pages, and reads each as a reader, as a program, and over MCP. */
const publish = async (pages: Readonly<Record<string, string>>): Promise<void> => {
  const space = String((await ask("POST", `/v1/orgs/${organization}/spaces`, { title: "Hard" })).body.id)
  for (const [title, markdown] of Object.entries(pages)) {
    const changes = [{ operation: "insert_page", title, document: { markdown } }]
    expect((await ask("POST", `/v1/spaces/${space}/content`, { changes })).status, title).toBeLessThan(300)
  }
  const sites = `/v1/orgs/${organization}/sites`
  const site = String((await ask("POST", sites, { title: "Hard", visibility: "public", spaces: [space] })).body.id)
  expect((await ask("POST", `${sites}/${site}/publish`)).status).toBeLessThan(300)
  const read = async (path: string, init?: RequestInit): Promise<string> => {
    const response = await fetch(`${server.base}/sites/${site}/${path}`, init)
    const text = await response.text()
    expect(response.status, `${path}: ${text.slice(0, 200)}`).toBe(200)
    return text
  }
  for (const title of Object.keys(pages)) {
    const path = title.replaceAll(" ", "-")
    expect(await read(path)).toContain("<article>")
    await read(`${path}.md`)
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "read_page", arguments: { path } } }
    await read("~/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(call)
    })
  }
  await read("llms-full.txt")
}

beforeAll(async () => {
  server = await startServer(folder, ["--import-docs", "none"], {
    LECTERN_ADMIN_TOKEN: token,
    LECTERN_LOG_LEVEL: "warning",
    NODE_OPTIONS: `--import ${watcher}`,
    HOLDS: holds
  })
  const { items } = (await ask("GET", "/v1/orgs")).body
  organization = (items as ReadonlyArray<{ readonly id: string }>)[0]?.id ?? ""
  // The time for loading and compiling, which the first text causes, does not count as a hold of a hostile one.
  await walk((length) => "Words of a page.\n\n".repeat(length / 64))
  await publish({ usual: "Words of a page." })
  started = Date.now()
})
afterAll(async () => {
  await server.stop()
  remove()
})

describe("a server that is given hostile texts", () => {
  it.each(names)("takes %s along every path", async (name) => {
    const text = hostileTexts.find((each) => each.name === name)
    if (text === undefined) throw new Error(`there is no text ${name}`)
    await walk(text.make)
  })

  it("shows pages that are hard to render to readers and to programs", { timeout: 600_000 }, () => publish(hardPages))

  it("takes bodies of many megabytes that come at the same time", async () => {
    const { place } = await spaceWith(() => "A word. ".repeat(20))
    const large = JSON.stringify({ title: "word ".repeat(800_000) })
    const send = () => fetch(`${server.base}${place}/content`, { method: "POST", headers: sentAs, body: large })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  })

  it("answers others meanwhile, says nothing of threads that cannot be used, and ends when it is asked to", async () => {
    const { code, stderr } = await server.stop()
    expect(code).toBe(0)
    expect(stderr).not.toContain("worker threads cannot be used")
    const seen = JSON.parse(readFileSync(holds, "utf8")) as ReadonlyArray<{
      readonly at: number
      readonly hold: number
    }>
    expect(seen.filter(({ at }) => at > started)).toEqual([])
  })
})
