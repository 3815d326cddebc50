/**
 * The requests of one call to the storage: no authorization twice, and no more statements than it has things to read
 * and write.
 */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { SpaceTree } from "@lectern/core/content/SpaceTree"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { inWorkspace } from "../content/pages/space.js"
import { type Asked, counting } from "../counting.js"
import { storages } from "../storages.js"

const textOf = (i: number, word = "words"): string =>
  `---\ndescription: About ${i}\n---\n\n# Page ${i}\n\nSome ${word} about ${i}.\n\n## Part\n\nMore ${word}.\n`

/**
 * The reads that decide who may do what: each is made at most once in a call, and not at all while nothing has changed.
 */
const asked = ["get organizations", "get members", "scan grants", "scan collections", "scan sites", "scan team_members"]

const pages = 30

it.each(storages)("a call asks the storage once for each thing that it needs, $name", async (storage) => {
  const { taken, under } = counting(storage)
  const walks = await inWorkspace(under, ({ organization, space: { id: space } }) =>
    Effect.gen(function* () {
      const { apply } = yield* ContentEdits
      const sync = yield* ContentSync
      const requests = yield* ChangeRequests
      const search = yield* Search
      const { changes } = yield* apply(space, {
        changes: Array.from({ length: pages }, (_, i) => ({
          operation: "insert_page" as const,
          title: `Page ${i}`,
          document: { markdown: textOf(i) }
        }))
      })
      const made = changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
      const [first, second] = made
      if (first === undefined || second === undefined) return yield* Effect.dieMessage("no pages")
      const walked = <A, E, R>(call: Effect.Effect<A, E, R>) => {
        taken()
        return Effect.map(call, () => taken())
      }
      const edit = (markdown: string, at?: { readonly changeRequest: typeof request }) =>
        apply(space, { changes: [{ operation: "update_page", page: first, document: { markdown } }] }, at)
      const { id: request } = yield* requests.create(space, {})
      const text = yield* walked(edit(textOf(0, "others")))
      const inRequest = yield* walked(edit(textOf(0).replace("More", "Fewer"), { changeRequest: request }))
      const merge = yield* walked(requests.merge(space, request))
      const tree: SpaceTree = {
        pages: Array.from({ length: pages }, (_, i) => ({
          key: `page-${i}.md`,
          type: "document",
          title: `Page ${i}`,
          slug: `page-${i}`,
          markdown: textOf(i),
          pages: []
        })),
        files: [],
        reusableContents: [],
        variables: {},
        redirects: {}
      }
      const { id: imported } = yield* (yield* Spaces).create(organization.id, { title: "Imported" })
      return {
        text,
        title: yield* walked(
          apply(space, { changes: [{ operation: "update_page", page: second, title: "Renamed", slug: "renamed" }] })
        ),
        inRequest,
        merge,
        // The first search also takes over what the edits have queued.
        settling: yield* walked(search.space(space, { query: "words" })),
        search: yield* walked(search.space(space, { query: "words" })),
        searchAll: yield* walked(search.organization(organization.id, { query: "words" })),
        import: yield* walked(sync.apply(imported, tree)),
        same: yield* walked(sync.apply(imported, tree))
      }
    })
  )
  const times = ({ statements }: Asked, statement: string): number =>
    statements.filter((each) => each === statement).length
  for (const walk of Object.values(walks)) {
    for (const statement of asked) expect(times(walk, statement)).toBeLessThanOrEqual(1)
  }
  // Once by the policy, which knows the organization that stores the new text.
  expect(times(walks.text, "get spaces")).toBe(1)
  expect(times(walks.title, "get spaces")).toBe(1)
  expect(times(walks.inRequest, "get spaces")).toBe(1)
  expect(times(walks.search, "get spaces")).toBe(1)
  // And once to count the request among the merged ones.
  expect(times(walks.merge, "get spaces")).toBe(2)
  // The three sides.
  expect(times(walks.merge, "get documents")).toBe(3)
  expect(times(walks.text, "get documents")).toBe(1)
  expect(times(walks.text, "ensure documents")).toBe(1)
  expect(times(walks.text, "scan pending_index")).toBe(1)
  // An edit leaves the index alone.
  for (const walk of [walks.text, walks.title, walks.merge]) {
    expect(walk.statements.filter((each) => /search|page_links|backlinks|link_counts/.test(each))).toEqual([])
  }
  expect(walks.text.statements.length).toBeLessThanOrEqual(18)
  expect(walks.title.statements.length).toBeLessThanOrEqual(20)
  expect(walks.inRequest.statements.length).toBeLessThanOrEqual(21)
  expect(walks.merge.statements.length).toBeLessThanOrEqual(30)
  // Each page that is taken over is read once.
  expect(times(walks.settling, "get documents")).toBe(pages)
  // The index knows the pages that it finds.
  expect(walks.search.statements.length).toBeLessThanOrEqual(10)
  expect(walks.searchAll.statements.length).toBeLessThanOrEqual(10)
  // Before its files are stored, and in the transaction; and before and in the one that takes it over.
  expect(times(walks.import, "get spaces")).toBeLessThanOrEqual(5)
  expect(times(walks.import, "insert documents")).toBe(pages)
  // For search and links, an import knows what it has written.
  expect(times(walks.import, "get documents")).toBe(0)
  expect(times(walks.same, "insert revisions")).toBe(0)
})
