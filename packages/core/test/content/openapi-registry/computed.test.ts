import { describe, expect, it } from "@effect/vitest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentBatch } from "@lectern/core/content/ContentChange"
import { type Page, PageId } from "@lectern/core/content/Page"
import { decode, encode } from "@lectern/core/git-layout/Folder"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { writeLayout } from "@lectern/core/git-layout/WriteLayout"
import { Links } from "@lectern/core/links/Links"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, member, organization, outcome, workspace } from "../../workspace.js"
import { petstore, settled } from "./specs.js"

const computed = (spec: string, models?: boolean) => ({
  type: "builtin:openapi" as const,
  dependencies: { spec: { ref: { kind: "openapi" as const, spec } } },
  props: models === undefined ? {} : { models }
})

const operation = (summary: string, ...tags: ReadonlyArray<string>) => ({
  get: { summary, tags, responses: { 200: { description: "Fine" } } }
})

const pets = {
  ...petstore("Pets"),
  info: { title: "Pets", version: "1", description: "All about **pets**." },
  tags: [{ name: "store", description: "Buy them" }, { name: "unused" }],
  paths: {
    "/pets": operation("List *pets*", "Pets & more"),
    "/orders": operation("List orders", "store"),
    '/a"b\\{id}': { $ref: "#/components/pathItems/odd" }
  },
  components: {
    schemas: { Pet: { type: "object" } },
    pathItems: { odd: { post: { responses: { 200: { description: "Fine" } } } } }
  }
}

const outline = (pages: ReadonlyArray<Page>): ReadonlyArray<string> =>
  pages.flatMap((page) => [
    `${page.type} ${"path" in page ? page.path : page.title}`,
    ...("pages" in page ? outline(page.pages) : [])
  ])

