/** A change request in the console, from its first edit to its merge, with two people. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { atEnd, eventually, openWindow, savingOf } from "./support/window.js"
import { call, type MadeSpace, makeSpace, type Person, textOf } from "./support/world.js"

useWindows()

/** Changes the content of a line as somebody. */
const change = (person: Person, line: string, ...changes: ReadonlyArray<object>) =>
  call(world, person, "POST", `${line}/content`, { changes })

const rewrite = (page: string | undefined, markdown: string) => ({
  operation: "update_page",
  page,
  document: { markdown }
})

/** A change request with a conflict in a text, in a field and about a page that main deleted. */
const conflicting = async (space: MadeSpace) => {
  const main = `/spaces/${space.id}`
  const made = await call<{ id: string }>(world, world.alan, "POST", `${main}/change-requests`, { subject: "Rewrite" })
  const line = `${main}/change-requests/${made.id}`
  const { Guide, Other, Third } = space.pages
  await change(world.alan, line, rewrite(Guide, "One of Alan.\n\nKept.\n"))
  await change(world.alan, line, { operation: "update_page", page: Other, description: "Alan’s." })
  await change(world.alan, line, rewrite(Third, "Edited by Alan.\n"))
  await change(world.ada, main, rewrite(Guide, "One of Ada.\n\nKept.\n"))
  await change(world.ada, main, { operation: "update_page", page: Other, description: "Ada’s." })
  await change(world.ada, main, { operation: "delete_page", page: Third })
  return { ...made, line }
}

const threePages = (title: string) =>
  makeSpace(world, title, [
    { title: "Guide", markdown: "One.\n\nKept.\n" },
    { title: "Other", markdown: "Other.\n" },
    { title: "Third", markdown: "Third.\n" }
  ])

const conflict = (page: Page, title: string, name: string) =>
  page.locator(".conflict-item", { hasText: title }).getByRole("region", { name })

it("goes from an empty change request to its merge and back, with two people", { timeout: 90_000 }, async () => {
  const space = await makeSpace(world, "Handbook", [{ title: "Guide", markdown: "Old.\n" }])
  const alan = await openWindow(browser, world, world.alan, `/app/s/${space.id}`)
  await alan.page.getByRole("link", { name: "Change requests" }).click()
  await alan.page.getByText("There are none here.").waitFor()
  await alan.page.getByRole("button", { name: "New change request" }).click()
  await alan.page.keyboard.type("Better words")
  await alan.page.keyboard.press("Enter")
  await alan.page.getByRole("heading", { name: "#1 Better words" }).waitFor()
  const review = alan.page.url()

  await alan.page.getByRole("link", { name: "Edit the pages" }).click()
  await atEnd(alan.page)
  await alan.page.keyboard.type("New.")
  await eventually(() => savingOf(alan.page).textContent()).toBe("Saved")
  await alan.page.getByRole("link", { name: /^Change request 1/ }).click()
  await alan.page.getByRole("button", { name: "Edit the description" }).click()
  await alan.page.keyboard.type("It says more.")
  await alan.page.getByRole("button", { name: "Save" }).click()
  await alan.page.locator(".words", { hasText: "It says more." }).waitFor()
  await alan.page.getByRole("button", { name: "Mark as ready" }).first().click()
  await alan.page.locator(".status", { hasText: "open" }).waitFor()
  await alan.page.getByRole("button", { name: "Ask for a review" }).click()
  await alan.page.getByRole("checkbox", { name: /^Ada/ }).check()
  await alan.page.getByRole("button", { name: "Ask", exact: true }).click()
  await alan.page.locator(".reviewer", { hasText: "Ada is asked" }).waitFor()
  // Who may edit only is told who can grant the right.
  const merge = alan.page.getByRole("button", { name: "Merge", exact: true })
  expect(await merge.isDisabled()).toBe(true)
  expect(await merge.getAttribute("title")).toMatch(/right to review this space\. Ada can grant it\.$/)

  const ada = await openWindow(browser, world, world.ada, `/app/s/${space.id}/~/changes`)
  await ada.page.getByText("waits for Ada").waitFor()
  await ada.page.getByRole("searchbox", { name: "Find by subject" }).focus()
  await ada.page.keyboard.type("better")
  await ada.page.keyboard.press("ArrowDown")
  await ada.page.keyboard.press("Enter")
  await ada.page.waitForURL(review)
  await ada.page.getByRole("button", { name: "Review", exact: true }).click()
  await ada.page.keyboard.type("Say it shorter.")
  await ada.page.getByRole("radio", { name: "Ask for changes" }).check()
  await ada.page.getByRole("button", { name: "Send the review" }).click()
  // What one does, the other sees.
  await alan.page.locator(".reviewer", { hasText: "Ada asks for changes" }).waitFor()
  await alan.page.locator(".happenings", { hasText: "Say it shorter." }).waitFor()
  await alan.page.getByRole("textbox", { name: /^Comment on the whole/ }).fill("It is short.")
  await alan.page.getByRole("button", { name: "Comment" }).click()
  await ada.page.locator(".happenings", { hasText: "It is short." }).waitFor()
  await ada.page.getByRole("button", { name: "Review", exact: true }).click()
  await ada.page.getByRole("button", { name: "Send the review" }).click()
  await alan.page.locator(".reviewer", { hasText: "Ada approves" }).waitFor()

  await ada.page.getByText("Nothing stands in the way.").waitFor()
  await ada.page.getByRole("button", { name: "Merge", exact: true }).click()
  await ada.page.getByText("It is merged.").waitFor()
  await alan.page.getByText("It is merged.").waitFor()
  expect(await textOf(world, space.id, space.pages.Guide!)).toBe("Old.\nNew.")
  await ada.page.locator(".toast").getByRole("button", { name: "Undo" }).click()
  await eventually(() => textOf(world, space.id, space.pages.Guide!)).toBe("Old.\n")
  expect([...alan.problems, ...ada.problems]).toEqual([])
  await Promise.all([alan.context.close(), ada.context.close()])
})

