/** The links with which the first administrator sets a password, printed by starts and on the command line. */
import { afterAll, expect, it } from "vitest"
import { lecternHere, startServerHere } from "../inProcess.js"
import { temporaryFolder } from "../program.js"
import { linkIn, visitorOf } from "./visiting.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)

const start = () => startServerHere(folder, ["--import-docs", "none"])
const pathOf = (link = ""): string => new URL(link).pathname

it("every start prints a link for the administrator until there is a password, and a command makes others", async () => {
  const first = await start()
  const earlier = pathOf(linkIn(first))
  await first.stop()

  const second = await start()
  const link = linkIn(second) ?? ""
  expect(link).toMatch(/^http:\/\/localhost:\d+\/login\/link\/[\w-]{43}$/)
  const browser = visitorOf(link)
  expect(await browser.get(earlier)).toMatchObject({ status: 404 })
  expect(await browser.get(link)).toMatchObject({ status: 200, text: expect.stringContaining("Choose a password") })
  const chosen = await browser.post(link, { password: "correct horse battery staple" })
  expect([chosen.status, chosen.location]).toEqual([303, "/app"])
  expect((await browser.get("/admin")).status).toBe(200)
  await second.stop()

  const third = await start()
  expect(third.banner).toContain(`Console: ${third.base}/app`)
  expect([linkIn(third), third.banner.includes("/login/link/")]).toEqual([undefined, false])
  const made = await lecternHere(["user", "link", "--data-dir", folder])
  expect([made.code, made.stderr]).toEqual([0, expect.stringMatching(/^The link works once, until .*Z:\n$/)])
  const other = visitorOf(made.stdout.trim())
  const password = "another long password"
  expect(await other.post(pathOf(made.stdout.trim()), { password })).toMatchObject({ location: "/app" })
  expect(await other.get(pathOf(made.stdout.trim()))).toMatchObject({ status: 404 })
  const again = visitorOf(made.stdout.trim())
  const email = "admin@lectern.localhost"
  expect((await again.post("/login", { email, password: "correct horse battery staple" })).status).toBe(400)
  expect(await again.post("/login", { email, password })).toMatchObject({ status: 303, location: "/app" })
  expect((await again.get("/admin")).status).toBe(200)
  await third.stop()
})
