/** Sites in a real browser between two steps: while a word is composed, before an answer, and on the way to an anchor. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { has } from "@lectern/storage-testing/needs"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it as test } from "vitest"
import { sizes } from "../../server/test/sign-in/browser.js"
import { browsed } from "./support/browsing.js"
import { exported } from "./support/exported.js"
import { makeSite } from "./support/site.js"

let browsing: Awaited<ReturnType<typeof browsed>>

const it = test.runIf(has("a browser"))

beforeAll(async () => {
  browsing = await browsed()
})

afterAll(() => browsing.close())

/** The search dialog with the results of a query, and answers to later queries that wait until they are let through. */
const searching = async (page: Page, query: string) => {
  await page.goto(browsing.root)
  await page.keyboard.press("/")
  const dialog = page.getByRole("dialog", { name: "Search" })
  const field = dialog.getByRole("searchbox")
  await field.fill(query)
  await dialog.locator("mark").first().waitFor()
  const first = (of: string) =>
    page.evaluate(
      `fetch(${JSON.stringify(`${browsing.root}search?part=1&q=${of}`)}).then((a) => a.text()).then((text) => new DOMParser().parseFromString(text, "text/html").querySelector("a").getAttribute("href"))`
    )
  return { dialog, field, first }
}

const isAt = (page: Page, href: unknown) => page.waitForURL((url) => url.pathname + url.hash === href)

