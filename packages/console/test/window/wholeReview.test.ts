/** The whole of a review with two people in two browsers: from the first edit to going back to before the merge. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { browser, it, served, useWindows, world } from "./support/inMemory.js"
import { atEnd, eventually, openWindow, savingOf } from "./support/window.js"
import { call, join, makeSpace, textOf } from "./support/world.js"

useWindows()

const part = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) })

it("edits, comments, suggests, accepts, conflicts, decides, approves, merges and goes back", {
  timeout: 120_000
}, async () => {
  const space = await makeSpace(world, "Manual", [
    { title: "Guide", markdown: "# Guide\n\nThe quick fox jumps.\n\nThe end.\n" },
    { title: "Other", markdown: "# Other\n\nKept.\n" }
  ])
  const guide = space.pages.Guide ?? ""
  const main = `/spaces/${space.id}`
  const alan = await openWindow(browser, world, world.alan, `/app/s/${space.id}/~/changes`)
  await alan.page.getByRole("button", { name: "New change request" }).click()
  await alan.page.keyboard.type("A better guide")
  await alan.page.keyboard.press("Enter")
  await alan.page.getByRole("heading", { name: "#1 A better guide" }).waitFor()
  const review = alan.page.url()
  const id = /changes\/([^/]+)/.exec(review)?.[1] ?? ""

  // Alan edits, and asks Ada for a review.
  await alan.page.getByRole("link", { name: "Edit the pages" }).click()
  await atEnd(alan.page)
  await alan.page.keyboard.type("Or is it? Nobody nose.")
  await eventually(() => savingOf(alan.page).textContent()).toBe("Saved")
  await alan.page.getByRole("link", { name: /^Change request 1/ }).click()
  await alan.page.getByRole("button", { name: "Mark as ready" }).first().click()
  await alan.page.getByRole("button", { name: "Ask for a review" }).click()
  await alan.page.getByRole("checkbox", { name: /^Ada/ }).check()
  await alan.page.getByRole("button", { name: "Ask", exact: true }).click()
  await alan.page.locator(".reviewer", { hasText: "Ada is asked" }).waitFor()

  // Ada comments on a word and suggests another.
  const ada = await openWindow(browser, world, world.ada, new URL(review).pathname)
  await part(ada.page, "Changes").click()
  await ada.page.locator(".block.added, .block.changed", { hasText: "nose" }).waitFor()
  await ada.page.getByRole("button", { name: "Source", exact: true }).click()
  const line = ada.page.locator(".line.added", { hasText: "nose" })
  await line.evaluate((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const at = node.textContent?.indexOf("nose") ?? -1
      if (at < 0) continue
      getSelection()?.setBaseAndExtent(node, at, node, at + "nose".length)
    }
  })
  await ada.page.locator(".comment-selection").click()
  await ada.page.getByRole("textbox", { name: /^On the words “nose”/ }).fill("A typo.")
  await ada.page.getByRole("button", { name: "Suggest other words" }).click()
  await ada.page.getByRole("textbox", { name: "The words that replace these" }).fill("knows")
  await ada.page.locator(".composer").getByRole("button", { name: "Comment", exact: true }).click()
  await ada.page.locator(".thread", { hasText: "A typo." }).waitFor()

  // Alan accepts it, and nothing but that word changes. It is credited to Ada.
  await alan.page.goto(`${review}/changes`)
  const thread = alan.page.locator(".thread", { hasText: "A typo." })
  await thread.getByRole("button", { name: "Apply", exact: true }).click()
  await eventually(() => textOf(world, space.id, guide, id)).toBe(
    "# Guide\n\nThe quick fox jumps.\n\nThe end.\nOr is it? Nobody knows."
  )
  const { items } = await call<{ items: ReadonlyArray<{ user: { displayName: string } }> }>(
    world,
    world.ada,
    "GET",
    `${main}/change-requests/${id}/contributors`
  )
  expect(items.map(({ user }) => user.displayName).sort()).toEqual(["Ada", "Alan"])

  // Main changes the same paragraph: Alan decides.
  const onMain = { markdown: "# Guide\n\nThe quick fox jumps.\n\nThe end.\nReally.\n" }
  await call(world, world.ada, "POST", `${main}/content`, {
    changes: [{ operation: "update_page", page: guide, document: onMain }]
  })
  await part(alan.page, "Conflicts").click()
  const conflict = alan.page.locator(".conflict-item", { hasText: "Guide" })
  await conflict.getByRole("button", { name: "Own words" }).click()
  await conflict.getByRole("textbox").fill("Really? Nobody knows.")
  await alan.page.getByRole("button", { name: "Apply 1 decision" }).click()
  await alan.page.getByText("There are no conflicts with main.").waitFor()

  // From now on, main needs an approval by somebody who did not write it: Ada did, by her suggestion.
  const organization = `/orgs/${world.organization}`
  const eve = await join(served, world, "Eve", "review")
  await call(world, world.ada, "PATCH", organization, {
    mergeRules: { type: "rules", rules: [{ rule: "require_approvals", approvals: 1 }] }
  })
  await part(ada.page, "Overview").click()
  await ada.page.getByRole("button", { name: "Review", exact: true }).click()
  await ada.page.getByRole("button", { name: "Send the review" }).click()
  await ada.page.locator(".reviewer", { hasText: "Ada approves" }).waitFor()
  await ada.page
    .getByText(/0 of 1 approval/)
    .first()
    .waitFor()
  await call(world, eve, "POST", `${main}/change-requests/${id}/reviews`, { status: "approved" })
  await ada.page.getByText("Nothing stands in the way.").waitFor()
  await ada.page.getByRole("button", { name: "Merge", exact: true }).click()
  await ada.page.getByText("It is merged.").waitFor()
  // The rules hold, so that main is not edited live.
  const page = await call<{ markdown: string }>(world, world.ada, "GET", `${main}/content/page/${guide}`)
  expect(page.markdown).toBe("# Guide\n\nThe quick fox jumps.\n\nThe end.\nReally? Nobody knows.")

  // Back to before the merge: without the rules, since a rollback is a direct edit of main.
  await call(world, world.ada, "PATCH", organization, { mergeRules: { type: "none" } })
  await ada.page.goto(`${world.base}/app/s/${space.id}/~/history`)
  await ada.page.getByText("A better guide").first().waitFor()
  const merged = await call<{ items: ReadonlyArray<{ id: string; parents: ReadonlyArray<string> }> }>(
    world,
    world.ada,
    "GET",
    `${main}/revisions?limit=1`
  )
  await call(world, world.ada, "POST", `${main}/revisions/${merged.items[0]?.parents[0]}/restore`, {})
  expect(await textOf(world, space.id, guide)).toBe(onMain.markdown)
  expect([...alan.problems, ...ada.problems]).toEqual([])
  await Promise.all([alan.context.close(), ada.context.close()])
})
