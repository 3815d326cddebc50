/** Limits on the writes of readers, for each address and each site, so that nobody pushes out the writes of others. */
import { tags } from "@lectern/core/internal/engine/Services"
import { webHandler } from "@lectern/http/WebHandler"
import { handle } from "@lectern/reader/Reader"
import { Effect } from "effect"
import { afterEach, beforeEach, expect, it } from "vitest"
import { base, makeSite, type TestSite } from "./support/site.js"

let site: TestSite
let page = ""
let siteSpace = ""
beforeEach(async () => {
  site = await makeSite({ "README.md": "# Welcome\n" })
  const { ada, organization, space } = site
  await ada.customizations.set(organization, site.site, { feedback: { enabled: true }, searches: { enabled: true } })
  page = (await ada.contents.pages(space)).pages[0]?.id ?? ""
  siteSpace = (await ada.siteSpaces.list(organization, site.site, {})).items[0]?.id ?? ""
})
afterEach(() => site.lectern.close())

/** Sends a request from an address. */
const ask = (address: string, path: string, form?: Record<string, string>) => {
  const answering = handle(site.lectern, { baseUrl: base })
  return webHandler((request, respond) => answering({ ...request, address }, respond))(
    new Request(
      `${base}/sites/handbook${path}`,
      form && {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(form).toString()
      }
    )
  )
}

const give = (address: string, text: string) => ask(address, "/~/feedback", { siteSpace, page, helpful: "true", text })
const listed = async (kind: "page" | "search") =>
  (await site.ada.siteFeedbacks.list(site.organization, site.site, { kind, limit: 1_000 })).items

/** How many commits there were. */
const commits = async () =>
  (await site.lectern.runtime.runPromise(Effect.flatMap(tags.sitePages, ({ generation }) => generation()))) ?? 0

it("an address may give feedback on a site 30 times a day, and takes nothing from others", async () => {
  expect((await give("192.0.2.1", "of somebody else")).status).toBe(303)
  const statuses: Array<number> = []
  for (let left = 40; left > 0; left--) {
    const answer = await give("192.0.2.2", `flood ${left}`)
    statuses.push(answer.status)
    if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([...Array(30).fill(303), ...Array(10).fill(429)])
  expect((await give("192.0.2.3", "of a third")).status).toBe(303)
  const texts = (await listed("page")).map(({ text }) => text)
  expect(texts).toHaveLength(32)
  expect([texts.at(0), texts.at(-1)]).toEqual(["of a third", "of somebody else"])
})

it("a site takes 60 entries a minute, from however many addresses", async () => {
  let [given, refused] = [0, 0]
  for (let at = 0; at < 125; at++) {
    const { status } = await give(`192.0.2.${at}`, "a")
    if (status === 303) given++
    if (status === 429) refused++
  }
  // The minute may have changed meanwhile.
  expect(given).toBeGreaterThanOrEqual(60)
  expect(given).toBeLessThanOrEqual(120)
  expect(given + refused).toBe(125)
  expect(await listed("page")).toHaveLength(given)
})

it("searches are written together, and an address adds 30 new ones a day", async () => {
  await ask("192.0.2.1", "/search?q=unicorn")
  const before = await commits()
  for (let at = 0; at < 50; at++) await ask("192.0.2.2", `/search?q=flood${at}`)
  for (let left = 20; left > 0; left--) await ask("192.0.2.3", "/search?q=unicorn")
  expect((await commits()) - before).toBeLessThanOrEqual(2)
  const searches = await listed("search")
  expect(searches.map(({ query, times }) => [query, times])).toContainEqual(["unicorn", 21])
  expect(searches).toHaveLength(31)
})
