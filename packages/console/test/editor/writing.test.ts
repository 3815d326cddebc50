/** Input methods, pastes and files. */
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { type Editing, type EditorBrowser, editorBrowser, problemsOf } from "./support/editing.js"
import type { Reached } from "./support/page.js"

const it = test.runIf(has("a browser"))
let browser: EditorBrowser
let editing: Editing
declare const lectern: Reached

beforeAll(async () => {
  if (!has("a browser")) return
  browser = await editorBrowser()
  editing = await browser.editing()
})
afterAll(() => browser?.close())

/** What input methods show on the way to a text. */
const compositions = {
  Japanese: [["k", "か", "かn", "かん", "かんj", "かんじ", "漢字"], "漢字"],
  Chinese: [["n", "ni", "ni'h", "ni'hao", "你好"], "你好"],
  Korean: [["ㅎ", "하", "한", "한ㄱ", "한그", "한글"], "한글"]
} as const

const places = {
  paragraph: "Some **bold** text‸ here\n",
  "end of bold": "Some **bold‸** text\n",
  list: "* one\n* two‸\n",
  task: "* [ ] ‸\n",
  heading: "## Title‸\n",
  "start of a heading": "# ‸Title\n",
  table: "| A | B |\n|---|---|\n| a | b‸ |\n",
  "empty cell": "| A | B |\n|---|---|\n| a | ‸ |\n",
  hint: '{% hint style="info" %}\nText‸\n{% endhint %}\n',
  "empty line": "one\n\n‸\n\ntwo\n",
  "end of a CRLF line": "one‸\r\ntwo\r\n"
}

it("takes compositions as they are typed", async () => {
  const client = await editing.page.context().newCDPSession(editing.page)
  const failures: Array<string> = []
  for (const [place, marked] of Object.entries(places)) {
    for (const [language, [steps, text]] of Object.entries(compositions)) {
      const at = marked.indexOf("‸")
      await editing.open(marked.replace("‸", ""))
      await editing.select(at)
      for (const step of steps) {
        await client.send("Input.imeSetComposition", {
          text: step,
          selectionStart: step.length,
          selectionEnd: step.length
        })
      }
      await client.send("Input.insertText", { text })
      // What is typed behind a composition goes behind it.
      await editing.page.keyboard.type("!")
      const got = await editing.text()
      const wanted = marked.replace("‸", `${text}!`)
      if (got !== wanted) failures.push(`${language} in ${place}: ${JSON.stringify(got)}`)
    }
  }
  expect(failures).toEqual([])
  expect(problemsOf(editing)).toEqual([])
})

/** Pastes a clipboard with some types, as a browser does. */
const paste = (types: Readonly<Record<string, string>>, file?: { name: string; type: string }) =>
  editing.page.evaluate(
    ([all, added]) => {
      const data = new DataTransfer()
      for (const [type, value] of Object.entries(all)) data.setData(type, value)
      if (added !== undefined) data.items.add(new File(["x"], added.name, { type: added.type }))
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
      lectern.editor.view.contentDOM.dispatchEvent(event)
    },
    [types, file] as const
  )

it("pastes pages of the web as markdown, in one step of undo", async () => {
  const { caretAfter, open, page, text } = editing
  await open("one two\r\n")
  await caretAfter("one")
  await page.keyboard.type("!")
  await paste({ "text/html": "<b>bold</b>", "text/plain": "bold" })
  await expect.poll(text).toBe("one!**bold** two\r\n")
  await page.keyboard.type("?")
  await page.keyboard.press("Control+z")
  expect(await text()).toBe("one!**bold** two\r\n")
  await page.keyboard.press("Control+z")
  expect(await text()).toBe("one! two\r\n")
  await paste({ "text/html": "<p>other</p>", "text/plain": "other" })
  await expect.poll(text).toBe("one!other two\r\n")
  await open("```\ncode\n```\n")
  await caretAfter("code")
  await paste({ "text/html": "<b>x</b>", "text/plain": "x" })
  await expect.poll(text).toBe("```\ncodex\n```\n")
})

it("pastes plain text on Control-Shift-V, and a link over words", async () => {
  const { open, page, select, text } = editing
  await open("")
  await select(0)
  await page.evaluate(async () => {
    const item = new ClipboardItem({
      "text/html": new Blob(["<b>bold</b>"], { type: "text/html" }),
      "text/plain": new Blob(["bold"], { type: "text/plain" })
    })
    await navigator.clipboard.write([item])
  })
  await page.keyboard.press("Control+v")
  await expect.poll(text).toBe("**bold**")
  await page.keyboard.press("Control+Shift+v")
  await expect.poll(text).toBe("**bold**bold")
  await open("some words")
  await select(5, 10)
  await paste({ "text/plain": "https://example.com/" })
  expect(await text()).toBe("some [words](https://example.com/)")
})

it("sends files, and links them where their place has moved to", async () => {
  const { caretAfter, open, page, text } = editing
  await open("one\ntwo\n")
  await caretAfter("two")
  await paste({}, { name: "hills [1].png", type: "image/png" })
  const shown = page.getByRole("progressbar")
  await shown.waitFor()
  expect(await text()).toBe("one\ntwo\n")
  await page.evaluate(() => lectern.uploads[0]!.progress(0.5))
  expect(await shown.getAttribute("aria-valuenow")).toBe("50")
  await caretAfter("one")
  await page.keyboard.type(" more")
  await page.evaluate(() => lectern.uploads[0]!.done("files/hills 1.png"))
  await expect.poll(text).toBe("one more\ntwo![hills \\[1\\].png](<files/hills 1.png>)\n")
  expect(await shown.count()).toBe(0)
  await caretAfter("more")
  await paste({}, { name: "plan.pdf", type: "application/pdf" })
  await page.evaluate(() => lectern.uploads[1]!.done("plan.pdf"))
  await expect.poll(text).toContain("one more[plan.pdf](plan.pdf)\n")
  await paste({}, { name: "other.pdf", type: "application/pdf" })
  await page.evaluate(() => lectern.uploads[2]!.done(undefined))
  await expect.poll(() => shown.count()).toBe(0)
  expect(await text()).not.toContain("other")
  expect(problemsOf(editing)).toEqual([])
})
