/** Whether everybody can use the console: axe on every screen, light, dark and on a phone. */
import axe from "axe-core"
import type { Page } from "playwright-core"
import { beforeAll, expect } from "vitest"
import { browser, hasBrowser, it, useWindows, world } from "./support/inMemory.js"
import { editorOf, eventually, openWindow, rowOf, savingOf } from "./support/window.js"
import { call, endSession, type MadeSpace, makeSpace } from "./support/world.js"

useWindows()

let handbook: MadeSpace
let empty: MadeSpace
let locked: MadeSpace
/** A change request that conflicts with main, and that somebody has reviewed. */
let review: string
let held: MadeSpace

const markdown = `# Guide

Some **words**, a [link](https://example.com), \`code\` and a list:

- [ ] one
- two

| a | b |
|---|---|
| ${"wide ".repeat(30)} | c |

{% hint style="info" %}
A hint.
{% endhint %}
`

beforeAll(async () => {
  if (!hasBrowser) return
  const title = `A page whose title is ${"rather ".repeat(8)}long`
  handbook = await makeSpace(world, "Handbook", [
    { title: "Guide", markdown, pages: [{ title, markdown: "Inside.\n" }] },
    { title: "Other", markdown: "Other.\n" }
  ])
  empty = await makeSpace(world, "Empty")
  locked = await makeSpace(world, "Locked", [{ title: "Guide", markdown }], { editMode: "locked" })
  review = await makeReview()
  held = await makeSpace(world, "Held", [{ title: "Guide", markdown }])
  const mergeRules = { type: "rules", rules: [{ rule: "require_approvals", approvals: 1 }] }
  await call(world, world.ada, "PATCH", `/spaces/${held.id}`, { mergeRules })
  await call(world, world.ada, "PUT", `/orgs/${world.organization}/teams`, { title: "Editors" })
})

const code = (value: number) => `\`\`\`ts\nconst one: number = ${value} // "one"\n\`\`\`\n\n${"Same.\n\n".repeat(40)}`

/** Makes a change request of a space of its own, and returns the address of its review. */
const makeReview = async (): Promise<string> => {
  const { id, pages } = await makeSpace(world, "Reviewed", [
    { title: "Code", markdown: code(1) },
    { title: "Guide", markdown: "One.\n" },
    { title: "Other", markdown: "Two.\n" },
    { title: "Third", markdown: "Three.\n" }
  ])
  const { ada, alan } = world
  const space = `/spaces/${id}`
  const description = { markdown: `It is ${"rather ".repeat(20)}long.` }
  const asked = { subject: `A subject that is ${"rather ".repeat(8)}long`, description }
  const made = await call<{ id: string }>(world, alan, "POST", `${space}/change-requests`, asked)
  const line = `${space}/change-requests/${made.id}`
  const change = (person: typeof ada, at: string, fields: object) =>
    call(world, person, "POST", `${at}/content`, { changes: [fields] })
  for (const [person, at] of [
    [alan, line],
    [ada, space]
  ] as const) {
    const document = { markdown: `One of ${person.name}, ${"long".repeat(40)}.\n` }
    await change(person, at, { operation: "update_page", page: pages.Guide, document, description: person.name })
    await change(person, at, {
      operation: "update_page",
      page: pages.Other,
      into: person === ada ? pages.Third : pages.Guide
    })
  }
  await call(world, alan, "PATCH", line, { status: "open" })
  await call(world, alan, "POST", `${line}/requested-reviewers`, { users: [ada.id] })
  await call(world, ada, "POST", `${line}/reviews`, { status: "changes-requested", comment: { markdown: "Why?" } })
  await call(world, alan, "POST", `${line}/requested-reviewers`, { users: [alan.id] })
  // A page with code, and lines that are folded, changes after the review.
  await change(alan, line, { operation: "update_page", page: pages.Code, document: { markdown: code(2) } })
  await call(world, alan, "POST", `${line}/comments`, { body: { markdown: "Well?" }, page: pages.Code })
  return `${world.base}/app/s/${id}/~/changes/${made.id}/~/review`
}

/** What axe finds, and whether the page is wider than the screen. */
const check = async (page: Page, name: string): Promise<void> => {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${axe.source}; 0`)
  // What fades in has its colours once it is there.
  await page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))")
  const found = await page.evaluate(async () => {
    const { axe: own } = globalThis as unknown as { axe: typeof axe }
    return (await own.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })).violations
  })
  const violations = found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ failureSummary, html }) => `${html} ${failureSummary}`).join("; ")}`
  )
  expect.soft({ name, violations }).toEqual({ name, violations: [] })
  const [width, screen] = (await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
  )) as readonly [number, number]
  expect.soft({ name, width }).toEqual({ name, width: screen })
}

const looks = {
  light: { colorScheme: "light", viewport: { width: 1100, height: 800 } },
  dark: { colorScheme: "dark", viewport: { width: 1100, height: 800 } },
  phone: { colorScheme: "light", viewport: { width: 360, height: 740 } }
} as const

