/** The navigation of spaces with many pages: it leads to every page, and its size does not depend on theirs. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeSite, type TestSite } from "./support/site.js"

const [parts, pages] = [3, 150]
const names = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}-${i + 1}`)
const files = Object.fromEntries([
  ["README.md", "# Welcome\n"],
  ...names(parts, "part").flatMap((part) => names(pages, "page").map((page) => [`${part}/${page}.md`, `# ${page}\n`]))
])

let site: TestSite
beforeAll(async () => {
  site = await makeSite(files, undefined)
})
afterAll(() => site.lectern.close())

/** The paths that the navigation of a page leads to. */
const pathsOf = async (path: string): Promise<ReadonlyArray<string>> => {
  const [, side = ""] = /<nav class="side"(.*?)<\/nav>/s.exec(await site.text(path)) ?? []
  return [...side.matchAll(/href="\/sites\/handbook\/([^"]*)"/g)].map(([, to = ""]) => to)
}

it("leads to the parts, and to the pages of the open one", async () => {
  expect(await pathsOf("/")).toEqual(["", ...names(parts, "part")])
  const part = await pathsOf("/part-2/page-1")
  expect(part.slice(0, 4)).toEqual(["", "part-1", "part-2", "part-2/page-1"])
  expect(part.at(-1)).toBe("part-3")
})

it("leads to the pages around the current one, and on from these", async () => {
  const from = async (page: number) =>
    (await pathsOf(`/part-1/page-${page}`)).flatMap((path) => path.match(/^part-1\/page-(\d+)/)?.[1] ?? []).map(Number)
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
  expect(await from(1)).toEqual(range(1, 101))
  expect(await from(75)).toEqual(range(24, 125))
  expect(await from(pages)).toEqual(range(50, 150))
})

it("leads to every page, from page to page", async () => {
  const left = [""]
  const found = new Set(left)
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    for (const to of (await pathsOf(`/${path}`)).filter((to) => !found.has(to))) {
      found.add(to)
      left.push(to)
    }
  }
  expect(found.size).toBe(1 + parts * (1 + pages))
})
