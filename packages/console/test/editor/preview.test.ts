/** What the preview shows, and that nothing on the screen moves when the caret does. */
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { type EditorBrowser, editorBrowser, editorSizes } from "./support/editing.js"
import { everything } from "./support/everything.js"
import type { Reached } from "./support/page.js"

const it = test.runIf(has("a browser"))
let browser: EditorBrowser
declare const lectern: Reached

beforeAll(async () => {
  if (has("a browser")) browser = await editorBrowser()
})
afterAll(() => browser?.close())

/** The tops of the lines that are drawn, measured from the beginning of the text, by their position in it. */
const tops = () => {
  const { view } = lectern.editor
  const start = view.contentDOM.getBoundingClientRect().top
  const lines: Record<number, number> = {}
  for (const line of view.contentDOM.querySelectorAll<HTMLElement>(".cm-line")) {
    const { bottom, top } = line.getBoundingClientRect()
    if (bottom > 0 && top < innerHeight) lines[view.posAtDOM(line)] = top - start
  }
  return lines
}

/** Walks down and returns how far a line that stayed on the screen moved, at most, and where. */
const walk = async (page: Awaited<ReturnType<EditorBrowser["editing"]>>["page"], presses: number, key: string) => {
  let worst = { by: 0, at: "" }
  // What is opened has its place once everything in it was measured, which takes some frames on a busy machine.
  await page.evaluate(`document.fonts.ready.then(() => new Promise((resolve) => {
    let last = ""
    let calm = 0
    const look = () => {
      const now = [...lectern.editor.view.contentDOM.children].map((line) => line.getBoundingClientRect().top).join()
      calm = now === last ? calm + 1 : 0
      last = now
      if (calm > 10) resolve()
      else requestAnimationFrame(look)
    }
    look()
  }))`)
  let before = await page.evaluate(tops)
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(key)
    const after = await page.evaluate(tops)
    for (const [position, top] of Object.entries(before)) {
      const now = after[Number(position)]
      if (now === undefined) continue
      const by = Math.abs(now - top)
      if (by > worst.by) worst = { by, at: `press ${press}, position ${position}` }
    }
    before = after
  }
  const head = await page.evaluate(() => lectern.editor.view.state.selection.main.head)
  return { ...worst, head }
}

/** 500 lines with every block. */
const long = everything.slice(everything.indexOf("# Every")).repeat(4)

it("shows links and pictures whose address is in the next line", async () => {
  const { close, open, page, problems } = await browser.editing()
  for (const ending of ["\n", "\r\n"]) {
    const doc =
      'A [link](\na.md) and\n> a ![picture](b.svg\n> "title") in a quote,\n* an [item\n  of a list](c.md\n  )\n'
    await open(doc.replaceAll("\n", ending))
    const shown = await page.locator(".cm-line").allInnerTexts()
    expect(shown.map((line) => line.trim())).toEqual([
      "A link",
      "and",
      "a picture",
      "in a quote,",
      "* an item",
      "of a list",
      "",
      ""
    ])
  }
  expect(problems).toEqual([])
  await close()
})

it("moves no line when the caret walks through every block", async () => {
  for (const viewport of [
    { width: 1000, height: 800 },
    { width: 390, height: 800 }
  ]) {
    const { close, open, page, problems, select } = await browser.editing({ viewport })
    await open(long)
    await select(0)
    const down = await walk(page, viewport.width > 500 ? 500 : 300, "ArrowDown")
    expect(down).toMatchObject({ by: 0, at: "" })
    expect(down.head).toBeGreaterThan(viewport.width > 500 ? 8_000 : 4_000)
    expect(await walk(page, 120, "ArrowUp")).toMatchObject({ by: 0, at: "" })
    expect(problems).toEqual([])
    await close()
  }
})

it("shows marks where the caret is, and hides them elsewhere", async () => {
  const { caretAfter, close, open, page } = await browser.editing()
  await open(
    '# Title\n\nSome **bold** and [link](https://example.com) words.\n\n> quoted\n\n{% hint style="info" %}\nText\n{% endhint %}\n'
  )
  const text = () =>
    page.evaluate(() =>
      [...lectern.editor.view.contentDOM.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n")
    )
  await page.evaluate(() => lectern.editor.view.contentDOM.blur())
  await expect.poll(text).not.toMatch(/[*#>]|https|endhint/)
  await caretAfter("Tit")
  await expect.poll(text).toContain("# Title")
  await caretAfter("bo")
  await expect.poll(text).toContain("**bold**")
  await expect.poll(text).not.toContain("# Title")
  await caretAfter("lin")
  await expect.poll(text).toContain("[link](https://example.com)")
  await caretAfter("quo")
  await expect.poll(text).toContain("> quoted")
  await caretAfter("{% hi")
  await expect.poll(text).toContain('{% hint style="info" %}')
  await caretAfter("endhi")
  await expect.poll(text).toContain("{% endhint %}")
  await page.evaluate(() => lectern.editor.setMode("source"))
  await expect.poll(text).toContain("Some **bold** and [link](https://example.com) words.")
  await close()
})

it("is at most 130 KB", async () => {
  const { first, later } = await editorSizes()
  console.log(`editor: ${(first / 1000).toFixed(1)} KB after gzip, and ${(later / 1000).toFixed(1)} KB for finding`)
  expect(first).toBeLessThanOrEqual(130_000)
})
