/** What `losing.test.ts` tries a few times, two hundred times. */
import { has } from "@lectern/storage-testing/needs"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { launch } from "../../../server/test/sign-in/browser.js"
import { gather, type Interruption, kinds, randomOf, seed } from "./support/interrupting.js"
import { type ServerProcess, startProcess } from "./support/serverProcess.js"

const it = test.runIf(has("a browser") && process.env.LECTERN_LONG !== undefined)
const windows = 5
const interruptions = 200
let browser: Browser
let server: ServerProcess

beforeAll(async () => {
  if (has("a browser")) [browser, server] = await Promise.all([launch(), startProcess()])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

it(`loses nothing in two hundred interruptions, from seed ${seed}`, { timeout: 900_000 }, async () => {
  const random = randomOf(seed)
  const crowd = await gather(browser, server, windows, random)
  const done: Array<Interruption> = []
  while (done.length * windows < interruptions) {
    const kind = kinds[Math.floor(random() * kinds.length)]!
    await crowd.interrupt(kind)
    done.push(kind)
  }
  await crowd.close()
  expect(new Set(done)).toEqual(new Set(kinds))
})