describe.each(storages)("computed pages over $name", (storage) => {
  const live = workspace(storage)

  const open = Effect.gen(function* () {
    const { id, admin } = yield* organization()
    const own = as(admin)
    const specs = yield* OpenAPISpecs
    const contents = yield* Contents
    const edits = yield* ContentEdits
    const space = yield* own((yield* Spaces).create(id, { title: "API" }))
    const give = (document: object) =>
      Effect.zipRight(
        own(specs.put(id, "pets", { source: { text: JSON.stringify(document) } })),
        settled(admin, id, "pets")
      )
    const apply = (...changes: ContentBatch["changes"]) => own(edits.apply(space.id, { changes }))
    return { id, admin, own, specs, contents, space: space.id, give, apply }
  })
  const insert = { operation: "insert_page", title: "Reference", computed: computed("pets", true) } as const

  it.effect("have one page for each tag, and one for the schemas, evaluated when they are read", () =>
    Effect.gen(function* () {
      const { own, contents, space, give, apply } = yield* open
      yield* give(pets)
      yield* apply(
        { operation: "insert_page", title: "Guide", ref: "guide" },
        { ...insert, into: PageId.make("./guide") }
      )
      const { pages } = yield* own(contents.pages(space))
      expect(outline(pages)).toEqual([
        "document guide",
        "document guide/reference",
        "document guide/reference/store",
        "document guide/reference/pets-more",
        "document guide/reference/other",
        "document guide/reference/models"
      ])
      expect(outline((yield* own(contents.current(space))).pages)).toEqual(outline(pages))
      const reference = yield* own(contents.pageByPath(space, "guide/reference"))
      expect(reference).toMatchObject({
        type: "document",
        title: "Reference",
        markdown: "# Reference\n\nAll about **pets**.\n",
        computed: { ...computed("pets"), props: { doc: "info", page: "reference" } },
        computedSeed: reference.id
      })
      expect(yield* own(contents.page(space, reference.id))).toEqual(reference)
      const store = yield* own(contents.pageByPath(space, "guide/reference/store"))
      expect(store).toMatchObject({
        id: `${reference.id}.store`,
        title: "store",
        description: "Buy them",
        computed: { props: { doc: "operations", page: "store" } },
        computedSeed: reference.id,
        markdown: [
          "# store",
          "## List orders",
          '{% openapi-operation spec="pets" path="/orders" method="get" %}\n{% endopenapi-operation %}\n'
        ].join("\n\n")
      })
      expect(yield* own(contents.page(space, store.id))).toEqual(store)
      const other = yield* own(contents.page(space, PageId.make(`${reference.id}.other`)))
      expect(other).toMatchObject({ markdown: expect.stringContaining('path="/a\\"b\\\\{id}" method="post"') })
      const models = yield* own(
        contents.page(space, PageId.make(`${reference.id}.models`), undefined, { format: "document" })
      )
      expect(models).toMatchObject({ document: { object: "document" }, computed: { props: { doc: "models" } } })
      for (const path of ["guide/reference/nothing", "guide/nothing"]) {
        expect(yield* outcome(own(contents.pageByPath(space, path)))).toBe("NotFound")
      }
      for (const id of [`${reference.id}.nothing`, "nothing.store", `${pages[0]!.id}.store`]) {
        expect(yield* outcome(own(contents.page(space, PageId.make(id))))).toBe("NotFound")
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("are left unevaluated when asked, and empty without a specification", () =>
    Effect.gen(function* () {
      const { own, contents, id, specs, space, give, apply } = yield* open
      yield* apply(insert)
      expect(outline((yield* own(contents.pages(space))).pages)).toEqual(["document reference"])
      yield* give(pets)
      const [page] = (yield* own(contents.pages(space, undefined, { computed: false }))).pages
      expect(page).toMatchObject({
        type: "computed",
        title: "Reference",
        path: "reference",
        computed: computed("pets", true),
        pages: []
      })
      expect(yield* own(contents.page(space, page!.id, undefined, { computed: false }))).toEqual(page)
      const below = contents.pageByPath(space, "reference/store", undefined, { computed: false })
      expect(yield* outcome(own(below))).toBe("NotFound")
      expect(outline((yield* own(contents.pages(space))).pages)).toHaveLength(5)
      yield* apply({
        operation: "update_page",
        page: page!.id,
        title: "Calls",
        slug: "calls",
        computed: computed("pets")
      })
      expect(outline((yield* own(contents.pages(space))).pages).at(-1)).toBe("document calls/other")
      const { changes } = yield* own((yield* Revisions).changes(space, yield* own(contents.head(space)), {}))
      expect(changes).toMatchObject([
        {
          type: "page_edited",
          attributes: { computed: { before: computed("pets", true), after: computed("pets") } }
        }
      ])
      yield* own(specs.remove(id, "pets"))
      expect(outline((yield* own(contents.pages(space))).pages)).toEqual(["document calls"])
    }).pipe(Effect.provide(live))
  )

  it.effect("move the version of what is read when the specification changes, and only theirs", () =>
    Effect.gen(function* () {
      const { own, contents, id, specs, space, give, apply } = yield* open
      yield* give(pets)
      const { revision } = yield* apply({ operation: "insert_page", title: "Plain" })
      expect(yield* own(contents.version(space))).toBe(revision)
      yield* apply(insert)
      const versions = new Set<string>()
      const moved = Effect.gen(function* () {
        const now = yield* own(contents.version(space))
        const isNew = !versions.has(now)
        versions.add(now)
        return isNew
      })
      expect(yield* moved).toBe(true)
      yield* give(pets)
      expect(yield* moved).toBe(false)
      yield* give(petstore("Other"))
      expect(yield* moved).toBe(true)
      expect(outline((yield* own(contents.pages(space))).pages)).toContain("document reference/pets")
      yield* own(specs.remove(id, "pets"))
      expect(yield* moved).toBe(true)
    }).pipe(Effect.provide(live))
  )

  it.effect("are edited like other pages, but have no text and no pages of their own", () =>
    Effect.gen(function* () {
      const { own, contents, space, apply } = yield* open
      yield* apply(insert, { operation: "insert_page", title: "Plain" })
      const [page, plain] = (yield* own(contents.pages(space))).pages
      const refused: ReadonlyArray<ContentBatch["changes"][number]> = [
        { ...insert, document: { markdown: "# Text" } },
        { operation: "update_page", page: page!.id, document: { markdown: "# Text" } },
        { operation: "update_page", page: plain!.id, computed: computed("pets") },
        { operation: "insert_page", title: "Below", into: page!.id },
        { operation: "update_page", page: plain!.id, into: page!.id },
        { ...insert, computed: computed("") },
        { ...insert, computed: { ...computed("pets"), type: "builtin:else" as "builtin:openapi" } }
      ]
      for (const change of refused) expect(yield* outcome(apply(change)), JSON.stringify(change)).toBe("Invalid")
      yield* apply({ operation: "delete_page", page: page!.id })
      expect(outline((yield* own(contents.pages(space))).pages)).toEqual(["document plain"])
    }).pipe(Effect.provide(live))
  )

  it.effect("are proposed, merged and copied with their space", () =>
    Effect.gen(function* () {
      const { own, contents, space, give } = yield* open
      yield* give(pets)
      const requests = yield* ChangeRequests
      const { id: changeRequest } = yield* own(requests.create(space, {}))
      const at = { changeRequest }
      yield* own((yield* ContentEdits).apply(space, { changes: [insert] }, at))
      const before = yield* own(contents.version(space, at))
      expect(outline((yield* own(contents.pages(space, at))).pages)).toHaveLength(5)
      expect((yield* own(contents.pages(space))).pages).toEqual([])
      yield* give(petstore("Other"))
      expect(yield* own(contents.version(space, at))).not.toBe(before)
      yield* own(requests.merge(space, changeRequest))
      expect(outline((yield* own(contents.pages(space))).pages)).toEqual([
        "document reference",
        "document reference/pets"
      ])
      const copy = yield* own((yield* Spaces).duplicate(space))
      const version = yield* own(contents.version(copy.id))
      yield* give(pets)
      expect(yield* own(contents.version(copy.id))).not.toBe(version)
      expect(outline((yield* own(contents.pages(copy.id))).pages)).toHaveLength(5)
    }).pipe(Effect.provide(live))
  )

  it.effect("and blocks that show a specification are links to it, broken when it is gone", () =>
    Effect.gen(function* () {
      const { id, own, specs, space, give, apply } = yield* open
      const links = yield* Links
      yield* give(pets)
      const markdown = '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}\n'
      yield* apply(insert, { operation: "insert_page", title: "Text", document: { markdown } })
      const statuses = (caller = own) =>
        Effect.map(caller(links.list(space, {})), ({ items, stats }) => [
          ...items.map(({ relation, status, targetReference }) => `${status} ${relation} ${targetReference.kind}`),
          stats.broken.total
        ])
      expect(yield* statuses()).toEqual(["ok dependsOn openapi", "ok dependsOn openapi", 0])
      expect((yield* own(links.list(space, {}))).items[0]?.targetReference).toEqual({
        kind: "openapi",
        organization: expect.objectContaining({ id }),
        openAPISpec: yield* own(specs.get(id, "pets"))
      })
      const reader = yield* member(id, "Reader", "read")
      expect((yield* statuses(as(reader))).at(-1)).toBe(0)
      yield* own(specs.remove(id, "pets"))
      expect(yield* statuses()).toEqual(["broken dependsOn url", "broken dependsOn url", 2])
    }).pipe(Effect.provide(live))
  )

  it.effect("stand in a table of contents, and come out of the space as they went in", () =>
    Effect.gen(function* () {
      const { own, contents, space, give } = yield* open
      yield* give(pets)
      const sync = yield* ContentSync
      const summary = [
        "# Table of contents",
        "",
        "* [Home](README.md)",
        "  * ```yaml",
        "    type: builtin:openapi",
        "    props:",
        "      models: true",
        "      downloadLink: true",
        "      grouping: by-tag",
        "    dependencies:",
        "      spec:",
        "        ref:",
        "          kind: openapi",
        "          spec: pets",
        "    ```",
        "",
        "## Reference",
        "",
        "* ```yaml",
        "  title: The API",
        "  props:",
        "    models: false",
        "  type: builtin:openapi",
        "  dependencies:",
        "    spec:",
        "      ref:",
        "        kind: openapi",
        "        spec: pets",
        "  ```",
        ""
      ].join("\n")
      const files = [
        { path: "README.md", bytes: encode("# Home\n") },
        { path: "SUMMARY.md", bytes: encode(summary) }
      ]
      const { problems, tree } = readLayout(files)
      expect(problems).toEqual([])
      yield* own(sync.apply(space, tree))
      expect(outline((yield* own(contents.pages(space))).pages)).toEqual([
        "document readme",
        "document readme/pets",
        "document readme/pets/store",
        "document readme/pets/pets-more",
        "document readme/pets/other",
        "document readme/pets/models",
        "group reference",
        "document reference/the-api",
        "document reference/the-api/store",
        "document reference/the-api/pets-more",
        "document reference/the-api/other"
      ])
      const written = writeLayout(yield* own(sync.snapshot(space)))
      const texts = Object.fromEntries(written.map(({ path, bytes }) => [path, decode(bytes)]))
      expect(texts["SUMMARY.md"]).toEqual(decode(encode(summary)))
      const again = yield* own(sync.apply(space, readLayout(written).tree))
      expect(again).toMatchObject({ inserted: 0, updated: 0, removed: 0 })
    }).pipe(Effect.provide(live))
  )
})
