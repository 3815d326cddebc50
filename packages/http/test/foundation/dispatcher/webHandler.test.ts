import type { Body } from "@lectern/http/foundation/dispatcher/Exchange"
import { webHandler } from "@lectern/http/WebHandler"
import { describe, expect, it } from "vitest"

const get = (body: Body, headOnly = false): Promise<Response> =>
  webHandler((_, respond) => {
    respond({ status: 200, headers: {}, body, headOnly })
    return () => {}
  })(new Request("http://lectern.test/"))

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at % 251)

describe("an answer to fetch", () => {
  it.each([0, 1, 256 * 1024, 256 * 1024 + 1, 1024 * 1024 + 7])("has all of its %d bytes", async (length) => {
    const bytes = bytesOf(length)
    const answer = await get(bytes)
    expect(answer.headers.get("content-length")).toBe(String(length))
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), bytes)).toBe(0)
  })

  it("has a long text in UTF-8, and no body for HEAD", async () => {
    const text = "é€😀 ".repeat(50_000)
    expect(await (await get(text)).text()).toBe(text)
    const head = await get(text, true)
    expect([head.headers.get("content-length"), await head.text()]).toEqual([String(Buffer.byteLength(text)), ""])
  })

  it.each([1000, 1024 * 1024])("leaves %d bytes that others may be sent as they are", async (length) => {
    const bytes = Buffer.from(bytesOf(length))
    for await (const chunk of (await get(bytes)).body ?? []) chunk.fill(7)
    expect(Buffer.compare(bytes, bytesOf(length))).toBe(0)
  })
})
