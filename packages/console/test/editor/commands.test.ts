/** What keys write. */
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { type Editing, type EditorBrowser, editorBrowser } from "./support/editing.js"
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

/** Opens a text whose caret, or whose two ends of a selection, are at `‸`. */
const at = async (marked: string) => {
  const parts = marked.split("‸")
  await editing.open(parts.join(""))
  const from = parts[0]!.length
  await editing.select(from, parts.length > 2 ? from + parts[1]!.length : from)
}

/** The text with the ends of its selection. */
const now = async () => {
  const { anchor, head } = await editing.page.evaluate(() => {
    const { anchor, head } = lectern.editor.view.state.selection.main
    return { anchor, head }
  })
  const text = await editing.text()
  const [from, to] = anchor < head ? [anchor, head] : [head, anchor]
  return from === to
    ? `${text.slice(0, from)}‸${text.slice(from)}`
    : `${text.slice(0, from)}‸${text.slice(from, to)}‸${text.slice(to)}`
}

/** Presses keys one after another. */
const after = async (marked: string, ...keys: ReadonlyArray<string>) => {
  await at(marked)
  for (const key of keys) await editing.page.keyboard.press(key)
  return now()
}

it("marks words and selections, and takes the marks away", async () => {
  expect(await after("a ‸word‸ b", "Control+b")).toBe("a **‸word‸** b")
  expect(await after("a **wo‸rd** b", "Control+b")).toBe("a wo‸rd b")
  expect(await after("a wo‸rd b", "Control+i")).toBe("a _wo‸rd_ b")
  expect(await after("a ‸word ‸b", "Control+e")).toBe("a `‸word‸` b")
  expect(await after("* ‸one\n* two‸\n", "Control+b")).toBe("* **‸one**\n* **two‸**\n")
  expect(await after("wo‸rd", "Control+Alt+2")).toBe("## wo‸rd")
  expect(await after("## wo‸rd", "Control+Alt+2")).toBe("wo‸rd")
  expect(await after("# wo‸rd\r\n", "Control+Alt+4")).toBe("#### wo‸rd\r\n")
})

it("continues lists and quotes, and ends them on an empty item", async () => {
  expect(await after("* one‸\r\n", "Enter")).toBe("* one\r\n* ‸\r\n")
  expect(await after("* one‸\n", "Enter", "Enter")).toBe("* one\n‸\n")
  expect(await after("9. one‸", "Enter")).toBe("9. one\n10. ‸")
  expect(await after("* [x] one‸", "Enter")).toBe("* [x] one\n* [ ] ‸")
  expect(await after("> one‸", "Enter")).toBe("> one\n> ‸")
  expect(await after("> one‸", "Enter", "Enter")).toBe("> one\n‸")
  expect(await after("* one\n  * two‸", "Enter", "Enter")).toBe("* one\n  * two\n* ‸")
  expect(await after("* o‸ne", "Shift+Enter")).toBe("* o\n‸ne")
  expect(await after("```\n  a‸\n```", "Enter")).toBe("```\n  a\n  ‸\n```")
  expect(await after("# ‸one", "Backspace")).toBe("‸one")
  expect(await after("* ‸one", "Backspace")).toBe("‸one")
})

it("moves items in and out, and ticks tasks", async () => {
  expect(await after("* one\n* two‸\n", "Tab")).toBe("* one\n  * two‸\n")
  expect(await after("1. one\n2. two‸\n   * deep\n", "Tab")).toBe("1. one\n   2. two‸\n      * deep\n")
  expect(await after("* one\n  * two‸\n    * three\n", "Shift+Tab")).toBe("* one\n* two‸\n  * three\n")
  expect(await after("* ‸one\n", "Tab")).toBe("* ‸one\n")
  expect(await after("* [ ] on‸e\n", "Control+Enter")).toBe("* [x] on‸e\n")
  expect(await after("* [x] on‸e\r\n", "Control+Enter")).toBe("* [ ] on‸e\r\n")
  await editing.open("text\n\n* [ ] one\n* [X] two\n")
  await editing.page.locator(".box").first().click()
  expect(await editing.text()).toBe("text\n\n* [x] one\n* [X] two\n")
})

const table = "| A | B |\n|---|:-:|\n| a | b |\n| c |  |\n"

it("moves through the cells of a table and edits its rows and columns", async () => {
  expect(await after(`‸${table}`, "Tab")).toBe(table.replace("B", "‸B‸"))
  expect(await after(`‸${table}`, "Tab", "Tab")).toBe(table.replace("a", "‸a‸"))
  expect(await after(table.replace("c |  ", "c | ‸ "), "Tab")).toBe(`${table}| ‸  |   |\n`)
  expect(await after(table.replace("b", "‸b"), "Shift+Tab")).toBe(table.replace("a", "‸a‸"))
  expect(await after(table.replace("B", "‸B"), "ArrowDown")).toBe(table.replace("b", "‸b"))
  expect(await after(`text‸\n\n${table}`, "ArrowDown", "ArrowDown")).toBe(`text\n\n${table.replace("A", "‸A")}`)
  // The first row of a table in a list stands behind the mark of the list.
  const listed = `1. > ${table.trim().replaceAll("\n", "\n   > ")}\n`
  expect(await after(listed.replace("A", "A‸"), "Tab", "Tab")).toBe(listed.replace("a", "‸a‸"))
  expect(await after(listed.replace("c |  ", "c | ‸ "), "Tab")).toBe(`${listed}   > | ‸  |   |\n`)
  await at(`‸${table}`)
  await editing.page.keyboard.press("Tab")
  await editing.page.keyboard.type("New")
  expect(await editing.text()).toBe(table.replace("B", "New"))
  const press = async (marked: string, name: string) => {
    await at(marked)
    await editing.page.getByRole("button", { name }).click()
    return editing.text()
  }
  const here = table.replace("b", "b‸")
  expect(await press(here, "Add a row above")).toBe(table.replace("|:-:|\n", "|:-:|\n|   |   |\n"))
  expect(await press(here, "Add a row below")).toBe(table.replace("b |\n", "b |\n|   |   |\n"))
  expect(await press(here, "Delete the row")).toBe(table.replace("| a | b |\n", ""))
  expect(await press(here, "Add a column after")).toBe("| A | B |   |\n|---|:-:| --- |\n| a | b |   |\n| c |  |   |\n")
  expect(await press(here, "Add a column before")).toBe("| A |   | B |\n|---| --- |:-:|\n| a |   | b |\n| c |   |  |\n")
  expect(await press(here, "Delete the column")).toBe("| A |\n|---|\n| a |\n| c |\n")
  expect(await press(here, "Align right")).toBe(table.replace(":-:", "-:"))
  expect(await press(here, "Align in the middle")).toBe(table.replace(":-:", "-"))
  await at(here)
  await editing.page.keyboard.press("Alt+F10")
  await editing.page.keyboard.press("ArrowRight")
  await editing.page.keyboard.press("Enter")
  expect(await editing.text()).toBe(table.replace("b |\n", "b |\n|   |   |\n"))
  await editing.page.keyboard.press("Control+z")
})

