/**
 * Two engines over one file, as in two processes, that edit, delete, restore and search the same spaces concurrently.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { IndexingBudget } from "@lectern/core/content/indexing/Indexing"
import { findingText } from "@lectern/core/integrity/Finding"
import * as Lectern from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck, Layer } from "effect"
import { afterAll, expect, it } from "vitest"

const numRuns = runs(8)
const folder = mkdtempSync(join(tmpdir(), "lectern-together-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const step = FastCheck.record({
  kind: FastCheck.constantFrom("add", "change", "remove", "remove", "restore", "search", "search", "links"),
  space: FastCheck.nat(1)
})
type Step = typeof step extends FastCheck.Arbitrary<infer A> ? A : never

/** How many pages every space has from the beginning. */
const pageCount = 12

const word = (title: string): string => `word${title.replaceAll(" ", "")}`

let opened = 0

/** The work of one engine, one step after the other; a step that the state forbids does nothing. */
const work = async (
  { contentEdits, contents, links, search, spaces }: Lectern.Workspace,
  organization: OrganizationId,
  ids: ReadonlyArray<SpaceId>,
  name: string,
  steps: ReadonlyArray<Step>
): Promise<void> => {
  for (const [at, { kind, space }] of steps.entries()) {
    const id = ids[space] as SpaceId
    const title = `${name} ${at}`
    const markdown = `# ${title}\n\n${word(title)} [first](/pages/page-0)\n`
    const doing = async (): Promise<unknown> => {
      if (kind === "remove") return spaces.remove(id)
      if (kind === "restore") return spaces.restore(id)
      if (kind === "search") return search.organization(organization, { query: "word" })
      if (kind === "links") return links.list(id, {})
      if (kind === "add") {
        return contentEdits.apply(id, { changes: [{ operation: "insert_page", title, document: { markdown } }] })
      }
      const page = (await contents.pageByPath(id, "page-1")).id
      return contentEdits.apply(id, { changes: [{ operation: "update_page", page, document: { markdown } }] })
    }
    await doing().catch((error) => {
      if (!["Conflict", "NotFound"].includes(error._tag)) throw error
    })
  }
}

it("agree on what is found, and leave nothing undone or damaged", { timeout: 120_000 + numRuns * 10_000 }, async () => {
  const steps = FastCheck.array(step, { minLength: 1, maxLength: 6 })
  await FastCheck.assert(
    FastCheck.asyncProperty(steps, steps, FastCheck.constantFrom(0, 4_096, 1_048_576), async (one, two, budget) => {
      const filename = join(folder, `${opened++}.db`)
      const layer = (budget: number) =>
        Layer.merge(SqliteStorage.layer({ filename }), Layer.succeed(IndexingBudget, budget))
      const engines = [
        await Lectern.open({ storage: { layer: layer(0) } }),
        await Lectern.open({ storage: { layer: layer(budget) } })
      ] as const
      try {
        const user = (await engines[0].asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })).id
        const [first, second] = [engines[0].as(user), engines[1].as(user)]
        const organization = (await first.organizations.create({ title: "Both" })).id
        const ids = [await first.spaces.create(organization, {}), await first.spaces.create(organization, {})].map(
          ({ id }) => id
        )
        const pages = Array.from({ length: pageCount }, (_, at) => ({
          key: `page-${at}.md`,
          type: "document" as const,
          title: `Page ${at}`,
          markdown: `# Page ${at}\n\n${word(`Page ${at}`)}\n`,
          pages: []
        }))
        for (const id of ids) {
          await first.contentSync.apply(id, { pages, files: [], reusableContents: [], variables: {}, redirects: {} })
        }
        await Promise.all([work(first, organization, ids, "one", one), work(second, organization, ids, "two", two)])

        for (const id of ids) {
          for (const workspace of [first, second]) {
            const space = await workspace.spaces.get(id)
            if (space.deletedAt !== undefined) {
              const found = await workspace.search.organization(organization, { query: word("Page 0") })
              expect(found.items.filter((item) => item.id === id)).toEqual([])
              continue
            }
            for (const page of (await workspace.contents.pages(id)).pages.slice(0, 2)) {
              const found = await workspace.search.space(id, { query: word(page.title) })
              if (page.title !== "Page 1") expect(found.items.map((item) => item.id)).toContain(page.id)
            }
            const { pages } = await workspace.contents.pages(id)
            for (const page of pages.slice(pageCount)) {
              const found = await workspace.search.space(id, { query: word(page.title) })
              expect(found.items.map((item) => item.id)).toContain(page.id)
            }
          }
        }
        const { findings } = await engines[1].asSystem().integrity.check()
        expect(findings.map(findingText)).toEqual([])
      } finally {
        for (const engine of engines) await engine.close()
      }
    }),
    { numRuns }
  )
})
