/** Whether everybody can use the editor, in light and dark. */
import { has } from "@lectern/storage-testing/needs"
import axe from "axe-core"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { type Editing, type EditorBrowser, editorBrowser } from "./support/editing.js"
import { everything } from "./support/everything.js"

const it = test.runIf(has("a browser"))
let browser: EditorBrowser

beforeAll(async () => {
  if (has("a browser")) browser = await editorBrowser()
})
afterAll(() => browser?.close())

const violations = async ({ page }: Editing) => {
  const found = await page.evaluate(async () => {
    const { axe: own } = globalThis as unknown as { axe: typeof axe }
    return (await own.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] })).violations
  })
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ failureSummary, html }) => `${html} ${failureSummary}`).join("; ")}`
  )
}

it("has nothing that axe finds, in light and dark", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const editing = await browser.editing({ colorScheme, viewport: { width: 800, height: 2600 }, bypassCSP: true })
    const { caretAfter, close, open, page, problems } = editing
    await page.evaluate(`${axe.source}; 0`)
    await open(everything)
    expect(await violations(editing)).toEqual([])
    await caretAfter("bold")
    expect(await violations(editing)).toEqual([])
    await caretAfter("picture with")
    await page.getByRole("toolbar").waitFor()
    expect(await violations(editing)).toEqual([])
    await page.keyboard.press("Control+f")
    await page.getByLabel("Find").waitFor()
    expect(await violations(editing)).toEqual([])
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog", { name: "Link" }).waitFor()
    expect(await violations(editing)).toEqual([])
    await page.keyboard.press("Escape")
    await open("one\n\n")
    await caretAfter("one\n")
    await page.keyboard.type("/h")
    await page.getByRole("listbox").waitFor()
    expect(await violations(editing)).toEqual([])
    expect(problems).toEqual([])
    await close()
  }
})

it("is a text box with a label, whose lines have their own direction", async () => {
  const { close, open, page } = await browser.editing({ viewport: { width: 390, height: 700 } })
  await open(everything)
  const box = page.getByRole("textbox", { name: "Text of the page" })
  expect(await box.getAttribute("spellcheck")).toBe("true")
  expect(await page.locator(".cm-line").first().getAttribute("dir")).not.toBe(null)
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390)
  expect(await page.locator(".cm-scroller").evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await close()
})
