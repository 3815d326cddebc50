/** The tree of pages: what is done to it, how that is undone, and where the focus is. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, served, useWindows, world } from "./support/inMemory.js"
import { editorOf, eventually, focusOf, openWindow, rowOf, rowsOf, savingOf } from "./support/window.js"
import { makeSpace, type NewPage, textOf, treeOf } from "./support/world.js"

useWindows()

const letters: ReadonlyArray<NewPage> = [
  { title: "Alpha", markdown: "The first.\n" },
  { title: "Beta", markdown: "The second.\n", pages: [{ title: "Below", markdown: "Inside.\n" }] },
  { title: "Gamma", markdown: "The third.\n" }
]
const text = "Text of the page"

/** A window on a space of its own, whose first page is open. */
const opened = async (pages = letters) => {
  const { id, pages: ids } = await makeSpace(world, "Handbook", pages)
  const window = await openWindow(browser, world, world.ada, `/app/s/${id}`)
  const { page } = window
  await eventually(() => focusOf(page)).toContain(text)
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  const edits: Array<string> = []
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/content")) edits.push(request.postData() ?? "")
  })
  return { ...window, id, ids, edits, tree: () => treeOf(world, id) }
}

const focusRow = (page: Page, title: string) => rowOf(page, title).getByRole("link").focus()
const undo = async (page: Page) => {
  await page.getByRole("status").getByRole("button", { name: "Undo" }).last().click()
  await page.getByText("Undone.").last().waitFor()
}

it("makes a page, and puts the caret into it", async () => {
  const { context, page, problems, tree } = await opened()
  await page.getByRole("button", { name: "New page", exact: true }).click()
  await page.waitForURL("**/untitled")
  await eventually(() => focusOf(page)).toContain(text)
  expect(await tree()).toEqual(["Alpha", "Beta", "  Below", "Gamma", "Untitled"])
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Beta", "Gamma", "Untitled"])
  await undo(page)
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Beta", "Gamma"])
  expect(await tree()).toEqual(["Alpha", "Beta", "  Below", "Gamma"])

  await rowOf(page, "Gamma").hover()
  await rowOf(page, "Gamma").getByRole("button", { name: "More: Gamma" }).click()
  await eventually(() => focusOf(page)).toBe("button New page inside")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/gamma/untitled")
  await eventually(() => focusOf(page)).toContain(text)
  expect(await tree()).toEqual(["Alpha", "Beta", "  Below", "Gamma", "  Untitled"])
  expect(problems).toEqual([])
  await context.close()
})

it("renames a page in its row, once", async () => {
  const { context, edits, id, ids, page, problems, tree } = await opened()
  await focusRow(page, "Alpha")
  await page.keyboard.press("F2")
  await eventually(() => focusOf(page)).toBe("input Rename")
  await page.keyboard.type("Omega")
  await page.keyboard.press("Enter")
  await eventually(() => rowsOf(page)).toEqual(["Omega", "Beta", "Gamma"])
  await eventually(() => focusOf(page)).toBe("row Omega")
  expect(edits.length).toBe(1)
  await page.getByText("The page is called “Omega” now.").waitFor()
  // The page that is open is the same one, at its address.
  expect(await editorOf(page).textContent()).toContain("The first.")

  await page.keyboard.press("F2")
  await eventually(() => focusOf(page)).toBe("input Rename")
  await page.keyboard.type("Nonsense")
  await page.keyboard.press("Escape")
  await eventually(() => focusOf(page)).toBe("row Omega")
  await page.keyboard.press("F2")
  await eventually(() => focusOf(page)).toBe("input Rename")
  await page.keyboard.type("Delta")
  // What others do meanwhile does not change what is in the field.
  const { contentEdits } = served.lectern.as(world.alan.id)
  await contentEdits.apply(id as Parameters<typeof contentEdits.apply>[0], {
    changes: [{ operation: "update_page", page: ids.Gamma!, title: "Third" }]
  })
  await rowOf(page, "Third").waitFor()
  expect(await focusOf(page)).toBe("input Rename")
  await editorOf(page).click()
  await eventually(() => rowsOf(page)).toEqual(["Delta", "Beta", "Third"])
  await eventually(() => focusOf(page)).toContain(text)
  expect(edits.length).toBe(2)
  await undo(page)
  await eventually(() => rowsOf(page)).toEqual(["Omega", "Beta", "Third"])
  expect(await tree()).toEqual(["Omega", "Beta", "  Below", "Third"])
  expect(problems).toEqual([])
  await context.close()
})

