/** Importing and exporting in the window: what is at an address, PDFs, and folders of markdown. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { openZip } from "@lectern/core/content/git-layout/Zip"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import type { Locator, Page } from "playwright-core"
import { afterEach, expect } from "vitest"
import { browser, it, served, useWindows, world } from "./support/inMemory.js"
import { serve } from "./support/served.js"
import { editorOf, eventually, openWindow, rowOf, rowsOf } from "./support/window.js"
import { call, join as joinWorld, makeSpace, makeWorld, textOf, treeOf } from "./support/world.js"

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
  const problem = dialog(page, "Import").getByRole("listitem")
  expect(await problem.getByRole("link").getAttribute("href")).toBe(`${base}/missing.png`)
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
    .getByLabel("Choose a file")
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

/** A folder of documentation in the layout of Git-synced documentation, with what is not sent. */
const folder = {
  "SUMMARY.md":
    "# Table of contents\n\n- [Welcome](README.md)\n- [Second part](two.md)\n  - [Inside](parts/inside.md)\n- [First part](one.md)\n",
  "README.md": "# Welcome\n\nSee [the inside](parts/inside.md).\n",
  "one.md": "# First part\n\nA picture: ![dot](.gitbook/assets/dot.svg)\n",
  "two.md": "# Second part\n\nTwo.\n",
  "parts/inside.md": "# Inside\n\nBack to [one](../one.md), and [gone](gone.md).\n",
  ".gitbook/assets/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
  ".git/config.md": "# Not sent\n",
  ".env": "SECRET=1\n",
  "node_modules/thing/README.md": "# Not sent either\n"
}

/** Writes a folder to this computer. */
const writeFolder = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const root = join(await mkdtemp(join(tmpdir(), "console-")), "docs")
  closing.push(() => rm(dirname(root), { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

/** Drops files and folders of this computer on an element, by the mouse. */
const drop = async (page: Page, on: Locator, files: ReadonlyArray<string>): Promise<void> => {
  const client = await page.context().newCDPSession(page)
  const box = (await on.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 100)]
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await client.send("Input.dispatchDragEvent", { type, x, y, data })
  }
  await client.detach()
}

const importChosen = async (page: Page) => {
  await dialog(page, "Import").getByRole("button", { name: "Import", exact: true }).click()
  await button(page, "Go there").click()
}

const ofFolder = ["Welcome", "Second part", "  Inside", "First part"]

it("imports a folder that is dropped on an empty space, with its order and links, and without what is hidden", async () => {
  const root = await writeFolder(folder)
  const space = await makeSpace(world, "Handbook")
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}`)
  await button(page, "Write the first page").waitFor()
  await drop(page, page.getByRole("main"), [root])
  await dialog(page, "Import").getByText("“docs” is imported: 6 files. Left out:").waitFor()
  for (const name of [".git", ".env", "node_modules"]) await dialog(page, "Import").getByText(name).waitFor()
  expect(await dialog(page, "Import").getByLabel("What it is").inputValue()).toBe("zip")
  await dialog(page, "Import").getByRole("button", { name: "Import", exact: true }).click()
  const problem = dialog(page, "Import").getByRole("listitem")
  await problem.getByText("parts/inside.md: gone.md does not exist").waitFor()
  await problem.getByRole("link", { name: "parts/inside.md" }).click()
  await editorOf(page).getByText("Back to").waitFor()
  await eventually(() => treeOf(world, space.id)).toEqual(ofFolder)
  const { pages } = await call<{ pages: ReadonlyArray<{ id: string; title: string }> }>(
    world,
    world.ada,
    "GET",
    `/spaces/${space.id}/content/pages`
  )
  const markdown = (title: string) => textOf(world, space.id, pages.find((each) => each.title === title)?.id ?? "")
  expect(await markdown("Welcome")).toContain("See [the inside](/pages/")
  expect(await markdown("First part")).toContain("![dot](/files/")
  expect(problems).toEqual([])
  await context.close()
})

it("imports what is dropped on the tree, where pages can still be dragged", async () => {
  const root = await writeFolder(folder)
  const space = await makeSpace(world, "Handbook", [{ title: "Guide" }, { title: "Other" }])
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}`)
  await editorOf(page).waitFor()
  await rowOf(page, "Other").dragTo(rowOf(page, "Guide"), { targetPosition: { x: 80, y: 2 } })
  await eventually(() => treeOf(world, space.id)).toEqual(["Other", "Guide"])
  expect(await page.getByRole("dialog").count()).toBe(0)
  await drop(page, page.getByRole("tree"), [join(root, "one.md")])
  await dialog(page, "Import").getByText("“one.md” is imported.").waitFor()
  expect(await dialog(page, "Import").getByLabel("What it is").inputValue()).toBe("markdown")
  await importChosen(page)
  await eventually(() => treeOf(world, space.id)).toEqual(["Other", "Guide", "First part"])
  await drop(page, page.getByRole("tree"), [join(root, "one.md"), join(root, "parts")])
  await dialog(page, "Import").getByText("“2 files and folders” is imported: 2 files.").waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it("imports a folder that is chosen", async () => {
  const root = await writeFolder(folder)
  const space = await makeSpace(world, "Handbook", [{ title: "Guide" }])
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}`)
  await editorOf(page).waitFor()
  await button(page, "Import").click()
  await dialog(page, "Import").getByLabel("Choose a folder").setInputFiles(root)
  await dialog(page, "Import").getByText("“docs” is imported: 6 files. Left out:").waitFor()
  await button(page, "Import an address instead").click()
  expect(await dialog(page, "Import").getByLabel("Address").isEnabled()).toBe(true)
  await dialog(page, "Import").getByLabel("Choose a folder").setInputFiles(root)
  await importChosen(page)
  await eventually(() => treeOf(world, space.id)).toEqual(["Guide", ...ofFolder])
  expect(problems).toEqual([])
  await context.close()
})

it("takes nothing that is dropped where the space may only be read", async () => {
  const root = await writeFolder(folder)
  const space = await makeSpace(world, "Handbook", [{ title: "Guide" }])
  const reader = await joinWorld(served, world, "Rita", "read")
  const { context, page, problems } = await openWindow(browser, world, reader, `/app/s/${space.id}`)
  await page.getByRole("tree").waitFor()
  await drop(page, page.getByRole("tree"), [root])
  expect(await page.getByRole("dialog").count()).toBe(0)
  expect(page.url()).toContain(`/app/s/${space.id}`)
  expect(problems).toEqual([])
  await context.close()
})

it("says that a folder is too large for the server", async () => {
  const root = await writeFolder({ "README.md": "# Welcome\n", "large.png": "x".repeat(9_000_000) })
  const small = await serve(MemoryStorage.open(), 0, { files: { maxFileBytes: 100_000 } })
  closing.push(() => small.close())
  const own = await makeWorld(small)
  const space = await makeSpace(own, "Handbook", [{ title: "Guide" }])
  const { context, page, problems } = await openWindow(browser, own, own.ada, `/app/s/${space.id}`)
  await page.getByRole("tree").waitFor()
  await drop(page, page.getByRole("tree"), [root])
  await dialog(page, "Import").getByText("“docs” is imported: 2 files.").waitFor()
  await dialog(page, "Import").getByRole("button", { name: "Import", exact: true }).click()
  await eventually(() => dialog(page, "Import").getByRole("alert").textContent()).toMatch(/at most 100000 bytes/)
  expect(await treeOf(own, space.id)).toEqual(["Guide"])
  expect(problems).toEqual([])
  await context.close()
})
