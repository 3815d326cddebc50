/** Sites that do not look like new ones, and the feedback that their readers may give. */
import { accentOn, contrast, parsed, signalOn } from "@lectern/reader/theme/Colours"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeSite, type TestSite } from "./support/site.js"
import { styleOf } from "./support/style.js"

const files = {
  "README.md": "# Welcome\n\nFor all.\n\n{% if visitor.claims.unsigned.beta %}\nThe zebra is new.\n{% endif %}\n",
  "SUMMARY.md": "* [Welcome](README.md)\n* [Plans](plans.md)\n* [Secret](secret.md)\n",
  "plans.md": "# Plans\n\nText.\n",
  "secret.md": "# Secret\n\nHidden.\n"
}

let site: TestSite
let pages: Readonly<Record<string, string>>
beforeAll(async () => {
  site = await makeSite(files)
  const { ada, space } = site
  const all = (await ada.contents.pages(space)).pages
  pages = Object.fromEntries(all.map(({ id, title }) => [title, id]))
  await ada.contentEdits.apply(space, {
    changes: [{ operation: "update_page", page: pages.Secret!, condition: "visitor.claims.unsigned.plus" }]
  })
})
afterAll(() => site.lectern.close())

const sheetOf = (text: string): string | undefined => /href="([^"]*\/~\/style-[^"]+)"/.exec(text)?.[1]

describe("colours that somebody chose", () => {
  const backs = { light: ["#ffffff", "#f6f7f9"], dark: ["#14171c", "#1b1f26"] } as const
  const hex = fc
    .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
    .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`)

  it("can be read on every ground, in both schemes", () => {
    fc.assert(
      fc.property(hex, fc.constantFrom("light" as const, "dark" as const), (colour, ground) => {
        const { accent, tint } = accentOn(colour, ground)
        for (const back of [...backs[ground], tint]) {
          expect(contrast(parsed(accent), parsed(back))).toBeGreaterThanOrEqual(4.5)
        }
        for (const back of backs[ground]) {
          expect(contrast(parsed(signalOn(colour, ground)), parsed(back))).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: runs(200) }
    )
  })

  it("stay as they are where they are strong enough", () => {
    expect(accentOn("#0b5cad", "light").accent).toBe("#0b5cad")
    expect(accentOn("#7ab8ff", "dark").accent).toBe("#7ab8ff")
  })
})

describe("a look", () => {
  it("changes the style, has its own CSS as a style sheet, and changes nothing where it is that of a new site", async () => {
    const { ada, organization, site: id } = site
    const usual = await site.text("/plans")
    await ada.customizations.set(organization, id, {
      styling: { primaryColor: { light: "#ff0", dark: "#400" }, font: "Merriweather" },
      themes: { default: "dark", toggeable: false },
      css: ".lead{font-style:italic}"
    })
    const text = await site.text("/plans")
    expect(styleOf(text).startsWith(styleOf(usual))).toBe(true)
    expect(styleOf(text)).toContain("--sans:Merriweather")
    expect(styleOf(text)).toContain("color-scheme:dark")
    expect(sheetOf(usual)).toBeUndefined()
    const sheet = await site.ask(`http://lectern.test${sheetOf(text)}`)
    expect([sheet.status, sheet.headers.get("content-type"), sheet.headers.get("cache-control")]).toEqual([
      200,
      "text/css; charset=utf-8",
      "public, max-age=31536000, immutable"
    ])
    expect(await sheet.text()).toBe(".lead{font-style:italic}")
    await ada.customizations.set(organization, id, {})
    expect(styleOf(await site.text("/plans"))).toBe(styleOf(usual))
  })

  it("has links, an announcement and a footer around every page", async () => {
    const { ada, organization, site: id, space } = site
    const to = (page: string) => ({ kind: "page" as const, page: pages[page] as never })
    await ada.customizations.set(organization, id, {
      title: "The handbook",
      internationalization: { locale: "de" },
      header: {
        logo: { light: "https://a.example/light.png", dark: "https://a.example/dark.png" },
        links: [
          { title: "Buy", to: { kind: "url", url: "https://shop.example/" }, style: "button-primary" },
          {
            title: "More",
            links: [
              { title: "Our plans", to: to("Plans") },
              { title: "Hidden", to: to("Secret") }
            ]
          },
          { title: "Home", to: { kind: "space", space } },
          { title: "Plus", to: to("Plans"), condition: "visitor.claims.unsigned.plus" }
        ]
      },
      footer: { groups: [{ title: "About", links: [{ title: "Us", to: to("Plans") }] }], copyright: "© <Example>" },
      announcement: { enabled: true, message: "We have moved", style: "warning" },
      privacyPolicy: { url: "https://privacy.example/" }
    })
    for (const path of ["/", "/search?q=plans", "/nosuch"]) {
      const text = await site.text(path)
      expect(text).toContain('<html lang="de"')
      expect(text).toContain('<a href="https://shop.example/" class="button" rel="noopener">Buy</a>')
      expect(text).toContain('<summary>More</summary><ul><li><a href="/sites/handbook/plans">Our plans</a></li></ul>')
      expect(text).toContain('<a href="/sites/handbook/">Home</a>')
      expect(text).toContain('<aside class="announcement warning" aria-label="Ankündigung">We have moved</aside>')
      expect(text).toContain("© &lt;Example&gt;")
      expect(text).toContain('alt="The handbook" class="logo"')
      expect(text).not.toMatch(/Hidden|Plus/)
    }
    const known = await site.ask("/?visitor.plus=true")
    const cookie = (known.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    expect(await site.text("/plans", { cookie })).toMatch(/Hidden.*>Plus</)
    await ada.customizations.set(organization, id, {})
  })

  it("is refused where a link would run a script", async () => {
    const { ada, organization, site: id } = site
    for (const url of ["javascript:alert(1)", "data:text/html,x", "//a.example", "x"]) {
      const header = { links: [{ title: "x", to: { kind: "url" as const, url } }] }
      await expect(ada.customizations.set(organization, id, { header })).rejects.toThrow(/address/)
    }
  })
})

