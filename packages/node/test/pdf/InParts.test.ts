import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { typesetInParts } from "@lectern/node/pdf/InParts"
import { partsOf } from "@lectern/node/pdf/Parts"
import { typeset } from "@lectern/node/pdf/Typeset"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { getDocumentProxy } from "unpdf"
import { describe, expect, it } from "vitest"
import { documentOf, page, rolesIn } from "./reading.js"
import { structureProblems } from "./structure.js"

const inParts = (document: PdfDocument, sheets: number) =>
  Effect.runPromise(
    typesetInParts(document, sheets, (request) => Effect.sync(() => typeset(request.document, request.share)))
  )

interface Bookmark {
  readonly title: string
  readonly dest: string | ReadonlyArray<unknown> | null
  readonly items: ReadonlyArray<Bookmark>
}

/** Somewhere in a PDF: a sheet, counted from 1, and how far from its bottom. */
interface Target {
  readonly sheet: number
  readonly y: number
}

/** The content of a PDF as its reader sees it, with the targets of links and bookmarks. */
const open = async (pdf: Uint8Array) => {
  const proxy = await getDocumentProxy(new Uint8Array(pdf))
  const destinations = await proxy.getDestinations()
  const indexes = new Map<number, number>()
  const sheetOf = async (ref: { readonly num: number; readonly gen: number }): Promise<number> => {
    const found = indexes.get(ref.num) ?? (await proxy.getPageIndex(ref)) + 1
    indexes.set(ref.num, found)
    return found
  }
  const targetOf = async (dest: Bookmark["dest"]): Promise<Target | undefined> => {
    const place = typeof dest === "string" ? destinations[dest] : dest
    return Array.isArray(place) ? { sheet: await sheetOf(place[0]), y: Number(place[3]) } : undefined
  }
  const sheets: Array<{ readonly words: ReadonlyArray<string>; readonly lines: ReadonlyMap<string, number> }> = []
  const links: Array<{ readonly says: string; readonly on: number; readonly to: Target | undefined }> = []
  for (let number = 1; number <= proxy.numPages; number++) {
    const sheet = await proxy.getPage(number)
    const { items } = await sheet.getTextContent()
    const lines = items.flatMap((item) =>
      "str" in item ? [[item.str.trim(), Number(item.transform[5])] as const] : []
    )
    const words = lines.flatMap(([line]) => line.split(/\s+/)).filter((word) => word !== "")
    sheets.push({ words: words.sort(), lines: new Map(lines) })
    for (const { contentsObj, dest } of await sheet.getAnnotations()) {
      links.push({ says: contentsObj.str, on: number, to: await targetOf(dest) })
    }
  }
  const bookmarks: Array<readonly [depth: number, title: string, to: Target | undefined]> = []
  const walk = async (found: ReadonlyArray<Bookmark>, depth: number): Promise<void> => {
    for (const { dest, items, title } of found) {
      bookmarks.push([depth, title, await targetOf(dest)])
      await walk(items, depth + 1)
    }
  }
  await walk((await proxy.getOutline()) ?? [], 0)
  const { info, metadata } = await proxy.getMetadata()
  return {
    sheets,
    links,
    bookmarks,
    labels: await proxy.getPageLabels(),
    info,
    language: info && "Language" in info ? info.Language : undefined,
    isMarked: (await proxy.getMarkInfo())?.Marked,
    standard: metadata?.get("pdfuaid:part")
  }
}

/** Pages that each begin a sheet, with headings, tables, footnotes and links to one another. */
const handbook = (count: number): PdfDocument =>
  documentOf(
    Array.from({ length: count }, (_, index) =>
      page(
        `Page ${index}`,
        index % 10 > 0
          ? `See [page](/pages/page-${(index * 7) % count}).`
          : [
              `See [page](/pages/page-${(index * 7) % count}) and [part](/pages/page-${(index * 11) % count}#part).`,
              `Noted[^1], see <https://example.com/${index}>. $x_${index}$ 😀`,
              "[^1]: The note.",
              "| Head | Other |\n|--|--|\n| a | b |",
              "## Part\n\n```ts\nconst a = 1\n```"
            ].join("\n\n"),
        { id: `page-${index}` as never }
      )
    )
  )

it("is tagged throughout and says its language, whether it is set at once or in parts", async () => {
  const text = "- one\n\n> quoted `code`\n\nNoted[^1]. $x^2$\n\n[^1]: The note.\n\n| Head |\n|--|\n| cell |\n\n## Part"
  const document = documentOf(
    ["One", "Two", "Three"].map((title) => page(title, text)),
    { language: "de-AT" }
  )
  for (const { isAccessible, pdf } of [typeset(document), await inParts(document, 1)]) {
    expect(isAccessible).toBe(true)
    expect(await structureProblems(pdf)).toEqual([])
    const roles = "H1 H2 P L LI LBody BlockQuote Code Formula Note Table THead TBody TR TH TD Link".split(" ")
    expect(await rolesIn(pdf)).toEqual(expect.arrayContaining(roles))
    const { isMarked, language, standard } = await open(pdf)
    expect({ isMarked, language, standard }).toEqual({ isMarked: true, language: "de-AT", standard: "1" })
  }
})

