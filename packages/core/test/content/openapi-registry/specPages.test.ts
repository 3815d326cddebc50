import { describe, expect, it } from "@effect/vitest"
import { specPages } from "@lectern/core/internal/text/openapi/SpecPages"

const pageOf = (description: string) => {
  const operation = { tags: ["pets"], summary: "List", responses: {} }
  const document = { tags: [{ name: "pets", description }], paths: { "/pets": { get: operation } } }
  const [page] = specPages(document, "store", false).pages
  return { description: page?.description, text: page?.markdown.split("## List")[0] }
}

describe("a page of a tag", () => {
  it.each([
    ["one plain paragraph", "The animals\nof the store.", "The animals of the store.", "# pets\n\n"],
    ["several paragraphs", "The animals.\n\nSee **also**.", "The animals.", "# pets\n\nSee **also**.\n\n"],
    ["markup", "The `animals`.\n\nSee also.", undefined, "# pets\n\nThe `animals`.\n\nSee also.\n\n"],
    ["a list", "- animals\n- plants", undefined, "# pets\n\n- animals\n- plants\n\n"],
    ["a long paragraph", "word ".repeat(300), undefined, `# pets\n\n${"word ".repeat(300).trim()}\n\n`],
    ["nothing", "", undefined, "# pets\n\n"]
  ])("says %s of its tag once", (_, given, description, text) => {
    expect(pageOf(given)).toEqual({ description, text })
  })
})
