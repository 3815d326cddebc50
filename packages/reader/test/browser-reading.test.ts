/** Reading sites in a real browser: by keyboard, without a script, with a share link, from a disk, and in a preview. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { look, sizes } from "../../server/test/sign-in/browser.js"
import { areDrawn, browsed, heading, manual } from "./support/browsing.js"
import { exported } from "./support/exported.js"

let browsing: Awaited<ReturnType<typeof browsed>>

const it = test.runIf(has("a browser"))

beforeAll(async () => {
  browsing = await browsed()
})

afterAll(() => browsing.close())

it("can be read and searched without a script", async () => {
  const { opened, root } = browsing
  const { close, page } = await opened({ javaScriptEnabled: false, viewport: sizes.phone })
  await page.goto(root)
  expect(await heading(page)).toBe("Lectern")
  const menu = page.getByRole("navigation", { name: "Pages" })
  expect(await menu.isVisible()).toBe(false)
  await page.getByRole("button", { name: "Menu" }).click()
  expect(await menu.isVisible()).toBe(true)
  await menu.getByRole("link", { name: "Architecture" }).click()
  await page.waitForURL("**/architecture")
  expect(await heading(page)).toBe("Architecture")
  await page.getByRole("button", { name: "On this page" }).click()
  await page
    .getByRole("navigation", { name: "On this page" })
    .getByRole("link", { name: "Search", exact: true })
    .click()
  await page.waitForURL("**#search")
  await page.goto(`${root}inside/blocks`)
  await page.getByText("Second tab", { exact: true }).click()
  expect(await page.getByText("What the second tab says").isVisible()).toBe(true)
  expect(await page.getByText("What the first tab says").isVisible()).toBe(false)
  await page.getByRole("searchbox", { name: "Search" }).fill("merging")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/search?q=merging")
  expect(await heading(page)).toBe("Search")
  await page.locator(".results a").first().click()
  await page.waitForURL((url) => !url.pathname.endsWith("/search"))
  expect(await heading(page)).not.toBe("Search")
  await close()
})

it("are searched by keyboard as one types", async () => {
  const { opened, root } = browsing
  const { close, page, problems } = await opened()
  await page.goto(root)
  await page.keyboard.press("/")
  const dialog = page.getByRole("dialog", { name: "Search" })
  await dialog.getByRole("searchbox").pressSequentially("share link")
  await dialog.locator("mark").first().waitFor()
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await look(page, `dialog-${colorScheme}`)
  }
  await page.setViewportSize(sizes.desktop)
  await page.keyboard.press("ArrowDown")
  const chosen = await page.evaluate("document.activeElement.getAttribute('href')")
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.pathname + url.hash === chosen)
  await page.keyboard.press("Control+k")
  await page.keyboard.press("Escape")
  expect(await dialog.isVisible()).toBe(false)
  expect(problems).toEqual([])
  await close()
})

