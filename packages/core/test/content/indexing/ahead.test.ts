/** Reading of pages ahead of the transactions that index them, in other threads and in turns. */

import { indexedPage } from "@lectern/core/content/indexing/IndexedItem"
import { pagesTask, readItems, textOfItem, unpacked } from "@lectern/core/content/indexing/IndexingTasks"
import type { ItemValue, PageItem } from "@lectern/core/content/items/Item"
import { readText } from "@lectern/core/content/pages/TextReading"
import type { SpaceTree, TreePage } from "@lectern/core/content/SpaceTree"
import { Conflict } from "@lectern/core/errors/Errors"
import { turn } from "@lectern/core/foundation/scheduling/Turns"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceRecord } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { gitbookReading } from "@lectern/core/text/markdown/Reading"
import { entriesInTurns } from "@lectern/core/text/search-index/Postings"
import { runHere, Workers, type WorkersService } from "@lectern/core/workers/Workers"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Fiber, FastCheck as fc, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { markdown as anyText } from "../../engine/texts/grammar.js"
import { inPieces, storages } from "../../storages.js"
import { as, damages, organization, workspace } from "../../workspace.js"

const numRuns = runs(100)

const prose = fc
  .array(
    fc.constantFrom(
      "The",
      "pages",
      "pageSize",
      "v1.2",
      "4,096",
      "C++",
      "don't",
      "Straße",
      "über",
      "文档",
      "🦊",
      "\n\n## Part\n\n",
      "\n"
    ),
    {
      maxLength: 300
    }
  )
  .map((words) => words.join(" "))

const page = (path: string, title: string, hidden: boolean) =>
  ({ kind: "page", type: "document", id: "page", path, title, document: "body", ...(hidden && { hidden }) }) as PageItem
const item = fc.record({
  markdown: fc.oneof(
    anyText,
    prose,
    fc.tuple(anyText, prose).map((parts) => parts.join("\n"))
  ),
  value: fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom("a", "a/b", "über/文档"), anyText, fc.boolean())
        .map(([path, title, hidden]): ItemValue => page(path, title, hidden))
    },
    fc.constant({ kind: "reusable-content", id: "part", document: "body" } as ItemValue)
  )
})

describe("texts that are read together", () => {
  it("are read as each is alone, and come through another thread", () =>
    fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 4 }), async (items) => {
        const texts = items.map(({ markdown, value }) => textOfItem(value, markdown))
        const read = await readItems(texts)
        expect(structuredClone(await pagesTask.run(structuredClone(texts))).map(unpacked)).toEqual(read)
        const space = { id: "space", organization: "organization" } as SpaceRecord
        for (const [i, { markdown, value }] of items.entries()) {
          const text = await readText(markdown, gitbookReading)
          const { documents } = indexedPage(space, "page", value, text)
          const entries = documents.length === 0 ? undefined : await Effect.runPromise(entriesInTurns(documents))
          expect(read[i]).toEqual(entries === undefined ? { text } : { text, entries })
        }
      }),
      { numRuns }
    ))
})

const count = 90
const wordOf = (i: number): string => `word${i}x`

/** Pages of all kinds, each with a word of its own and a link to the next one. */
const tree = (version: string): SpaceTree => ({
  pages: Array.from({ length: count }, (_, i): TreePage => {
    const length = [10, 400, 3_000, 20_000][i % 4] ?? 0
    const text = `# Page ${i}\n\n${wordOf(i)} ${version} [next](page-${(i + 1) % count}.md)\n\n## Part\n\n${"more of it ".repeat(length / 10)}\n`
    return {
      key: `page-${i}.md`,
      type: "document",
      title: `Page ${i}`,
      slug: `page-${i}`,
      markdown: i % 7 === 0 ? `---\ncover: page-1.md\n---\n${text}` : text,
      ...(i % 11 === 0 && { noIndex: true }),
      pages: []
    }
  }),
  files: [],
  reusableContents: [],
  variables: {},
  redirects: {}
})

/** Workers that run next to this thread, as far as can be seen, and that fail every tenth batch. */
const beside = (before: Effect.Effect<unknown>) => {
  let batches = 0
  const run: WorkersService["run"] = (task, input) => {
    if (task.name !== pagesTask.name) return runHere(task, input)
    const batch = batches++
    if (batch % 10 === 9) return Effect.zipRight(turn, new Conflict({ message: "the content is too complex" }))
    // Later ones may be done first.
    const waits = Effect.repeatN(turn, (batch * 7) % 5)
    const work = Effect.map(runHere(task, structuredClone(input)), (output) => structuredClone(output))
    return before.pipe(Effect.zipRight(waits), Effect.zipRight(work))
  }
  return { batches: () => batches, layer: Layer.succeed(Workers, { run, parallel: true }) }
}

describe.each(storages.flatMap((storage) => [storage, inPieces(storage)]))("a large import, on $name", (storage) => {
  it("is in search and links as it stands, whatever is edited while its texts are read", () => {
    let edit: Effect.Effect<void> | undefined
    let editing: Fiber.Fiber<void> | undefined
    const workers = beside(
      Effect.suspend(() => {
        const now = edit
        edit = undefined
        if (now === undefined) return Effect.void
        return Effect.map(Effect.forkDaemon(now), (fiber) => {
          editing = fiber
        })
      })
    )
    return Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const own = as(admin)
      const space = (yield* own((yield* Spaces).create(id, {}))).id
      const [contents, edits, search, sync] = [yield* Contents, yield* ContentEdits, yield* Search, yield* ContentSync]
      const pageAt = (i: number) => own(contents.pageByPath(space, `page-${i}`))
      yield* own(sync.apply(space, tree("first")))
      const [renamed, rewritten, removed] = [yield* pageAt(80), yield* pageAt(81), yield* pageAt(82)]
      const document = { markdown: "# Page 81\n\nrewrittenmeanwhile\n" }
      const changes = [
        { operation: "update_page" as const, page: renamed.id, title: "Renamed meanwhile" },
        { operation: "update_page" as const, page: rewritten.id, document },
        { operation: "delete_page" as const, page: removed.id }
      ]
      edit = Effect.orDie(Effect.asVoid(own(edits.apply(space, { changes }))))
      yield* own(sync.apply(space, tree("second")))
      expect(workers.batches()).toBeGreaterThan(5)
      yield* Fiber.join(editing!)
      const pathsFor = (query: string) =>
        Effect.map(own(search.space(space, { query, limit: 1000 })), ({ items }) =>
          items.map(({ path }) => path).sort()
        )
      for (let i = 0; i < count; i++) {
        const isFound = i % 11 !== 0 && i !== 81 && i !== 82
        expect([i, yield* pathsFor(`"${wordOf(i)}"`)]).toEqual([i, isFound ? [`page-${i}`] : []])
      }
      expect(yield* pathsFor("rewrittenmeanwhile")).toEqual(["page-81"])
      expect(yield* pathsFor("meanwhile")).toEqual(["page-80"])
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(workspace(storage, { workers: workers.layer })), Effect.runPromise)
  })
})
