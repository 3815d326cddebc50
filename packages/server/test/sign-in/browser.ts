/** A real browser, and the actions of tests in it. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { inCI } from "@lectern/storage-testing/inCI"
import { needs } from "@lectern/storage-testing/needs"
import axe from "axe-core"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { expect } from "vitest"
import { launchBrowser } from "../../../benchmark/src/browser/Chromium.js"

/** The sizes that every page is looked at. */
export const sizes = { desktop: { width: 1100, height: 800 }, phone: { width: 375, height: 740 } } as const

/** Starts the browser. */
export const launch = (): Promise<Browser> => {
  needs("a browser")
  return launchBrowser()
}

/** The place of screenshots, if they are requested. */
const folder = process.env.LECTERN_SCREENSHOTS

const violationsOf = async (page: Page) => {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${axe.source}; 0`)
  return page.evaluate(async () => {
    const { axe: own } = globalThis as unknown as { axe: typeof axe }
    return (await own.run()).violations
  })
}

/** Has axe check a page, and compares its width in both sizes; keeps pictures of it if that is requested. */
export const look = async (page: Page, name: string): Promise<void> => {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: true })
    }
    // On a screen, axe finds little that it does not find on a phone.
    const violations = inCI || size === "phone" ? await violationsOf(page) : []
    expect({ name, size, violations }).toEqual({ name, size, violations: [] })
    const width = await page.evaluate("document.documentElement.scrollWidth")
    expect({ name, size, width }).toEqual({ name, size, width: viewport.width })
  }
}

/** Adds a device with passkeys to the browser, which agrees to everything. */
export const addAuthenticator = async (context: BrowserContext, page: Page): Promise<void> => {
  const client = await context.newCDPSession(page)
  await client.send("WebAuthn.enable")
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
}
