/** The PDFs of pages, and the links to where pages are edited. */
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeSite, type TestSite } from "./support/site.js"

const documents: Array<PdfDocument> = []

/** Sets documents as the text of their data. */
const typesetter = Layer.succeed(PdfRenderer, {
  version: "1",
  render: (document) => {
    documents.push(document)
    return Effect.succeed({ bytes: new TextEncoder().encode(JSON.stringify(document.pages)), problems: [] })
  }
})

const pdf = { enabled: true }

let site: TestSite
beforeAll(async () => {
  site = await makeSite(
    {
      "README.md": "# Welcome\n\nFor all.\n\n{% if visitor.claims.unsigned.beta %}\nThe zebra is new.\n{% endif %}\n",
      "SUMMARY.md": "* [Welcome](README.md)\n  * [Below](below.md)\n  * [Secret](secret.md)\n",
      "below.md": "# Below\n\nDeep.\n",
      "secret.md": "---\nif: visitor.claims.unsigned.beta\n---\n\n# Secret\n\nThe okapi.\n"
    },
    undefined,
    { pdf: typesetter }
  )
})
afterAll(() => site.lectern.close())

const set = (settings: Parameters<TestSite["ada"]["customizations"]["set"]>[2]) =>
  site.ada.customizations.set(site.organization, site.site, settings)

/** The addresses of the PDFs that the page at a path links to. */
const addresses = async (path: string, headers = {}): Promise<ReadonlyArray<string>> =>
  [...(await site.text(path, headers)).matchAll(/href="\/sites\/handbook([^"]*~\/pdf\/[^"]*)"/g)].map(
    ([, href = ""]) => href
  )

const cookieOf = async (path: string) => ((await site.ask(path)).headers.get("set-cookie") ?? "").split(";")[0] ?? ""

describe("the PDF of a page", () => {
  it("is offered only where the site says so", async () => {
    await set({ pdf })
    const [own = ""] = await addresses("/")
    await set({})
    expect(await addresses("/")).toEqual([])
    expect((await site.ask(own)).status).toBe(404)
  })

  it("has the page, or also those below it, in the language of the site", async () => {
    await set({ pdf, internationalization: { locale: "de" } })
    const [own = "", section = ""] = await addresses("/")
    expect(await addresses("/readme/below")).toHaveLength(1)
    const answer = await site.ask(own)
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "application/pdf",
      "private, no-store"
    ])
    expect(answer.headers.get("content-security-policy")).toContain("sandbox")
    await site.ask(section)
    const [first, second] = documents.slice(-2)
    expect(first).toMatchObject({ title: "Welcome", language: "de" })
    expect(first?.pages.map(({ title }) => title)).toEqual(["Welcome"])
    expect(second?.pages.map(({ title }) => title)).toEqual(["Welcome", "Below"])
    await set({})
  })

  it("has what its reader sees, and nothing else", async () => {
    await set({ pdf })
    const cookie = await cookieOf("/?visitor.beta=true")
    const [own = "", section = ""] = await addresses("/")
    for (const address of [own, section]) expect(await site.text(address)).not.toMatch(/zebra|okapi/)
    expect(await site.text(own, { cookie })).toContain("zebra")
    expect(await site.text(section, { cookie })).toContain("okapi")
    for (const address of [own, section]) expect(await site.text(address)).not.toMatch(/zebra|okapi/)
    const [secret = ""] = await addresses("/readme/secret", { cookie })
    expect((await site.ask(secret, { cookie })).status).toBe(200)
    expect((await site.ask(secret)).status).toBe(404)
    await site.ada.sites.update(site.organization, site.site, { visibility: "share-link" })
    expect((await site.ask(own)).status).toBe(404)
    await site.ada.sites.update(site.organization, site.site, { visibility: "public" })
    for (const path of ["/~/pdf/", "/~/pdf/x/y", `${own}x`])
      expect([path, (await site.ask(path)).status]).toEqual([path, 404])
    await set({})
  })
})

describe("the link to edit a page", () => {
  it("leads to its file in the repository, where the site says which one", async () => {
    const url = "https://git.example/docs/edit/main/"
    await set({ git: { showEditLink: true, url } })
    expect(await site.text("/readme/below")).toContain(`<a href="${url}below.md" rel="noopener">Edit this page</a>`)
    for (const git of [{ showEditLink: false, url }, { showEditLink: true }]) {
      await set({ git })
      expect(await site.text("/readme/below")).not.toContain("Edit this page")
    }
    await set({})
  })
})
