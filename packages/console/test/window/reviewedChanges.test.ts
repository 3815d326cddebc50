/** The changes of a change request: what is new since a review, the way through the open threads, folds and code. */
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { paragraphs, requested } from "./support/requested.js"
import { eventually, openWindow } from "./support/window.js"
import { call, makeSpace } from "./support/world.js"

useWindows()

it("shows what has changed since one's own review", { timeout: 60_000 }, async () => {
  const { line, main, path, rewrite } = await requested("Since")
  const { context, page, problems } = await openWindow(browser, world, world.ada, `${path}/changes`)
  const listed = () => page.locator(".changed-list .changed-name").allTextContents()
  await eventually(listed).toEqual(["Guide", "Other"])
  expect(await page.getByRole("button", { name: "Since your review" }).count()).toBe(0)
  await call(world, world.ada, "POST", `${line}/reviews`, { status: "changes-requested" })
  await rewrite(world.alan, "Other", "Another, again.\n")
  await page.getByRole("button", { name: "Since your review" }).click()
  await eventually(listed).toEqual(["Other"])
  await page.locator(".changed-item .block.changed").waitFor()
  expect(await page.locator(".changed-item ins").allTextContents()).toEqual([", again"])
  // What an update from main brings is not a change of the request.
  await rewrite(world.ada, "Third", "Third of main.\n", main)
  await call(world, world.alan, "POST", `${line}/update`, {})
  await rewrite(world.alan, "Guide", paragraphs(60, 30, 40))
  await eventually(listed).toEqual(["Guide", "Other"])
  await call(world, world.ada, "POST", `${line}/reviews`, { status: "approved" })
  await eventually(() => page.getByRole("button", { name: "Since your review" }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

it("goes through the open threads by keys, across pages", async () => {
  const { line, path, space } = await requested("Threads")
  const comment = (page: string, markdown: string, about: object = {}) =>
    call<{ id: string }>(world, world.alan, "POST", `${line}/comments`, {
      body: { markdown },
      page: space.pages[page],
      ...about
    })
  const last = await comment("Other", "Last")
  const start = paragraphs(60, 30).indexOf("Line 45")
  const folded = await comment("Guide", "Far below", { range: { start, end: start + 7 } })
  const whole = await comment("Guide", "On the whole")
  const done = await comment("Guide", "Done")
  await call(world, world.alan, "PUT", `${line}/comments/${done.id}`, { resolved: true })
  const { context, page, problems } = await openWindow(browser, world, world.ada, `${path}/changes`)
  await page.getByRole("button", { name: /^3 open threads/ }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-thread"))
  for (const [key, { id }] of [
    ["n", whole],
    ["n", folded],
    ["n", last],
    ["n", whole],
    ["p", last],
    ["p", folded]
  ] as const) {
    await page.keyboard.press(key)
    await eventually(focused).toBe(id)
  }
  await page.getByRole("button", { name: /^3 open threads/ }).click()
  await eventually(focused).toBe(last.id)
  expect(problems).toEqual([])
  await context.close()
})

it("shows what a comment will look like, and has an address for each", async () => {
  const { line, path, space } = await requested("Addresses")
  const post = (name: string) =>
    call<{ id: string }>(world, world.alan, "POST", `${line}/comments`, {
      body: { markdown: `About ${name}` },
      page: space.pages[name]
    })
  const other = await post("Other")
  const { id } = await post("Guide")
  const { context, page, problems } = await openWindow(browser, world, world.ada, `${path}/changes`)
  await page.getByRole("button", { name: "On the page as a whole…" }).click()
  expect(await page.getByRole("button", { name: "Preview" }).isDisabled()).toBe(true)
  await page.keyboard.type("Some **bold** words")
  await page.getByRole("button", { name: "Preview" }).click()
  await page.locator(".preview b", { hasText: "bold" }).waitFor()
  await page.getByRole("textbox", { name: "On the page as a whole" }).press("End")
  await page.keyboard.type("!")
  await page.locator(".preview").waitFor({ state: "detached" })
  await page.locator(`[data-thread="${id}"]`).getByTitle("Link to this comment").click()
  expect(new URL(page.url()).hash).toBe(`#comment-${id}`)
  await page.goto(`${world.base}${path}/changes/${space.pages.Other}#comment-${other.id}`)
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("data-thread"))).toBe(other.id)
  expect(problems).toEqual([])
  await context.close()
})

it("unfolds a few lines at a time", async () => {
  const { path } = await requested("Folds")
  const { context, page, problems } = await openWindow(browser, world, world.ada, `${path}/changes`)
  await page.getByRole("button", { name: "Source", exact: true }).click()
  const lines = page.locator(".source .line.same")
  const before = await lines.count()
  const [above, below] = [page.locator("tr.folded").first(), page.locator("tr.folded").last()]
  await above.getByRole("button", { name: "Show 10 more above" }).click()
  await eventually(() => lines.count()).toBe(before + 10)
  expect(await above.getByRole("button", { name: "Show 10 more below" }).count()).toBe(0)
  await below.getByRole("button", { name: "Show 10 more below" }).click()
  await eventually(() => lines.count()).toBe(before + 20)
  await above.getByRole("button", { name: /show all$/ }).click()
  await below.getByRole("button", { name: /show all$/ }).click()
  await eventually(() => lines.count()).toBe(118)
  expect(problems).toEqual([])
  await context.close()
})

it("colours code, and still marks what has changed in it", async () => {
  const code = (value: string) => `Intro.\n\n\`\`\`js\nconst a = ${value}\nconst b = "two"\n\`\`\`\n`
  const space = await makeSpace(world, "Coloured", [{ title: "Guide", markdown: code("1") }])
  const main = `/spaces/${space.id}`
  const { id } = await call<{ id: string }>(world, world.alan, "POST", `${main}/change-requests`, { subject: "Code" })
  await call(world, world.alan, "POST", `${main}/change-requests/${id}/content`, {
    changes: [{ operation: "update_page", page: space.pages.Guide, document: { markdown: code("2") } }]
  })
  const path = `/app/s/${space.id}/~/changes/${id}/~/review/changes`
  const { context, page, problems } = await openWindow(browser, world, world.ada, path)
  const block = page.locator(".block.changed pre")
  await block.locator(".code-k").first().waitFor()
  expect(await block.locator(".code-k").allTextContents()).toEqual(["const", "const"])
  expect(await block.locator("del").allTextContents()).toEqual(["1"])
  expect(await block.locator("ins .code-n").allTextContents()).toEqual(["2"])
  expect(await block.locator(".code-s").allTextContents()).toEqual(['"two"'])
  expect(problems).toEqual([])
  await context.close()
})