describe("Enter in the search", () => {
  it("opens the first result of the query in the field, once its answer is there", async () => {
    const { close, page } = await browsing.opened()
    const { field, first } = await searching(page, "share link")
    const [before, wanted] = [await first("share link"), await first("webhook")]
    expect(wanted).not.toBe(before)
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    const asked = page.waitForRequest(/search\?part=1&q=webhook/)
    await page.route(/search\?part=1/, (route) => held.then(() => route.continue()))
    await field.fill("webhook")
    await asked
    await page.keyboard.press("Enter")
    expect(page.url()).toBe(browsing.root)
    letThrough()
    await isAt(page, wanted)
    await close()
  })

  it("opens nothing if the query changes, or the search is closed, before the answer arrives", async () => {
    const { close, page } = await browsing.opened()
    const { dialog, field } = await searching(page, "share link")
    await page.evaluate(
      "addEventListener('click', (event) => (globalThis.opened = event.target.closest('a')?.href), true)"
    )
    let held: Array<() => void> = []
    await page.route(/search\?part=1/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    const answered = (query: string) => page.waitForResponse((answer) => answer.url().endsWith(`q=${query}`))
    const ask = async (query: string, then: () => Promise<unknown>) => {
      const [answer, asked] = [answered(query), page.waitForRequest((request) => request.url().endsWith(`q=${query}`))]
      await field.fill(query)
      await page.keyboard.press("Enter")
      await asked
      await then()
      for (const letThrough of held) letThrough()
      held = []
      await (await answer).finished()
    }
    await ask("webhook", () => field.press("s"))
    await ask("merge", () => page.evaluate("document.querySelector('dialog').close()"))
    expect(await dialog.isVisible()).toBe(false)
    expect(await page.evaluate("globalThis.opened")).toBe(undefined)
    expect(page.url()).toBe(browsing.root)
    await close()
  })

  it("accepts a word of an input method, and opens nothing", async () => {
    const { close, page } = await browsing.opened()
    const { dialog } = await searching(page, "share link")
    const client = await page.context().newCDPSession(page)
    await client.send("Input.imeSetComposition", { text: " merge", selectionStart: 6, selectionEnd: 6 })
    for (const key of ["Enter", "ArrowDown"]) await page.keyboard.press(key)
    expect(await dialog.locator("input:focus").count()).toBe(1)
    await client.send("Input.insertText", { text: " merge" })
    await dialog.locator("mark", { hasText: /merge/i }).first().waitFor()
    expect(page.url()).toBe(browsing.root)
    const chosen = await dialog.locator("a").first().getAttribute("href")
    await page.keyboard.press("Enter")
    await isAt(page, chosen)
    await close()
  })

  it("lets a word be composed in the header before the dialog opens", async () => {
    const { close, page } = await browsing.opened()
    await page.goto(browsing.root)
    const field = page.locator(".find input")
    await field.focus()
    const client = await page.context().newCDPSession(page)
    await client.send("Input.imeSetComposition", { text: "mer", selectionStart: 3, selectionEnd: 3 })
    expect(await page.locator("dialog").count()).toBe(0)
    await client.send("Input.insertText", { text: "merge" })
    expect(await page.getByRole("dialog").getByRole("searchbox").inputValue()).toBe("merge")
    await close()
  })
})

/** Waits until the heading with an anchor is seen, below the header. */
const isSeen = (page: Page, anchor: string) =>
  expect
    .poll(() =>
      page.evaluate(`(() => {
        const heading = document.getElementById(${JSON.stringify(anchor)}).closest("h2, h3")
        const { bottom, left, top } = heading.getBoundingClientRect()
        const at = document.elementFromPoint(left + 2, (top + bottom) / 2)
        return top >= 0 && bottom < innerHeight && heading.contains(at) ? "seen" : heading.id + " from " + top + " to " + bottom
      })()`)
    )
    .toBe("seen")

const anchors = ["open", "second", "inner", "folded", "ünder", "uender"]

/** The anchors of the links of the page, in their order. */
const linked = anchors.toSpliced(-1, 0, "ünder")

describe("the heading that an address leads to is seen", () => {
  for (const [size, viewport] of Object.entries(sizes)) {
    it(`by an address, by a link, and by the same link again (${size})`, async () => {
      const { close, page, problems } = await browsing.opened({ viewport, reducedMotion: "reduce" })
      for (const anchor of anchors) {
        await page.goto("about:blank")
        await page.goto(`${browsing.root}inside/tabbed#${encodeURIComponent(anchor)}`)
        await isSeen(page, anchor)
      }
      const links = page.locator(".text > p > a")
      for (const [index, anchor] of linked.entries()) {
        for (const _ of ["once", "again"]) {
          await page.evaluate(
            "for (const one of document.querySelectorAll('.tabs>input:first-of-type')) one.checked = true; document.querySelector('details.unfold').open = false; scrollTo(0, 0)"
          )
          await links.nth(index).click()
          await isSeen(page, anchor)
        }
      }
      await page.goBack()
      await isSeen(page, "ünder")
      expect(problems).toEqual([])
      await close()
    })

    it(`without a script (${size})`, async () => {
      const { close, page } = await browsing.opened({ viewport, javaScriptEnabled: false, reducedMotion: "reduce" })
      for (const anchor of anchors) {
        await page.goto("about:blank")
        await page.goto(`${browsing.root}inside/tabbed#${encodeURIComponent(anchor)}`)
        await isSeen(page, anchor)
      }
      await close()
    })
  }
})

it("goes on from an old path of an export with the query and the fragment, with a script and without", async () => {
  const own = await makeSite({ "README.md": "# Welcome\n", "old.md": "# Old\n\n## Part\n" })
  const page = (await own.ada.contents.pageByPath(own.space, "old")).id
  await own.ada.contentEdits.apply(own.space, { changes: [{ operation: "update_page", page, slug: "new" }] })
  const folder = mkdtempSync(join(tmpdir(), "lectern-export-"))
  for (const [path, bytes] of (await exported(own)).files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  for (const javaScriptEnabled of [true, false]) {
    const { close, page: tab, problems } = await browsing.opened({ javaScriptEnabled })
    await tab.goto(`${pathToFileURL(folder)}/old.html?a=b#part`)
    await tab.waitForURL(javaScriptEnabled ? "**/new.html?a=b#part" : "**/new.html*")
    expect(problems).toEqual([])
    await close()
  }
  rmSync(folder, { recursive: true })
  await own.lectern.close()
})

it("copies code as it is written, without a line break at its end", async () => {
  const { close, page } = await browsing.opened({ permissions: ["clipboard-read", "clipboard-write"] })
  await page.goto(`${browsing.root}inside/wide`)
  for (const index of [1, 2]) {
    const code = page.locator(".code").nth(index)
    await code.hover()
    await code.getByRole("button", { name: "Copy" }).click()
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/^first\nsecond a\w+$/)
  }
  await close()
})

it("cuts nothing off on paper", async () => {
  const { close, page } = await browsing.opened({ viewport: { width: 718, height: 1000 } })
  for (const path of ["inside/wide", "inside/blocks"]) {
    await page.goto(`${browsing.root}${path}`)
    await page.emulateMedia({ media: "print" })
    const cut = await page.evaluate(`[...document.querySelectorAll("main, main *")]
      .filter((each) => each.checkVisibility() && !each.closest("math,svg"))
      .filter((each) => each.getBoundingClientRect().right > innerWidth || (getComputedStyle(each).overflow !== "visible" && each.scrollWidth > each.clientWidth))
      .map((each) => each.outerHTML.slice(0, 80))`)
    expect([path, cut]).toEqual([path, []])
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(718)
  }
  await close()
})
