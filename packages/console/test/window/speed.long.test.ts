/** How soon the window is there for a person: the best of several times, since other tests keep the machine busy. */
import { has } from "@lectern/storage-testing/needs"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { launch } from "../../../server/test/sign-in/browser.js"
import { type ServerProcess, startProcess } from "./support/serverProcess.js"
import { atEnd, eventually, openWindow, rowOf, savingOf } from "./support/window.js"
import { call, makeSpace, type World } from "./support/world.js"

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

/** A change request that edits all pages of a new space. */
const changing = async (title: string, count: number) => {
  const names = Array.from({ length: count }, (_, index) => `Page ${index}`)
  const text = (name: string, word: string) =>
    `# ${name}\n\nAll that there is to say about it.\n\nSome ${word} words.\n`
  const space = await makeSpace(
    world,
    title,
    names.map((name) => ({ title: name, markdown: text(name, "old") }))
  )
  const main = `/spaces/${space.id}`
  const made = await call<{ id: string }>(world, world.ada, "POST", `${main}/change-requests`, { subject: title })
  for (let from = 0; from < count; from += 50) {
    const changes = names
      .slice(from, from + 50)
      .map((name) => ({ operation: "update_page", page: space.pages[name], document: { markdown: text(name, "new") } }))
    await call(world, world.ada, "POST", `${main}/change-requests/${made.id}/content`, { changes })
  }
  return `/app/s/${space.id}/~/changes/${made.id}/~/review`
}

const part = (name: string) =>
  `[...document.querySelectorAll(".review a")].find((each) => each.textContent.startsWith("${name}"))`

it.each([
  [100, 300],
  [1000, 600]
])(
  "shows the first of %i changed pages in %i ms, and the next one in 50 ms",
  { timeout: 240_000 },
  async (count, within) => {
    const review = await changing(`Changing ${count}`, count)
    const { context, page } = await openWindow(browser, world, world.ada, review)
    const first: Array<number> = []
    const next: Array<number> = []
    for (let time = 0; time < times; time++) {
      await page.getByRole("link", { name: /^Changes/ }).waitFor()
      first.push(await timed(page, part("Changes"), `document.querySelector(".comparison ins")?.textContent === "new"`))
      // The next one is read while one looks at the first.
      await eventually(() =>
        page.evaluate(
          `performance.getEntriesByType("resource").filter(({ name }) => /changes\\/[0-9a-z]+$/.test(name)).length`
        )
      ).toBeGreaterThan(1)
      const name = await page.locator(".changed-item h2").textContent()
      next.push(
        await timed(
          page,
          `document.querySelector(".changed-tools [title$='(j)']")`,
          `document.querySelector(".changed-item h2")?.textContent !== ${JSON.stringify(name)} && document.querySelector(".comparison ins")?.textContent === "new"`
        )
      )
      await page.goto(`${world.base}${review}`)
    }
    expect({ first, next, best: best(first), bestNext: best(next) }).toEqual({
      first,
      next,
      best: expect.toSatisfy((value) => value < within),
      bestNext: expect.toSatisfy((value) => value < 50)
    })
    await context.close()
  }
)
