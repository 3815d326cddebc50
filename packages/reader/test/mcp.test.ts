/** The laws of the MCP endpoint: one message a request, bounded answers, and whole texts in parts. */
import { fetchHandler } from "@lectern/reader/Reader"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { answerBytes, bounded } from "../src/site/McpMessages.js"
import { partBytes, partOf } from "../src/site/TextParts.js"
import { base, makeSite, type TestSite } from "./support/site.js"

/** Sends a body to the MCP endpoint of a site; without one, by another method. */
const send = (site: TestSite, body: string, more: RequestInit = {}) =>
  site.reader(
    new Request(`${base}/sites/handbook/~/mcp`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      ...more
    })
  )

interface Message {
  readonly id?: unknown
  readonly result?: {
    readonly content?: ReadonlyArray<{ readonly text: string }>
    readonly structuredContent?: { readonly text: string; readonly cursor?: string }
    readonly isError?: boolean
  }
  readonly error?: { readonly code: number; readonly message: string }
}

const messageIn = (text: string): Message => JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text)

const bytesIn = (text: string): number => new TextEncoder().encode(text).length

/** Calls a tool; its answer may not exceed the limit. */
const call = async (site: TestSite, name: string, given: object) => {
  const asked = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }
  const text = await (await send(site, JSON.stringify(asked))).text()
  expect(bytesIn(text)).toBeLessThanOrEqual(answerBytes)
  return messageIn(text)
}

/** All parts of a text, as read by a client that follows the instructions of each part. */
const readAll = async (site: TestSite, name: string, given: object) => {
  const parts: Array<string> = []
  let next: string | undefined
  do {
    const { result } = await call(site, name, next === undefined ? given : { ...given, cursor: next })
    const [part, more] = result?.content ?? []
    parts.push(part?.text ?? "")
    next = more === undefined ? undefined : /the cursor (\S+)$/.exec(more.text)?.[1]
    expect(more === undefined).toBe(next === undefined)
    expect(result?.structuredContent).toEqual({ text: part?.text, ...(next !== undefined && { cursor: next }) })
  } while (next !== undefined)
  return parts
}

/** Pieces of texts. Some take more room in JSON than others. */
const pieces = ["a word ", "ünïcödé ", "漢字", "😀", "\\", '"', "\n", "\n\n", "\u0001", "\ud800", "`code` "]
const pieceBytes = Math.max(...pieces.map((piece) => JSON.stringify(piece).length))

describe("the parts of a text", () => {
  it("are the whole text together, and each is bounded", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 30_000 })), { maxLength: 6 }),
        (made) => {
          const text = made.map(([piece, times]) => piece.repeat(times)).join("")
          const parts: Array<string> = []
          let next: string | undefined
          do {
            const part = partOf(text, next)
            if (part === undefined) throw new Error(`no part at ${next}`)
            expect(bytesIn(JSON.stringify(part.text)) - 2).toBeLessThanOrEqual(partBytes)
            if (part.next !== undefined) expect(part.text.length).toBeGreaterThan(partBytes / pieceBytes / 3)
            parts.push(part.text)
            next = part.next
          } while (next !== undefined)
          expect(parts.join("") === text).toBe(true)
          for (const part of parts) expect(part.endsWith("\ud83d")).toBe(false)
        }
      ),
      { numRuns: runs(50) }
    )
  })

  it("are named by cursors of that text alone", () => {
    const text = "a line\n".repeat(20_000)
    const { next = "" } = partOf(text) ?? {}
    expect(partOf(text, next)?.text).toMatch(/^a line/)
    expect(partOf(`${text}!`, next)).toBeUndefined()
    for (const wrong of ["", "0", "nosuch", `0-${next.split("-")[1]}`, `999999999-${next.split("-")[1]}`]) {
      expect([wrong, partOf(text, wrong)]).toEqual([wrong, undefined])
    }
  })
})

