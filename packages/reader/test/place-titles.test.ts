/** Results say which space of a site they are of: no two spaces read the same. */
import { placeTitles } from "@lectern/reader/site/PlaceTitles"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { exported } from "./support/exported.js"
import { makeSite } from "./support/site.js"

describe("the titles of the spaces of a site", () => {
  const title = fc.constantFrom("Docs", "API", "v1")
  const sections = fc
    .array(
      fc.record({
        title: fc.constantFrom("", "Docs", "API"),
        group: fc.constantFrom(undefined, "Docs", "Products"),
        spaces: fc.array(title, { minLength: 1, maxLength: 3 })
      }),
      { maxLength: 4 }
    )
    .map((all) =>
      all.map(({ group, spaces, title }, at) => ({
        title,
        ...(group !== undefined && { group }),
        siteSpaces: spaces.map((each, index) => ({
          id: `${at}-${index}` as never,
          title: each,
          path: at + index === 0 ? "" : `${at}/${index}`
        }))
      }))
    )

  it("tell each from all others", () => {
    fc.assert(
      fc.property(sections, (sections) => {
        const all = sections.flatMap(({ siteSpaces }) => siteSpaces)
        const shown = all.map((siteSpace) => placeTitles({ sections }, siteSpace).join("\n"))
        expect(new Set(shown).size).toBe(all.length)
        if (all.length === 1) expect(shown).toEqual([""])
      }),
      { numRuns: runs(200) }
    )
  })
})

it("are in the results of a search, in the lists for programs, in the feed and in an export", async () => {
  const site = await makeSite({ "README.md": "# Zebra\n\nA zebra.\n" })
  const { ada, organization, site: id } = site
  const addVariant = async (path: string, title: string) => {
    const space = await site.addSpace(title, { "README.md": "# Zebra\n\nA zebra.\n" })
    const added = await ada.siteSpaces.add(organization, id, { spaceId: space })
    await ada.siteSpaces.update(organization, id, added.id, { path })
  }
  await addVariant("v1", "Version 1")
  await addVariant("v2", "Version 1")
  const reference = await site.addSpace("Reference", { "README.md": "# Zebra\n\nA zebra.\n" })
  await ada.siteSections.add(organization, id, { spaceId: reference, title: "Reference" })
  const found = await site.text("/search?part=1&q=zebra")
  const places = [...found.matchAll(/<span class="where">([^<]*)<\/span>/g)].map(([, where = ""]) => where).sort()
  expect(places).toHaveLength(4)
  expect(new Set(places).size).toBe(4)
  expect(places.filter((each) => /Handbook$|Version 1$|Version 1 › \S*v\d$|^Reference$/.test(each))).toEqual(places)
  const llms = await site.text("/llms.txt")
  const feed = await site.text("/feed.xml")
  for (const place of places) {
    expect(llms).toContain(`## ${place}\n`)
    expect(feed).toContain(`<category term="${place}"/>`)
  }
  const request = {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "search", arguments: { query: "zebra" } }
    })
  }
  const told = await (await site.reader(new Request("http://lectern.test/sites/handbook/~/mcp", request))).text()
  for (const place of places) expect(told).toContain(`(${place})`)
  const { shown } = await exported(site)
  const inExport = [...(await shown("zebra")).matchAll(/<span class="where">([^<]*)<\/span>/g)]
  expect(inExport.map(([, where = ""]) => where).sort()).toEqual(places)
  await site.lectern.close()
})
