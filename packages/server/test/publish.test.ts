/** `lectern publish` and `lectern preview`, with the manual. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Fiber } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Invocation } from "../src/Invocation.js"
import { main } from "../src/main.js"
import { lecternHere, startServerHere } from "./inProcess.js"

const root = mkdtempSync(join(tmpdir(), "lectern-publish-"))
const data = join(root, "data")
const target = join(root, "site")

beforeAll(async () => {
  const server = await startServerHere(data)
  await server.stop()
}, 120_000)
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
}, 60_000)

it.each([
  [["nosite", "x"], 'there is no published site "nosite"'],
  [["manual", "x", "--claims", "claims.json"], "--claims: "],
  [["manual", data], "not an earlier export of this site"]
])("%j is refused", async ([site = "", folder = "", ...more], message) => {
  const { code, stderr } = await publish(site, folder === "x" ? join(root, "x") : folder, ...more)
  expect([code, stderr]).toEqual([expect.toSatisfy((each: number) => each > 0), expect.stringContaining(message)])
})

it("a folder is shown without a workspace, and shown again when its files change", async () => {
  const folder = join(root, "docs")
  const write = (text: string) => writeFileSync(join(folder, "README.md"), text)
  mkdirSync(folder)
  write("# Start\n\nBefore.\n")
  let said = ""
  let begun: (address: string) => void = () => {}
  const address = new Promise<string>((resolve) => {
    begun = resolve
  })
  const stream = {
    write: (text: string, done?: () => void) => {
      said += text
      const found = /http:\/\/localhost:\d+\//.exec(said)?.[0]
      if (found !== undefined) begun(found)
      done?.()
    }
  }
  const invocation = { env: {}, stdout: stream, stderr: { write: (_: string, done?: () => void) => done?.() } }
  const fiber = Effect.runFork(Effect.provideService(main(["preview", folder, "--port", "0"]), Invocation, invocation))
  const base = await address
  const page = await (await fetch(base)).text()
  expect(page).toContain("Before.")
  expect(page).toContain('<script src="/~/reload.js" defer></script></head>')
  const misled = await new Promise((resolve) => {
    get(base, { headers: { host: "docs.example" } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  expect(misled).toBe(421)
  const events = await fetch(`${base}~/changes`)
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe(":\n\n")
  write("# Start\n\nAfter.\n")
  expect((await reader.read()).value).toContain("event: change")
  expect(await (await fetch(base)).text()).toContain("After.")
  await Effect.runPromise(Fiber.interrupt(fiber))
}, 60_000)
