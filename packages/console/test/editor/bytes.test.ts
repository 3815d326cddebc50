/** Opening changes nothing, and an edit changes what it is at. */
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { type EditorBrowser, editorBrowser } from "./support/editing.js"
import { everything, manual } from "./support/everything.js"

const it = test.runIf(has("a browser"))
let browser: EditorBrowser

beforeAll(async () => {
  if (has("a browser")) browser = await editorBrowser()
})
afterAll(() => browser?.close())

/** Texts as programs leave them behind. */
const odd: Readonly<Record<string, string>> = {
  empty: "",
  "only a mark": "\uFEFF",
  "CRLF with a mark": "\uFEFF# Title\r\n\r\nSome **bold** text.\r\n\r\n* one\r\n* two\r\n",
  "CRLF without an end": "# Title\r\n\r\nlast",
  "lone CR": "# Title\rSome text\r* item\r",
  mixed: "one\ntwo\r\nthree\rfour\n\r\n\rfive\r\r\nsix",
  "NUL and controls": "a\u0000b\u0007c\u001b[0m\n\u0000\n# \u0000\n",
  "lone surrogates": "left \ud83d right \ude00 end\n\ud800\n**\udc00**\n",
  separators: "a\u2028b\u2029c\u0085d\u000be\u000cf\n",
  "spaces and tabs": "  \n\t\n \t # x\t\r\n   \n* \t\n>\t\n",
  invisible: "a\u200bb\u200dc\ufeffd\u00ade\u202ef\n",
  "all blocks with CRLF": everything.replaceAll("\n", "\r\n"),
  "unclosed blocks": '{% tabs %}\n{% tab title="\n```js\n<details>\n$$\n{% endhint %}\n| a\n|---|\n'
}

/** What a text is made of, so that a failure says more than that two long texts differ. */
const units = (text: string): string => JSON.stringify(text)

it("keeps every character of the manual and of odd files when a letter is typed and deleted", async () => {
  const { close, open, page, problems, select, text } = await browser.editing()
  const failures: Array<string> = []
  for (const [name, doc] of Object.entries({ ...manual, ...odd })) {
    await open(doc)
    if (units(await text()) !== units(doc)) failures.push(`${name} when opened`)
    const places = name in odd ? [0, Math.floor(doc.length / 2), doc.length] : [Math.floor(doc.length / 2)]
    for (const place of places) {
      await select(place)
      await page.keyboard.press("x")
      const typed = await text()
      if (typed.length !== doc.length + 1) failures.push(`${name} at ${place}: ${units(typed).slice(0, 200)}`)
      await page.keyboard.press("Backspace")
      if (units(await text()) !== units(doc))
        failures.push(`${name} at ${place}, undone: ${units(await text()).slice(0, 200)}`)
    }
  }
  expect(failures).toEqual([])
  expect(problems).toEqual([])
  await close()
})

it("changes the bytes of a word only", async () => {
  const { caretAfter, close, open, page, text } = await browser.editing()
  for (const ending of ["\n", "\r\n"]) {
    const doc = everything.replaceAll("\n", ending)
    for (const word of ["Running", "Worth", "picture", "Nested", "Install", "Quoted", "folded", "Deeper", "Quick"]) {
      await open(doc)
      await caretAfter(word)
      await page.keyboard.type("ly")
      expect(await text()).toBe(doc.replace(word, `${word}ly`))
      await page.keyboard.press("Control+z")
      expect(await text()).toBe(doc)
    }
  }
  await close()
})

it("gives new lines the ending of the file, and deletes endings whole", async () => {
  const { close, open, page, select, text } = await browser.editing()
  await open("one\r\ntwo\r\n")
  await select(3)
  await page.keyboard.press("Enter")
  await page.keyboard.type("new")
  expect(await text()).toBe("one\r\nnew\r\ntwo\r\n")
  await page.keyboard.press("Home")
  await page.keyboard.press("Backspace")
  expect(await text()).toBe("onenew\r\ntwo\r\n")
  await page.keyboard.press("End")
  await page.keyboard.type("!")
  expect(await text()).toBe("onenew!\r\ntwo\r\n")
  await page.keyboard.press("Delete")
  expect(await text()).toBe("onenew!two\r\n")
  await page.keyboard.press("Control+End")
  await page.keyboard.type("x")
  await page.keyboard.press("Enter")
  expect(await text()).toBe("onenew!two\r\nx\r\n")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("End")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.type("y")
  expect(await text()).toBe("onenew!two\r\nyx\r\n")
  await page.keyboard.press("Control+a")
  await page.keyboard.press("Delete")
  expect(await text()).toBe("")
  await open("a\nb")
  await select(1)
  await page.keyboard.press("Enter")
  expect(await text()).toBe("a\n\nb")
  await close()
})

it("keeps the endings when a text is pasted, and what a read-only page has", async () => {
  const { close, open, page, select, text } = await browser.editing()
  await open("one\r\ntwo\r\n")
  await page.evaluate(() => navigator.clipboard.writeText("a\nb"))
  await select(3)
  await page.keyboard.press("Control+v")
  await expect.poll(text).toBe("onea\r\nb\r\ntwo\r\n")
  await page.keyboard.press("Control+z")
  expect(await text()).toBe("one\r\ntwo\r\n")
  await open("* [ ] one\n", { readOnly: true })
  await select(9)
  await page.keyboard.type("x")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Control+Enter")
  await page.locator(".box").click()
  expect(await text()).toBe("* [ ] one\n")
  await close()
})