it("shows a page by its label, and renames that", async () => {
  const { context, edits, id, ids, page, problems, tree } = await opened()
  const { contentEdits } = served.lectern.as(world.alan.id)
  await contentEdits.apply(id as Parameters<typeof contentEdits.apply>[0], {
    changes: [{ operation: "update_page", page: ids.Beta!, label: "Bee" }]
  })
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Bee", "Gamma"])
  await focusRow(page, "Bee")
  await page.keyboard.press("F2")
  await eventually(() => focusOf(page)).toBe("input Rename")
  await page.keyboard.type("Wasp")
  await page.keyboard.press("Enter")
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Wasp", "Gamma"])
  expect(edits.length).toBe(1)
  expect(await tree()).toEqual(["Alpha", "Beta", "  Below", "Gamma"])
  await undo(page)
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Bee", "Gamma"])
  expect(problems).toEqual([])
  await context.close()
})

it("duplicates a page with what is below it", async () => {
  const { context, id, page, problems, tree } = await opened()
  await focusRow(page, "Beta")
  await page.keyboard.press("Control+d")
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Beta", "Beta (copy)", "Gamma"])
  expect(await tree()).toEqual(["Alpha", "Beta", "  Below", "Beta (copy)", "  Below", "Gamma"])
  await editorOf(page).getByText("The second.").waitFor()
  await eventually(() => focusOf(page)).toContain(text)
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await page.keyboard.press("Control+End")
  await page.keyboard.type("A copy.")
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  const copy = await page.locator(".row.current").getAttribute("id")
  expect(await textOf(world, id, copy!.slice("page-".length))).toBe("The second.\nA copy.")
  await undo(page)
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Beta", "Gamma"])
  expect(await tree()).toEqual(["Alpha", "Beta", "  Below", "Gamma"])
  expect(problems).toEqual([])
  await context.close()
})

it("moves a page by the keyboard, which keeps the focus, and whose text stays open", async () => {
  const { context, id, page, problems, tree } = await opened()
  await focusRow(page, "Alpha")
  const moves: ReadonlyArray<readonly [key: string, rows: ReadonlyArray<string>]> = [
    ["ArrowDown", ["Beta", "Alpha", "Gamma"]],
    ["ArrowRight", ["Beta", "  Below", "  Alpha", "Gamma"]],
    ["ArrowUp", ["Beta", "  Alpha", "  Below", "Gamma"]],
    ["ArrowLeft", ["Beta", "  Below", "Alpha", "Gamma"]],
    ["ArrowDown", ["Beta", "  Below", "Gamma", "Alpha"]]
  ]
  for (const [key, rows] of moves) {
    await page.keyboard.press(`Alt+${key}`)
    await eventually(() => rowsOf(page)).toEqual(rows)
    await eventually(() => focusOf(page)).toBe("row Alpha")
  }
  expect(await tree()).toEqual(["Beta", "  Below", "Gamma", "Alpha"])
  expect(await editorOf(page).textContent()).toContain("The first.")
  await undo(page)
  await eventually(() => rowsOf(page)).toEqual(["Beta", "  Below", "Alpha", "Gamma"])

  // A page that is open by its address is still open where that changes.
  await focusRow(page, "Gamma")
  await page.keyboard.press("Enter")
  await editorOf(page).getByText("The third.").waitFor()
  await eventually(() => focusOf(page)).toContain(text)
  await focusRow(page, "Gamma")
  await page.keyboard.press("Alt+ArrowRight")
  await eventually(() => rowsOf(page)).toEqual(["Beta", "  Below", "Alpha", "  Gamma"])
  await page.waitForURL(`${world.base}/app/s/${id}/alpha/gamma`)
  await editorOf(page).getByText("The third.").waitFor()
  await eventually(() => focusOf(page)).toBe("row Gamma")
  expect(problems).toEqual([])
  await context.close()
})