it("show another server in all samples, and fields that a reader asks for, in place", async () => {
  const { opened, root } = browsing
  const { close, page, problems } = await opened()
  await page.goto(`${root}inside/operation`)
  const codes = () => page.locator(".samples code").allTextContents()
  expect(await codes()).toHaveLength(4)
  expect((await codes()).every((code) => code.includes("https://zoo.example/animals"))).toBe(true)
  await page.getByRole("combobox", { name: "Server" }).selectOption("https://test.zoo.example/v2")
  expect((await codes()).every((code) => code.includes("https://test.zoo.example/v2/animals"))).toBe(true)
  await page.getByRole("combobox", { name: "Server" }).selectOption("https://zoo.example")
  expect((await codes()).every((code) => code.includes("https://zoo.example/animals"))).toBe(true)
  expect(await page.getByText("deep7", { exact: true }).count()).toBe(0)
  await page.getByRole("link", { name: "More fields" }).click()
  await page.getByText("deep7", { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe("")
  expect(problems).toEqual([])
  await close()
})

it("let in who has a share link, and then show no key", async () => {
  const { opened, root, site } = browsing
  const { ada, organization, site: id } = site
  await ada.sites.update(organization, id, { visibility: "share-link" })
  const link = await ada.shareLinks.create(organization, id, { name: "Friends" })
  const key = new URL(link.urls.published).pathname.split("/").at(-2) ?? ""
  const { close, page } = await opened()
  expect((await page.goto(root))?.status()).toBe(404)
  expect((await page.goto(`${root}${key}/concepts`))?.status()).toBe(200)
  expect(page.url()).toBe(`${root}concepts`)
  await page.getByRole("link", { name: "Access", exact: true }).first().click()
  await page.waitForURL("**/access")
  expect(await heading(page)).toBe("Access")
  await close()
  await ada.sites.update(organization, id, { visibility: "public" })
})

it("are read and searched from a disk", async () => {
  const { opened, site } = browsing
  const { files } = await exported(site)
  const folder = mkdtempSync(join(tmpdir(), "lectern-export-"))
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  const { close, page, problems } = await opened()
  await page.goto(`${pathToFileURL(folder)}/index.html`)
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Access", exact: true }).click()
  await page.waitForURL("**/access.html")
  expect(await heading(page)).toBe("Access")
  await page.keyboard.press("/")
  const dialog = page.getByRole("dialog", { name: "Search" })
  await dialog.getByRole("searchbox").pressSequentially("share link")
  await dialog.locator("mark").first().waitFor()
  const started = performance.now()
  await dialog.getByRole("searchbox").fill("mergign conflits")
  await dialog.locator("a[href*=merging]").first().waitFor()
  expect(performance.now() - started).toBeLessThan(5_000)
  await page.keyboard.press("Enter")
  await page.waitForURL("**/merging.html*")
  await page.goto(`${pathToFileURL(folder)}/inside/drawn.html`)
  await areDrawn(page)
  await page.goto(`${pathToFileURL(folder)}/search.html?q=share+key`)
  await page.locator(".results mark").first().waitFor()
  expect(problems).toEqual([])
  await close()
  rmSync(folder, { recursive: true })
})

it("show what a change request changes, and follow it as it is edited", async () => {
  const { opened, root, site } = browsing
  const { ada, space } = site
  const { id: changeRequest, number } = await ada.changeRequests.create(space, { subject: "Say more about browsers" })
  const page = await ada.contents.pageByPath(space, "using-it/browsers")
  const edit = (markdown: string) =>
    ada.contentEdits.apply(
      space,
      { changes: [{ operation: "update_page", page: page.id, document: { markdown } }] },
      { changeRequest }
    )
  const before = manual["browsers.md"] ?? ""
  const after = before
    .replace("##", "A paragraph that is new.\n\n##")
    .replace(/\n\n([A-Z][^\n#|]*)\n/, (_, line: string) => `\n\n${line.replace(" ", " certainly ")}\n`)
  await edit(after)
  await ada.contentEdits.apply(
    space,
    { changes: [{ operation: "insert_page", document: { markdown: "# Fresh\n\nA new page.\n" } }] },
    { changeRequest }
  )
  const own = new URL(`/preview/${space}/${number}/`, root).href
  for (const colorScheme of ["light", "dark"] as const) {
    const { close, page, problems } = await opened({ colorScheme })
    await page.goto(new URL("/signed-in", root).href)
    await page.goto(`${own}using-it/browsers`)
    await page.locator("summary", { hasText: "Preview of change request" }).click()
    await look(page, `preview-${colorScheme}`)
    expect(await page.locator(".change.added").first().textContent()).toContain("A paragraph that is new.")
    expect(problems).toEqual([])
    if (colorScheme === "dark") {
      await edit(after.replace("that is new", "of later"))
      await page.getByText("A paragraph of later").waitFor()
    }
    await close()
  }
})
