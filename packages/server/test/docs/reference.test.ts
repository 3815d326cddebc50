/** The API reference in a browser: each of its pages fits a phone, and axe finds nothing on the first. */
import { readFileSync } from "node:fs"
import { style } from "@lectern/http/reference/Html"
import { pages } from "@lectern/http/reference/ReferencePages"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { launch, look, sizes } from "../sign-in/browser.js"

let browser: Browser
beforeAll(async () => {
  browser = await launch()
}, 60_000)
afterAll(() => browser.close())

const document: object = JSON.parse(readFileSync(new URL("../../../http/openapi.json", import.meta.url), "utf8"))

/** A page with its style sheet in it. */
const styled = (html: string): string => html.replace(/<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`)

it("has nothing to scroll to the side, except inside of examples", { timeout: 120_000 }, async () => {
  const page = await browser.newPage({ viewport: sizes.phone })
  const made = pages(document)
  expect(made.size).toBeGreaterThan(20)
  const wide: Array<readonly [string, unknown]> = []
  for (const [path, html] of made) {
    await page.setContent(styled(html))
    const width = await page.evaluate("document.documentElement.scrollWidth")
    if (width !== sizes.phone.width) wide.push([path, width])
  }
  expect(wide).toEqual([])
  await page.setContent(styled(made.get("") ?? ""))
  await look(page, "reference")
})
