/** What the server has acknowledged is never lost, nor what was typed more than a second ago. */
import { has } from "@lectern/storage-testing/needs"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { launch } from "../../../server/test/sign-in/browser.js"
import { crash, gather, type Interruption, isSaved, randomOf } from "./support/interrupting.js"
import { type ServerProcess, startProcess } from "./support/serverProcess.js"
import { atEnd, eventually, openWindow, savingOf } from "./support/window.js"
import { makeSpace, textOf } from "./support/world.js"

const it = test.runIf(has("a browser"))
let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  if (has("a browser")) [browser, server] = await Promise.all([launch(), startProcess()])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const kinds: ReadonlyArray<Interruption> = ["crash", "server", "network", "session"]

it.for(kinds)("loses nothing in a dozen interruptions: %s", async (kind) => {
  const crowd = await gather(browser, server, 4, randomOf(kinds.indexOf(kind)))
  for (let round = 0; round < 3; round++) await crowd.interrupt(kind)
  await crowd.close()
})
