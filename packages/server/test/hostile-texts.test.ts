/** A small part of the bench row `worst-text`: the hardest texts hold up nobody else, and nothing answers 500. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostileTexts } from "../../benchmark/src/HostileTexts.js"
import { type Server, startServer, temporaryFolder } from "./program.js"

const token = "hostile-texts-administrator"
const names = ["nested hints", "opening brackets", "loose list items", "emphasis openings", "one underlined heading"]
const length = 128 * 1024
/** How long somebody else may wait, in milliseconds: generous, since other tests run beside this one. */
const patience = 3_000

const [folder, remove] = temporaryFolder()
let server: Server
let organization = ""

interface Answered {
  readonly status: number
  readonly body: { readonly [name: string]: unknown }
}

const ask = async (method: string, path: string, body?: unknown): Promise<Answered> => {
  const response = await fetch(`${server.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
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

/** Asks for something small over and over; the end gives the longest wait in milliseconds. */
const waits = () => {
  let longest = 0
  let going = true
  const asking = (async () => {
    while (going) {
      const started = performance.now()
      await ask("GET", "/v1/user")
      longest = Math.max(longest, performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return {
    end: async () => {
      going = false
      await asking
      return longest
    }
  }
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

beforeAll(async () => {
  server = await startServer(folder, ["--import-docs", "none"], {
    LECTERN_ADMIN_TOKEN: token,
    LECTERN_LOG_LEVEL: "warning"
  })
  const { items } = (await ask("GET", "/v1/orgs")).body
  organization = (items as ReadonlyArray<{ readonly id: string }>)[0]?.id ?? ""
})
afterAll(async () => {
  await server.stop()
  remove()
})

describe("a server that is given hostile texts", () => {
  it.each(names)("answers others beside %s", { timeout: 120_000 }, async (name) => {
    const text = hostileTexts.find((each) => each.name === name)
    if (text === undefined) throw new Error(`there is no text ${name}`)
    const waiting = waits()
    try {
      await walk(text.make)
    } finally {
      expect(await waiting.end()).toBeLessThan(patience)
    }
  })

  it("says nothing of threads that cannot be used, and ends when it is asked to", async () => {
    const { code, stderr } = await server.stop()
    expect(code).toBe(0)
    expect(stderr).not.toContain("worker threads cannot be used")
  })
})
