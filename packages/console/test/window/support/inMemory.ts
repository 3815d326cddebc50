/** A browser and a workspace in memory for the tests of a file, which are skipped without a browser. */
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { has } from "@lectern/storage-testing/needs"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, it as test } from "vitest"
import { launch } from "../../../../server/test/sign-in/browser.js"
import { type Served, serve } from "./served.js"
import { makeWorld, type World } from "./world.js"

/** Whether there is a browser. */
export const hasBrowser = has("a browser")

/** `it` of vitest, for tests that need a browser. */
export const it: ReturnType<typeof test.runIf> = test.runIf(hasBrowser)

/** The browser, and its workspace, once the tests of the file begin. */
export let browser: Browser
export let world: World
export let served: Served

/** Makes them for the tests of the file that calls it. */
export const useWindows = (): void => {
  beforeAll(async () => {
    if (!hasBrowser) return
    ;[browser, served] = await Promise.all([launch(), serve(MemoryStorage.open())])
    world = await makeWorld(served)
  })
  afterAll(async () => {
    await browser?.close()
    await served?.close()
  })
}
