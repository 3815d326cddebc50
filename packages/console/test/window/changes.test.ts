/** The list of what a change request changes: all of it, however much that is, and what belongs to the whole space. */
import type { SpaceTree } from "@lectern/core/content/SpaceTree"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, served, useWindows, world } from "./support/inMemory.js"
import { eventually, openWindow } from "./support/window.js"
import { call, makeSpace } from "./support/world.js"

useWindows()

const folder = (redirects: SpaceTree["redirects"], table: string): SpaceTree => ({
  source: { root: "", readme: "README.md", summary: "SUMMARY.md", table: { text: table, entries: [] } },
  pages: ["First", "Second"].map((title) => ({
    key: `${title}.md`,
    type: "document",
    title,
    slug: title.toLowerCase(),
    markdown: `# ${title}\n`,
    pages: []
  })),
  files: [],
  reusableContents: [],
  variables: {},
  redirects
})

/** Marks the change that is shown as viewed, and waits until it is. */
const viewed = async (page: Page): Promise<void> => {
  const answer = page.waitForResponse((each) => each.request().method() === "PUT" && each.url().includes("/viewed"))
  await page.getByRole("checkbox", { name: "Viewed" }).click()
  await answer
}

it("has the redirects and the layout of the folder, where they are all that differs", async () => {
  const { id } = await makeSpace(world, "Folder")
  const { contentSync } = served.lectern.as(world.ada.id)
  const sync = (tree: SpaceTree) => contentSync.apply(id as Parameters<typeof contentSync.apply>[0], tree)
  const { revision } = await sync(folder({ old: "First.md", older: "First.md" }, "# Summary\n\n* One\n"))
  await sync(folder({ old: "Second.md" }, "# Summary\n\n* Two\n"))
  const request = await call<{ id: string }>(world, world.ada, "POST", `/spaces/${id}/change-requests`, {})
  await call(world, world.ada, "POST", `/spaces/${id}/revisions/${revision}/restore`, { changeRequest: request.id })
  const review = `/app/s/${id}/~/changes/${request.id}/~/review`
  const { context, page, problems } = await openWindow(browser, world, world.ada, review)
  await page
    .getByRole("link", { name: /^Changes/ })
    .filter({ hasText: "2" })
    .click()
  await page.getByRole("heading", { name: "Redirects" }).waitFor()
  await eventually(() => page.locator(".facts tbody tr").allTextContents()).toEqual([
    "/old/second/first",
    "/oldernothing/first"
  ])
  await viewed(page)
  await page.getByRole("heading", { name: "Layout of the folder" }).waitFor()
  await page.getByRole("heading", { name: "SUMMARY.md" }).waitFor()
  await eventually(() => page.locator(".source ins").allTextContents()).toEqual(["One"])
  expect(await page.locator(".source del").allTextContents()).toEqual(["Two"])
  await viewed(page)
  await eventually(() => page.locator(".changed-head").textContent()).toBe("2 of 2 viewed")
  await page.reload()
  await eventually(() => page.locator(".changed-head").textContent()).toBe("2 of 2 viewed")
  // The history compares them as well.
  await page.goto(`${world.base}/app/s/${id}/~/history`)
  await page.getByRole("button", { name: "What changed" }).first().click()
  await page.getByRole("button", { name: /^Redirects/ }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

const count = 1_050

it("goes on after its first 1,000 changes, when one comes to its end", { timeout: 60_000 }, async () => {
  const names = Array.from({ length: count }, (_, index) => `Page ${String(index).padStart(4, "0")}`)
  const space = await makeSpace(
    world,
    "Many",
    names.map((title) => ({ title, markdown: "Old.\n" }))
  )
  const main = `/spaces/${space.id}`
  const { id } = await call<{ id: string }>(world, world.ada, "POST", `${main}/change-requests`, {})
  for (let from = 0; from < count; from += 50) {
    const changes = names
      .slice(from, from + 50)
      .map((name) => ({ operation: "update_page", page: space.pages[name], document: { markdown: "New.\n" } }))
    await call(world, world.ada, "POST", `${main}/change-requests/${id}/content`, { changes })
  }
  const review = `/app/s/${space.id}/~/changes/${id}/~/review/changes`
  const { context, page, problems } = await openWindow(browser, world, world.ada, review)
  const rows = page.locator(".changed-list li")
  const shown = page.locator(".changed-head")
  await eventually(() => shown.textContent()).toBe("0 of more than 1000 viewed")
  expect(await rows.count()).toBe(1000)
  await page.getByRole("button", { name: "Load more: 50 changes are not listed yet" }).scrollIntoViewIfNeeded()
  await eventually(() => shown.textContent()).toBe(`0 of ${count} viewed`)
  expect(await page.locator(".changed-list .changed-name").allTextContents()).toEqual(names)
  // A link to one of the last leads to it.
  await page.goto(`${world.base}${review}/${space.pages[names.at(-1) ?? ""]}`)
  await page.getByRole("heading", { name: names.at(-1) ?? "" }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
