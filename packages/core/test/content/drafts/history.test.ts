/** Random histories against a naive model: a copy of the whole tree for every revision. */

import type { ContentChange } from "@lectern/core/content/ContentChange"
import { type Page, PageId } from "@lectern/core/content/Page"
import type { RevisionId } from "@lectern/core/content/RevisionId"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"

/** A step: its action, and numbers that pick pages and places among the existing ones. */
const step = fc.record({
  action: fc.constantFrom("insert", "insert", "insert", "edit", "retitle", "reslug", "move", "delete"),
  page: fc.nat(),
  target: fc.nat(),
  at: fc.option(fc.nat(4), { nil: undefined }),
  word: fc.constantFrom("alpha", "beta", "Gamma ray", "Δέλτα", "日本語")
})

interface Node {
  readonly id: string
  readonly slug: string
  readonly text: string
  readonly children: ReadonlyArray<Node>
}

const shape = (pages: ReadonlyArray<Page>, texts: ReadonlyMap<string, string>): ReadonlyArray<Node> =>
  pages.flatMap((page) =>
    page.type === "document"
      ? [{ id: page.id, slug: page.slug, text: texts.get(page.id) ?? "", children: shape(page.pages, texts) }]
      : []
  )

const flatten = (nodes: ReadonlyArray<Node>, path = ""): ReadonlyArray<Node & { readonly path: string }> =>
  nodes.flatMap((node) => {
    const own = path === "" ? node.slug : `${path}/${node.slug}`
    return [{ ...node, path: own }, ...flatten(node.children, own)]
  })

const without = (nodes: ReadonlyArray<Node>, id: string): ReadonlyArray<Node> =>
  nodes.filter((node) => node.id !== id).map((node) => ({ ...node, children: without(node.children, id) }))

const inserted = (nodes: ReadonlyArray<Node>, parent: string | undefined, at: number | undefined, node: Node) => {
  const put = (siblings: ReadonlyArray<Node>) => siblings.toSpliced(at ?? siblings.length, 0, node)
  const walk = (siblings: ReadonlyArray<Node>): ReadonlyArray<Node> =>
    siblings.map((each) =>
      each.id === parent ? { ...each, children: put(each.children) } : { ...each, children: walk(each.children) }
    )
  return parent === undefined ? put(nodes) : walk(nodes)
}

const mapped = (nodes: ReadonlyArray<Node>, id: string, change: (node: Node) => Node): ReadonlyArray<Node> =>
  nodes.map((node) => (node.id === id ? change(node) : { ...node, children: mapped(node.children, id, change) }))

const read = (space: SpaceId, revision?: RevisionId) =>
  Effect.gen(function* () {
    const contents = yield* Contents
    const at = revision === undefined ? undefined : { revision }
    const { pages } = yield* contents.pages(space, at)
    const texts = new Map<string, string>()
    for (const { id, path } of flatten(shape(pages, texts))) {
      const page = yield* contents.page(space, PageId.make(id), at)
      const byPath = yield* contents.pageByPath(space, path, at)
      expect(byPath).toEqual(page)
      texts.set(id, page.type === "document" ? (page.markdown ?? "") : "")
    }
    return shape(pages, texts)
  })

describe.each(storages)("content over random histories, $name", (storage) => {
  it("equals a model that copies the whole tree, at every revision", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) =>
        inWorkspace(storage, ({ space }) =>
          Effect.gen(function* () {
            const edits = yield* ContentEdits
            const contents = yield* Contents
            let model: ReadonlyArray<Node> = []
            const history: Array<readonly [RevisionId, ReadonlyArray<Node>]> = []
            const apply = (change: ContentChange) => Effect.either(edits.apply(space.id, { changes: [change] }))
            for (const { action, page, target, at, word } of steps) {
              const all = flatten(model)
              const chosen = all[page % Math.max(all.length, 1)]
              const other = target % 3 === 0 ? undefined : all[target % Math.max(all.length, 1)]
              const parent = other === undefined ? null : PageId.make(other.id)
              const place = at === undefined ? {} : { at }
              if (action === "insert") {
                const result = yield* apply({
                  operation: "insert_page",
                  title: word,
                  document: { markdown: word },
                  into: parent,
                  ...place
                })
                expect(result._tag).toBe("Right")
                const known = new Set(all.map(({ id }) => id))
                const fresh = flatten(shape((yield* contents.pages(space.id)).pages, new Map())).find(
                  ({ id }) => !known.has(id)
                )
                const siblings = other?.children ?? (parent === null ? model : [])
                expect(siblings.map(({ slug }) => slug)).not.toContain(fresh?.slug)
                const node = { id: fresh?.id ?? "", slug: fresh?.slug ?? "", text: word, children: [] }
                model = inserted(model, other?.id, at, node)
              } else if (chosen !== undefined) {
                const id = PageId.make(chosen.id)
                if (action === "delete") {
                  yield* apply({ operation: "delete_page", page: id })
                  model = without(model, id)
                } else if (action === "edit") {
                  yield* apply({ operation: "update_page", page: id, document: { markdown: `${word} edited` } })
                  model = mapped(model, id, (node) => ({ ...node, text: `${word} edited` }))
                } else if (action === "retitle") {
                  yield* apply({ operation: "update_page", page: id, title: `${word} again` })
                } else if (action === "reslug") {
                  const slug = `s${target}`
                  const result = yield* apply({ operation: "update_page", page: id, slug })
                  if (result._tag === "Right") model = mapped(model, id, (node) => ({ ...node, slug }))
                } else {
                  const result = yield* apply({ operation: "update_page", page: id, into: parent, ...place })
                  const inside = flatten(chosen.children).some(({ id: below }) => below === other?.id)
                  expect(result._tag).toBe(inside || other?.id === id ? "Left" : "Right")
                  if (result._tag === "Right") {
                    const moved = yield* contents.page(space.id, id)
                    const sameParent = (other?.children ?? (other === undefined ? model : [])).some(
                      (node) => node.id === id
                    )
                    if (!(sameParent && at === undefined)) {
                      const { path: _, ...node } = chosen
                      const slug = moved.type === "document" ? moved.slug : ""
                      model = inserted(without(model, id), other?.id, at, { ...node, slug })
                    }
                  }
                }
              }
              const revision = yield* contents.head(space.id)
              expect(yield* read(space.id)).toEqual(model)
              history.push([revision, model])
            }
            for (const [revision, expected] of new Map(history))
              expect(yield* read(space.id, revision)).toEqual(expected)
          })
        )
      ),
      { numRuns: runs(25, storage.name === "memory" ? 1 : 0.2) }
    ))
})