it("puts the caret into the cell that is clicked, in tables of any width", async () => {
  const { open, page, select, text } = editing
  for (const columns of [1, 2, 3, 4, 5, 8]) {
    const row = (name: string) => `|${Array.from({ length: columns }, (_, index) => ` ${name}${index} |`).join("")}\n`
    await open(`${row("a")}|${"---|".repeat(columns)}\n${row("b")}\n> ${row("c")}> |${"---|".repeat(columns)}\n\nend`)
    for (const name of ["a", "b", "c"]) {
      for (let column = 0; column < columns; column++) {
        const at = (await text()).indexOf(`${name}${column} `)
        await select((await text()).length)
        const place = await page.evaluate((from) => lectern.editor.view.coordsAtPos(from, 1)!, at)
        await page.mouse.click(place.left + 2, (place.top + place.bottom) / 2)
        const head = await page.evaluate(() => lectern.editor.view.state.selection.main.head)
        expect([columns, name, column, head]).toEqual([columns, name, column, at])
      }
    }
  }
})

it("suggests blocks, pages and people", async () => {
  const { page, text } = editing
  const menu = page.getByRole("option")
  await at("one\r\n\r\n‸")
  await page.keyboard.type("/")
  await expect.poll(() => menu.count()).toBeGreaterThan(20)
  await page.keyboard.type("hint")
  await expect.poll(() => menu.count()).toBe(1)
  await page.keyboard.press("Enter")
  await page.keyboard.type("Note")
  expect(await text()).toBe('one\r\n\r\n{% hint style="info" %}\r\nNote\r\n{% endhint %}')
  await at("See ‸")
  await page.keyboard.type("[[con")
  await menu.first().waitFor()
  await page.keyboard.press("Enter")
  expect(await text()).toBe("See [Concepts](concepts.md)")
  await at("See ‸")
  await page.keyboard.type("[[con#ins")
  await expect.poll(() => menu.first().textContent()).toContain("Install")
  await page.keyboard.press("Enter")
  expect(await text()).toBe("See [Install](concepts.md#install)")
  await at("Ask ‸")
  await page.keyboard.type("@")
  await expect.poll(() => menu.count()).toBe(2)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Tab")
  expect(await text()).toBe("Ask [@Alan Turing](mailto:alan@example.com)")
  await at("mail‸")
  await page.keyboard.type("@")
  await page.keyboard.type("/ ok")
  expect(await menu.count()).toBe(0)
})

it("sets and removes links", async () => {
  const { page, text } = editing
  await at("See ‸this‸ now")
  await page.keyboard.press("Control+k")
  await page.getByLabel("Address or page").fill("https://example.com/a b")
  await page.keyboard.press("Enter")
  expect(await text()).toBe("See [this](<https://example.com/a b>) now")
  await at("See [th‸is](old.md) now")
  await page.keyboard.press("Control+k")
  const address = page.getByLabel("Address or page")
  expect(await address.inputValue()).toBe("old.md")
  await address.fill("sea")
  await page.getByRole("option", { name: "Search" }).waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  expect(await text()).toBe("See [this](search.md) now")
  await page.keyboard.press("Control+k")
  await page.getByRole("button", { name: "Remove" }).click()
  expect(await text()).toBe("See this now")
})

it("finds, replaces, undoes, and lets Tab leave after Escape", async () => {
  const { page, text } = editing
  await at("‸one two one\n")
  await page.keyboard.press("Control+f")
  await page.getByLabel("Find").fill("one")
  await page.getByLabel("Replace with").fill("1")
  await page.getByRole("button", { name: "Replace all" }).click()
  expect(await text()).toBe("1 two 1\n")
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+z")
  expect(await text()).toBe("one two one\n")
  await page.keyboard.press("Control+Shift+z")
  expect(await text()).toBe("1 two 1\n")
  const isInside = () => page.evaluate(() => lectern.editor.view.hasFocus)
  await at("* one\n* two‸\n")
  await page.keyboard.press("Escape")
  await page.keyboard.press("Tab")
  expect([await isInside(), await text()]).toEqual([false, "* one\n* two\n"])
  await at("plain‸\n")
  await page.keyboard.press("Tab")
  expect([await isInside(), await text()]).toEqual([false, "plain\n"])
})

it("has no errors", () => {
  expect(editing.problems).toEqual([])
})