it("decides conflicts by a side and by own words, and merges", { timeout: 60_000 }, async () => {
  const space = await threePages("Deciding")
  const { id, line } = await conflicting(space)
  const { context, page, problems } = await openWindow(
    browser,
    world,
    world.ada,
    `/app/s/${space.id}/~/changes/${id}/~/review`
  )
  await page.getByText("3 conflicts with main to decide.").waitFor()
  await page.getByRole("link", { name: "Decide" }).click()
  await page.getByRole("heading", { name: "3 conflicts in 3 places" }).waitFor()
  const text = conflict(page, "Guide", "The text")
  expect(await text.locator("pre").allTextContents()).toEqual(["One.", "One of Ada.", "One of Alan."])
  await text.getByRole("button", { name: "Both, the request’s first" }).click()
  expect(await text.locator(".result pre").textContent()).toBe("One of Alan.\n\nOne of Ada.")
  await text.getByRole("button", { name: "Own words" }).click()
  expect(await text.getByRole("textbox").inputValue()).toBe("One of Ada.\n\nOne of Alan.")
  await text.getByRole("textbox").fill("One of both.")
  expect(await text.locator(".result pre").textContent()).toBe("One of both.")
  await conflict(page, "Other", "Description").getByRole("button", { name: "Main’s", exact: true }).click()
  const third = conflict(page, "Third", "Deleted by one side, changed by the other")
  await third.getByRole("button", { name: "Main’s", exact: true }).click()
  await third.getByText("Deletes “Third”.").waitFor()
  await third.getByRole("button", { name: "The request’s", exact: true }).click()
  await third.getByText("Keeps “Third” as the change request has it.").waitFor()
  await page.getByRole("button", { name: "Apply 3 decisions" }).click()
  await page.getByText("There are no conflicts with main.").waitFor()
  expect(await textOf(world, space.id, space.pages.Guide!, id)).toBe("One of both.\n\nKept.\n")

  // A decision can be changed until the request is merged.
  await page.getByRole("button", { name: "Undo the decision about Guide" }).click()
  await page.getByRole("heading", { name: "1 conflict in 1 place" }).waitFor()
  await conflict(page, "Guide", "The text").getByRole("button", { name: "The request’s", exact: true }).click()
  await page.getByRole("button", { name: "Apply 1 decision" }).click()
  await page.getByText("There are no conflicts with main.").waitFor()
  await page.reload()
  await page.getByText("Other · Description: main’s was taken Ada").waitFor()
  await page.getByRole("button", { name: "Undo the decision about Other" }).click()
  await conflict(page, "Other", "Description").getByRole("button", { name: "The request’s", exact: true }).click()
  await page.getByRole("button", { name: "Apply 1 decision" }).click()
  await eventually(async () => {
    const found = await call<{ description?: string }>(
      world,
      world.ada,
      "GET",
      `${line}/content/page/${space.pages.Other}`
    )
    return found.description
  }).toBe("Alan’s.")
  await page.getByRole("link", { name: "Overview" }).click()
  await page.getByRole("button", { name: "Mark as ready" }).first().click()
  await page.getByRole("button", { name: "Merge", exact: true }).click()
  await page.getByText("It is merged.").waitFor()
  expect(await textOf(world, space.id, space.pages.Guide!)).toBe("One of Alan.\n\nKept.\n")
  expect(await textOf(world, space.id, space.pages.Third!)).toBe("Edited by Alan.\n")
  expect(problems).toEqual([])
  await context.close()
})

