/** Opens a page in headless Chromium and prints its title when the program on it has finished. */
import chromium from "@sparticuz/chromium"
import { chromium as playwright } from "playwright-core"

const [address = ""] = process.argv.slice(2)
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: chromium.args,
  headless: true
})
try {
  const page = await browser.newPage()
  page.on("pageerror", (error) => console.error(error))
  await page.goto(address)
  await page.waitForFunction("document.title !== ''", undefined, { timeout: 30_000 })
  console.log(await page.title())
} finally {
  await browser.close()
}
