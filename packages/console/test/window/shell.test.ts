/** The frame of the console: signing in and out, and finding the way. */
import { beforeAll, expect } from "vitest"
import { browser, hasBrowser, it, useWindows, world } from "./support/inMemory.js"
import { atEnd, editorOf, eventually, focusOf, openWindow, problemsOf, rowOf, savingOf } from "./support/window.js"
import { call, type MadeSpace, makeSpace, textOf } from "./support/world.js"

useWindows()

let handbook: MadeSpace
let published: MadeSpace

beforeAll(async () => {
  if (!hasBrowser) return
  handbook = await makeSpace(world, "Handbook", [
    { title: "Welcome", markdown: "Good morning.\n" },
    { title: "Travel", markdown: "How we travel.\n", pages: [{ title: "Trains", markdown: "We like the zephyr.\n" }] }
  ])
  published = await makeSpace(world, "Public", [{ title: "Public", markdown: "Here.\n" }])
  const sites = `/orgs/${world.organization}/sites`
  const site = await call<{ id: string }>(world, world.ada, "POST", sites, { title: "Public", spaces: [published.id] })
  await call(world, world.ada, "POST", `${sites}/${site.id}/publish`)
  await makeSpace(world, "Recipes", [{ title: "Soup", markdown: "Hot.\n" }])
})

