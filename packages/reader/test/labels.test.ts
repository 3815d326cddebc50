/** Labels of pages: what navigation shows in place of their titles. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeSite, type TestSite } from "./support/site.js"

let site: TestSite
beforeAll(async () => {
  site = await makeSite(
    {
      "SUMMARY.md":
        '# Table\n\n* [Welcome](README.md)\n* [The whole story](story.md "Story <b>")\n* [Out](https://a.example "Away")\n* [End](end.md)\n',
      "README.md": "# Welcome\n\n[s](story.md)\n",
      "story.md": "# The whole story\n",
      "end.md": "# End\n"
    },
    undefined
  )
})
afterAll(() => site.lectern.close())

const part = (html: string, name: string): string =>
  new RegExp(`<nav class="${name}".*?</nav>`, "s").exec(html)?.[0] ?? ""

it("stand in the tree of pages, and in the links to the next and the previous page", async () => {
  const [welcome, end] = [await site.text("/"), await site.text("/end")]
  for (const html of [welcome, end]) {
    expect(part(html, "side")).toContain("<span>Story &lt;b&gt;</span>")
    expect(part(html, "side")).toContain("<span>Away</span>")
    expect(part(html, "side")).not.toContain("The whole story")
  }
  expect(part(welcome, "pager")).toContain("</small>Story &lt;b&gt;</a>")
  expect(part(end, "pager")).toContain("</small>Story &lt;b&gt;</a>")
})

it("leave the page its title, also in search and for programs", async () => {
  const story = await site.text("/story")
  expect(story).toContain('<h1 id="the-whole-story"><span>The whole story</span></h1>')
  expect(story).toContain("<title>The whole story ")
  expect(await site.text("/story.md")).toContain("# The whole story")
  expect(await site.text("/llms.txt")).toContain("[The whole story]")
})
