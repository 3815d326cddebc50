/** Folders of other tools, once they are spaces: every reading of a text goes by its dialect. */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { Links } from "@lectern/core/links/Links"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Effect, Stream } from "effect"
import { describe, expect, it } from "vitest"
import type { SnapshotPage } from "../../../src/content/git-layout/SpaceSnapshot.js"
import { storages } from "../../storages.js"
import { fixture } from "../git-layout/fixture.js"
import { held, contents as textsOf } from "../git-layout/space.js"
import { inWorkspace } from "../pages/space.js"

/** The pages of a space by their titles. */
const pagesOf = (space: SpaceId) =>
  Effect.gen(function* () {
    const { pages, redirects } = yield* (yield* ContentSync).snapshot(space)
    const found = new Map<string, SnapshotPage>()
    const visit = (page: SnapshotPage): void => {
      found.set(page.title, page)
      page.pages.forEach(visit)
    }
    pages.forEach(visit)
    return { found, redirects }
  })

const imported = (space: SpaceId, name: Parameters<typeof fixture>[0]) =>
  Effect.flatMap(ContentSync, (sync) => sync.apply(space, readLayout(fixture(name)).tree))

const folderOf = (space: SpaceId) =>
  Effect.gen(function* () {
    const { files, problems } = yield* (yield* ContentSync).folder(space)
    const written = yield* Stream.runCollect(Stream.mapEffect(files, held))
    return { problems, texts: textsOf([...written]) }
  })

/** The types of all nodes of a document, in order. */
const typesIn = (node: { readonly type?: string; readonly nodes?: ReadonlyArray<object> }): ReadonlyArray<string> => [
  ...(node.type === undefined ? [] : [node.type]),
  ...(node.nodes ?? []).flatMap((inner) => typesIn(inner))
]

describe.each(storages)("a folder of another tool, $name", (storage) => {
  it("is read as its tool reads it, and stays as it is", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* imported(space.id, "mkdocs")
        const { found, redirects } = yield* pagesOf(space.id)
        const loaf = found.get("Your first loaf")!
        expect([loaf.label, loaf.slug, loaf.dialect]).toEqual(["First loaf", "first", "mkdocs"])
        expect(found.get("The bakery")?.label).toBe("Home")
        expect(Object.entries(redirects).filter(([, id]) => id === loaf.id)).toEqual(
          expect.arrayContaining([
            ["guide/first", loaf.id],
            ["start", loaf.id]
          ])
        )
        const page = yield* (yield* Contents).page(space.id, loaf.id, undefined, { format: "document" })
        const types = typesIn((page as { readonly document: object }).document)
        expect(types).toEqual(expect.arrayContaining(["hint", "tabs", "tab", "code"]))
        expect(JSON.stringify(page)).not.toMatch(/!!!|===|\+\+|:material|\?\?\?/)
        const hits = yield* (yield* Search).space(space.id, { query: "sourdough" })
        expect(JSON.stringify(hits.items)).toContain("Knead it")
        const links = yield* (yield* Links).list(space.id, {})
        expect(links.items.filter(({ status }) => status === "broken")).toEqual([])
        const folder = yield* folderOf(space.id)
        expect([folder.texts, folder.problems]).toEqual([textsOf(fixture("mkdocs")), []])
      })
    ))

  it("is merged block by block as its tool cuts it", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* imported(space.id, "mkdocs")
        const { found } = yield* pagesOf(space.id)
        const { id } = found.get("Your first loaf")!
        const [contents, edits, requests] = [yield* Contents, yield* ContentEdits, yield* ChangeRequests]
        const text = (changeRequest?: Parameters<typeof contents.page>[2]) =>
          Effect.map(contents.page(space.id, id, changeRequest), (page) => (page as { markdown: string }).markdown)
        const before = yield* text()
        const request = yield* requests.create(space.id, {})
        const write = (markdown: string, changeRequest?: typeof request.id) =>
          edits.apply(
            space.id,
            { changes: [{ operation: "update_page", page: id, document: { markdown } }] },
            changeRequest === undefined ? {} : { changeRequest }
          )
        // One side removes an admonition, and the other one changes its second paragraph, which is part of it.
        yield* write(before.replace(/!!! warning[\s\S]*?(?=## )/, ""))
        yield* write(before.replace("*gloves*", "thick *gloves*"), request.id)
        const [conflict, ...others] = yield* requests.conflicts(space.id, request.id)
        expect(others).toEqual([])
        expect(JSON.stringify(conflict)).toMatch(/!!! warning.*thick/)
        expect((yield* pagesOf(space.id)).found.get("Your first loaf")?.dialect).toBe("mkdocs")
      })
    ))

  it("keeps its own table when pages move, and says what is no longer true in it", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* imported(space.id, "book")
        const { found } = yield* pagesOf(space.id)
        const crust = found.get("Crust")!
        yield* (yield* ContentEdits).apply(space.id, {
          changes: [{ operation: "update_page", page: crust.id, into: found.get("Ovens")!.id }]
        })
        const { problems, texts } = yield* folderOf(space.id)
        expect(problems).toEqual([
          {
            file: "src/SUMMARY.md",
            severity: "warning",
            message: expect.stringContaining("Ovens (Crust)")
          }
        ])
        expect(Object.keys(texts).sort()).toEqual(Object.keys(textsOf(fixture("book"))).sort())
        expect(texts["src/SUMMARY.md"]).toBe(textsOf(fixture("book"))["src/SUMMARY.md"])
      })
    ))
})
