/** Comments that are collected while reviewing, and sent with the review. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { paragraphs, requested } from "./support/requested.js"
import { eventually, openWindow } from "./support/window.js"
import { call } from "./support/world.js"

useWindows()

const commentOnBlock = async (page: Page, text: string) => {
  const block = page.locator(".block", { hasText: text })
  await block.hover()
  await block.getByRole("button", { name: "Comment on this block" }).click()
}

const pending = (page: Page, text: string) => page.locator(".thread.pending", { hasText: text })

interface Reviewed {
  readonly items: ReadonlyArray<{
    readonly status: string
    readonly comments?: ReadonlyArray<{ readonly object: string; readonly body: { readonly markdown: string } }>
  }>
}

it("keeps comments for a review, and sends them with it", { timeout: 60_000 }, async () => {
  const { line, path, rewrite, space } = await requested("Collected")
  const asked = await call<{ id: string }>(world, world.alan, "POST", `${line}/comments`, {
    body: { markdown: "Is it right?" },
    page: space.pages.Guide
  })
  const { context, page, problems } = await openWindow(browser, world, world.ada, `${path}/changes`)
  await page.getByRole("button", { name: "On the page as a whole…" }).click()
  await page.keyboard.type("A *first* one")
  await page.getByRole("button", { name: "Add to review" }).click()
  await pending(page, "A first one").waitFor()
  await commentOnBlock(page, "Line 30, changed.")
  await page.keyboard.type("On words")
  await page.getByRole("button", { name: "Suggest other words" }).click()
  await page.getByRole("textbox", { name: "The words that replace these" }).fill("Line thirty.")
  await page.keyboard.press("Control+Shift+Enter")
  await pending(page, "On words").waitFor()
  await page.locator(`[data-thread="${asked.id}"]`).getByRole("button", { name: "Reply", exact: true }).click()
  await page.keyboard.type("It is")
  await page.getByRole("button", { name: "Add to review" }).click()
  await page.getByRole("button", { name: "On the page as a whole…" }).click()
  await page.keyboard.type("Not this")
  await page.getByRole("button", { name: "Add to review" }).click()
  await page.getByRole("button", { name: "Review 4 pending comments" }).waitFor()
  expect(await page.locator(".thread.pending .post-body").allTextContents()).toEqual([
    "It is",
    "A first one",
    "Not this",
    "On words"
  ])
  // Nothing of it is sent, and all of it is there after a reload.
  expect(await call<{ items: unknown }>(world, world.ada, "GET", `${line}/comments`)).toMatchObject({ count: 1 })
  await page.reload()
  await pending(page, "Not this").getByRole("button", { name: "Delete" }).click()
  await pending(page, "A first one").getByRole("button", { name: "Edit" }).click()
  await pending(page, "Pending").getByRole("textbox", { name: "Edit" }).fill("An edited one")
  await pending(page, "Pending").getByRole("button", { name: "Save" }).click()
  await pending(page, "An edited one").waitFor()

  // Their words move while they wait.
  await rewrite(world.alan, "Guide", `New.\n\n${paragraphs(60, 30)}`)
  await page.locator(".block.added", { hasText: "New." }).waitFor()
  await page.locator(".block", { hasText: "Line 30, changed." }).locator(".pending", { hasText: "On words" }).waitFor()
  await page.getByRole("button", { name: "Review 3 pending comments" }).click()
  const dialog = page.getByRole("dialog", { name: "Review" })
  await dialog.getByText("3 pending comments are sent with it.").waitFor()
  await page.keyboard.type("See below.")
  await dialog.getByRole("radio", { name: "Ask for changes" }).check()
  await dialog.getByRole("button", { name: "Send the review" }).click()
  await page.locator(".thread.open", { hasText: "On words" }).waitFor()
  expect(await page.locator(".thread.pending").count()).toBe(0)
  await page.getByRole("button", { name: "Review", exact: true }).waitFor()
  const { items } = await call<Reviewed>(world, world.alan, "GET", `${line}/reviews`)
  expect(items).toMatchObject([
    {
      status: "changes-requested",
      comments: [
        { object: "comment", body: { markdown: "An edited one" } },
        {
          body: { markdown: "On words" },
          target: { quote: "Line 30, changed." },
          suggestion: { text: "Line thirty.", status: "open" }
        },
        { object: "comment-reply", body: { markdown: "It is" } }
      ]
    }
  ])
  expect(problems).toEqual([])
  await context.close()
})

it("says which pending comment was refused, and sends the others without it", async () => {
  const { line, path, space } = await requested("Refused")
  const { context, page } = await openWindow(browser, world, world.ada, `${path}/changes`)
  await page.getByRole("button", { name: "On the page as a whole…" }).click()
  await page.keyboard.type("Fine")
  await page.getByRole("button", { name: "Add to review" }).click()
  await page.locator(".changed-list").getByText("Other").click()
  await page.getByRole("button", { name: "On the page as a whole…" }).click()
  await page.keyboard.type("On a page that goes away")
  await page.getByRole("button", { name: "Add to review" }).click()
  await call(world, world.alan, "POST", `${line}/content`, {
    changes: [{ operation: "delete_page", page: space.pages.Other }]
  })
  await page.getByRole("button", { name: "Review 2 pending comments" }).click()
  await page.getByRole("button", { name: "Send the review" }).click()
  const refused = page.locator(".waiting-comments .refused", { hasText: "On a page that goes away" })
  await refused.waitFor()
  expect(await call(world, world.ada, "GET", `${line}/reviews`)).toMatchObject({ count: 0 })
  await refused.getByRole("button", { name: /^Remove from the review/ }).click()
  await page.getByRole("button", { name: "Send the review" }).click()
  await page.getByRole("button", { name: "Review", exact: true }).waitFor()
  const { items } = await call<Reviewed>(world, world.alan, "GET", `${line}/reviews`)
  expect(items).toMatchObject([{ comments: [{ body: { markdown: "Fine" } }] }])
  await context.close()
})

it.for([1, 40])("sends %i comments once, although the answer is lost", async (count) => {
  const { line, path } = await requested(`Lost ${count}`)
  const { context, page } = await openWindow(browser, world, world.ada, "/app")
  const waiting = Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    markdown: `${index} ${"a".repeat(999)}`
  }))
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `lectern:pending:${world.ada.id}:${line}`,
    JSON.stringify(waiting)
  ] as const)
  await page.goto(`${world.base}${path}`)
  let isLost = false
  await page.route("**/reviews", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue()
    isLost = true
    await route.fetch()
    return route.abort()
  })
  await page.getByRole("button", { name: `Review ${count} pending` }).click()
  const send = page.getByRole("button", { name: "Send the review" })
  await send.click()
  await page.locator(".toast.problem").waitFor()
  await send.click()
  await page.getByRole("button", { name: "Review", exact: true }).waitFor()
  expect(await call(world, world.ada, "GET", `${line}/reviews`)).toMatchObject({ count: 1 })
  expect(await call(world, world.ada, "GET", `${line}/comments`)).toMatchObject({ count })
  await context.close()
})