describe("a large site", () => {
  let site: TestSite
  const huge = `# Huge\n\n${'Zebras "run" 漢字 😀 \\ over the plain.\n\n'.repeat(12_000)}`
  beforeAll(async () => {
    const about = `About ${"zebras and other striped animals ".repeat(8)}`
    const pages = Array.from({ length: 1_500 }, (_, at): [string, string] => [
      `page-${at}.md`,
      `---\ndescription: ${about}\n---\n\n# Page ${at}\n\nA zebra, ${about}.\n`
    ])
    site = await makeSite({ "README.md": "# Welcome\n", "huge.md": huge, ...Object.fromEntries(pages) })
  }, 120_000)
  afterAll(() => site.lectern.close())

  it("answers every tool in parts that are the whole text", { timeout: 120_000 }, async () => {
    const list = await readAll(site, "list_pages", {})
    expect(list.length).toBeGreaterThan(1)
    expect(list.join("") === (await site.text("/llms.txt"))).toBe(true)
    const page = await readAll(site, "read_page", { path: "huge" })
    expect(page.length).toBeGreaterThan(5)
    expect(page.join("") === (await site.text("/huge.md"))).toBe(true)
    expect((await readAll(site, "search", { query: "zebra" })).join("")).toContain("zebra")
    expect(await readAll(site, "read_page", { path: "page-1" })).toEqual([await site.text("/page-1.md")])
  })

  it("says that a cursor is of another text", async () => {
    for (const cursor of ["nosuch", "10-abc"]) {
      const { result } = await call(site, "read_page", { path: "huge", cursor })
      expect(result?.isError).toBe(true)
      expect(result?.content?.[0]?.text).toContain("begin again, without a cursor")
    }
    expect((await call(site, "read_page", { path: "huge", cursor: 1 })).error?.code).toBe(-32602)
  })

  it("answers no message with more than the limit, whatever it says", { timeout: 120_000 }, async () => {
    const anyText = fc.oneof(
      fc.string({ maxLength: 300, unit: "binary" }),
      fc
        .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 9_000 }))
        .map(([piece, times]) => piece.repeat(times))
    )
    const anyArguments = fc.record({ query: anyText, path: anyText, cursor: anyText }, { requiredKeys: [] })
    const anyMessage = fc.record(
      {
        jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant("2.0") }, anyText),
        id: fc.oneof(fc.integer(), fc.constant(null), anyText),
        method: fc.oneof(
          fc.constantFrom("tools/list", "tools/call", "initialize", "ping", "server/discover", "subscriptions/listen"),
          anyText
        ),
        params: fc.record(
          {
            name: fc.oneof(fc.constantFrom("search", "list_pages", "read_page"), anyText),
            arguments: anyArguments,
            protocolVersion: anyText,
            cursor: anyText,
            _meta: fc.dictionary(anyText, anyText, { maxKeys: 2 })
          },
          { requiredKeys: [] }
        )
      },
      { requiredKeys: ["method"] }
    )
    await fc.assert(
      fc.asyncProperty(anyMessage, fc.boolean(), async (message, isStreamed) => {
        const headers = {
          "content-type": "application/json",
          accept: isStreamed ? "text/event-stream" : "application/json, text/event-stream"
        }
        const answer = await send(site, JSON.stringify(message), { headers })
        expect(bytesIn(await answer.text())).toBeLessThanOrEqual(answerBytes)
      }),
      { numRuns: runs(60) }
    )
  })

  it("replaces an answer that is too long after all", () => {
    const body = (length: number) => bounded(200, "application/json", "ü".repeat(length / 2)).body
    expect(body(answerBytes)).toHaveLength(answerBytes / 2)
    expect(body(answerBytes + 2)).toContain(`longer than ${answerBytes} bytes`)
  })

  it.each([
    ["a batch of calls", 100],
    ["a batch of one", 1],
    ["a batch of nothing", 0]
  ])("refuses %s", async (_, count) => {
    const one = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_pages", arguments: {} } }
    const body = JSON.stringify(Array.from({ length: count }, (_, id) => ({ ...one, id })))
    for (const sent of [body, ` \n${body}`, `\ufeff${body}`]) {
      const answer = await send(site, sent)
      expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "application/json"])
      expect(messageIn(await answer.text())).toEqual({
        jsonrpc: "2.0",
        id: null,
        error: { code: -32_600, message: "a request has one message: batches are not supported" }
      })
    }
  })

  it("refuses an id that its answer would have to repeat at length", async () => {
    const body = (id: string) => JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" })
    expect(messageIn(await (await send(site, body("a".repeat(256)))).text()).id).toHaveLength(256)
    expect(messageIn(await (await send(site, body("a".repeat(257)))).text()).error?.code).toBe(-32_600)
  })
})

