/** What is beside the text of a page: its settings, its links, its files, what its readers see; and pastes into it. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { atEnd, editorOf, eventually, openWindow, rowOf, savingOf } from "./support/window.js"
import { call, type MadeSpace, makeSpace, textOf } from "./support/world.js"

useWindows()

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const isSaved = (page: Page) => eventually(() => savingOf(page).textContent()).toBe("Saved")
const beside = (page: Page, name: string) => page.getByRole("complementary", { name })
const openBeside = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

const opened = async (space: MadeSpace, path: string) => {
  const window = await openWindow(browser, world, world.ada, `/app/s/${space.id}/${path}`)
  await isSaved(window.page)
  return window
}

interface Answer {
  readonly [name: string]: unknown
}
const pageOf = (space: MadeSpace, title: string) =>
  call<Answer>(world, world.ada, "GET", `/spaces/${space.id}/content/page/${space.pages[title]}`)

it("changes the settings of a page, says what is wrong with them, and takes them back", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide", markdown: "Text.\n" }, { title: "Other" }])
  const { context, page, problems } = await opened(space, "guide")
  await openBeside(page, "Settings")
  const settings = beside(page, "Settings")
  await settings.getByLabel("Description", { exact: true }).fill("About it")
  await settings.getByLabel("Condition", { exact: true }).fill("visitor.claims.plan == ")
  await settings.getByLabel("Emoji", { exact: true }).fill("🐙")
  await settings.getByLabel("Cover", { exact: true }).fill("https://example.com/a.png")
  await settings.getByLabel("Use the whole width", { exact: true }).check()
  await eventually(async () => (await pageOf(space, "Guide")).layout).toMatchObject({ width: "wide", outline: true })
  expect(await pageOf(space, "Guide")).toMatchObject({
    description: "About it",
    emoji: "🐙",
    cover: { ref: { kind: "url", url: "https://example.com/a.png" }, yPos: 0 }
  })
  await eventually(() => settings.locator("#setting-condition-hint").textContent()).toMatch(/expected/)
  await settings.getByLabel("Condition", { exact: true }).fill('visitor.claims.plan == "pro"')
  await settings.getByLabel("Leave out of the navigation", { exact: true }).check()
  await eventually(() => pageOf(space, "Guide")).toMatchObject({
    condition: 'visitor.claims.plan == "pro"',
    hidden: true
  })
  const message = page.locator(".toast", { hasText: "Leave out of the navigation" })
  await message.getByRole("button", { name: "Undo" }).click()
  await eventually(async () => (await pageOf(space, "Guide")).hidden).toBe(undefined)
  await settings.getByLabel("Last part of the address", { exact: true }).fill("other")
  await settings.getByLabel("Last part of the address", { exact: true }).press("Enter")
  await eventually(() => settings.locator("#setting-slug-hint").textContent()).toMatch(/other/)
  expect(await textOf(world, space.id, space.pages.Guide!)).toContain("Text.")
  expect(problems).toEqual([])
  await context.close()
})

it("lets the address of a page follow its title until a page leads to it, and stays open meanwhile", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide" }])
  const { context, page, problems } = await opened(space, "guide")
  const rename = async (title: string) => {
    await openBeside(page, "Settings")
    await beside(page, "Settings").getByLabel("Title", { exact: true }).fill(title)
    await beside(page, "Settings").getByLabel("Title", { exact: true }).press("Enter")
    await rowOf(page, title).waitFor()
    await openBeside(page, "Settings")
  }
  await rename("A better name")
  await eventually(() => new URL(page.url()).pathname).toBe(`/app/s/${space.id}/a-better-name`)
  await atEnd(page)
  await page.keyboard.type("Still open.")
  await isSaved(page)
  const link = { operation: "insert_page", title: "Index", document: { markdown: `[it](/pages/${space.pages.Guide})` } }
  await call(world, world.ada, "POST", `/spaces/${space.id}/content`, { changes: [link] })
  await rowOf(page, "Index").waitFor()
  await rename("Another name")
  expect(await pageOf(space, "Guide")).toMatchObject({ title: "Another name", slug: "a-better-name" })
  expect(problems).toEqual([])
  await context.close()
})

it("lists broken links, the pages that lead to one, and the files with their uses", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide" }, { title: "Index" }])
  const { insertedFiles } = await call<{ insertedFiles: ReadonlyArray<{ id: string }> }>(
    world,
    world.ada,
    "POST",
    `/spaces/${space.id}/content`,
    { changes: [{ operation: "insert_files", files: [{ name: "pixel.png", base64: pixel }] }] }
  )
  const markdown = `[it](/pages/${space.pages.Guide}) [gone](/pages/nosuch) ![](/files/${insertedFiles[0]?.id})`
  await call(world, world.ada, "POST", `/spaces/${space.id}/content`, {
    changes: [{ operation: "update_page", page: space.pages.Index, document: { markdown } }]
  })
  const { context, page, problems } = await opened(space, "guide")
  await openBeside(page, "Links")
  await beside(page, "Links").getByRole("link", { name: "Index" }).click()
  await beside(page, "Links").getByText("nosuch").waitFor()
  await page.getByRole("button", { name: "Broken links" }).click()
  const broken = page.getByRole("dialog", { name: "Broken links of this space" })
  await broken.getByText("nosuch").waitFor()
  expect(await broken.getByRole("listitem").count()).toBe(1)
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Files" }).click()
  const files = page.getByRole("dialog", { name: "Files of this space" })
  await files.getByText("pixel.png").waitFor()
  await files.getByRole("button", { name: "Where it is used" }).click()
  await files.getByRole("link", { name: "Index" }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it("suggests pages, other spaces, files and people while one types", async () => {
  const space = await makeSpace(world, "Handbook", [
    { title: "Guide", markdown: "\n" },
    { title: "Salad", markdown: "# Salad\n\n## To *make* it\n" }
  ])
  const other = await makeSpace(world, "Salads")
  const { context, page, problems } = await opened(space, "guide")
  await atEnd(page)
  const pick = async (typed: string, name: string) => {
    await page.keyboard.type(typed)
    await page.getByRole("option", { name }).click()
    await page.keyboard.press("Space")
  }
  await pick("[[Sala", "Salad salad")
  await pick("[[Sala", "Salads Space")
  await pick("[[Salad#make", "To make it Salad")
  await pick("@ala", "Alan")
  await eventually(() => textOf(world, space.id, space.pages.Guide!)).toBe(
    `\n[Salad](/pages/${space.pages.Salad}) [Salads](/spaces/${other.id}) [To make it](/pages/${space.pages.Salad}#to-make-it) [@Alan](/users/${world.alan.id}) `
  )
  expect(problems).toEqual([])
  await context.close()
})

it("shows what readers will see, as it is typed", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide", markdown: "# Guide\n\nOld.\n" }])
  const { context, page, problems } = await opened(space, "guide")
  await openBeside(page, "Reader’s view")
  const reader = page.frameLocator("iframe").locator("main")
  await reader.getByText("Old.").waitFor()
  await atEnd(page)
  await page.keyboard.type("\n\n## New\n\nWords.")
  await reader.getByRole("heading", { name: "New" }).waitFor()
  await reader.getByText("Words.").waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it("pastes what was copied elsewhere as markdown, its pictures as files, in one step of undo", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide", markdown: "Before.\n" }])
  const { context, page, problems } = await opened(space, "guide")
  await atEnd(page)
  const html = `<h2>Setup</h2><p>Use <b>one</b>.</p><ul><li><p>a</p></li></ul><p><img alt="A pixel" src="data:image/png;base64,${pixel}"></p>`
  await editorOf(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/html", given)
    clipboardData.setData("text/plain", "Setup")
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true })
    )
  }, html)
  const text = () => textOf(world, space.id, space.pages.Guide!)
  await eventually(text).toMatch(
    /^Before\.\n## Setup\n\nUse \*\*one\*\*\.\n\n\* a\n\n!\[A pixel\]\(\/files\/[0-9a-z]+\)$/
  )
  const files = await call<{ items: ReadonlyArray<Answer> }>(
    world,
    world.ada,
    "GET",
    `/spaces/${space.id}/content/files`
  )
  expect(files.items).toEqual([expect.objectContaining({ contentType: "image/png" })])
  await page.keyboard.press("Control+z")
  await eventually(text).toBe("Before.\n")
  expect(problems).toEqual([])
  await context.close()
})
