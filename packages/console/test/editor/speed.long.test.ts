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
  const figures: Record<string, { work: ReadonlyArray<number>; frames: ReadonlyArray<number> }> = {}
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
    // From the key to the end of layout, and to the message behind the frame that paints it.
    await page.evaluate(() => {
      const work: Array<number> = []
      const frames: Array<number> = []
      Object.assign(globalThis, { times: { work, frames } })
      let began = 0
      const key = () => {
        began = performance.now()
      }
      const typed = () => {
        const since = began
        // Behind the microtask in which the editor takes the letter over.
        queueMicrotask(() => {
          void lectern.editor.view.contentDOM.getBoundingClientRect().height
          work.push(performance.now() - since)
        })
        const painted = new MessageChannel()
        painted.port1.onmessage = () => frames.push(performance.now() - since)
        requestAnimationFrame(() => painted.port2.postMessage(0))
      }
      const { contentDOM } = lectern.editor.view
      const { timed } = globalThis as unknown as { timed?: AbortController }
      timed?.abort()
      const controller = new AbortController()
      Object.assign(globalThis, { timed: controller })
      contentDOM.addEventListener("keydown", key, { capture: true, signal: controller.signal })
      contentDOM.addEventListener("input", typed, { capture: true, signal: controller.signal })
    })
    for (let letter = 0; letter < 80; letter++) await page.keyboard.press("abcdefgh "[letter % 9]!, { delay: 25 })
    const { frames, work } = await page.evaluate(
      () => (globalThis as unknown as { times: { work: Array<number>; frames: Array<number> } }).times
    )
    const two = (values: ReadonlyArray<number>) =>
      [0.5, 0.95].map((share) => Number(percentile(values, share).toFixed(1)))
    figures[name] = { work: two(work), frames: two(frames) }
  }
  console.log(`median and p95 in ${page100.length} characters, in ms:`, JSON.stringify(figures))
  await close()
  for (const [name, { work }] of Object.entries(figures)) expect([name, work[1]! <= 16]).toEqual([name, true])
})
