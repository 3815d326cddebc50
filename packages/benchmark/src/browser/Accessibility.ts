/** What axe finds on pages. */
import axe from "axe-core"
import type { Browser, BrowserContextOptions } from "playwright-core"

/** How pages are looked at: light and dark on a screen, and on a phone. */
const looks: ReadonlyArray<BrowserContextOptions> = [
  { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  { colorScheme: "light", viewport: { width: 375, height: 740 } }
]

const rules = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }

/** The nodes of pages that break a rule of WCAG A or AA, light, dark and on a phone, all together. */
export const brokenNodes = async (browser: Browser, addresses: ReadonlyArray<string>): Promise<number> => {
  let count = 0
  for (const look of looks) {
    const context = await browser.newContext({ ...look, bypassCSP: true })
    const page = await context.newPage()
    for (const address of addresses) {
      await page.goto(address, { waitUntil: "networkidle", timeout: 120_000 })
      await page.evaluate(`${axe.source}; 0`)
      const found: number = await page.evaluate(
        `axe.run(document, ${JSON.stringify(rules)}).then(({ violations }) => violations.flatMap(({ nodes }) => nodes).length)`
      )
      count += found
    }
    await context.close()
  }
  return count
}