it("is where one lands who signs in, at the address that was asked for", async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const problems = problemsOf(page)
  await page.goto(`${world.base}/app`)
  expect(new URL(page.url()).pathname).toBe("/login")
  await page.getByLabel("E-mail address").fill(world.ada.email)
  await page.getByLabel("Password").fill(world.ada.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByRole("heading", { name: "Spaces" }).waitFor()
  expect(page.url()).toBe(`${world.base}/app`)
  expect(await page.title()).toBe("Lectern")
  expect(await page.getByRole("link", { name: "Ada" }).getAttribute("href")).toBe("/account")
  await page.getByRole("link", { name: "Lectern", exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it("opens spaces and pages by click and by address, and goes back and forward", async () => {
  const { context, page, problems } = await openWindow(browser, world, world.ada, "/app")
  await page.getByText("Pages that you open are listed here.").waitFor()
  await page.getByRole("link", { name: "Handbook changed" }).click()
  await editorOf(page).getByText("Good morning.").waitFor()
  expect(page.url()).toBe(`${world.base}/app/s/${handbook.id}`)
  expect(await page.title()).toBe("Welcome · Handbook")
  await rowOf(page, "Travel").getByRole("link").click()
  await editorOf(page).getByText("How we travel.").waitFor()
  expect(page.url()).toBe(`${world.base}/app/s/${handbook.id}/travel`)
  await page.goBack()
  await editorOf(page).getByText("Good morning.").waitFor()
  await page.goBack()
  await page.getByRole("listitem").nth(1).getByText("Travel").waitFor()
  await page.goForward()
  await editorOf(page).getByText("Good morning.").waitFor()
  await page.goForward()
  await editorOf(page).getByText("How we travel.").waitFor()

  await page.goto(`${world.base}/app/s/${handbook.id}/travel/trains`)
  await editorOf(page).getByText("We like the zephyr.").waitFor()
  // The page is in sight in the tree, whose other parts are closed.
  expect(await rowOf(page, "Trains").getAttribute("aria-selected")).toBe("true")
  await page.goto(`${world.base}/app/s/${handbook.id}/nothing/here`)
  await page.getByText("This does not exist, or you may not see it.").waitFor()
  await page.goto(`${world.base}/app/s/nothing`)
  await page.getByText("This does not exist, or you may not see it.").waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it("finds pages, texts, spaces and commands in the palette, and gives the focus back", async () => {
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${handbook.id}`)
  await editorOf(page).getByText("Good morning.").waitFor()
  const palette = page.getByRole("dialog", { name: "Search or run a command" })
  const opened = async (typed: string) => {
    await page.keyboard.press("Control+k")
    await palette.waitFor()
    await page.keyboard.type(typed)
  }
  const current = () => palette.getByRole("option", { selected: true }).locator(".entry-name").textContent()

  await rowOf(page, "Welcome").getByRole("link").focus()
  await opened("trans")
  await eventually(current).toBe("Trains")
  await page.keyboard.press("Escape")
  await palette.waitFor({ state: "detached" })
  await eventually(() => focusOf(page)).toBe("row Welcome")

  await opened("trans")
  await eventually(current).toBe("Trains")
  await page.keyboard.press("Enter")
  await editorOf(page).getByText("We like the zephyr.").waitFor()
  await rowOf(page, "Trains").getByRole("link").focus()
  await opened("good morning")
  await palette.getByRole("option", { name: "Welcome" }).getByText("In the text").waitFor()
  await page.keyboard.press("Enter")
  await editorOf(page).getByText("Good morning.").waitFor()
  await rowOf(page, "Welcome").getByRole("link").focus()
  await opened("recip")
  await eventually(current).toBe("Recipes")
  await page.keyboard.press("Enter")
  await editorOf(page).getByText("Hot.").waitFor()
  await rowOf(page, "Soup").getByRole("link").focus()
  await opened("markdown source")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Formatted", pressed: true }).waitFor()
  await opened("home")
  await eventually(current).toBe("Home")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Spaces" }).waitFor()
  await page.getByRole("button", { name: "Search or run a command" }).click()
  await palette.waitFor()
  await page.keyboard.press("Control+k")
  await palette.waitFor({ state: "detached" })
  expect(problems).toEqual([])
  await context.close()
})

/** How many drafts the browser has, and whether it knows what was opened last. */
const keptIn = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("lectern")
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const database = opening.result
    if (!database.objectStoreNames.contains("drafts")) return resolve([0, localStorage.length])
    const counting = database.transaction("drafts").objectStore("drafts").count()
    counting.onsuccess = () => resolve([counting.result, localStorage.length])
  }
})`

it("warns who signs out with text that was not sent, and then deletes it", async () => {
  const welcome = handbook.pages.Welcome!
  const { context, page, problems } = await openWindow(browser, world, world.ada, `/app/s/${handbook.id}/welcome`)
  // Another page of the same origin, since one that is about to be left answers no more.
  const other = await context.newPage()
  await other.goto(`${world.base}/favicon.svg`)
  const kept = () => other.evaluate(keptIn)
  await page.bringToFront()
  await atEnd(page)
  await context.route("**/v1/**", (route) => route.abort())
  await page.keyboard.type("secret")
  await eventually(() => savingOf(page).textContent()).toMatch(/^Offline: \d+ changes? kept$/)
  expect(await kept()).toEqual([1, 1])

  const asked: Array<string> = []
  let answer = false
  page.on("dialog", (dialog) => {
    asked.push(dialog.message())
    return answer ? dialog.accept() : dialog.dismiss()
  })
  await page.getByRole("button", { name: "Sign out" }).click()
  await eventually(() => asked.length).toBe(1)
  expect(asked[0]).toMatch(/not sent yet \(Welcome\)/)
  expect(await editorOf(page).textContent()).toContain("secret")
  expect(await kept()).toEqual([1, 1])

  // Until the server answers, the page goes on as before, and must not write down again what was deleted.
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  await context.route("**/logout", async (route) => {
    await left
    await route.continue()
  })
  answer = true
  await page.getByRole("button", { name: "Sign out" }).click({ noWaitAfter: true })
  await eventually(() => asked.length).toBe(2)
  await eventually(() => kept()).toEqual([0, 0])
  const tries = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/live"))
  await page.keyboard.type("more")
  await tries
  leave()
  await page.waitForURL("**/login**")
  expect(await kept()).toEqual([0, 0])
  expect(await textOf(world, handbook.id, welcome)).toBe("Good morning.\n")
  expect(problems).toEqual([])
  await context.close()
})

it("tries again when the server cannot be reached while it loads", async () => {
  const { id } = await makeSpace(world, "Handbook")
  const { context, page, problems } = await openWindow(browser, world, world.ada, "/app")
  await page.getByRole("link", { name: "Handbook" }).first().waitFor()
  await context.route("**/app/session", (route) => route.abort())
  await page.goto(`${world.base}/app/s/${id}`)
  await page.getByText("The server cannot be reached.").waitFor()
  await context.unroute("**/app/session")
  await page.getByText("This space has no pages yet.").first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it("links the pages of administration that the person may see, and the published site", async () => {
  const everything = ["Organizations and their rules", "People of this server", "Audit trail"]
  const account = "Your account and its tokens"
  for (const [person, may] of [
    [world.ada, [...everything, account]],
    [world.alan, [account]]
  ] as const) {
    const { context, page, problems } = await openWindow(browser, world, person, "/app")
    await page.getByRole("link", { name: "Recipes changed" }).first().waitFor()
    const links = page.locator(".elsewhere").getByRole("link")
    await page.getByText("Administration", { exact: true }).click()
    expect(await links.allTextContents()).toEqual(may)
    const addresses = await links.evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href))
    for (const address of addresses) {
      const answer = await page.request.get(address)
      expect([answer.url(), answer.status()]).toEqual([address, 200])
    }
    await page.getByRole("button", { name: "Search or run a command" }).click()
    for (const name of [...everything, account]) {
      await page.keyboard.type(name)
      await page.getByText("Nothing has this name.").or(page.getByRole("option").first()).first().waitFor()
      const found = page.getByRole("option", { name: `${name} Administration` })
      expect({ name, count: await found.count() }).toEqual({ name, count: may.some((each) => each === name) ? 1 : 0 })
      await page.keyboard.press("Control+a")
    }
    await page.keyboard.type(account)
    await page.keyboard.press("Enter")
    await page.waitForURL(`${world.base}/account`)

    await page.goto(`${world.base}/app/s/${published.id}`)
    await editorOf(page).getByText("Here.").waitFor()
    await page.getByText("Administration", { exact: true }).click()
    await eventually(() => links.allTextContents()).toEqual(["Published site", ...may])
    const { urls } = await call<{ urls: { published?: string } }>(world, person, "GET", `/spaces/${published.id}`)
    expect(await links.first().getAttribute("href")).toBe(urls.published)
    await links.first().click()
    await page.getByRole("heading", { name: "Public" }).first().waitFor()
    expect(problems).toEqual([])
    await context.close()
  }
})
