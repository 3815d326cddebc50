/** The words of pages in the languages of sites. */
import { english, type Words } from "@lectern/reader/words/English"
import { filled } from "@lectern/reader/words/Filled"
import { scriptWords } from "@lectern/reader/words/ScriptWords"
import { directionOf, languages, wordsIn } from "@lectern/reader/words/Words"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeSite, type TestSite } from "./support/site.js"

const locales = ["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br"] as const

const specification = {
  openapi: "3.1.0",
  info: { title: "Zoo", version: "1" },
  servers: [{ url: "https://zoo.example/v1" }],
  paths: {
    "/a": {
      post: {
        operationId: "a",
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: { 200: { description: "." } }
      }
    }
  }
}

const everything = [
  "# 1\n\n## 2\n\n## 3\n",
  "{% hint style='warning' %}\n4\n{% endhint %}\n",
  "{% tabs %}\n{% tab %}\n5\n{% endtab %}\n{% endtabs %}\n",
  "```js\n6\n```\n\n```\n7\n```\n\n```mermaid\ngraph TD\n  A --> B\n```\n",
  "* [ ] 8\n* [x] 9[^1]\n\n[^1]: 10\n\n| a | b |\n|---|---|\n| 11 | 12 |\n\n$$\nx\n$$\n",
  "<details><summary></summary>13</details>\n",
  "{% update date='2026-05-06' %}\n14\n{% endupdate %}\n",
  '{% openapi src="../zoo.json" path="/a" method="post" %}\n[zoo.json](../zoo.json)\n{% endopenapi %}\n'
].join("\n")

let site: TestSite
beforeAll(async () => {
  site = await makeSite({
    "README.md": "# 0\n",
    "SUMMARY.md": "* [0](README.md)\n\n## 20\n\n* [1](a/README.md)\n  * [21](a/b.md)\n",
    "a/README.md": everything,
    "a/b.md": "# 21\n",
    "zoo.json": JSON.stringify(specification)
  })
})
afterAll(() => site.lectern.close())

const set = (settings: Parameters<TestSite["ada"]["customizations"]["set"]>[2]) =>
  site.ada.customizations.set(site.organization, site.site, settings)

const values = (sentence: string): number => sentence.split("%").length

describe("the words of pages", () => {
  it.each([...languages])("are all there in %s", (language, words) => {
    for (const [name, word] of Object.entries(words)) {
      expect([name, word.trim()]).toEqual([name, word])
      expect([name, word === ""]).toEqual([name, false])
      expect([name, values(word)]).toEqual([name, values(english[name as keyof Words])])
    }
    expect(Object.keys(words)).toEqual(Object.keys(english))
    expect((scriptWords(words) ?? "").split("|")).toHaveLength(language === "en" ? 1 : 12)
  })

  it("are there in each language that a site can have", () => {
    const own = locales.filter((locale) => locale === "en" || wordsIn(locale) !== english)
    expect(own).toEqual(locales)
    expect(wordsIn("xx-YY")).toBe(english)
  })

  it("have their values in place", () => {
    expect(filled(english.sends, "GET", "50%.example")).toBe("Sends GET to 50%.example")
    expect(filled(english.nothingFound, "$& %")).toContain("“$& %”")
  })
})

describe("pages", () => {
  it.each(locales)("have the words of %s, and no others", async (locale) => {
    await set({
      internationalization: { locale },
      feedback: { enabled: true },
      tryIt: { enabled: true },
      pdf: { enabled: true },
      announcement: { enabled: true, message: "15", style: "info" },
      privacyPolicy: { url: "https://privacy.example/" }
    })
    const paths = ["/", "/20/a", "/20/a/b", "/search?q=21", "/search?q=zzzz", "/nothing"]
    const text = (await Promise.all(paths.map((path) => site.text(path)))).join("\n")
    const shown = text
      .replaceAll(/<script[^>]*>.*?<\/script>|data-words="[^"]*"/g, "")
      .replaceAll(/ (?:class|href|src|name|id|value|content|rel|type)="[^"]*"/g, "")
    const said = (word: string) => new RegExp(`[>"\\s]${word.replace(/[.*+?^()|[\]\\]/g, "\\$&")}[<":\\s]`).test(shown)
    const words = wordsIn(locale)
    const names = Object.keys(english) as ReadonlyArray<keyof Words>
    const foreign = names.filter((name) => values(english[name]) === 1 && english[name].length > 6)
    const others = foreign.filter((name) => words[name] !== english[name] && said(english[name]))
    expect(others).toEqual([])
    const expected = [
      "skip",
      "menu",
      "contents",
      "pages",
      "breadcrumb",
      "beside",
      "next",
      "markdown",
      "helpful"
    ] as const
    const more = ["warning", "tabs", "table", "formula", "done", "toDo", "details", "diagram", "request"] as const
    const rest = ["footnotes", "back", "tryIt", "send", "absent", "absentText", "pdf", "pdfSection"] as const
    const missing = [...expected, ...more, ...rest].filter((name) => !shown.includes(words[name]))
    expect(missing).toEqual([])
    const tag = locale === "pt-br" ? "pt-BR" : locale
    expect(text.match(/<html lang="[^"]*"/g)).toEqual(paths.map(() => `<html lang="${tag}"`))
    expect(text.includes(`data-words="${words.copy}|`)).toBe(locale !== "en")
  })

  it("are in the language of their variant, and mirrored where it is written from the right", async () => {
    await set({})
    const { ada, organization } = site
    const space = await site.addSpace("العربية", { "README.md": "# مرحبا\n\n## أ\n\n## ب\n" })
    const { id } = await ada.siteSpaces.add(organization, site.site, { spaceId: space })
    await ada.siteSpaces.update(organization, site.site, id, { path: "ar" })
    const text = await site.text("/ar/")
    expect(text).toContain('<html lang="ar" dir="rtl"')
    expect(text).toContain(`<p>${wordsIn("ar").contents}</p>`)
    expect(await site.text("/")).toContain('<html lang="en" data-root')
    expect(["ar", "he", "fa-IR", "en", "ja"].map(directionOf)).toEqual(["rtl", "rtl", "rtl", "ltr", "ltr"])
  })
})
