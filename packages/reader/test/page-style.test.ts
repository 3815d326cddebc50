/** The style in the head of each page. */
import { createHash } from "node:crypto"
import { styleParts } from "@lectern/reader/theme/Style"
import { describe, expect, it } from "vitest"
import { makeSite } from "./support/site.js"
import { styleOf } from "./support/style.js"

/** The selectors of a style sheet without at-rules, lists in parentheses left whole. */
const selectorsOf = (css: string): ReadonlyArray<string> =>
  [...css.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, list = ""]) => list.trim().split(/,(?![^(]*\))/))

const classesOf = (selector: string): ReadonlyArray<string> =>
  [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name)

describe("the style of a page", () => {
  it("is allowed by its hash, also in an answer without a body", async () => {
    const site = await makeSite({
      "README.md": "# Welcome\n\nText.\n",
      "other.md": '# Other\n\n{% hint style="info" %}\nA\n{% endhint %}\n'
    })
    try {
      const policies = new Set<string>()
      for (const path of ["/", "/other", "/search?q=text", "/nosuch"]) {
        const answer = await site.ask(path)
        const text = await answer.text()
        const css = styleOf(text)
        const policy = answer.headers.get("content-security-policy") ?? ""
        expect(policy).toContain(`style-src 'self' 'sha256-${createHash("sha256").update(css).digest("base64")}';`)
        expect(css.includes(".hint{")).toBe(path === "/other")
        policies.add(policy)
        const tag = answer.headers.get("etag")
        if (tag === null) continue
        const same = await site.ask(path, { "if-none-match": tag })
        expect([same.status, same.headers.get("content-security-policy")]).toEqual([304, policy])
      }
      expect(policies.size).toBeGreaterThan(1)
    } finally {
      await site.lectern.close()
    }
  })

  it("leaves out parts whose selectors could not match anything", () => {
    const optional = styleParts.filter(({ classes }) => classes !== undefined)
    expect(optional.length).toBeGreaterThan(5)
    for (const { classes = [], css } of optional) {
      const others = selectorsOf(css).filter((selector) => !classesOf(selector).some((name) => classes.includes(name)))
      expect([classes, others]).toEqual([classes, []])
    }
  })
})
