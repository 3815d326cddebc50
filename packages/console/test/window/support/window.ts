/** The console in a real browser. */
import { setTimeout } from "node:timers/promises"
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { type Person, sessionOf, type World } from "./world.js"

/** How long a condition may take until it holds. Only what never happens takes so long. */
const patience = { timeout: 15_000, interval: 25 }

/** Waits until something is as expected. */
export const eventually = (find: () => unknown): ReturnType<typeof expect.poll> => expect.poll(find, patience)

/** The console of a person, in a context of its own: with cookies and a database that no other one has. */
export interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** What the page has complained of. */
  readonly problems: Array<string>
  /** The secret of its session. */
  readonly session: string
}

const cookieOf = (value: string) => ({
  name: "__Host-lectern-session",
  value,
  domain: "localhost",
  path: "/",
  secure: true,
  httpOnly: true,
  sameSite: "Lax" as const
})

/** Signs a context in, without the pages for it. */
export const signIn = async (world: World, context: BrowserContext, person: Person): Promise<string> => {
  const session = await sessionOf(world, person)
  await context.addCookies([cookieOf(session)])
  return session
}

/** Collects what a page complains of, besides requests that were refused or did not arrive. */
export const problemsOf = (page: Page): Array<string> => {
  const problems: Array<string> = []
  page.on("pageerror", (error) => problems.push(String(error.stack ?? error)))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      problems.push(message.text())
    }
  })
  return problems
}

/**
 * How late the answers of the API arrive, in milliseconds (`LECTERN_LATE=300`). What a test finds too early on a machine
 * that is busy, it finds with this on every one.
 */
const late = Number(process.env.LECTERN_LATE ?? 0)

/** Opens a path of the console as somebody who is signed in. */
export const openWindow = async (
  browser: Browser,
  world: World,
  person: Person,
  path: string,
  options: BrowserContextOptions = {}
): Promise<Window> => {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options })
  context.setDefaultTimeout(patience.timeout)
  const session = await signIn(world, context, person)
  if (late > 0) {
    await context.route(/\/v1\//, async (route) => {
      await setTimeout(late)
      await route.continue().catch(() => undefined)
    })
  }
  const page = await context.newPage()
  const problems = problemsOf(page)
  await page.goto(`${world.base}${path}`)
  return { context, page, problems, session }
}

/** The text box of a page. */
export const editorOf = (page: Page): Locator => page.getByRole("textbox", { name: "Text of the page" })

/** The line that says how the saving stands. */
export const savingOf = (page: Page): Locator => page.locator(".saving")

/** A row of the tree. */
export const rowOf = (page: Page, title: string): Locator =>
  page.getByRole("treeitem").filter({ has: page.locator(".row-title", { hasText: new RegExp(`^${title}$`) }) })

/** The titles of the tree in their order, those below others indented. */
export const rowsOf = async (page: Page): Promise<ReadonlyArray<string>> =>
  page.getByRole("treeitem").evaluateAll((rows) =>
    rows.map((row) => {
      const level = Number(row.getAttribute("aria-level")) - 1
      const input = row.querySelector("input")
      return `${"  ".repeat(level)}${input?.value ?? row.querySelector(".row-title")?.textContent}`
    })
  )

/** Waits until the text of the page can be typed into, and puts the caret at its end. */
export const atEnd = async (page: Page): Promise<void> => {
  await editorOf(page).click()
  await page.keyboard.press("Control+End")
}

/** What has the focus, in words. */
export const focusOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (element === null || element === document.body) return "nothing"
    const row = element.closest("[role=treeitem]")
    const title = row?.querySelector(".row-title")?.textContent
    const name = element.getAttribute("aria-label") ?? element.textContent ?? ""
    return title !== undefined && title !== null ? `row ${title}` : `${element.localName} ${name}`
  })