it("says that somebody else has decided it, and keeps what was typed", { timeout: 60_000 }, async () => {
  const space = await threePages("Together")
  const { id, line } = await conflicting(space)
  const { context, page } = await openWindow(browser, world, world.alan, "/app")
  // Nothing tells this window what others do.
  await page.route("**/v1/stream", (route) => route.abort())
  await page.goto(`${world.base}/app/s/${space.id}/~/changes/${id}/~/review/conflicts`)
  const text = conflict(page, "Guide", "The text")
  await text.getByRole("button", { name: "Own words" }).click()
  await text.getByRole("textbox").fill("What Alan typed.")
  await conflict(page, "Other", "Description").getByRole("button", { name: "Main’s", exact: true }).click()
  const resolutions = [
    { item: space.pages.Other, where: "description", take: "request" },
    { item: space.pages.Guide, where: "block 1", take: "main" }
  ]
  await call(world, world.ada, "POST", `${line}/resolve`, { resolutions })
  await page.getByRole("button", { name: "Apply 2 decisions" }).click()
  await page.getByText(/^Somebody else has decided 2 of these meanwhile/).waitFor()
  await page.locator(".homeless", { hasText: "What Alan typed." }).waitFor()
  await context.close()
})

it("says which rules are not satisfied, and merges against them once that is confirmed", async () => {
  const space = await makeSpace(world, "Ruled", [{ title: "Guide", markdown: "Old.\n" }])
  const main = `/spaces/${space.id}`
  const { id } = await call<{ id: string }>(world, world.alan, "POST", `${main}/change-requests`, { subject: "New" })
  await change(world.alan, `${main}/change-requests/${id}`, rewrite(space.pages.Guide, "New.\n"))
  await call(world, world.alan, "PATCH", `${main}/change-requests/${id}`, { status: "open" })
  const { context, page, problems } = await openWindow(browser, world, world.ada, "/app")
  const message = "It needs 1 approval."
  const rules = { satisfied: false, rules: [{ rule: {}, satisfied: false, message }], override: true }
  await page.route("**/merge-rules", (route) => route.fulfill({ json: rules }))
  const bodies: Array<unknown> = []
  page.on("request", (request) => {
    if (request.url().endsWith("/merge")) bodies.push(request.postDataJSON())
  })
  const questions: Array<string> = []
  page.once("dialog", (dialog) => {
    questions.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(`${world.base}/app/s/${space.id}/~/changes/${id}/~/review`)
  const merge = page.getByRole("button", { name: "Merge", exact: true })
  await page.getByText(message).first().waitFor()
  expect(await merge.isDisabled()).toBe(true)
  expect(await merge.getAttribute("title")).toBe(message)
  await page.getByRole("button", { name: "Merge against the rules" }).click()
  expect(questions).toEqual([expect.stringContaining(message)])
  expect(bodies).toEqual([])
  page.once("dialog", (dialog) => void dialog.accept())
  await page.getByRole("button", { name: "Merge against the rules" }).click()
  await page.getByText("It is merged.").waitFor()
  expect(bodies).toEqual([{ override: true }])
  expect(problems).toEqual([])
  await context.close()
})

it("keeps what is typed while the server cannot be reached", async () => {
  const space = await makeSpace(world, "Offline", [{ title: "Guide", markdown: "Old.\n" }])
  const main = `/spaces/${space.id}`
  const { id } = await call<{ id: string }>(world, world.ada, "POST", `${main}/change-requests`, { subject: "New" })
  const { context, page, problems } = await openWindow(browser, world, world.ada, "/app")
  await page.goto(`${world.base}/app/s/${space.id}/~/changes/${id}/~/review`)
  await page.getByRole("button", { name: "Edit the description" }).click()
  await page.keyboard.type("What it is for.")
  await page.getByRole("textbox", { name: /^Comment on the whole/ }).fill("What I think.")
  await context.setOffline(true)
  await page.getByRole("button", { name: "Mark as ready" }).first().click()
  await page.getByRole("alert").waitFor()
  expect(await page.getByRole("textbox", { name: "Description" }).inputValue()).toBe("What it is for.")
  expect(await page.getByRole("textbox", { name: /^Comment on the whole/ }).inputValue()).toBe("What I think.")
  await context.setOffline(false)
  await page.getByRole("button", { name: "Save" }).click()
  await page.locator(".words", { hasText: "What it is for." }).waitFor()
  await eventually(() => page.getByRole("alert").count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})