it("forgets what was not sent when somebody signs out, after a question", async () => {
  const { path } = await requested("Left")
  const { context, page } = await openWindow(browser, world, world.ada, `${path}/changes`)
  await page.getByRole("button", { name: "On the page as a whole…" }).click()
  await page.keyboard.type("Kept")
  await page.getByRole("button", { name: "Add to review" }).click()
  await page.getByRole("button", { name: "On the page as a whole…" }).click()
  await page.keyboard.type("Half written")
  const kept = () =>
    page.evaluate(
      () =>
        [...Object.values(localStorage), ...Object.values(sessionStorage)].filter((text) => /Kept|Half/.test(text))
          .length
    )
  expect(await kept()).toBe(2)
  const asked: Array<string> = []
  page.once("dialog", (dialog) => {
    asked.push(dialog.message())
    return dialog.dismiss()
  })
  await page.getByRole("button", { name: "Sign out" }).click()
  await eventually(() => asked.length).toBe(1)
  expect(asked[0]).toMatch(/\(comments\)/)
  expect(await kept()).toBe(2)
  page.once("dialog", (dialog) => dialog.accept())
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL(/\/login/)
  expect(await kept()).toBe(0)
  await context.close()
})

it("sends comments without a verdict, also of somebody who may give none", async () => {
  const { line, path, space } = await requested("Commented")
  const asked = await call<{ id: string }>(world, world.ada, "POST", `${line}/comments`, {
    body: { markdown: "Why?" },
    page: space.pages.Guide
  })
  const { context, page, problems } = await openWindow(browser, world, world.alan, `${path}/changes`)
  await page.locator(`[data-thread="${asked.id}"]`).getByRole("button", { name: "Reply", exact: true }).click()
  await page.keyboard.type("Because")
  await page.getByRole("button", { name: "Add to review" }).click()
  await page.getByRole("button", { name: "Review 1 pending comment" }).click()
  expect(await page.getByRole("radio", { name: /^Approve/ }).isDisabled()).toBe(true)
  await page.keyboard.type("All are answered.")
  await page.getByRole("button", { name: "Send the review" }).click()
  await page.locator(".toast", { hasText: "Your comments were posted." }).waitFor()
  expect(await call(world, world.ada, "GET", `${line}/reviews`)).toMatchObject({ count: 0 })
  expect(await call(world, world.ada, "GET", `${line}/comments`)).toMatchObject({
    items: [{ body: { markdown: "All are answered." } }, { body: { markdown: "Why?" }, replies: 1 }]
  })
  // There is nothing more to send.
  await page.getByRole("button", { name: "Review", exact: true }).click()
  expect(await page.getByRole("textbox", { name: /^Why, or/ }).evaluate((field) => field.matches(":invalid"))).toBe(
    true
  )
  expect(problems).toEqual([])
  await context.close()
})
