/** The pictures for previews of links: their content, who gets them, and how often they are drawn. */
import type { Card, CardRenderer } from "@lectern/core/cards/CardRenderer"
import { fetchHandler } from "@lectern/reader/Reader"
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { exported } from "./support/exported.js"
import { base, makeSite, png, type TestSite } from "./support/site.js"

const drawn: Array<Card> = []

/** Draws cards as the text of their data. */
const renderer: CardRenderer = {
  version: "1",
  hasFonts: (text) => !text.includes("語"),
  draw: (cards) =>
    Effect.sync(() => {
      drawn.push(...cards)
      return cards.map((card) => new TextEncoder().encode(JSON.stringify(card)))
    })
}

let site: TestSite
let ask: (path: string, headers?: Record<string, string>) => Promise<Response>

beforeAll(async () => {
  site = await makeSite({
    "README.md": "---\ndescription: All about it.\n---\n\n# Welcome\n\nFor all.\n",
    "SUMMARY.md": "* [Welcome](README.md)\n* [Cover](cover.md)\n* [語](signs.md)\n",
    "cover.md": "---\ncover: a.png\n---\n\n# Cover\n\nIt has one.\n",
    "signs.md": "# 語\n\nSigns.\n",
    "a.png": png
  })
  const space = await site.addSpace("Inner", {
    "README.md": "# Inside\n",
    "SUMMARY.md": "* [Inside](README.md)\n* [Secret](secret.md)\n",
    "secret.md": "---\nif: visitor.claims.unsigned.beta\n---\n\n# Secret\n\nThe okapi.\n"
  })
  await site.ada.siteSpaces.add(site.organization, site.site, { spaceId: space })
  const reader = fetchHandler(site.lectern, { baseUrl: base, cards: renderer })
  ask = (path, headers = {}) =>
    reader(new Request(path.startsWith("http") ? path : `${base}/sites/handbook${path}`, { headers }))
})
afterAll(() => site.lectern.close())
beforeEach(() => {
  drawn.length = 0
})

/** The URL of the picture of the page at a path. */
const pictureOf = async (path: string, headers?: Record<string, string>): Promise<string> =>
  /<meta property="og:image" content="([^"]+)"/.exec(await (await ask(path, headers)).text())?.[1] ?? ""

const set = (look: Parameters<TestSite["ada"]["customizations"]["set"]>[2]) =>
  site.ada.customizations.set(site.organization, site.site, look)

