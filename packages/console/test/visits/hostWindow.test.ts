/** The window of the console in a browser, in an application with sessions of its own. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { clientFiles } from "@lectern/console/node/ClientFiles"
import type { HostAuthenticate } from "@lectern/http/LecternHttp"
import { nodeListener } from "@lectern/http/node/NodeListener"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeWorld, type World } from "../../../http/test/support/world.js"
import { launch } from "../../../server/test/sign-in/browser.js"
import { consoleOf } from "../support/consoleOf.js"

let world: World
let browser: Browser
let server: Server
let base: string
/** The users of the host's sessions. */
const sessions = new Map<string, string>()

const authenticate: HostAuthenticate = ({ headers }) =>
  sessions.get(/(?:^|; )sid=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1] ?? "")

beforeAll(async () => {
  world = await makeWorld()
  browser = await launch()
  server = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const options = { files: clientFiles, authenticate, signInUrl: "/sign-in" }
  const listener = nodeListener(world.lectern, { ...(await consoleOf(world.lectern, base, options)), authenticate })
  server.on("request", (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", base)
    if (pathname !== "/sign-in") return listener(request, response)
    if (!searchParams.has("go")) {
      const next = encodeURIComponent(searchParams.get("next") ?? "/")
      response.setHeader("content-type", "text/html")
      return response.end(`<h1>The application</h1><a href="/sign-in?go&next=${next}">Sign in as Rex</a>`)
    }
    const sid = `s${sessions.size}`
    sessions.set(sid, world.ids.users.rex)
    response.writeHead(303, {
      "set-cookie": `sid=${sid}; Path=/; HttpOnly; SameSite=Lax`,
      location: searchParams.get("next") ?? "/"
    })
    return response.end()
  })
})
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await world.lectern.close()
})

it("opens after the host has signed somebody in, lists their spaces, and asks again when the session is over", async () => {
  const page = await browser.newPage()
  const problems: Array<string> = []
  page.on("pageerror", ({ message }) => problems.push(message))
  const sent: Array<string> = []
  page.on("request", (request) => {
    if (request.headers().authorization !== undefined) sent.push(request.url())
  })
  await page.goto(`${base}/app`)
  await page.click("text=Sign in as Rex")
  await page.waitForURL(`${base}/app`)
  await page.waitForSelector("text=Main")
  expect(await page.locator("header.bar").textContent()).toContain("rex")
  expect(await page.locator("text=Sign out").count()).toBe(0)
  expect(await page.locator("text=Hidden").count()).toBe(0)
  sessions.clear()
  await page.goto(`${base}/app/s/${world.ids.spaces.main}`)
  await page.waitForURL(/\/sign-in\?next=/)
  await page.click("text=Sign in as Rex")
  await page.waitForURL(`${base}/app/s/${world.ids.spaces.main}`)
  await page.waitForSelector('[role="tree"]')
  sessions.clear()
  await page.evaluate(() => document.querySelector<HTMLElement>(".brand")?.click())
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.click("dialog button")])
  await popup.click("text=Sign in as Rex")
  await page.waitForSelector("dialog", { state: "detached" })
  await page.waitForSelector("text=Main")
  expect([problems, sent]).toEqual([[], []])
  await page.close()
})
