/**
 * The API reference in a browser: its longest pages fit a phone, axe finds no problem, and it works without a script.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Lectern from "@lectern/core/Lectern"
import { handleListener } from "@lectern/http/engine/node/HandleListener"
import { handle } from "@lectern/http/LecternHttp"
import { make } from "@lectern/reader/Reader"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { inCI } from "@lectern/storage-testing/inCI"
import { has } from "@lectern/storage-testing/needs"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { launch, look, sizes } from "../../server/test/sign-in/browser.js"

const baseUrl = "http://lectern.test"

/** The longest pages of operations and of schemas. */
const long = [
  "customization/updateSiteCustomizationById",
  "links/listChangeRequestPageBacklinks",
  "links/listChangeRequestFileBacklinks",
  "change-request-content/getRevisionOfChangeRequestById",
  "links/listSpacePageBacklinks",
  "schemas/ContentLocation",
  "schemas/Link"
] as const

let browser: Browser
let lectern: Lectern.Lectern
let server: Server
let base: string

const it = test.runIf(has("a browser"))

beforeAll(async () => {
  ;[browser, lectern] = await Promise.all([launch(), Lectern.open({ storage: MemoryStorage.open(), baseUrl })])
  const pages = await lectern.runtime.runPromise(make({ baseUrl }))
  server = createServer(handleListener(handle(lectern, { pages })))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  base = `http://localhost:${(server.address() as AddressInfo).port}`
}, 60_000)
afterAll(async () => {
  await browser.close()
  server.close()
  await lectern.close()
})

test.runIf(inCI && has("a browser"))(
  "has nothing to scroll to the side, and nothing that axe finds",
  { timeout: 120_000 },
  async () => {
    const context = await browser.newContext({ viewport: sizes.phone })
    const page = await context.newPage()
    const wide: Array<readonly [string, unknown]> = []
    for (const path of long) {
      expect([path, (await page.goto(`${base}/docs/${path}`))?.status()]).toEqual([path, 200])
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
      const width = await page.evaluate("document.documentElement.scrollWidth")
      if (width !== sizes.phone.width) wide.push([path, width])
    }
    expect(wide).toEqual([])
    for (const [name, path] of [
      ["reference", ""],
      ["reference-list", "sites"],
      ["reference-operation", long[0]]
    ] as const) {
      await page.goto(`${base}/docs/${path}`)
      await look(page, name)
    }
    await context.close()
  }
)

it("searches and unfolds without a script", { timeout: 60_000 }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: sizes.desktop })
  const page = await context.newPage()
  await page.goto(`${base}/docs`)
  await page.getByRole("searchbox").fill("get a space")
  await page.getByRole("searchbox").press("Enter")
  await page.getByRole("main").getByRole("link", { name: "Get a space", exact: false }).first().click()
  expect(await page.locator("h1").textContent()).toContain("Get a space")
  const python = page.getByText("import requests")
  expect(await python.isVisible()).toBe(false)
  await page.getByText("Python", { exact: true }).click()
  expect(await python.isVisible()).toBe(true)
  const failure = page.locator("details.response", { hasText: "404" })
  await failure.locator("summary").first().click()
  expect(await failure.getByText("application/json").isVisible()).toBe(true)
  await context.close()
})
