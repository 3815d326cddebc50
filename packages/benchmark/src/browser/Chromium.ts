/** A browser from npm. */
import chromium from "@sparticuz/chromium"
import * as Effect from "effect/Effect"
import { chromium as browsers } from "playwright-core"

/** A browser that is closed with the scope. */
export const launched = Effect.acquireRelease(
  Effect.promise(async () =>
    browsers.launch({
      executablePath: await chromium.executablePath(),
      // Those of the package put everything into one process, which ends with its first page.
      args: ["--no-sandbox", "--disable-gpu"],
      headless: true
    })
  ),
  (browser) => Effect.promise(() => browser.close())
)
