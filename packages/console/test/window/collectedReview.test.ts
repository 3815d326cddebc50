/** Comments that are collected while reviewing, what has changed since a review, and the way through its open threads. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { eventually, openWindow } from "./support/window.js"
import { call, makeSpace, type Person } from "./support/world.js"

useWindows()

const paragraphs = (count: number, ...changed: ReadonlyArray<number>): string =>
  Array.from({ length: count }, (_, index) => `Line ${index}${changed.includes(index) ? ", changed" : ""}.\n`).join(
    "\n"
  )

/** A change request of Alan's that changes two pages, as far as reviews need it. */
const requested = async (title: string) => {
  const space = await makeSpace(world, title, [
    { title: "Guide", markdown: paragraphs(60) },
    { title: "Other", markdown: "Other.\n" },
    { title: "Third", markdown: "Third.\n" }
  ])
  const main = `/spaces/${space.id}`
  const { id } = await call<{ id: string }>(world, world.alan, "POST", `${main}/change-requests`, { subject: title })
  const line = `${main}/change-requests/${id}`
  const rewrite = (person: Person, page: string, markdown: string, at = line) =>
    call(world, person, "POST", `${at}/content`, {
      changes: [{ operation: "update_page", page: space.pages[page], document: { markdown } }]
    })
  await rewrite(world.alan, "Guide", paragraphs(60, 30))
  await rewrite(world.alan, "Other", "Another.\n")
  await call(world, world.alan, "PATCH", line, { status: "open" })
  return { space, main, line, rewrite, path: `/app/s/${space.id}/~/changes/${id}/~/review` }
}

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

it("shows what has changed since one's own review", { timeout: 60_000 }, async () => {
  const { line, main, path, rewrite } = await requested("Since")
  const { context, page, problems } = await openWindow(browser, world, world.ada, `${path}/changes`)
  const listed = () => page.locator(".changed-list .changed-name").allTextContents()
  await eventually(listed).toEqual(["Guide", "Other"])
  expect(await page.getByRole("button", { name: "Since your review" }).count()).toBe(0)
  await call(world, world.ada, "POST", `${line}/reviews`, { status: "changes-requested" })
  await rewrite(world.alan, "Other", "Another, again.\n")
  await page.getByRole("button", { name: "Since your review" }).click()
  await eventually(listed).toEqual(["Other"])
  await page.locator(".changed-item .block.changed").waitFor()
  expect(await page.locator(".changed-item ins").allTextContents()).toEqual([", again"])
  // What an update from main brings is not a change of the request.
  await rewrite(world.ada, "Third", "Third of main.\n", main)
  await call(world, world.alan, "POST", `${line}/update`, {})
  await rewrite(world.alan, "Guide", paragraphs(60, 30, 40))
  await eventually(listed).toEqual(["Guide", "Other"])
  await call(world, world.ada, "POST", `${line}/reviews`, { status: "approved" })
  await eventually(() => page.getByRole("button", { name: "Since your review" }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

it("goes through the open threads by keys, across pages", async () => {
  const { line, path, space } = await requested("Threads")
  const comment = (page: string, markdown: string, about: object = {}) =>
    call<{ id: string }>(world, world.alan, "POST", `${line}/comments`, {
      body: { markdown },
      page: space.pages[page],
      ...about
    })
  const last = await comment("Other", "Last")
  const start = paragraphs(60, 30).indexOf("Line 45")
  const folded = await comment("Guide", "Far below", { range: { start, end: start + 7 } })
  const whole = await comment("Guide", "On the whole")
  const done = await comment("Guide", "Done")
  await call(world, world.alan, "PUT", `${line}/comments/${done.id}`, { resolved: true })
  const { context, page, problems } = await openWindow(browser, world, world.ada, `${path}/changes`)
  await page.getByRole("button", { name: /^3 open threads/ }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-thread"))
  for (const [key, { id }] of [
    ["n", whole],
    ["n", folded],
    ["n", last],
    ["n", whole],
    ["p", last],
    ["p", folded]
  ] as const) {
    await page.keyboard.press(key)
    await eventually(focused).toBe(id)
  }
  await page.getByRole("button", { name: /^3 open threads/ }).click()
  await eventually(focused).toBe(last.id)
  expect(problems).toEqual([])
  await context.close()
})

it("unfolds a few lines at a time", async () => {
  const { path } = await requested("Folds")
  const { context, page, problems } = await openWindow(browser, world, world.ada, `${path}/changes`)
  await page.getByRole("button", { name: "Source", exact: true }).click()
  const lines = page.locator(".source .line.same")
  const before = await lines.count()
  const [above, below] = [page.locator("tr.folded").first(), page.locator("tr.folded").last()]
  await above.getByRole("button", { name: "Show 10 more above" }).click()
  await eventually(() => lines.count()).toBe(before + 10)
  expect(await above.getByRole("button", { name: "Show 10 more below" }).count()).toBe(0)
  await below.getByRole("button", { name: "Show 10 more below" }).click()
  await eventually(() => lines.count()).toBe(before + 20)
  await above.getByRole("button", { name: /show all$/ }).click()
  await below.getByRole("button", { name: /show all$/ }).click()
  await eventually(() => lines.count()).toBe(118)
  expect(problems).toEqual([])
  await context.close()
})

it("colours code, and still marks what has changed in it", async () => {
  const code = (value: string) => `Intro.\n\n\`\`\`js\nconst a = ${value}\nconst b = "two"\n\`\`\`\n`
  const space = await makeSpace(world, "Coloured", [{ title: "Guide", markdown: code("1") }])
  const main = `/spaces/${space.id}`
  const { id } = await call<{ id: string }>(world, world.alan, "POST", `${main}/change-requests`, { subject: "Code" })
  await call(world, world.alan, "POST", `${main}/change-requests/${id}/content`, {
    changes: [{ operation: "update_page", page: space.pages.Guide, document: { markdown: code("2") } }]
  })
  const path = `/app/s/${space.id}/~/changes/${id}/~/review/changes`
  const { context, page, problems } = await openWindow(browser, world, world.ada, path)
  const block = page.locator(".block.changed pre")
  await block.locator(".code-k").first().waitFor()
  expect(await block.locator(".code-k").allTextContents()).toEqual(["const", "const"])
  expect(await block.locator("del").allTextContents()).toEqual(["1"])
  expect(await block.locator("ins .code-n").allTextContents()).toEqual(["2"])
  expect(await block.locator(".code-s").allTextContents()).toEqual(['"two"'])
  expect(problems).toEqual([])
  await context.close()
})
