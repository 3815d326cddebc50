/** The console by the keyboard alone, on a screen and on a phone with one. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { eventually, focusOf, openWindow, rowsOf, savingOf } from "./support/window.js"
import { call, makeSpace, textOf, treeOf } from "./support/world.js"

useWindows()

/** Presses a key until something has the focus; fails if that takes more presses than there can be stops. */
const pressUntil = async (page: Page, key: string, wanted: RegExp): Promise<void> => {
  const stops: Array<string> = []
  while (stops.length < 40) {
    const focus = await focusOf(page)
    if (wanted.test(focus)) return
    stops.push(focus)
    await page.keyboard.press(key)
  }
  expect(stops).toContain(wanted)
}

/** Whether one can see where the focus is. */
const isFocusSeen = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: active } = document
    if (active === null || active === document.body) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(active)
    const { bottom, height, right, width } = active.getBoundingClientRect()
    const isInSight = width > 0 && height > 0 && bottom > 0 && right > 0
    return isInSight && outlineStyle !== "none" && outlineWidth !== "0px"
  })

it.for([
  ["a screen", 1100],
  ["a phone", 360]
] as const)("finds, opens and edits pages, and takes back a deletion: %s", async ([, width]) => {
  const { id, pages } = await makeSpace(world, `Handbook ${width}`, [
    { title: "Alpha", markdown: "The first.\n" },
    { title: "Beta", markdown: "The second.\n" },
    { title: "Gamma", markdown: "The third.\n" }
  ])
  const options = { viewport: { width, height: 740 } }
  const { context, page, problems } = await openWindow(browser, world, world.ada, "/app", options)
  await page.getByRole("heading", { name: "Spaces" }).waitFor()

  // To the space, from the first screen.
  await page.keyboard.press("Tab")
  await eventually(() => focusOf(page)).toBe("a Lectern")
  expect(await isFocusSeen(page)).toBe(true)
  await pressUntil(page, "Tab", new RegExp(`Handbook ${width}`))
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press("Enter")
  await page.waitForURL(`**/app/s/${id}`)
  await eventually(() => focusOf(page)).toContain("Text of the page")

  // To another page, by its name. In a text, the keys of the palette make a link.
  await page.keyboard.press("Escape")
  await pressUntil(page, "Shift+Tab", /^button Search/)
  await page.keyboard.press("Enter")
  await eventually(() => focusOf(page)).toMatch(/^input Type the name/)
  await page.keyboard.type("gamm")
  await page.getByRole("option", { name: "Gamma", selected: true }).waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL("**/gamma")
  await eventually(() => focusOf(page)).toContain("Text of the page")
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await page.keyboard.press("Control+End")
  await page.keyboard.type("And more.")
  await eventually(() => textOf(world, id, pages.Gamma!)).toBe("The third.\nAnd more.")

  // Out of the text and into the tree.
  await page.keyboard.press("Escape")
  const isOnPhone = width < 500
  if (isOnPhone) {
    await pressUntil(page, "Shift+Tab", /^button Pages/)
    expect(await isFocusSeen(page)).toBe(true)
    await page.keyboard.press("Enter")
    await page.getByRole("tree").waitFor()
    await eventually(() => focusOf(page)).toBe("row Gamma")
  } else await pressUntil(page, "Shift+Tab", /^row Gamma/)
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press("ArrowUp")
  await eventually(() => focusOf(page)).toBe("row Beta")
  await page.keyboard.press("Delete")
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Gamma"])
  await eventually(() => focusOf(page)).toBe("row Gamma")
  await page.keyboard.press("Control+z")
  await eventually(() => rowsOf(page)).toEqual(["Alpha", "Beta", "Gamma"])
  await eventually(() => focusOf(page)).toBe("row Beta")
  expect(await treeOf(world, id)).toEqual(["Alpha", "Beta", "Gamma"])
  await page.keyboard.press("Enter")
  await page.waitForURL("**/beta")
  await eventually(() => focusOf(page)).toContain("Text of the page")
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await page.keyboard.press("Control+End")
  await page.keyboard.type("It is back.")
  await eventually(() => textOf(world, id, pages.Beta!)).toBe("The second.\nIt is back.")
  if (isOnPhone) expect(await page.getByRole("tree").isVisible()).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})

it("reviews, decides conflicts and merges", { timeout: 60_000 }, async () => {
  const { id, pages } = await makeSpace(world, "Reviewed", [{ title: "Guide", markdown: "One.\n" }])
  const { ada, alan } = world
  const main = `/spaces/${id}`
  const asked = { subject: "Better words" }
  const made = await call<{ id: string }>(world, alan, "POST", `${main}/change-requests`, asked)
  const line = `${main}/change-requests/${made.id}`
  for (const [person, at] of [
    [alan, line],
    [ada, main]
  ] as const) {
    const change = { operation: "update_page", page: pages.Guide, document: { markdown: `One of ${person.name}.\n` } }
    await call(world, person, "POST", `${at}/content`, { changes: [change] })
  }
  await call(world, alan, "PATCH", line, { status: "open" })
  await call(world, alan, "POST", `${line}/requested-reviewers`, { users: [ada.id] })
  const { context, page, problems } = await openWindow(browser, world, ada, "/app")
  await page.getByRole("heading", { name: "Waiting for you" }).waitFor()
  await page.goto(`${world.base}/app/s/${id}/~/changes`)
  await page.getByText("waits for Ada").waitFor()
  await pressUntil(page, "Tab", /^input Find by subject/)
  await page.keyboard.press("ArrowDown")
  await eventually(() => focusOf(page)).toMatch(/^a #1 Better words/)
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press("Enter")
  await eventually(() => focusOf(page)).toMatch(/^h1 #1 Better words/)

  await pressUntil(page, "Tab", /^button Review$/)
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press("Enter")
  await eventually(() => focusOf(page)).toMatch(/^textarea/)
  await page.keyboard.type("Good.")
  await pressUntil(page, "Tab", /^button Send the review/)
  await page.keyboard.press("Enter")
  await page.locator(".reviewer", { hasText: "Ada approves" }).waitFor()

  await pressUntil(page, "Tab", /^a Conflicts/)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "1 conflict in 1 place" }).waitFor()
  await pressUntil(page, "Tab", /^button Both, main’s first/)
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press("Enter")
  await pressUntil(page, "Shift+Tab", /^button Apply 1 decision/)
  await page.keyboard.press("Enter")
  await page.getByText("There are no conflicts with main.").waitFor()
  await eventually(() => focusOf(page)).toMatch(/^h1/)
  await pressUntil(page, "Tab", /^a Overview/)
  await page.keyboard.press("Enter")
  await page.getByText("Nothing stands in the way.").waitFor()
  await pressUntil(page, "Tab", /^button Merge/)
  expect(await isFocusSeen(page)).toBe(true)
  await page.keyboard.press("Enter")
  await page.getByText("It is merged.").waitFor()
  await eventually(() => textOf(world, id, pages.Guide!)).toBe("One of Ada.\n\nOne of Alan.\n")
  expect(problems).toEqual([])
  await context.close()
})
