/** Two servers on one database: people on either see each other, and lose nothing when one of them is killed. */
import { has } from "@lectern/storage-testing/needs"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { launch } from "../../../server/test/sign-in/browser.js"
import { createDatabase } from "../../../storage-postgres/test/server.js"
import { gather, isSaved, randomOf, seed } from "./support/interrupting.js"
import { type ServerProcess, startTwoProcesses } from "./support/serverProcess.js"
import { atEnd, editorOf, eventually, openWindow } from "./support/window.js"
import { makeSpace, textOf } from "./support/world.js"

const isPossible = has("a browser") && has("PostgreSQL")
const it = test.runIf(isPossible)
let browser: Browser
let servers: readonly [ServerProcess, ServerProcess]

beforeAll(async () => {
  if (isPossible) [browser, servers] = await Promise.all([launch(), createDatabase().then(startTwoProcesses)])
})
afterAll(async () => {
  await browser?.close()
  for (const server of servers ?? []) await server.close()
})

it("shows what is typed at the other one", async () => {
  const [{ world: one }, { world: two }] = servers
  const { id, pages } = await makeSpace(one, "Notes", [{ title: "Guide", markdown: "First.\n\nLast.\n" }])
  const path = `/app/s/${id}/guide`
  const ada = await openWindow(browser, one, one.ada, path)
  const alan = await openWindow(browser, two, two.alan, path)
  for (const { page } of [ada, alan]) await isSaved(page)
  await editorOf(ada.page).click()
  await ada.page.keyboard.press("Control+Home")
  await ada.page.keyboard.type("By Ada. ")
  await atEnd(alan.page)
  await alan.page.keyboard.type("By Alan.")
  await editorOf(ada.page).getByText("By Alan.").waitFor()
  await editorOf(alan.page).getByText("By Ada.").waitFor()
  for (const world of [one, two])
    await eventually(() => textOf(world, id, pages.Guide!)).toBe("By Ada. First.\n\nLast.\nBy Alan.")
  expect([...ada.problems, ...alan.problems]).toEqual([])
  await ada.context.close()
  await alan.context.close()
})

it("loses nothing when one of them is killed, nor when tabs crash", async () => {
  const crowds = await Promise.all(servers.map((server, index) => gather(browser, server, 2, randomOf(seed + index))))
  const [one, two] = crowds
  await Promise.all([one?.interrupt("server"), two?.interrupt("crash")])
  for (const crowd of crowds) await crowd.close()
})
