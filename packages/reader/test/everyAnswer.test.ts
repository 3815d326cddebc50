/** The headers of every answer of a site, whatever is asked for. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { assetPaths } from "../src/theme/Assets.js"
import { makeSite, png, type TestSite } from "./support/site.js"

let site: TestSite
let file: string
beforeAll(async () => {
  site = await makeSite({
    "README.md": "# Welcome\n\n![](a.png)\n",
    "open.md": "# Open\n\n```mermaid\ngraph TD; a-->b\n```\n",
    "a.png": png,
    ".gitbook.yaml": "redirects:\n  old: open.md\n"
  })
  file = /src="\/sites\/handbook(\/~\/files[^"]+)"/.exec(await site.text("/"))?.[1] ?? ""
})
afterAll(() => site.lectern.close())

const paths = (): ReadonlyArray<string> => [
  "/",
  "",
  "/open",
  "/open/",
  "/open.md",
  "/absent",
  "/absent.md",
  "/old",
  "/search?q=open",
  "/search?q=open&part=1",
  "/feed.xml",
  "/llms.txt",
  "/llms-full.txt",
  "/sitemap.xml",
  "/sitemap-pages.xml",
  "/robots.txt",
  "/~/style-0.css",
  "/~/feedback",
  "/mcp",
  "/~/mcp",
  "/~/absent",
  file,
  `/${assetPaths.script}`,
  `/${assetPaths.icon}`
]

describe("every answer of a site", () => {
  it("has headers that keep browsers from loading, framing and guessing, and an id", async () => {
    expect(file).not.toBe("")
    for (const path of paths()) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const { headers, status } = await site.ask(path, {}, method)
        const what = `${method} ${path} ${status}`
        const of = (name: string) => [what, headers.get(name)]
        expect(of("content-security-policy")).toEqual([what, expect.stringMatching(/(?:^|; )default-src 'none'/)])
        // Fonts are never loaded.
        expect(headers.get("content-security-policy")).not.toContain("font-src")
        expect(of("x-content-type-options")).toEqual([what, "nosniff"])
        expect(of("referrer-policy")).toEqual([
          what,
          expect.stringMatching(/^(?:no-referrer|same-origin|strict-origin-when-cross-origin)$/)
        ])
        expect(of("cross-origin-resource-policy")).toEqual([what, expect.stringMatching(/^(?:same|cross)-origin$/)])
        expect(of("x-request-id")).toEqual([what, expect.stringMatching(/^.{8,}$/)])
      }
    }
  })

  it("is without its body the answer to HEAD", async () => {
    for (const path of paths()) {
      // These take only POST, and say which method they were asked with.
      if (path === "/~/feedback" || path === "/~/mcp") continue
      const [get, head] = [await site.ask(path), await site.ask(path, {}, "HEAD")]
      const of = ({ headers, status }: Response) => [
        path,
        status,
        [...headers].filter(([name]) => !/^(?:date|x-request-id)$/.test(name))
      ]
      expect(of(head)).toEqual(of(get))
      expect(await head.text()).toBe("")
    }
  })
})
