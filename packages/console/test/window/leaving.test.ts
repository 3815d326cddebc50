/** What somebody has typed when they leave a page: others see it at once. */
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { atEnd, editorOf, eventually, openWindow, rowOf, savingOf } from "./support/window.js"
import { call, type MadeSpace, makeSpace, type Person, textOf } from "./support/world.js"

useWindows()

/** How soon others see it, in milliseconds. */
const soon = 2_000

const makeRequest = async (person: Person) => {
  const space = await makeSpace(world, "Handbook", [
    { title: "Guide", markdown: "Begin." },
    { title: "Other", markdown: "Other." }
  ])
  const { id } = await call<{ id: string }>(world, person, "POST", `/spaces/${space.id}/change-requests`, {
    subject: "Words"
  })
  return { space, id, path: `/app/s/${space.id}/~/changes/${id}` }
}

/** The text of the last revision of a request. */
const saved = (space: MadeSpace, id: string) => async () =>
  (
    await call<{ markdown: string }>(
      world,
      world.ada,
      "GET",
      `/spaces/${space.id}/change-requests/${id}/content/page/${space.pages.Guide}`
    )
  ).markdown

it("is in the request's revision as soon as they look at its changes, whoever else has the page open", async () => {
  const { id, path, space } = await makeRequest(world.alan)
  const ada = await openWindow(browser, world, world.ada, `${path}/guide`)
  const alan = await openWindow(browser, world, world.alan, `${path}/guide`)
  await atEnd(ada.page)
  await atEnd(alan.page)
  await ada.page.locator(".other-caret", { hasText: "Alan" }).waitFor({ state: "attached" })
  await alan.page.keyboard.type(" Words of Alan.")
  const told = alan.page.waitForResponse((response) => response.request().postDataJSON()?.leaving === true)
  const began = performance.now()
  await alan.page.getByRole("link", { name: /^Change request 1/ }).click()
  await told
  expect(performance.now() - began).toBeLessThan(soon)
  expect(await saved(space, id)()).toBe("Begin. Words of Alan.")
  await ada.page.locator(".other-caret", { hasText: "Alan" }).waitFor({ state: "detached" })
  await alan.page.getByRole("link", { name: /^Changes/ }).click()
  await alan.page.locator(".block.added, .block.changed", { hasText: "Words of Alan." }).waitFor()
  // Whoever stays goes on.
  await ada.page.keyboard.press("Control+End")
  await ada.page.keyboard.type(" And of Ada.")
  await eventually(() => savingOf(ada.page).textContent()).toBe("Saved")
  expect(await textOf(world, space.id, space.pages.Guide ?? "", id)).toBe("Begin. Words of Alan. And of Ada.")
  expect([...ada.problems, ...alan.problems]).toEqual([])
  await Promise.all([ada.context.close(), alan.context.close()])
})

it("is saved once they leave the request, and not while they go from page to page", async () => {
  const { id, path, space } = await makeRequest(world.alan)
  const { context, page, problems } = await openWindow(browser, world, world.alan, `${path}/guide`)
  const left: Array<string> = []
  page.on("request", (request) => {
    if (request.postDataJSON()?.leaving === true) left.push(request.url())
  })
  await atEnd(page)
  await page.keyboard.type(" Words.")
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await rowOf(page, "Other").click()
  await editorOf(page).filter({ hasText: "Other." }).waitFor()
  await atEnd(page)
  await page.keyboard.type(" Too.")
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  expect(left).toEqual([])
  expect(await saved(space, id)()).toBe("Begin.")
  await page.getByRole("link", { name: /^Change request 1/ }).click()
  await eventually(saved(space, id)).toBe("Begin. Words.")
  expect(left).toHaveLength(1)
  expect(problems).toEqual([])
  await context.close()
})

it("is in the request's revision when they leave the console or close its tab, sent or not", async () => {
  const { id, path, space } = await makeRequest(world.alan)
  const { context, page, problems } = await openWindow(browser, world, world.alan, `${path}/guide`)
  await atEnd(page)
  await page.keyboard.type(" Words.")
  const began = performance.now()
  await page.goto("about:blank")
  await eventually(saved(space, id)).toBe("Begin. Words.")
  expect(performance.now() - began).toBeLessThan(soon)
  await page.goBack()
  await editorOf(page).filter({ hasText: "Begin. Words." }).waitFor()
  await atEnd(page)
  await page.keyboard.type(" More.")
  const closed = page.waitForEvent("close")
  await page.close({ runBeforeUnload: true })
  await closed
  await eventually(saved(space, id)).toBe("Begin. Words. More.")
  expect(problems).toEqual([])
  await context.close()
})
