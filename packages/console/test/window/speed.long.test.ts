/** How soon the window is there for a person: the best of several times, since other tests keep the machine busy. */
import { has } from "@lectern/storage-testing/needs"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { launch } from "../../../server/test/sign-in/browser.js"
import { type ServerProcess, startProcess } from "./support/serverProcess.js"
import { atEnd, eventually, openWindow, rowOf, savingOf } from "./support/window.js"
import { makeSpace, type World } from "./support/world.js"

const it = test.runIf(has("a browser"))
let browser: Browser
let server: ServerProcess
let world: World

beforeAll(async () => {
  if (!has("a browser")) return
  ;[browser, server] = await Promise.all([launch(), startProcess()])
  world = server.world
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const times = 9
const best = (values: ReadonlyArray<number>): number => Math.min(...values)

/** The time from a click to a moment that the page sees, in milliseconds. Both are expressions in the page. */
const timed = (page: Page, clicked: string, isThere: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const focused = () => document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
    const begun = performance.now()
    const look = () => (${isThere}) ? resolve(performance.now() - begun) : requestAnimationFrame(look)
    const element = ${clicked}
    element.click()
    look()
  })`)

it("has a tree of 10,000 pages in 300 ms", { timeout: 120_000 }, async () => {
  await makeSpace(
    world,
    "Large",
    Array.from({ length: 10_000 }, (_, index) => ({ title: `Page ${index}` }))
  )
  const { context, page } = await openWindow(browser, world, world.ada, "/app")
  const taken: Array<number> = []
  for (let time = 0; time < times; time++) {
    const card = page.getByRole("link", { name: "Large changed" })
    await card.waitFor()
    taken.push(
      await timed(
        page,
        `[...document.querySelectorAll(".space-card")].find((each) => each.textContent.includes("Large"))`,
        `document.querySelectorAll("[role=treeitem]").length > 10`
      )
    )
    await rowOf(page, "Page 3").waitFor()
    await page.locator(".brand").click()
  }
  expect({ taken, best: best(taken) }).toEqual({ taken, best: expect.toSatisfy((value) => value < 300) })
  await context.close()
})

it("has a caret in a page of 49 KB in 100 ms, and shows readers what is typed in 300 ms", {
  timeout: 120_000
}, async () => {
  const paragraph = `${"Some words with **weight**, `code` and a [link](https://example.com). ".repeat(7)}\n\n`
  const markdown = paragraph.repeat(Math.floor(49_000 / paragraph.length))
  const { id } = await makeSpace(world, "Long", [
    { title: "Short", markdown: "Text.\n" },
    { title: "Long", markdown }
  ])
  const { context, page } = await openWindow(browser, world, world.ada, `/app/s/${id}/short`)
  const open = (title: string) =>
    timed(
      page,
      `[...document.querySelectorAll(".row-link")].find((each) => each.textContent.trim() === "${title}")`,
      `focused()?.classList.contains("cm-content") && document.querySelector(".row.current")?.textContent.startsWith("${title}") && document.querySelector(".saving")?.textContent === "Saved"`
    )
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await open("Long")
  const carets: Array<number> = []
  for (let time = 0; time < times; time++) {
    await open("Short")
    carets.push(await open("Long"))
  }
  expect({ carets, best: best(carets) }).toEqual({ carets, best: expect.toSatisfy((value) => value < 100) })
  await open("Short")
  await page.getByRole("button", { name: "Reader’s view" }).click()
  const reader = page.frameLocator("iframe").locator("main")
  await reader.getByText("Text.").waitFor()
  await atEnd(page)
  const seen: Array<number> = []
  for (let time = 0; time < times; time++) {
    const word = `word${time}x`
    await page.keyboard.insertText(` ${word}`)
    const begun = performance.now()
    await reader.getByText(word).waitFor()
    seen.push(performance.now() - begun)
  }
  expect({ seen, best: best(seen) }).toEqual({ seen, best: expect.toSatisfy((value) => value < 300) })
  console.log("best of a caret and of what readers see, in ms:", Math.round(best(carets)), Math.round(best(seen)))
  await context.close()
})
