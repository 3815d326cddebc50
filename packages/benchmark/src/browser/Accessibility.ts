/** The problems that axe finds on pages. */
import axe from "axe-core"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"

/** The modes that pages are checked in: light and dark on a screen, and on a phone. */
const looks: ReadonlyArray<BrowserContextOptions> = [
  { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  { colorScheme: "light", viewport: { width: 375, height: 740 } }
]

const rules = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }

const brokenNow = async (page: Page): Promise<number> => {
  await page.evaluate(`${axe.source}; 0`)
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(rules)}).then(({ violations }) => violations.flatMap(({ nodes }) => nodes).length)`
  )
}

/** The sum of a count over each page in each look. */
const counted = async (
  browser: Browser,
  addresses: ReadonlyArray<string>,
  count: (page: Page) => Promise<number>
): Promise<number> => {
  let all = 0
  for (const look of looks) {
    const context = await browser.newContext({ ...look, bypassCSP: true })
    const page = await context.newPage()
    for (const address of addresses) {
      await page.goto(address, { waitUntil: "networkidle", timeout: 120_000 })
      all += await count(page)
    }
    await context.close()
  }
  return all
}

/** The nodes of pages that break a rule of WCAG A or AA, light, dark and on a phone, all together. */
export const brokenNodes = (browser: Browser, addresses: ReadonlyArray<string>): Promise<number> =>
  counted(browser, addresses, brokenNow)

/** The same with the search of each page open, which shows results for a query. */
export const brokenNodesInSearch = (
  browser: Browser,
  addresses: ReadonlyArray<string>,
  query: string
): Promise<number> =>
  counted(browser, addresses, async (page) => {
    await page.keyboard.press("/")
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("searchbox").pressSequentially(query)
    await dialog.locator("a mark").first().waitFor()
    return brokenNow(page)
  })