describe("the picture of a page", () => {
  it("says what the page is about, and is drawn once however many ask for it", async () => {
    const url = await pictureOf("/")
    expect(url).toMatch(/^http:\/\/lectern\.test\/sites\/handbook\/~\/card\/[^/]+\/[^/]+\/[\w-]+\.png$/)
    expect(drawn).toEqual([])
    const answers = await Promise.all([ask(url), ask(url), ask(url)])
    for (const { headers, status } of answers) {
      expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        200,
        "image/png",
        "public, max-age=31536000, immutable"
      ])
    }
    expect(drawn).toEqual([
      {
        title: "Welcome",
        description: "All about it.",
        site: "Handbook",
        language: "en",
        direction: "ltr",
        colours: { back: "#ffffff", text: "#1b1f26", muted: "#59616e", accent: "#0b5cad" }
      }
    ])
  })

  it("has the colours of the site, and another address when it changes", async () => {
    const before = await pictureOf("/")
    const styling = { primaryColor: { light: "#990000", dark: "#ffaaaa" } }
    await set({ title: "Manual", themes: { default: "dark", toggeable: false }, styling })
    const after = await pictureOf("/")
    expect(after).not.toBe(before)
    // Earlier links lead to the picture as it is now, for as long as it exists.
    for (const [url, keeping] of [
      [after, "public, max-age=31536000, immutable"],
      [before, "public, no-cache"]
    ] as const) {
      const answer = await ask(url)
      expect(answer.headers.get("cache-control")).toBe(keeping)
      expect(await answer.json()).toMatchObject({
        site: "Manual",
        colours: { back: "#14171c", text: "#eceef1", accent: "#ffaaaa" }
      })
    }
    expect(drawn).toHaveLength(1)
    await set({})
  })

  it("is left out where the page has a cover, the site has a picture, or there are no fonts", async () => {
    expect(await pictureOf("/cover")).toContain("/~/files/")
    const signs = (await (await ask("/llms.txt")).text()).match(/\/handbook(\/[^)]*)\.md\)(?=\n|$)/g) ?? []
    expect(signs.length).toBeGreaterThan(2)
    const [siteSpace] = (await site.ada.siteSpaces.list(site.organization, site.site, {})).items
    const { pages } = await site.ada.contents.pages(site.space)
    const page = pages.find(({ title }) => title === "語")
    const path = page !== undefined && "path" in page ? `/${page.path}` : ""
    expect(await pictureOf(path)).toBe("")
    expect((await ask(`/~/card/${siteSpace?.id}/${page?.id}/a.png`)).status).toBe(404)
    await set({ socialPreview: { url: "https://example.com/own.png" } })
    expect(await pictureOf("/")).toBe("https://example.com/own.png")
    await set({})
    expect(drawn).toEqual([])
  })

  it("is for those who see the page, and kept by nobody else", async () => {
    const entered = await ask("/inner/?visitor.beta=true")
    const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    const url = await pictureOf("/inner/secret", { cookie })
    const answer = await ask(url, { cookie })
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"])
    expect(drawn.map(({ title }) => title)).toEqual(["Secret"])
    expect((await ask(url)).status).toBe(404)
    const open = await pictureOf("/")
    expect((await ask(open)).status).toBe(200)
    await site.ada.sites.update(site.organization, site.site, { visibility: "share-link" })
    expect((await ask(open, { cookie })).status).toBe(404)
    await site.ada.sites.update(site.organization, site.site, { visibility: "public" })
  })

  it("is not there where nothing draws it", async () => {
    const url = await pictureOf("/")
    expect(await site.text("/")).not.toContain("og:image")
    expect((await site.ask(url)).status).toBe(404)
    for (const path of ["/~/card/", "/~/card/a/b/c.png", "/~/card"]) expect((await ask(path)).status).toBe(404)
  })

  it("is drawn only so often for one network address", async () => {
    const url = await pictureOf("/")
    const statuses: Array<number> = []
    for (let turn = 0; turn < 40; turn++) {
      await set({ title: `Turn ${turn}` })
      statuses.push((await ask(url)).status)
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30)
    expect(statuses.at(-1)).toBe(429)
    await set({})
  })

  it("is written into an export, and drawn again only when it changes", async () => {
    const options = { baseUrl: "https://docs.example/", cards: renderer }
    const first = await exported(site, options)
    const named = /<meta property="og:image" content="https:\/\/docs\.example\/([^"]+)"/.exec(
      first.text("index.html")
    )?.[1]
    const pictures = [...first.files.keys()].filter((path) => path.endsWith(".png") && path.includes("card"))
    expect(pictures).toContain(named)
    expect(pictures).toHaveLength(drawn.length)
    expect(drawn.map(({ title }) => title)).toEqual(expect.arrayContaining(["Welcome", "Inside"]))
    expect(drawn.map(({ title }) => title)).not.toContain("Cover")
    drawn.length = 0
    const keep = (path: string) => Effect.succeed(path !== named)
    const again = await exported(site, { ...options, keep })
    expect(drawn.map(({ title }) => title)).toEqual(["Welcome"])
    expect(pictures.filter((path) => again.files.has(path))).toEqual([named])
  })

  it("is not written where the address of the export is unknown", async () => {
    const { files, text } = await exported(site, { cards: renderer })
    expect([...files.keys()].filter((path) => path.includes("card"))).toEqual([])
    expect(text("index.html")).not.toContain("og:image")
  })
})
