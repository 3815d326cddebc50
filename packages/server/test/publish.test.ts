/** `lectern publish`, with the manual. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { lecternHere, startServerHere } from "./inProcess.js"

const root = mkdtempSync(join(tmpdir(), "lectern-publish-"))
const data = join(root, "data")
const target = join(root, "site")

beforeAll(async () => {
  const server = await startServerHere(data)
  await server.stop()
})
afterAll(() => rmSync(root, { recursive: true }))

const publish = (...args: ReadonlyArray<string>) => lecternHere(["publish", ...args, "--data-dir", data])

it("a site is written as files, and nothing of it again that has not changed", async () => {
  const { code, stderr, stdout } = await publish("manual", target, "--json", "--base-url", "https://docs.example/")
  expect([code, stderr]).toEqual([0, expect.stringContaining("Publishing")])
  const result = JSON.parse(stdout)
  expect(result.pages).toBeGreaterThan(30)
  expect(readFileSync(join(target, "index.html"), "utf8")).toContain(
    '<link rel="canonical" href="https://docs.example/">'
  )
  const names = readdirSync(target)
  for (const name of ["404.html", "search.html", "sitemap.xml", "robots.txt", "feed.xml", "llms.txt", "assets"])
    expect(names).toContain(name)
  const again = JSON.parse((await publish("manual", target, "--json", "--base-url", "https://docs.example/")).stdout)
  expect([again.written, again.removed, again.unchanged]).toEqual([0, 0, result.written])
})

it.each([
  [["nosite", "x"], 'there is no published site "nosite"'],
  [["manual", "x", "--claims", "claims.json"], "--claims: "],
  [["manual", "x", "--pictures"], "--pictures: needs --base-url"],
  [["manual", data], "not an earlier export of this site"]
])("%j is refused", async ([site = "", folder = "", ...more], message) => {
  const { code, stderr } = await publish(site, folder === "x" ? join(root, "x") : folder, ...more)
  expect([code, stderr]).toEqual([expect.toSatisfy((each: number) => each > 0), expect.stringContaining(message)])
})
