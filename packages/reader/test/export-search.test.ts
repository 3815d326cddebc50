/** Search in an export: it answers as the engine does, and reads little for it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { exported } from "./support/exported.js"
import { makeSite, type TestSite } from "./support/site.js"

const docs = join(import.meta.dirname, "../../../docs")
const manual = Object.fromEntries(
  readdirSync(docs)
    .filter((name) => name.endsWith(".md"))
    .map((name) => [name, readFileSync(join(docs, name), "utf8")])
)

let site: TestSite
let files: Awaited<ReturnType<typeof exported>>
let fileOf: (page: string) => string | undefined
beforeAll(async () => {
  site = await makeSite({
    ...manual,
    "unicode.md": "# 文書検索\n\nКириллица и 検索 — naïve café 🦓\n",
    "telegraph.md": "# Telegraph\n\nAT&T is in the U.S.A. since ١٨٨٥, with ۴٬۰۹۶ lines.\n",
    "SUMMARY.md": `${manual["SUMMARY.md"]}* [文書検索](unicode.md)\n* [Telegraph](telegraph.md)\n`
  })
  files = await exported(site)
  const { pages } = await site.ada.contents.pages(site.space)
  const paths = new Map<string, string>()
  const add = (all: typeof pages): void => {
    for (const page of all) {
      if (page.type !== "document" && page.type !== "group") continue
      paths.set(page.id, `${page.path}.html`)
      add(page.pages)
    }
  }
  add(pages)
  const first = pages[0]!.id
  fileOf = (page) => (page === first ? "index.html" : paths.get(page))
})
afterAll(() => site.lectern.close())

/** Other ways in which the words of one page are written. */
const written = ["AT&T", "at&t", "ATT", "U.S.A.", "U.S.A", "usa", "1885", "١٨٨٥", "۱۸۸۵", "4096", "4,096"]

it.each(written)("finds %j however it is written, and marks it", async (query) => {
  const found = await files.search(`${query} telegraph`)
  expect(found[0]?.[0]).toBe("inside/telegraph.html")
  expect(await site.text(`/search?part=1&q=${encodeURIComponent(`${query} lines`)}`)).toMatch(
    /<mark>(?:AT&amp;T|U\.S\.A|١٨٨٥|۴٬۰۹۶)<\/mark>/
  )
})

/** Words, typos, phrases, questions, beginnings, identifiers, other scripts, and nothing at all. */
const queries = [
  ...written,
  "AT & T",
  "change request",
  "merge conflicts",
  "how do I restore a backup",
  "serach",
  "permisions of teams",
  '"share link"',
  '"entity tag" cache',
  "conf",
  "c",
  "webhook",
  "web hook",
  "LECTERN_DATA_DIR",
  "--base-url",
  "404",
  "importing",
  "sqlite storage memory",
  "visitor.claims",
  "検索",
  "кириллица",
  "cafe",
  "🦓",
  "zzzzqqqq",
  "the",
  "(",
  "e-mail",
  "a".repeat(600)
]

it.each(queries)("answers %j as the engine does", async (query) => {
  const { items } = await site.ada.search.site(site.organization, site.site, { query: query.slice(0, 512) })
  const engine = (items[0]?.pages ?? [])
    .slice(0, 10)
    .map(({ id, sections }) => [
      fileOf(id),
      sections.slice(0, 3).map(({ path }) => (path.includes("#") ? path.slice(path.indexOf("#")) : ""))
    ])
  const found = (await files.search(query)).map((hrefs) => [
    hrefs[0]?.split("#")[0],
    hrefs.map((href) => (href.includes("#") ? decodeURIComponent(href.slice(href.indexOf("#"))) : ""))
  ])
  const shown = engine.map(([file, anchors]) => [file, anchors?.length === 0 ? [""] : anchors])
  expect(found).toEqual(shown)
})

it("loads what it needs for a query, and not the index", async () => {
  files.read.length = 0
  await files.search("merge conflicts")
  const sizeOf = (paths: Iterable<string>) =>
    Array.from(new Set(paths), (path) => brotliCompressSync(files.files.get(path) ?? "").length).reduce(
      (sum, size) => sum + size,
      0
    )
  const all = [...files.files.keys()].filter((path) => path.includes("/search/"))
  // The code, the words and titles that match, and the texts of the ten pages that are shown.
  const loaded = sizeOf([...files.read, ...all.filter((path) => /search\/search-/.test(path))])
  expect(loaded).toBeLessThan(0.45 * sizeOf(all))
})