describe("a closed site", () => {
  let site: TestSite
  beforeAll(async () => {
    site = await makeSite({ "README.md": "# Welcome\n" })
  })
  afterAll(() => site.lectern.close())

  const rpc = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
  const methods = ["POST", "GET", "HEAD", "PUT", "DELETE", "OPTIONS"]
  const bodies = [rpc, `[${rpc}]`, "", "{", "a".repeat(100_000)]
  const headers: ReadonlyArray<Record<string, string>> = [
    {},
    { "x-visitor-token": "wrong" },
    { authorization: "Bearer wrong" },
    { cookie: "lectern_visitor=abc", accept: "text/markdown" },
    { origin: "https://evil.example" },
    { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" }
  ]
  const ends = ["/~/mcp", `/${"a".repeat(32)}/~/mcp`, "/guide/~/mcp", "/~/mcp?shareKey=wrong", "/~/mcp?a=b"]

  const requests = function* (name: string) {
    for (const method of methods) {
      for (const end of ends) {
        for (const [at, more] of headers.entries()) {
          for (const body of method === "POST" && at === 0 ? bodies : [rpc]) {
            const isRead = method === "GET" || method === "HEAD"
            yield new Request(`${base}/sites/${name}${end}`, {
              method,
              headers: { "content-type": "application/json", ...more },
              ...(!isRead && { body })
            })
          }
        }
      }
    }
  }

  const told = async (answer: Response) => {
    const kept = [...answer.headers].filter(([header]) => header !== "x-request-id")
    return JSON.stringify([answer.status, kept, await answer.text()])
  }

  const signIn = "https://login.example.com/"
  const closings: Readonly<Record<string, () => Promise<unknown>>> = {
    "is not published": () => site.ada.sites.unpublish(site.organization, site.site),
    "has share links": async () => {
      await site.ada.sites.publish(site.organization, site.site)
      await site.ada.sites.update(site.organization, site.site, { visibility: "share-link" })
    },
    "needs a visitor's token": () =>
      site.ada.sites.update(site.organization, site.site, { visibility: "visitor-auth" }),
    "says where people sign in": () =>
      site.ada.sitePublishing.updateAuth(site.organization, site.site, { backend: "custom", fallbackURL: signIn })
  }

  it.each(Object.keys(closings))("that %s answers MCP as an absent one, with 401", async (state) => {
    await closings[state]?.()
    for (const home of [undefined, "handbook"]) {
      const ask = fetchHandler(site.lectern, { baseUrl: base, home })
      const absent = requests("handb00k")
      for (const request of requests("handbook")) {
        const other = absent.next()
        if (other.done === true) throw new Error("expected as many requests")
        const { method, url } = request
        const [is, expected] = [await ask(request), await ask(other.value)]
        const expectedStatus = method === "POST" ? 401 : method === "OPTIONS" ? 404 : 405
        expect([method, url, is.status]).toEqual([method, url, expectedStatus])
        if (expectedStatus === 401) expect(is.headers.get("www-authenticate")).toBe("Bearer")
        if (expectedStatus === 405) expect(is.headers.get("allow")).toBe("POST")
        const answer = (await told(is)).replaceAll("handbook", "NAME")
        expect([method, url, answer]).toEqual([method, url, (await told(expected)).replaceAll("handb00k", "NAME")])
      }
    }
  })
})