describe("a document of several parts", () => {
  it("is what it is at once, where its parts begin with sheets", async () => {
    const document = handbook(runs(48))
    expect(partsOf(document, 1).length).toBeGreaterThan(3)
    const whole = await open(typeset(document).pdf)
    const joined = await open((await inParts(document, 1)).pdf)
    expect(joined.sheets.length).toBeGreaterThan(24)
    expect(joined.sheets.map(({ words }) => words)).toEqual(whole.sheets.map(({ words }) => words))
    expect(joined.labels).toEqual(whole.labels)
    const front = (joined.bookmarks[0]?.[2]?.sheet ?? 0) - 1
    const body = joined.sheets.slice(front).map((_, index) => String(index + 1))
    expect(joined.labels).toEqual([...["i", "ii", "iii", "iv"].slice(0, front), ...body])
    expect(joined.labels?.slice(0, 2)).toEqual(["i", "ii"])
    expect(joined.info).toEqual(whole.info)
    expect(joined.standard).toBe(whole.standard)
    const rounded = (to: Target | undefined) => to && { sheet: to.sheet, y: Math.round(to.y) }
    expect(joined.bookmarks.map(([depth, title, to]) => [depth, title, rounded(to)])).toEqual(
      whole.bookmarks.map(([depth, title, to]) => [depth, title, rounded(to)])
    )
    expect(joined.links.map(({ on, to }) => [on, rounded(to)])).toEqual(
      whole.links.map(({ on, to }) => [on, rounded(to)])
    )
  })

  it("is of the same bytes each time, and not much larger than at once", async () => {
    const document = handbook(12)
    const [first, again] = [await inParts(document, 1), await inParts(document, 1)]
    expect(Buffer.compare(first.pdf, again.pdf)).toBe(0)
    expect(first.pdf.length).toBeLessThan(2 * typeset(document).pdf.length)
    expect(await structureProblems(first.pdf)).toEqual([])
  })

  const tree = fc.array(
    fc.record({ depth: fc.nat(4), headings: fc.nat(3), lines: fc.nat(30), to: fc.nat(), isGroup: fc.boolean() }),
    { minLength: 4, maxLength: 14 }
  )

  it("leads everywhere where it says, whatever its pages are", async () => {
    const property = fc.asyncProperty(tree, async (nodes) => {
      let below = 0
      const pages = nodes.map(({ depth, headings, isGroup, lines, to }, index) => {
        const title = `Title ${index}`
        below = index === 0 ? 0 : Math.min(depth, below + 1)
        const parts = Array.from(
          { length: headings },
          (_, each) => `## Part ${index} ${each}\n\n${"words\n\n".repeat(lines)}`
        )
        const other = nodes[to % nodes.length]
        const anchor = (other?.headings ?? 0) > 0 ? `#part-${to % nodes.length}-0` : ""
        const text = [`[There](/pages/title-${to % nodes.length}${anchor})`, ...parts].join("\n\n")
        return page(title, text, { depth: below, type: isGroup ? "group" : "document", id: `title-${index}` as never })
      })
      const { pdf } = await inParts(documentOf(pages, { contentsDepth: 9 }), 1)
      const { bookmarks, labels, links, sheets } = await open(pdf)
      const isThere = (title: string, to: Target | undefined) => {
        const at = sheets[(to?.sheet ?? 0) - 1]?.lines.get(title)
        return at !== undefined && to !== undefined && to.y > at && to.y < at + 40
      }
      const titles = nodes.flatMap(({ headings }, index) => [
        `Title ${index}`,
        ...Array.from({ length: headings }, (_, each) => `Part ${index} ${each}`)
      ])
      expect(bookmarks.map(([, title]) => title)).toEqual(titles)
      for (const [, title, to] of bookmarks) expect(isThere(title, to), title).toBe(true)
      for (const { says, to } of links) expect(isThere(says, to), says).toBe(true)
      const first = sheets.length - (labels?.length ?? 0) + (labels?.lastIndexOf("1") ?? 0)
      for (const [index, { lines }] of sheets.entries())
        if (index >= first) expect(lines.has(labels?.[index] ?? "")).toBe(true)
      expect(await structureProblems(pdf)).toEqual([])
    })
    await fc.assert(property, { numRuns: runs(2) })
  })
})
