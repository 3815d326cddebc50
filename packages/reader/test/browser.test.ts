/** Sites in a real browser: on a screen and on a phone, light and dark, by keyboard, and without a script. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { handleListener } from "@lectern/http/internal/node/HandleListener"
import { fontAwesome } from "@lectern/reader/node/Icons"
import { mermaid } from "@lectern/reader/node/Mermaid"
import { handle } from "@lectern/reader/Reader"
import { inCI } from "@lectern/storage-testing/inCI"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { launch, look, sizes } from "../../server/test/sign-in/browser.js"
import { attacks } from "./support/attacks.js"
import { exported } from "./support/exported.js"
import { passwords, sessionFor, sessionName } from "./support/session.js"
import { makeSite, type TestSite } from "./support/site.js"

const docs = join(import.meta.dirname, "../../../docs")
const manual = Object.fromEntries(
  readdirSync(docs)
    .filter((name) => name.endsWith(".md"))
    .map((name) => [name, readFileSync(join(docs, name), "utf8")])
)
/** A page with every attack, each after the end of whatever the one before it has left open. */
const hostile = `# Hostile\n\n${attacks.map((attack, index) => `Attack ${index}\n\n${attack}\n\n`).join("")}`
const blocks = readFileSync(join(import.meta.dirname, "support/blocks.md"), "utf8")

/** Diagrams of kinds that the server does not draw, one that is none, and one that tries to run a script. */
const drawn = [
  'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85',
  "gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section A\n  Write :a1, 2026-01-01, 30d\n  Review :after a1, 20d",
  "pie\n  nonsense here",
  "timeline\n  title <img src=x onerror=top.alert(1)>\n  2026 : <script>top.alert(1)</script>"
]
const diagrams = `# Drawn\n\n${drawn.map((source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`).join("\n")}`

/** A look that has something of everything, with colours that are too weak. */
const customized = {
  styling: { primaryColor: { light: "#7c5cff", dark: "#5a3fd6" }, warningColor: { light: "#ffd54a", dark: "#6b5200" } },
  header: {
    links: [
      { title: "Blog", to: { kind: "url", url: "https://blog.example/" } },
      { title: "More", links: [{ title: "Status", to: { kind: "url", url: "https://status.example/" } }] },
      { title: "Try it", to: { kind: "url", url: "https://try.example/" }, style: "button-primary" }
    ]
  },
  footer: {
    groups: [{ title: "Project", links: [{ title: "Source", to: { kind: "url", url: "https://source.example/" } }] }],
    copyright: "Made with Lectern"
  },
  announcement: { enabled: true, message: "Version 2 is here.", style: "info" },
  feedback: { enabled: true }
} as const

const longWord = "experimental_createStreamResponseWithEverythingElse"

/** A page of long words, with a rule above one heading and none above another. */
const wordy = `# ${longWord}\n\n## ${longWord}\n\n## Plain\n\nText.\n\n---\n\n## Ruled\n`

let browser: Browser
let site: TestSite
let server: Server
let root: string

beforeAll(async () => {
  ;[browser, site] = await Promise.all([
    launch(),
    makeSite(
      {
        ...manual,
        "blocks.md": blocks,
        "hostile.md": hostile,
        "drawn.md": diagrams,
        "wordy.md": wordy,
        "SUMMARY.md": `${manual["SUMMARY.md"]}* [Blocks](blocks.md)\n* [Hostile](hostile.md)\n* [Drawn](drawn.md)\n* [${longWord}](wordy.md)\n`
      },
      undefined,
      { passwords }
    )
  ])
  await site.ada.customizations.set(site.organization, site.site, customized)
  const listener = handleListener(handle(site.lectern, { baseUrl: "http://lectern.test", icons: fontAwesome, mermaid }))
  const cookie = `${sessionName}=${await sessionFor(site, site.user)}; Path=/; Secure; HttpOnly`
  server = createServer((request, response) => {
    if (request.url === "/signed-in") response.writeHead(200, { "set-cookie": cookie }).end()
    else listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  root = `http://localhost:${(server.address() as AddressInfo).port}/sites/handbook/`
})

afterAll(async () => {
  await browser.close()
  server.close()
  await site.lectern.close()
})

/** A page, with what its console complains about. */
const opened = async (options: Parameters<Browser["newContext"]>[0] = {}) => {
  const context = await browser.newContext({ viewport: sizes.desktop, ...options })
  const page = await context.newPage()
  const problems: Array<string> = []
  page.on("pageerror", (error) => problems.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 404")) problems.push(message.text())
  })
  return { page, problems, close: () => context.close() }
}

/** The pages that are looked at in each scheme of colours. */
const shown = {
  light: { blocks: "inside/blocks", search: "search?q=change+request", absent: "using-it/embeding" },
  dark: { blocks: "inside/blocks", text: "access" }
}

/** Waits until the diagrams of a page are images; what is none stays as it is written. */
const areDrawn = async (page: Page) => {
  for (const name of ["Pie chart", "Gantt chart", "Timeline"]) {
    const image = page.getByRole("img", { name, exact: true })
    await image.scrollIntoViewIfNeeded()
    expect(await image.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(
      0
    )
  }
  expect(await page.getByText("nonsense here").isVisible()).toBe(true)
}

const heading = async (page: Page) => (await page.locator("h1").textContent())?.trim()

it("are readable for everybody, light and dark, on a screen and on a phone", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { close, page, problems } = await opened({ colorScheme })
    for (const [name, path] of Object.entries(shown[colorScheme])) {
      await page.goto(`${root}${path}`)
      await look(page, `${name}-${colorScheme}`)
    }
    expect(problems).toEqual([])
    await close()
  }
})