it.for(Object.entries(looks))("has nothing that axe finds in reviews, and fits: %s", async ([, look]) => {
  const options = { ...look, bypassCSP: true }
  for (const person of [world.ada, world.alan]) {
    const { context, page, problems } = await openWindow(browser, world, person, "/app", options)
    const named = (name: string) => `${name} of ${person.name}`
    await page.goto(`${review.slice(0, review.indexOf("/~/changes"))}/~/changes`)
    await page.getByText("Ada asks for changes").waitFor()
    await check(page, named("change requests"))
    await page.getByRole("button", { name: /^Archived/ }).click()
    await page.getByText("There are none here.").waitFor()
    await check(page, named("no change requests"))
    await page.getByRole("button", { name: "New change request" }).click()
    await page.getByRole("dialog").waitFor()
    await check(page, named("new change request"))
    await page.goto(review)
    await page.getByText("Why?").waitFor()
    await check(page, named("overview"))
    await page.getByRole("button", { name: "Edit the description" }).click()
    await check(page, named("description"))
    await page.getByRole("button", { name: "Rename the change request" }).click()
    await check(page, named("subject"))
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Ask for a review" }).click()
    await page.getByRole("checkbox").first().waitFor()
    await check(page, named("asking for a review"))
    await page.keyboard.press("Escape")
    if (person === world.ada) {
      await page.getByRole("button", { name: "Review", exact: true }).click()
      await page.getByRole("dialog", { name: "Review" }).waitFor()
      await check(page, named("reviewing"))
      await page.keyboard.press("Escape")
      await page.goto(`${review}/changes`)
      await page.getByRole("button", { name: /^1 open thread/ }).waitFor()
      await page.locator(".code-k").first().waitFor()
      await page.getByRole("button", { name: "Since your review" }).waitFor()
      await page.getByRole("button", { name: "On the page as a whole…" }).click()
      await page.keyboard.type(`A comment that is ${"long".repeat(20)}`)
      await check(page, named("writing a comment"))
      await page.getByRole("button", { name: "Add to review" }).click()
      await page.locator(".thread.pending").waitFor()
      await check(page, named("a pending comment"))
      await page.getByRole("button", { name: "Source", exact: true }).click()
      await check(page, named("folded lines"))
      await page.getByRole("button", { name: "Rendered", exact: true }).click()
      await page.getByRole("button", { name: "Review 1 pending comment" }).click()
      await check(page, named("reviewing with a pending comment"))
      await page.keyboard.press("Escape")
      await page.locator(".thread.pending").getByRole("button", { name: "Delete" }).click()
      await page.goto(review)
    }
    await page.getByRole("link", { name: /^Conflicts/ }).click()
    await page.getByRole("heading", { name: /^3 conflicts/ }).waitFor()
    await check(page, named("conflicts"))
    await page.getByRole("button", { name: "All of main in Guide" }).click()
    await page.getByRole("button", { name: "Own words" }).first().click()
    await page.getByRole("button", { name: "Apply 2 decisions" }).waitFor()
    await check(page, named("chosen"))
    await page.getByRole("link", { name: /^Changes/ }).click()
    await check(page, named("changes"))
    expect(problems).toEqual([])
    await context.close()
  }
})