describe("a condition in a text", () => {
  it("decides what is shown, found and given to programs, and keeps the page out of caches", async () => {
    const answers = async (headers: Record<string, string> = {}) =>
      Promise.all(["/", "/readme.md", "/llms-full.txt"].map((path) => site.ask(path, headers)))
    for (const answer of await answers()) {
      expect(answer.headers.get("cache-control")).toBe("private, no-store")
      expect(await answer.text()).not.toMatch(/zebra|{%/)
    }
    expect(await site.text("/search?q=zebra")).toContain("Nothing was found")
    const known = await site.ask("/?visitor.beta=true")
    const cookie = (known.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    for (const answer of await answers({ cookie })) expect(await answer.text()).toContain("The zebra is new.")
    for (const answer of await answers()) expect(await answer.text()).not.toContain("zebra")
  })
})

describe("what readers tell", () => {
  const post = (body: Record<string, string>, headers: Record<string, string> = { origin: "http://lectern.test" }) =>
    site.reader(
      new Request("http://lectern.test/sites/handbook/~/feedback", {
        method: "POST",
        body: new URLSearchParams(body).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
      })
    )

  it("is kept for editors where the site asks for it, without who it was", async () => {
    const { ada, organization, site: id } = site
    const { items } = await ada.siteSpaces.list(organization, id, {})
    const given = { siteSpace: items[0]!.id, page: pages.Plans!, helpful: "false", text: "Too short" }
    expect((await post(given)).status).toBe(409)
    expect(await site.text("/plans")).not.toContain('class="feedback"')
    await ada.customizations.set(organization, id, { feedback: { enabled: true }, searches: { enabled: true } })
    expect(await site.text("/plans")).toContain('action="/sites/handbook/~/feedback"')
    const kept = await post(given)
    expect([kept.status, kept.headers.get("location")]).toEqual([303, "/sites/handbook/plans#~thanks"])
    expect((await post({ ...given, page: pages.Secret! })).status).toBe(404)
    expect((await post(given, { origin: "https://evil.example" })).status).toBe(403)
    const list = await ada.siteFeedbacks.list(organization, id, {})
    expect(list.items).toEqual([
      {
        object: "site-feedback",
        id: expect.any(String),
        kind: "page",
        siteSpace: given.siteSpace,
        page: given.page,
        helpful: false,
        text: "Too short",
        createdAt: expect.any(String),
        updatedAt: expect.any(String)
      }
    ])
    for (const query of ["unicorn", "Unicorn ", "plans"]) await site.text(`/search?q=${query}`)
    const searches = await ada.siteFeedbacks.list(organization, id, { kind: "search" })
    expect(searches.items.map(({ query, times }) => [query, times])).toEqual([["unicorn", 2]])
    await ada.customizations.set(organization, id, {})
    await site.text("/search?q=pegasus")
    expect((await ada.siteFeedbacks.list(organization, id, { kind: "search" })).count).toBe(1)
  })
})
