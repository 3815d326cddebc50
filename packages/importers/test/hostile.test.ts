import { hostileTexts } from "@lectern/benchmark/HostileTexts"
import { describe, expect, it } from "vitest"
import { readHtml } from "../src/html/HtmlPage.js"
import { readMarkdown } from "../src/markdown/MarkdownText.js"
import { notionMarkdown, notionTable } from "../src/notion/NotionText.js"

const long = process.env.LECTERN_RUNS !== undefined
const size = long ? 200_000 : 6_000

const readers = {
  markdown: (text: string) => readMarkdown(text, false),
  mdx: (text: string) => readMarkdown(text, true),
  html: (text: string) => readHtml(text, "https://docs.example/page"),
  "a page of a database": (text: string) => notionMarkdown(text, true),
  "a database": (text: string) => notionTable(text, () => undefined)
}

// Measurements that noise has spoilt are repeated.
describe("hostile texts", { retry: 2 }, () => {
  it.each(Object.entries(readers))("are read as %s", { timeout: long ? 1_800_000 : 120_000 }, (_, read) => {
    for (const { make, name } of hostileTexts) {
      const text = make(size)
      const started = process.cpuUsage()
      read(text)
      expect(process.cpuUsage(started).user / 1e6, name).toBeLessThan(long ? 10 : 2)
    }
  })
})