it.for(Object.entries(looks))("has nothing that axe finds, and fits: %s", async ([name, look]) => {
  const options = { ...look, bypassCSP: true }
  const { context, page, problems, session } = await openWindow(browser, world, world.ada, "/app", options)
  await page.getByRole("link", { name: "Handbook changed" }).waitFor()
  await check(page, "home")
  await page.getByText("Administration", { exact: true }).click()
  await page.getByRole("link", { name: "Audit trail" }).waitFor()
  await check(page, "administration")

  await page.goto(`${world.base}/app/s/${handbook.id}`)
  await editorOf(page).getByText("Some words").waitFor()
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await check(page, "page")
  if (name !== "phone") {
    await page.getByText("Administration", { exact: true }).click()
    await page.getByRole("link", { name: "Audit trail" }).waitFor()
    await check(page, "administration in a space")
  }
  for (const name of ["Settings", "Links"]) {
    await page.getByRole("button", { name, exact: true }).click()
    await page
      .getByRole("complementary", { name })
      .getByText(/^(Title|Broken links)$/)
      .waitFor()
    await check(page, name)
    await page.getByRole("complementary", { name }).getByRole("button", { name: "Close" }).click()
  }
  for (const [name, label] of [
    ["Import", "Address"],
    ["Export", "Folder of markdown (zip)"]
  ] as const) {
    await page.getByRole("button", { name: "Search or run a command" }).click()
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name, exact: true }).getByLabel(label).waitFor()
    await check(page, name)
    await page.keyboard.press("Escape")
  }
  for (const name of ["Files of this space", "Broken links of this space"]) {
    await page.getByRole("button", { name: "Search or run a command" }).click()
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
    await page
      .getByRole("dialog", { name })
      .getByText(/^(There are no files yet|Every link of this space)/)
      .waitFor()
    await check(page, name)
    await page.keyboard.press("Escape")
  }
  await page.getByRole("button", { name: "Search or run a command" }).click()
  await page.keyboard.type("Rules of approval")
  await page.keyboard.press("Enter")
  const rules = page.getByRole("dialog", { name: "Rules of approval" })
  await rules.getByText("The organization has no rules.").waitFor()
  await check(page, "rules of approval")
  await rules.getByLabel("Its own").check()
  await rules.getByLabel("Editors").waitFor()
  await rules.getByRole("checkbox", { name: /^Ada/ }).check()
  await check(page, "own rules of approval")
  await rules.getByLabel("Members of teams").check()
  await rules.getByRole("group", { name: "Teams", exact: true }).getByLabel("Editors").check()
  await rules.getByRole("button", { name: "Add this rule" }).click()
  await rules.getByRole("status").filter({ hasText: "Added: At least 1 approval from Editors." }).waitFor()
  await check(page, "a rule that was added")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Search or run a command" }).click()
  await page.getByRole("dialog", { name: "Search or run a command" }).waitFor()
  await check(page, "palette")
  await page.keyboard.type("gu")
  await page.getByRole("option", { name: "Guide guide Page" }).waitFor()
  await check(page, "palette with pages")
  await page.keyboard.type("nothing like it")
  await page.getByText("Nothing has this name.").waitFor()
  await check(page, "palette without pages")
  await page.keyboard.press("Escape")

  if (name === "phone") await page.getByRole("button", { name: "Pages" }).click()
  const row = rowOf(page, "Guide")
  await row.getByRole("link").focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("F2")
  await page.getByRole("textbox", { name: "Rename" }).waitFor()
  await check(page, "renaming")
  await page.keyboard.press("Escape")
  await row.getByRole("button", { name: "More: Guide" }).click()
  await page.getByRole("menu").waitFor()
  await check(page, "menu")
  await page.keyboard.press("Escape")
  await page.keyboard.press("End")
  await page.keyboard.press("Delete")
  await page.getByRole("button", { name: "Undo" }).waitFor()
  await check(page, "message")
  await page.keyboard.press("Control+z")
  await page.getByText("Undone.").waitFor()

  await page.goto(`${world.base}/app/s/${handbook.id}/~/history`)
  await page.getByRole("heading", { level: 1, name: "History of Handbook" }).waitFor()
  await page.getByRole("checkbox").first().waitFor()
  await check(page, "history")
  await page
    .getByRole("button", { name: /^Single revisions/ })
    .first()
    .click()
  await page.getByText(/pages? changed/).waitFor()
  await check(page, "single revisions")
  await page.getByRole("button", { name: "What changed" }).first().click()
  await page.getByRole("complementary", { name: "What changed" }).getByRole("listitem").first().waitFor()
  await check(page, "what changed")
  await page.getByRole("complementary", { name: "What changed" }).getByRole("button", { name: "Close" }).click()
  await page.getByRole("button", { name: "Name", exact: true }).first().click()
  await page.getByRole("dialog", { name: "Name of the revision" }).waitFor()
  await check(page, "naming")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Restore" }).last().click()
  await page.getByRole("dialog").getByLabel("Some pages").check()
  await page.getByRole("dialog").getByRole("checkbox").or(page.getByText("No page differs")).first().waitFor()
  await check(page, "restoring")
  await page.keyboard.press("Escape")

  await page.goto(`${world.base}/app/s/${locked.id}`)
  await page.getByRole("button", { name: "Edit in a change request" }).waitFor()
  await editorOf(page).getByText("Some words").waitFor()
  await check(page, "locked")
  await page.goto(`${world.base}/app/s/${held.id}`)
  await page.getByText("Rules of approval hold here").waitFor()
  await editorOf(page).getByText("Some words").waitFor()
  await check(page, "rules hold")
  await page.goto(`${world.base}/admin/organizations`)
  await page.getByRole("heading", { name: "Rules of approval: Example" }).waitFor()
  await check(page, "rules of an organization")
  await page.goto(`${world.base}/app/s/${empty.id}`)
  await page.getByRole("button", { name: "Write the first page" }).waitFor()
  await check(page, "empty space")
  await page.goto(`${world.base}/app/s/nothing`)
  await page.getByText("This does not exist").waitFor()
  await check(page, "nothing")

  await page.goto(`${world.base}/app/s/${handbook.id}`)
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await context.setOffline(true)
  await page.keyboard.type("a")
  await eventually(() => savingOf(page).textContent()).toMatch(/^Offline/)
  await check(page, "offline")
  await page.keyboard.press("Backspace")
  await context.setOffline(false)
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await endSession(world, session)
  await page.keyboard.type("b")
  await page.getByRole("dialog", { name: "You are signed out" }).waitFor()
  await check(page, "signed out")
  expect(problems).toEqual([])
  await context.close()
})
