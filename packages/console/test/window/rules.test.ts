/** Rules of approval in the window: how they are set, and what they do to main. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, useWindows, world } from "./support/inMemory.js"
import { atEnd, editorOf, eventually, openWindow, rowOf, savingOf } from "./support/window.js"
import { call, type MadeSpace, makeSpace, textOf } from "./support/world.js"

useWindows()

const held = "Rules of approval hold here: pages of this space are changed in change requests."
const oneApproval = { type: "rules", rules: [{ rule: "require_approvals", approvals: 1 }] }

const guide = () => makeSpace(world, "Handbook", [{ title: "Guide", markdown: "First.\n" }])
const setRules = ({ id }: MadeSpace, mergeRules: object) =>
  call(world, world.ada, "PATCH", `/spaces/${id}`, { mergeRules })
const setRulesOfAll = (mergeRules: object) =>
  call(world, world.ada, "PATCH", `/orgs/${world.organization}`, { mergeRules })
const rulesOf = async ({ id }: MadeSpace) =>
  (await call<{ mergeRules: unknown }>(world, world.ada, "GET", `/spaces/${id}`)).mergeRules
const dialog = (page: Page) => page.getByRole("dialog", { name: "Rules of approval" })
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

it("are set for a space by an administrator, with rules that have no field kept", async () => {
  const space = await guide()
  const team = await call<{ id: string }>(world, world.ada, "PUT", `/orgs/${world.organization}/teams`, {
    title: "Editors"
  })
  const kept = { rule: "require_one_of_specific_reviewers", users: [world.alan.id] }
  await setRules(space, { type: "rules", rules: [kept] })
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}`)
  await button(page, "Rules of approval").click()
  await dialog(page).getByLabel("The approval of Alan.").waitFor()
  expect(await dialog(page).getByLabel("The approval of Alan.").isChecked()).toBe(true)
  await dialog(page).getByLabel("Approvals that are needed").fill("2")
  await dialog(page).getByLabel("Editors").check()
  await dialog(page).getByLabel("It has a subject").check()
  await dialog(page).getByRole("button", { name: "Save" }).click()
  await page.getByText("The rules of approval are saved.").waitFor()
  expect(await rulesOf(space)).toEqual({
    type: "rules",
    rules: [
      { rule: "require_approvals", approvals: 2, teams: [team.id] },
      { rule: "require_change_request_subject" },
      kept
    ]
  })

  await page.getByText(held).waitFor()
  await page.getByRole("button", { name: "Search or run a command" }).click()
  await page.keyboard.type("rules of app")
  await page.keyboard.press("Enter")
  await dialog(page).getByLabel("Approvals that are needed").fill("0")
  for (const name of ["It has a subject", "The approval of Alan."]) await dialog(page).getByLabel(name).uncheck()
  await dialog(page).getByRole("button", { name: "Save" }).click()
  await dialog(page).getByText("Choose at least one rule.").waitFor()
  await dialog(page).getByLabel("Those of the organization").check()
  await dialog(page).getByText("The organization has no rules.").waitFor()
  await dialog(page).getByRole("button", { name: "Save" }).click()
  await page.getByText(held).waitFor({ state: "detached" })
  expect(await rulesOf(space)).toEqual({ type: "inherit" })
  expect(problems).toEqual([])
  await context.close()
})

it("name people and teams, who are chosen by the keyboard alone", async () => {
  const space = await guide()
  const team = await call<{ id: string }>(world, world.ada, "PUT", `/orgs/${world.organization}/teams`, {
    title: "Writers"
  })
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}`)
  const { keyboard } = page
  await button(page, "Rules of approval").focus()
  await keyboard.press("Enter")
  await dialog(page).getByLabel("Its own").focus()
  await keyboard.press("Space")
  await dialog(page).getByLabel("Approvals that are needed").fill("0")
  const find = dialog(page).getByRole("searchbox", { name: "Find people" })
  const add = dialog(page).getByRole("button", { name: "Add this rule" })
  expect(await add.isDisabled()).toBe(true)
  for (const name of ["Alan", "Ada"]) {
    await find.focus()
    await keyboard.press("Control+A")
    await keyboard.type(name)
    // Enter is no answer to the whole form.
    await keyboard.press("Enter")
    const person = dialog(page).getByRole("checkbox", { name: new RegExp(`^${name}`) })
    await person.focus()
    await keyboard.press("Space")
    await eventually(() => person.isChecked()).toBe(true)
  }
  await dialog(page).getByLabel("One of some people").focus()
  await keyboard.press("ArrowDown")
  await add.focus()
  await keyboard.press("Enter")
  await dialog(page).getByRole("status").filter({ hasText: "Added: The approval of Alan and Ada." }).waitFor()
  await dialog(page).getByLabel("All of some people").focus()
  await keyboard.press("ArrowDown")
  await dialog(page).getByLabel("How many approvals").fill("2")
  await dialog(page).getByRole("group", { name: "Teams", exact: true }).getByLabel("Writers").focus()
  await keyboard.press("Space")
  await add.focus()
  await keyboard.press("Enter")
  await dialog(page).getByRole("status").filter({ hasText: "Added: At least 2 approvals from Writers." }).waitFor()
  await dialog(page).getByRole("button", { name: "Save" }).focus()
  await keyboard.press("Enter")
  await page.getByText("The rules of approval are saved.").waitFor()
  expect(await rulesOf(space)).toEqual({
    type: "rules",
    rules: [
      { rule: "require_specific_reviewers", users: [world.alan.id, world.ada.id] },
      { rule: "require_approvals", approvals: 2, teams: [team.id] }
    ]
  })
  expect(problems).toEqual([])
  await context.close()
})

it("are shown to others with who can change them", async () => {
  const space = await guide()
  await setRules(space, {
    type: "rules",
    rules: [{ rule: "require_approvals", approvals: 2 }, { rule: "require_up_to_date_change_request" }]
  })
  const { context, page, problems } = await openWindow(browser, world, world.alan, `/app/s/${space.id}`)
  await button(page, "Rules of approval").click()
  await dialog(page).getByText("At least 2 approvals.").waitFor()
  await dialog(page).getByText("Only administrators of the organization can change this, such as Ada.").waitFor()
  expect(await dialog(page).getByRole("listitem").allTextContents()).toEqual([
    "At least 2 approvals.",
    "It is up to date with main."
  ])
  expect(await dialog(page).getByRole("button", { name: "Save" }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

it("close main to typing, changes of the tree, imports and restores, and say why", async () => {
  const space = await guide()
  await setRules(space, oneApproval)
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${space.id}/guide`)
  await page.getByText(held).waitFor()
  expect(await button(page, "New page").getAttribute("title")).toBe(held)
  expect(await button(page, "New page").isDisabled()).toBe(true)
  await rowOf(page, "Guide").getByRole("button", { name: "More: Guide" }).click()
  expect(await page.getByRole("menuitem", { name: "Delete" }).getAttribute("title")).toBe(held)
  await page.keyboard.press("Escape")
  await button(page, "Import").click()
  const imports = page.getByRole("dialog", { name: "Import" })
  await imports.getByText(held).waitFor()
  expect(await imports.getByLabel("A new change request").isChecked()).toBe(true)
  await page.keyboard.press("Escape")
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "History" }).click()
  await button(page, "Restore").first().click()
  const restores = page.getByRole("dialog", { name: "Restore a revision" })
  await restores.getByText(held).waitFor()
  expect(await restores.getByLabel("The space itself").isDisabled()).toBe(true)
  await page.keyboard.press("Escape")

  await page.goto(`${world.base}/app/s/${space.id}/guide`)
  await atEnd(page)
  await page.keyboard.type("More.", { delay: 15 })
  await page.waitForURL(/~\/changes\/[^/]+\/guide$/)
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  expect(await textOf(world, space.id, space.pages.Guide!).catch(() => "refused")).toBe("refused")
  expect(problems).toEqual([])
  await context.close()
})

it.for([
  ["the space", setRules],
  ["the organization", (_: MadeSpace, rules: object) => setRulesOfAll(rules)]
] as const)("end the writing on main when they are set on %s", async ([where, set]) => {
  const space = await guide()
  const { context, page, problems } = await openWindow(browser, world, world.alan, `/app/s/${space.id}/guide`)
  await atEnd(page)
  await page.keyboard.type("Typed.")
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await set(space, oneApproval)
  try {
    // Nothing tells the window of rules of the organization until something is typed.
    if (where === "the organization") await page.keyboard.type(" On")
    await page.getByText(held).waitFor()
    await page.getByRole("alert").getByText("Writing has ended here, for the reason above.").waitFor()
    await button(page, "Edit in a change request").waitFor()
    await editorOf(page).getByText("First.").waitFor()
  } finally {
    await set(space, { type: "none" })
  }
  expect(problems).toEqual([])
  await context.close()
})

it("count in the review: no approval by contributors, none before an edit, and an override that asks first", async () => {
  const membership = `/orgs/${world.organization}/members/${world.alan.id}`
  await call(world, world.ada, "PATCH", membership, { role: "review" })
  const space = await guide()
  await setRules(space, oneApproval)
  const line = `/spaces/${space.id}/change-requests`
  const { id } = await call<{ id: string }>(world, world.alan, "POST", line, { subject: "Better" })
  const edit = (markdown: string) =>
    call(world, world.alan, "POST", `${line}/${id}/content`, {
      changes: [{ operation: "update_page", page: space.pages.Guide, document: { markdown } }]
    })
  await edit("Second.\n")
  await call(world, world.alan, "PATCH", `${line}/${id}`, { status: "open" })
  const path = `/app/s/${space.id}/~/changes/${id}/~/review`
  const alan = await openWindow(browser, world, world.alan, path)
  const box = (page: Page) => page.getByRole("region", { name: "Merging" })
  const approve = async (page: Page) => {
    await button(page, "Review").click()
    await page.getByRole("button", { name: "Send the review" }).click()
  }
  await approve(alan.page)
  await alan.page.locator(".reviewer", { hasText: "Alan approves" }).waitFor()
  const ada = await openWindow(browser, world, world.ada, path)
  await ada.page.locator(".reviewer", { hasText: "Alan approves" }).waitFor()
  await box(ada.page).getByText("it has 0 of 1 approval").first().waitFor()
  expect(await button(alan.page, "Merge").isDisabled()).toBe(true)
  expect(await button(alan.page, "Merge").getAttribute("title")).toBe("it has 0 of 1 approval")
  // Only administrators of the organization may merge against the rules.
  expect(await button(alan.page, "Merge against the rules").count()).toBe(0)

  await approve(ada.page)
  await box(alan.page).getByText("it has 1 of 1 approval").waitFor()
  await box(alan.page).getByText("Nothing stands in the way.").waitFor()
  await edit("Third.\n")
  await box(alan.page).getByText("it has 0 of 1 approval").first().waitFor()
  await alan.page.locator(".reviewer", { hasText: "before the last change" }).first().waitFor()

  const asked: Array<string> = []
  const isSure = [false, true]
  ada.page.on("dialog", (shown) => {
    asked.push(shown.message())
    return isSure[asked.length - 1] === true ? shown.accept() : shown.dismiss()
  })
  await button(ada.page, "Merge against the rules").click()
  await eventually(() => asked.length).toBe(1)
  expect(asked[0]).toContain("it has 0 of 1 approval")
  expect(await call(world, world.ada, "GET", `${line}/${id}`)).toMatchObject({ status: "open" })
  await button(ada.page, "Merge against the rules").click()
  await box(ada.page).getByText("Ada overrode the rules of approval.").waitFor()
  await box(alan.page).getByText("Ada overrode the rules of approval.").waitFor()
  // What was merged cannot be taken back on main itself.
  expect(await ada.page.locator(".toast").getByRole("button", { name: "Undo" }).count()).toBe(0)
  expect([...alan.problems, ...ada.problems]).toEqual([])
  await Promise.all([alan.context.close(), ada.context.close()])
  await call(world, world.ada, "PATCH", membership, { role: "edit" })
})

it("keep what was typed and did not reach the server before they were set", async () => {
  const space = await guide()
  const { context, page } = await openWindow(browser, world, world.alan, `/app/s/${space.id}/guide`)
  await atEnd(page)
  await eventually(() => savingOf(page).textContent()).toBe("Saved")
  await page.route("**/live", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()))
  await page.keyboard.type("Not sent.")
  await eventually(() => savingOf(page).textContent()).toMatch(/^Offline: \d+ changes? kept$/)
  await setRules(space, oneApproval)
  await page.getByText(held).waitFor()
  const alert = page.getByRole("alert").filter({ hasText: "Writing has ended here" })
  await alert.getByRole("button", { name: "Copy the text" }).waitFor()
  await page.goto(`${world.base}/app`)
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor()
  await context.close()
})
