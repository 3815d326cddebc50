/** How long a key takes until its letter is painted, in a page of 100 KB. */
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { type EditorBrowser, editorBrowser } from "./support/editing.js"
import { everything } from "./support/everything.js"
import type { Reached } from "./support/page.js"

const it = test.runIf(has("a browser"))
let browser: EditorBrowser
declare const lectern: Reached

beforeAll(async () => {
  if (has("a browser")) browser = await editorBrowser()
})
afterAll(() => browser?.close())

const body = everything.slice(everything.indexOf("# Every"))
const page100 = body.repeat(Math.ceil(100_000 / body.length))

const percentile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

it("paints a letter within 16 ms", async () => {
  const { close, open, page, select } = await browser.editing()
  await open(page100)
  const figures: Record<string, { median: number; p95: number; most: number }> = {}
  const middle = page100.indexOf("Running text", page100.length / 2) + 12
  const places = {
    beginning: page100.indexOf("Running text") + 12,
    middle,
    "end of the page": page100.length - 20,
    table: page100.indexOf("picture with a", page100.length / 2) + 7,
    tag: page100.indexOf('{% tab title="First', page100.length / 2) + 19
  }
  for (const [name, place] of Object.entries(places)) {
    await select(place)
    await page.waitForTimeout(500)
    // The work of the page from the event to the end of layout and paint records, without the wait for the display.
    await page.evaluate(() => {
      const times: Array<number> = []
      Object.assign(globalThis, { times })
      const start = () => {
        const began = performance.now()
        queueMicrotask(() => 0)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          void lectern.editor.view.contentDOM.getBoundingClientRect().height
          times.push(performance.now() - began)
        }
        // The frame's callbacks run before its paint; the message comes right behind it.
        requestAnimationFrame(() => channel.port2.postMessage(0))
      }
      lectern.editor.view.contentDOM.addEventListener("beforeinput", start, { capture: true })
    })
    for (let letter = 0; letter < 120; letter++) await page.keyboard.press("abcdefgh "[letter % 9]!)
    const times = await page.evaluate(() => (globalThis as unknown as { times: Array<number> }).times)
    figures[name] = { median: percentile(times, 0.5), p95: percentile(times, 0.95), most: Math.max(...times) }
  }
  console.log(`key to paint in ${page100.length} characters, in ms:`, JSON.stringify(figures))
  await close()
  for (const [name, { p95 }] of Object.entries(figures)) expect([name, p95 <= 33]).toEqual([name, true])
})
