/** The history of pages and spaces: revisions in groups, which are compared, named and restored. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { editorOf, eventually, focusOf, openWindow } from "./support/window.js"
import { call, type MadeSpace, makeSpace, type Person, textOf } from "./support/world.js"

useWindows()

const write = (person: Person, { id, pages }: MadeSpace, title: string, markdown: string, request?: string) =>
  call<{ revision: string }>(
    world,
    person,
    "POST",
    `/spaces/${id}${request === undefined ? "" : `/change-requests/${request}`}/content`,
    { changes: [{ operation: "update_page", page: pages[title], document: { markdown } }] }
  )

const openHistory = async (space: MadeSpace) => {
  const window = await openWindow(browser, world, world.ada, `/app/s/${space.id}/~/history`)
  await window.page.getByRole("heading", { level: 1, name: /^History of/ }).waitFor()
  return window
}

/** The rows of the list, as they read, without those of an open group. */
const rowsOf = async (page: Page) =>
  (await page.locator(".history > .revisions > .group").allTextContents()).map((text) => text.replaceAll(/\s+/g, " "))

const row = (page: Page, words: string) => page.locator(".revision", { hasText: words })
const changed = (page: Page) => page.getByRole("complementary", { name: "What changed" })

it("shows who changed what in groups, merges with their request, and compares any two", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide", markdown: "One.\n" }, { title: "Other" }])
  await write(world.ada, space, "Guide", "Two.\n")
  await write(world.alan, space, "Guide", "Three.\n")
  await write(world.alan, space, "Other", "Four.\n")
  const at = `/spaces/${space.id}/change-requests`
  const request = await call<{ id: string; number: number }>(world, world.ada, "POST", at, { subject: "Better words" })
  await write(world.ada, space, "Guide", "Five.\n", request.id)
  await call(world, world.ada, "POST", `${at}/${request.id}/merge`)
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}/guide`)
  await editorOf(page).getByText("Five.").waitFor()
  await page.getByRole("navigation").getByRole("link", { name: "History", exact: true }).click()
  await eventually(() => focusOf(page)).toBe("h1 History of Handbook")
  await eventually(() => rowsOf(page)).toEqual([
    expect.stringMatching(/^Ada merged #1 Better words/),
    expect.stringMatching(/^Alan edited .* · 2 revisions/),
    expect.stringMatching(/^Ada edited .* · 2 revisions/),
    expect.stringMatching(/^The space was created/)
  ])
  expect(await page.getByRole("link", { name: "#1 Better words" }).getAttribute("href")).toBe(
    `/app/s/${space.id}/~/changes/${request.id}`
  )
  expect(await row(page, "Alan edited").getByText("2 revisions").locator("time").getAttribute("title")).toMatch(
    /20\d\d/
  )
  await page.getByRole("button", { name: /^Single revisions: Alan/ }).click()
  await page.getByText("2 pages changed").waitFor()
  expect(await row(page, "Alan edited").count()).toBe(3)

  await row(page, "Alan edited").first().getByRole("button", { name: "What changed" }).click()
  await eventually(() => changed(page).locator(".compared > li > button").allTextContents()).toEqual([
    "Guide edited",
    "Other edited"
  ])
  await changed(page).getByRole("button", { name: "Close" }).click()
  expect(await page.getByRole("button", { name: "Compare the two" }).isDisabled()).toBe(true)
  await page.getByRole("checkbox").nth(0).check()
  await page.getByRole("checkbox").nth(1).check()
  await page.getByRole("button", { name: "Compare the two" }).click()
  await eventually(() => changed(page).locator(".compared > li > button").allTextContents()).toEqual(["Guide edited"])

  // The page alone.
  await page.goto(`${world.base}/app/s/${space.id}/other`)
  await page.locator(".page-tools").getByRole("link", { name: "History" }).click()
  await page.getByRole("heading", { level: 1, name: "History of Other" }).waitFor()
  await row(page, "Alan edited").waitFor()
  expect(new URL(page.url()).search).toBe(`?page=${space.pages.Other}`)
  expect(await page.getByText("merged").count()).toBe(0)
  await page.goBack()
  await editorOf(page).getByText("Four.").waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it("names revisions, says which names are taken, and lists those with a name", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide", markdown: "One.\n" }])
  await write(world.alan, space, "Guide", "Two.\n")
  await write(world.ada, space, "Guide", "Three.\n")
  const { context, page, problems } = await openHistory(space)
  const name = async (which: number, text: string) => {
    await row(page, "edited").nth(which).getByRole("button", { name: "Name", exact: true }).click()
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(text)
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
  }
  await name(0, "v2")
  await page.locator(".named", { hasText: "v2" }).waitFor()
  await name(1, "v2")
  await page.getByRole("dialog").getByText("has the name v2").waitFor()
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("v1")
  await page.getByRole("dialog").getByLabel("Description").fill("What Alan wrote.")
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
  await page.locator(".named", { hasText: "What Alan wrote." }).waitFor()
  await page.getByRole("button", { name: "Only those with a name" }).click()
  await eventually(() => row(page, "edited").count()).toBe(2)
  expect(await page.locator(".revision-name").allTextContents()).toEqual(["v2", "v1"])
  await row(page, "v2").getByRole("button", { name: "Name", exact: true }).click()
  await page.getByRole("button", { name: "Remove the name" }).click()
  await eventually(() => page.locator(".revision-name").allTextContents()).toEqual(["v1"])
  expect(problems).toEqual([])
  await context.close()
})

it("is used by the keyboard alone: marks, compares, and gives the focus back", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide", markdown: "One.\n" }])
  await write(world.alan, space, "Guide", "Two.\n")
  const { context, page, problems } = await openHistory(space)
  await row(page, "Alan edited").waitFor()
  await eventually(() => focusOf(page)).toBe("h1 History of Handbook")
  const to = async (key: string, wanted: RegExp) => {
    for (let presses = 0; presses < 20 && !wanted.test(await focusOf(page)); presses++) await page.keyboard.press(key)
    expect(await focusOf(page)).toMatch(wanted)
  }
  await to("Tab", /^input Compare: Alan/)
  await page.keyboard.press("Space")
  await page.keyboard.press("Tab")
  await to("Tab", /^input Compare: Ada/)
  await page.keyboard.press("Space")
  await to("Shift+Tab", /^button Compare the two/)
  await page.keyboard.press("Enter")
  await changed(page).getByRole("listitem").getByText("edited").first().waitFor()
  await to("Tab", /^button Name/)
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").waitFor()
  await page.keyboard.press("Escape")
  await eventually(() => focusOf(page)).toMatch(/^button Name/)
  expect(problems).toEqual([])
  await context.close()
})

it("restores a page in main, and takes that back", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide", markdown: "Old.\n" }, { title: "Other" }])
  await write(world.alan, space, "Guide", "New.\n")
  const { context, page, problems } = await openHistory(space)
  await page.goto(`${world.base}/app/s/${space.id}/~/history?page=${space.pages.Guide}`)
  await row(page, "Ada edited").getByRole("button", { name: "Restore" }).click()
  const dialog = page.getByRole("dialog", { name: "Restore a revision" })
  expect(await dialog.getByLabel("The page “Guide”").isChecked()).toBe(true)
  await dialog.getByRole("button", { name: "Restore" }).click()
  await editorOf(page).getByText("Old.").waitFor()
  expect(new URL(page.url()).pathname).toBe(`/app/s/${space.id}/guide`)
  await page.getByRole("button", { name: "Undo" }).click()
  await eventually(() => textOf(world, space.id, space.pages.Guide!)).toBe("New.\n")
  await editorOf(page).getByText("New.").waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it("restores chosen pages in a change request where main is locked, also those that were deleted", async () => {
  const space = await makeSpace(world, "Handbook", [
    { title: "Guide", markdown: "Old.\n" },
    { title: "Gone", markdown: "Still here.\n" },
    { title: "Other", markdown: "Same.\n" }
  ])
  await call(world, world.alan, "POST", `/spaces/${space.id}/content`, {
    changes: [
      { operation: "update_page", page: space.pages.Guide, document: { markdown: "New.\n" } },
      { operation: "delete_page", page: space.pages.Gone }
    ]
  })
  await call(world, world.ada, "PATCH", `/spaces/${space.id}`, { editMode: "locked" })
  const { context, page, problems } = await openHistory(space)
  await row(page, "Ada edited").first().getByRole("button", { name: "Restore" }).click()
  const dialog = page.getByRole("dialog", { name: "Restore a revision" })
  expect(await dialog.getByLabel("The space itself").isDisabled()).toBe(true)
  await dialog.getByLabel("Some pages").check()
  await eventually(() => dialog.getByRole("listitem").allTextContents()).toEqual(["Gone", "Guide"])
  expect(await dialog.getByRole("button", { name: "Restore" }).isDisabled()).toBe(true)
  await dialog.getByLabel("Gone").check()
  await dialog.getByRole("button", { name: "Restore" }).click()
  await page.waitForURL(`**/app/s/${space.id}/~/changes/*/gone`)
  await editorOf(page).getByText("Still here.").waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await page.waitForURL(`**/app/s/${space.id}/~/history?page=*`)
  const archived = await call<{ count: number }>(
    world,
    world.ada,
    "GET",
    `/spaces/${space.id}/change-requests?status=archived`
  )
  expect(archived.count).toBe(1)
  expect(problems).toEqual([])
  await context.close()
})