it("moves a page by dragging", async () => {
  const { context, page, problems, tree } = await opened()
  /** Drops a row on a part of another, from 0 at its top to 1 at its bottom. */
  const drag = async (from: string, to: string, part: number) => {
    const box = (await rowOf(page, to).boundingBox())!
    const targetPosition = { x: 80, y: Math.round(box.height * part) }
    await rowOf(page, from).dragTo(rowOf(page, to), { sourcePosition: { x: 60, y: 15 }, targetPosition })
  }
  await drag("Gamma", "Alpha", 0.1)
  await eventually(() => rowsOf(page)).toEqual(["Gamma", "Alpha", "Beta"])
  await drag("Gamma", "Beta", 0.9)
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Beta", "Gamma"])
  await drag("Gamma", "Beta", 0.5)
  await eventually(tree).toEqual(["Alpha", "Beta", "  Below", "  Gamma"])
  await eventually(() => page.getByText("“Gamma” was moved.").count()).toBe(3)
  await undo(page)
  expect(await tree()).toEqual(["Alpha", "Beta", "  Below", "Gamma"])
  expect(problems).toEqual([])
  await context.close()
})

it("deletes a page, goes on with its neighbour, and brings it back", async () => {
  const { context, id, ids, page, problems, tree } = await opened()
  await focusRow(page, "Beta")
  await page.keyboard.press("Delete")
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Gamma"])
  await eventually(() => focusOf(page)).toBe("row Gamma")
  await undo(page)
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Beta", "Gamma"])
  expect(await tree()).toEqual(["Alpha", "Beta", "  Below", "Gamma"])

  // The page that is open.
  await focusRow(page, "Gamma")
  await page.keyboard.press("Enter")
  await editorOf(page).getByText("The third.").waitFor()
  await eventually(() => focusOf(page)).toContain(text)
  await focusRow(page, "Gamma")
  await page.keyboard.press("Delete")
  await eventually(() => focusOf(page)).toBe("row Beta")
  await page.keyboard.press("Control+z")
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Beta", "Gamma"])
  await editorOf(page).getByText("The third.").waitFor()
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  expect(await focusOf(page)).toBe("row Gamma")
  expect(await textOf(world, id, ids.Gamma!)).toBe("The third.\n")
  expect(problems).toEqual([])
  await context.close()
})

it("opens the page of the row where Enter is pressed, and takes the focus from nobody else", async () => {
  const { context, page, problems } = await opened()
  await focusRow(page, "Alpha")
  await page.keyboard.press("ArrowDown")
  await eventually(() => focusOf(page)).toBe("row Beta")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await eventually(() => focusOf(page)).toBe("row Below")
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("g")
  await eventually(() => focusOf(page)).toBe("row Gamma")
  await page.keyboard.press("Home")
  await eventually(() => focusOf(page)).toBe("row Alpha")
  // Of the page that is open already, too.
  await page.keyboard.press("Enter")
  await eventually(() => focusOf(page)).toContain(text)

  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route("**/live", async (route) => {
    if (route.request().method() === "GET") await answered
    await route.continue()
  })
  await focusRow(page, "Gamma")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/gamma")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowUp")
  answer()
  await editorOf(page).getByText("The third.").waitFor()
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  expect(await focusOf(page)).toBe("row Beta")
  expect(problems).toEqual([])
  await context.close()
})

it("shows what others change, and keeps the focus", async () => {
  const { context, id, ids, page, problems } = await opened()
  await focusRow(page, "Beta")
  const { contentEdits } = served.lectern.as(world.alan.id)
  await contentEdits.apply(id as Parameters<typeof contentEdits.apply>[0], {
    changes: [
      { operation: "update_page", page: ids.Gamma!, at: 0, into: null },
      { operation: "insert_page", title: "New", document: { markdown: "" }, into: null, at: 0 }
    ]
  })
  await eventually(() => rowsOf(page)).toEqual(["New", "Gamma", "Alpha", "Beta"])
  expect(await focusOf(page)).toBe("row Beta")
  expect(problems).toEqual([])
  await context.close()
})

it("is soon there in a space of 10,000 pages, and as quick", async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ title: `Page ${index}` }))
  const { id } = await makeSpace(world, "Large", many)
  const begun = performance.now()
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${id}`)
  await rowOf(page, "Page 3").waitFor()
  // On a quiet machine a tenth of that; a tree with all rows would take several times as long.
  const shown = performance.now() - begun
  expect(shown).toBeLessThan(20_000)
  expect((await rowsOf(page)).length).toBeLessThan(100)
  await eventually(() => focusOf(page)).toContain(text)
  await focusRow(page, "Page 0")
  await page.keyboard.press("End")
  await eventually(() => focusOf(page)).toBe("row Page 9999")
  expect(await rowOf(page, "Page 9999").getAttribute("aria-setsize")).toBe("10000")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/page-9999")
  await eventually(() => focusOf(page)).toContain(text)
  expect(problems).toEqual([])
  await context.close()
})
