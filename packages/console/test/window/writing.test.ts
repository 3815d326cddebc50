/** Writing in the console: what is typed is saved, and others see it. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { atEnd, editorOf, eventually, openWindow, savingOf } from "./support/window.js"
import { call, endSession, makeSpace, textOf } from "./support/world.js"

useWindows()

const isSaved = (page: Page) => eventually(() => savingOf(page).textContent()).toBe("Saved")

/** A space of its own with one page, and the path at which it opens. */
const made = async (markdown: string, settings: Parameters<typeof makeSpace>[3] = {}) => {
  const { id, pages } = await makeSpace(world, "Handbook", [{ title: "Guide", markdown }], settings)
  return { space: id, guide: pages.Guide!, path: `/app/s/${id}/guide` }
}

it("saves what is typed, and says so", async () => {
  const { guide, path, space } = await made("# Guide\n\nFirst.\n")
  const { context, page, problems } = await openWindow(browser, world, world.ada, path)
  await isSaved(page)
  const told: Array<string> = []
  await page.exposeFunction("tell", (text: string) => told.push(text))
  await page.evaluate(`new MutationObserver(() => tell(document.querySelector(".saving").textContent)).observe(
    document.querySelector(".saving"), { characterData: true, childList: true, subtree: true })`)
  await atEnd(page)
  await page.keyboard.type("Second, with ")
  await page.keyboard.press("Control+b")
  await page.keyboard.type("weight")
  await page.keyboard.press("End")
  await page.keyboard.type("!?")
  await page.keyboard.press("Backspace")
  await page.keyboard.press("Enter")
  await page.keyboard.type("- one\ntwo")
  await eventually(() => textOf(world, space, guide)).toBe("# Guide\n\nFirst.\nSecond, with **weight**!\n- one\n- two")
  await isSaved(page)
  expect(told).toContain("Saving…")
  expect(told.at(-1)).toBe("Saved")
  await page.keyboard.press("Control+z")
  await page.keyboard.press("Control+y")
  await isSaved(page)
  // Another window shows it, though it is no revision yet.
  await page.reload()
  await editorOf(page).getByText("weight").waitFor()
  expect(await textOf(world, space, guide)).toBe("# Guide\n\nFirst.\nSecond, with **weight**!\n- one\n- two")
  expect(problems).toEqual([])
  await context.close()
})

it("shows two people each other's text and carets", async () => {
  const { guide, path, space } = await made("Top.\n\nBottom.\n")
  const [ada, alan] = await Promise.all([
    openWindow(browser, world, world.ada, path),
    openWindow(browser, world, world.alan, path)
  ])
  await ada.page.getByText("Also here: Alan").waitFor()
  await alan.page.getByText("Also here: Ada").waitFor()
  await atEnd(ada.page)
  await editorOf(alan.page).click()
  await alan.page.keyboard.press("Control+Home")
  await Promise.all([ada.page.keyboard.type("I am Ada."), alan.page.keyboard.type("I am Alan. ")])
  const both = "I am Alan. Top.\n\nBottom.\nI am Ada."
  await eventually(() => textOf(world, space, guide)).toBe(both)
  /** The text before the caret of somebody else in its line, as it is shown. */
  const beforeCaret = (page: Page, name: string) =>
    page.locator(".other-caret", { hasText: name }).evaluate((caret) => {
      const range = document.createRange()
      range.setStart(caret.closest(".cm-line")!, 0)
      range.setEndBefore(caret)
      return range.toString()
    })
  // A caret is shown where the text is, which has to be there before.
  await eventually(() => beforeCaret(ada.page, "Alan")).toBe("I am Alan. ")
  await eventually(() => beforeCaret(alan.page, "Ada")).toBe("I am Ada.")
  // It stays beside its letter, though what Ada last said of it holds for an earlier text.
  await alan.page.keyboard.type("And more. ")
  await eventually(() => textOf(world, space, guide)).toContain("I am Alan. And more. ")
  await eventually(() => beforeCaret(ada.page, "Alan")).toBe("I am Alan. And more. ")
  await eventually(() => beforeCaret(alan.page, "Ada")).toBe("I am Ada.")
  expect([ada.problems, alan.problems]).toEqual([[], []])
  await Promise.all([ada.context.close(), alan.context.close()])
})

it("opens one change request for who types where the space is locked", async () => {
  const { guide, path, space } = await made("First.\n", { editMode: "locked" })
  const { context, page, problems } = await openWindow(browser, world, world.ada, path)
  await page.getByText("Pages of this space are changed in change requests.").waitFor()
  await editorOf(page).click()
  await page.keyboard.press("Control+End")
  await page.keyboard.type("Words, all of them. ", { delay: 15 })
  await page.waitForURL(/~\/changes\/[^/]+\/guide$/)
  await page.getByText("Change request 1, draft").waitFor()
  await isSaved(page)
  await page.keyboard.type("Second.")
  const requests = await call<{ items: ReadonlyArray<{ id: string }> }>(
    world,
    world.ada,
    "GET",
    `/spaces/${space}/change-requests?status=draft`
  )
  expect(requests.items.length).toBe(1)
  await eventually(() => textOf(world, space, guide, requests.items[0]!.id)).toBe("First.\nWords, all of them. Second.")
  await page.getByRole("link", { name: "Leave it" }).click()
  await page.getByText("Pages of this space are changed in change requests.").waitFor()
  await eventually(() => editorOf(page).textContent()).toBe("First.")
  expect(problems).toEqual([])
  await context.close()
})

it("lets who is signed out go on typing, asks to sign in, and saves everything then", async () => {
  const { guide, path, space } = await made("First.\n")
  const { context, page, problems, session } = await openWindow(browser, world, world.ada, path)
  await isSaved(page)
  await atEnd(page)
  await page.keyboard.type("Before. ")
  await isSaved(page)
  await endSession(world, session)
  await page.keyboard.type("After. ")
  const dialog = page.getByRole("dialog", { name: "You are signed out" })
  await dialog.waitFor()
  // It does not take the keys of somebody who is typing.
  await page.keyboard.type("Meanwhile.")
  await eventually(() => editorOf(page).textContent()).toBe("First.Before. After. Meanwhile.")
  expect(await textOf(world, space, guide)).toBe("First.\nBefore. ")
  const [popup] = await Promise.all([
    context.waitForEvent("page"),
    dialog.getByRole("button", { name: "Sign in" }).click()
  ])
  await popup.getByLabel("E-mail address").fill(world.ada.email)
  await popup.getByLabel("Password").fill(world.ada.password)
  const closed = popup.waitForEvent("close")
  await popup.getByRole("button", { name: "Sign in", exact: true }).click()
  await closed
  await dialog.waitFor({ state: "detached" })
  await eventually(() => textOf(world, space, guide)).toBe("First.\nBefore. After. Meanwhile.")
  await isSaved(page)
  expect(problems).toEqual([])
  await context.close()
})
