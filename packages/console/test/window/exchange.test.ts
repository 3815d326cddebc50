/** Importing and exporting in the window: what is at an address, PDFs, and folders of markdown. */
import { readFile } from "node:fs/promises"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { openZip } from "@lectern/core/content/git-layout/Zip"
import type { Page } from "playwright-core"
import { afterEach, expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { editorOf, eventually, openWindow, rowsOf } from "./support/window.js"
import { call, makeSpace, treeOf } from "./support/world.js"

useWindows()

const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Serves documents by their paths; one whose answer is a function is answered by it. */
const serveSite = async (
  documents: Readonly<Record<string, string | ((response: ServerResponse) => void)>>
): Promise<string> => {
  const server = createServer(({ url = "" }, response) => {
    const found = documents[url]
    if (typeof found === "function") return found(response)
    if (found === undefined) response.writeHead(404).end()
    else response.setHeader("content-type", url.endsWith(".md") ? "text/markdown" : "text/html").end(found)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true })

/** How long the first PDF may take, in milliseconds: the typesetter is loaded for it. */
const typesets = 60_000

/** What the browser saves after a press of a button. */
const saved = async (page: Page) => {
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: typesets }),
    dialog(page, "Export").getByRole("button", { name: "Export", exact: true }).click()
  ])
  return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) }
}

it("saves a space and a page as a PDF, and a change request as a folder", { timeout: 2 * typesets }, async () => {
  const space = await makeSpace(world, "Handbook", [
    { title: "Guide", markdown: "# Guide\n\nOne.\n" },
    { title: "Other", markdown: "# Other\n\nTwo.\n" }
  ])
  const request = await call<{ id: string }>(world, world.ada, "POST", `/spaces/${space.id}/change-requests`, {})
  await call(world, world.ada, "POST", `/spaces/${space.id}/change-requests/${request.id}/content`, {
    changes: [{ operation: "insert_page", title: "Proposed", document: { markdown: "# Proposed\n" } }]
  })
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}/guide`)
  await editorOf(page).getByText("One.").waitFor()
  await button(page, "Export").click()
  const whole = await saved(page)
  expect(whole.name).toBe("Handbook.pdf")
  expect(Buffer.from(whole.bytes.subarray(0, 5)).toString()).toBe("%PDF-")
  await dialog(page, "Export").getByText("Your browser saves it now.").waitFor()
  await dialog(page, "Export").getByLabel("“Guide” and the pages below it").check()
  const part = await saved(page)
  expect(part.bytes.length).toBeLessThan(whole.bytes.length)
  await page.keyboard.press("Escape")

  await page.goto(`${world.base}/app/s/${space.id}/~/changes/${request.id}`)
  await editorOf(page).waitFor()
  await button(page, "Export").click()
  await dialog(page, "Export").getByLabel("Folder of markdown (zip)").check()
  const folder = await saved(page)
  expect(folder.name).toBe("Handbook.zip")
  expect(openZip(folder.bytes).paths).toEqual(expect.arrayContaining(["guide.md", "other.md", "proposed.md"]))
  expect(problems).toEqual([])
  await context.close()
})

it("imports what is at an address, with what could not be, and goes there", async () => {
  const base = await serveSite({ "/notes.md": "# Notes\n\nWords. ![gone](missing.png)\n" })
  const space = await makeSpace(world, "Handbook", [{ title: "Guide" }])
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}`)
  await editorOf(page).waitFor()
  await button(page, "Import").click()
  await dialog(page, "Import").getByLabel("Address").fill(`${base}/notes.md`)
  await dialog(page, "Import").getByLabel("What it is").selectOption("markdown")
  await dialog(page, "Import").getByRole("button", { name: "Import", exact: true }).click()
  await dialog(page, "Import").getByText("1 page or file is imported.").waitFor()
  await dialog(page, "Import").getByRole("listitem").getByText("missing.png").waitFor()
  await button(page, "Go there").click()
  await eventually(() => rowsOf(page)).toEqual(["Guide", "Notes"])
  expect(problems).toEqual([])
  await context.close()
})

it("imports into a new change request where the space is locked, and says why an address cannot be read", async () => {
  const base = await serveSite({ "/notes.md": "# Notes\n\nWords.\n" })
  const space = await makeSpace(world, "Handbook", [{ title: "Guide" }], { editMode: "locked" })
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}`)
  await button(page, "Import").click()
  expect(await dialog(page, "Import").getByLabel("The end of this space").isDisabled()).toBe(true)
  await dialog(page, "Import").getByLabel("Address").fill(`${base}/nothing.md`)
  await dialog(page, "Import").getByLabel("What it is").selectOption("markdown")
  await dialog(page, "Import").getByRole("button", { name: "Import", exact: true }).click()
  await dialog(page, "Import")
    .getByText(/^Nothing was imported: .*404/)
    .waitFor()
  await button(page, "Import something else").click()
  await dialog(page, "Import").getByLabel("Address").fill(`${base}/notes.md`)
  await dialog(page, "Import").getByRole("button", { name: "Import", exact: true }).click()
  await button(page, "Go there").click()
  await page.waitForURL(`**/app/s/${space.id}/~/changes/*`)
  await eventually(() => rowsOf(page)).toEqual(["Guide", "Notes"])
  expect(await treeOf(world, space.id)).toEqual(["Guide"])
  expect(problems).toEqual([])
  await context.close()
})

it("imports a file of this computer", async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide" }])
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}`)
  await editorOf(page).waitFor()
  await button(page, "Import").click()
  await dialog(page, "Import")
    .getByLabel("Or a file")
    .setInputFiles({ name: "Notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes\n\nWords.\n") })
  expect(await dialog(page, "Import").getByLabel("What it is").inputValue()).toBe("markdown")
  await dialog(page, "Import").getByRole("button", { name: "Import", exact: true }).click()
  await button(page, "Go there").click()
  await eventually(() => rowsOf(page)).toEqual(["Guide", "Notes"])
  expect(problems).toEqual([])
  await context.close()
})

it("cancels an import, which then changes nothing", async () => {
  const waiting: Array<ServerResponse> = []
  const base = await serveSite({ "/slow.md": (response) => void waiting.push(response) })
  const space = await makeSpace(world, "Handbook", [{ title: "Guide" }])
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}`)
  await editorOf(page).waitFor()
  await button(page, "Import").click()
  await dialog(page, "Import").getByLabel("Address").fill(`${base}/slow.md`)
  await dialog(page, "Import").getByLabel("What it is").selectOption("markdown")
  await dialog(page, "Import").getByRole("button", { name: "Import", exact: true }).click()
  await eventually(() => waiting.length).toBe(1)
  await button(page, "Cancel the import").click()
  await dialog(page, "Import").getByText("The import is cancelled. Nothing was changed.").waitFor()
  expect(await treeOf(world, space.id)).toEqual(["Guide"])
  expect(problems).toEqual([])
  await context.close()
})