it("cut off no title, and draw one line between parts", async () => {
  const { close, page } = await opened({ viewport: { width: 1400, height: 800 } })
  await page.goto(`${root}inside/wordy`)
  for (const selector of [".side", ".toc"]) {
    const cut = await page.evaluate(
      `(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)(document.querySelector("${selector}"))`
    )
    expect([selector, cut]).toEqual([selector, 0])
  }
  const lineAbove = (id: string) =>
    page.evaluate(`Number.parseFloat(getComputedStyle(document.getElementById("${id}")).borderTopWidth) > 0`)
  expect([await lineAbove("plain"), await lineAbove("ruled")]).toEqual([true, false])
  await page.setViewportSize(sizes.phone)
  for (const path of ["inside/wordy", "inside/drawn", `search?q=${longWord}`]) {
    await page.goto(`${root}${path}`)
    const width = await page.evaluate("document.documentElement.scrollWidth")
    expect([path, width]).toEqual([path, sizes.phone.width])
  }
  await close()
})

it("run nothing of what a hostile page tries", async () => {
  const { close, page } = await opened()
  let dialogs = 0
  page.on("dialog", async (dialog) => {
    dialogs++
    await dialog.dismiss()
  })
  await page.goto(`${root}inside/hostile`)
  const protocols = await page.evaluate("[...document.querySelectorAll('main a[href]')].map((a) => a.protocol)")
  expect(protocols).toEqual(
    (protocols as ReadonlyArray<string>).filter((each) => /^(?:https?|mailto|tel):$/.test(each))
  )
  expect(await page.locator("main :is(script,iframe,object,embed,style,link,base,meta)").count()).toBe(0)
  expect(dialogs).toBe(0)
  await close()
})

it.runIf(inCI)("have diagrams that a sandboxed frame draws, and that are images in the page", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { close, page, problems } = await opened({ colorScheme })
    let dialogs = 0
    page.on("dialog", async (dialog) => {
      dialogs++
      await dialog.dismiss()
    })
    await page.goto(`${root}inside/drawn`)
    await areDrawn(page)
    await look(page, `drawn-${colorScheme}`)
    const frame = page.frames().find((each) => /~\/diagram-/.test(each.url()))
    expect(await frame?.evaluate("origin")).toBe("null")
    expect({ dialogs, problems }).toEqual({ dialogs: 0, problems: [] })
    await close()
  }
})

it("can be read and searched without a script", async () => {
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

it("are mirrored in a language that is written from the right", async () => {
  const own = await makeSite({ "README.md": "# Welcome\n" })
  const { ada, organization, site: id } = own
  const arabic = await own.addSpace("العربية", {
    "README.md":
      '# مرحبا\n\nنص بالعربية مع `code` وكلمات English.\n\n## أولًا\n\n* واحد\n* اثنان\n\nAn English paragraph.\n\n```js\nlet a = 1\n```\n\n## ثانيًا\n\n{% hint style="warning" %}\nانتبه\n{% endhint %}\n\n| أ | ب |\n|---|---|\n| ١ | ٢ |\n',
    "SUMMARY.md": "* [مرحبا](README.md)\n  * [دليل](guide.md)\n",
    "guide.md": "# دليل\n"
  })
  const added = await ada.siteSpaces.add(organization, id, { spaceId: arabic })
  await ada.siteSpaces.update(organization, id, added.id, { path: "ar" })
  const listener = handleListener(handle(own.lectern, { baseUrl: "http://lectern.test" }))
  const mirrored = createServer(listener)
  await new Promise<void>((resolve) => mirrored.listen(0, "127.0.0.1", resolve))
  const { close, page, problems } = await opened()
  await page.setViewportSize({ width: 1400, height: 800 })
  await page.goto(`http://localhost:${(mirrored.address() as AddressInfo).port}/sites/handbook/ar/`)
  const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? Number.NaN
  expect(await left(".side")).toBeGreaterThan(await left("main"))
  expect(await left("main")).toBeGreaterThan(await left(".toc"))
  const align = (selector: string) =>
    page.evaluate(
      `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector(${JSON.stringify(selector)})); const own = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); const { left, right } = range.getBoundingClientRect(); return left - own.left < own.right - right ? "left" : "right" })()`
    )
  expect(await align(".text>p:nth-of-type(1)")).toBe("right")
  expect(await align(".text>p:nth-of-type(2)")).toBe("left")
  expect(await align(".text pre")).toBe("left")
  await look(page, "mirrored")
  expect(problems).toEqual([])
  await close()
  mirrored.close()
  await own.lectern.close()
})

it("print their whole text, and nothing of what is around it", async () => {
  const { close, page } = await opened()
  await page.goto(`${root}inside/blocks`)
  await page.emulateMedia({ media: "print" })
  const seen = (selector: string) =>
    page.evaluate(`[...document.querySelectorAll("${selector}")].filter((each) => each.checkVisibility()).length`)
  for (const selector of [".top", ".side", ".toc", ".pager", ".foot", ".feedback", ".copy", ".meta a"]) {
    expect([selector, await seen(selector)]).toEqual([selector, 0])
  }
  const whole = (selector: string) => page.evaluate(`document.querySelectorAll("${selector}").length`)
  for (const selector of [".panel", "h2", "main pre"]) {
    expect([selector, await seen(selector)]).toEqual([selector, await whole(selector)])
  }
  expect(
    await page.evaluate("[...document.querySelectorAll('.unfold>div')].every((each) => each.offsetHeight > 0)")
  ).toBe(true)
  expect(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")).toBe("rgb(255, 255, 255)")
  await close()
})

it("let in who has a share link, and then show no key", async () => {
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
