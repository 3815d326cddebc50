/** What the server has acknowledged is never lost, nor what was typed more than a second ago. */
import { has } from "@lectern/storage-testing/needs"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { launch } from "../../../server/test/sign-in/browser.js"
import { crash, gather, isSaved, kinds, randomOf, seed } from "./support/interrupting.js"
import { type ServerProcess, startProcess } from "./support/serverProcess.js"
import { atEnd, editorOf, eventually, openWindow, savingOf } from "./support/window.js"
import { makeSpace, textOf } from "./support/world.js"

const it = test.runIf(has("a browser"))
let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  if (has("a browser")) [browser, server] = await Promise.all([launch(), startProcess()])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

it.for(kinds)("loses nothing when it is interrupted: %s", async (kind) => {
  const crowd = await gather(browser, server, 3, randomOf(seed + kinds.indexOf(kind)))
  await crowd.interrupt(kind)
  await crowd.close()
})

/** What the browser has of texts that were not sent: how many changes each draft has. */
const draftsIn = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("lectern")
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const reading = opening.result.transaction("drafts").objectStore("drafts").getAll()
    reading.onsuccess = () => {
      opening.result.close()
      resolve(reading.result.map(({ updates }) => updates.length).sort())
    }
  }
})`

/** A space of its own with one page, and the path at which it opens. */
const made = async (markdown: string) => {
  const { id, pages } = await makeSpace(server.world, "Notes", [{ title: "Guide", markdown }])
  return { space: id, guide: pages.Guide!, path: `/app/s/${id}/guide` }
}

it("recovers what two tabs of one person had of a page when both were closed", async () => {
  const { world } = server
  const { guide, path, space } = await made("First.\n\nLast.\n")
  const { context, page: one } = await openWindow(browser, world, world.ada, path)
  const two = await context.newPage()
  await two.goto(`${world.base}${path}`)
  await Promise.all([isSaved(one), isSaved(two)])
  await context.setOffline(true)
  await one.bringToFront()
  await editorOf(one).click()
  await one.keyboard.press("Control+Home")
  await one.keyboard.type("One. ")
  await two.bringToFront()
  await atEnd(two)
  await two.keyboard.type("Two.")
  for (const tab of [one, two])
    await eventually(() => savingOf(tab).textContent()).toMatch(/^Offline: \d changes kept$/)
  await eventually(() => two.evaluate(draftsIn)).toEqual([4, 5])
  // Neither takes what the other one still has open.
  await context.setOffline(false)
  await crash({ context, page: one })
  await crash({ context, page: two })
  const next = await context.newPage()
  await next.goto(`${world.base}${path}`)
  await isSaved(next)
  await next.getByText("What was not saved the last time is here again.").waitFor()
  expect(await textOf(world, space, guide)).toBe("One. First.\n\nLast.\nTwo.")
  await eventually(() => next.evaluate(draftsIn)).toEqual([])
  await context.close()
})

it("leaves a text to the tab that has it open", async () => {
  const { world } = server
  const { guide, path, space } = await made("First.\n")
  const { context, page: one } = await openWindow(browser, world, world.ada, path)
  await isSaved(one)
  // Only this tab is without the server.
  await one.route("**/v1/**", (route) => route.abort())
  await atEnd(one)
  await one.keyboard.type("One.")
  await eventually(() => one.evaluate(draftsIn)).toEqual([4])
  const two = await context.newPage()
  await two.goto(`${world.base}${path}`)
  await isSaved(two)
  expect(await textOf(world, space, guide)).toBe("First.\n")
  await one.unroute("**/v1/**")
  await eventually(() => textOf(world, space, guide)).toBe("First.\nOne.")
  await editorOf(two).getByText("One.").waitFor()
  await isSaved(one)
  await context.close()
})

it("recovers a long text that was typed without the server", async () => {
  const { world } = server
  const { guide, path, space } = await made("First.\n\nLast.\n")
  const { context, page } = await openWindow(browser, world, world.ada, path)
  await isSaved(page)
  await atEnd(page)
  await page.keyboard.type("Before: ")
  await isSaved(page)
  await context.setOffline(true)
  const long = "all of this was typed on a train that had no network at all, ".repeat(7)
  await page.keyboard.type(long)
  await eventually(() => page.evaluate(draftsIn)).toEqual([long.length])
  await crash({ context, page })
  const other = await openWindow(browser, world, world.alan, path)
  await isSaved(other.page)
  await editorOf(other.page).click()
  await other.page.keyboard.press("Control+Home")
  await other.page.keyboard.type("Alan. ")
  await isSaved(other.page)
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`${world.base}${path}`)
  await isSaved(next)
  expect(await textOf(world, space, guide)).toBe(`Alan. First.\n\nLast.\nBefore: ${long}`)
  await Promise.all([context.close(), other.context.close()])
})

/** Notes how many changes are in the database, before the client hears of it, and how many are said to be kept. */
const watching = `(() => {
  const seen = { kept: 0, claims: [] }
  Object.assign(globalThis, { seen })
  const puts = new WeakMap()
  const { put } = IDBObjectStore.prototype
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...all) {
    const made = transaction.apply(this, all)
    made.addEventListener("complete", () => { seen.kept = puts.get(made) ?? seen.kept })
    return made
  }
  IDBObjectStore.prototype.put = function (draft, ...rest) {
    puts.set(this.transaction, draft.updates.length)
    return put.call(this, draft, ...rest)
  }
  new MutationObserver(() => {
    const [, changes] = /Offline: (\\d+) changes? kept/.exec(document.querySelector(".saving")?.textContent ?? "") ?? []
    if (changes !== undefined) seen.claims.push([Number(changes), seen.kept])
  }).observe(document, { childList: true, characterData: true, subtree: true })
})()`

it("says that changes are kept once they are, and not before", async () => {
  const { world } = server
  const { path } = await made("First.\n")
  const { context, page } = await openWindow(browser, world, world.ada, "/app")
  await context.addInitScript(watching)
  await page.goto(`${world.base}${path}`)
  await isSaved(page)
  await context.setOffline(true)
  await atEnd(page)
  for (const typed of [20, 40, 60]) {
    for (let count = 0; count < 20; count++) await page.keyboard.press("a")
    await eventually(() => savingOf(page).textContent()).toBe(`Offline: ${typed} changes kept`)
  }
  const claims = (await page.evaluate("seen.claims")) as ReadonlyArray<readonly [claimed: number, kept: number]>
  expect(claims.length).toBeGreaterThan(2)
  expect(claims.filter(([claimed, kept]) => claimed > kept)).toEqual([])
  await context.close()
})

it("says that changes are not kept where the browser keeps nothing", async () => {
  const { world } = server
  const { guide, path, space } = await made("First.\n")
  const { context, page } = await openWindow(browser, world, world.ada, "/app")
  await context.addInitScript(`IDBObjectStore.prototype.put = () => { throw new Error("full") }`)
  await page.goto(`${world.base}${path}`)
  await isSaved(page)
  await context.setOffline(true)
  await atEnd(page)
  await page.keyboard.type("ab")
  await eventually(() => savingOf(page).textContent()).toBe("Offline: 2 changes not saved; keep this tab open")
  await context.setOffline(false)
  await isSaved(page)
  expect(await textOf(world, space, guide)).toBe("First.\nab")
  await context.close()
})
