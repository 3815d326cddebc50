/** A browser from npm. */
import * as Effect from "effect/Effect"
import { type Browser, chromium } from "playwright-core"
import { browserProgram } from "./Program.js"

/** Starts the browser. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await browserProgram(),
    // The options of the package put everything into one process, which ends with its first page.
    args: ["--no-sandbox", "--disable-gpu"],
    headless: true
  })

/** A browser that is closed with the scope. */
export const launched = Effect.acquireRelease(Effect.promise(launchBrowser), (browser) =>
  Effect.promise(() => browser.close())
)
