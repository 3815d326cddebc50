import type { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import type { ResolveConflicts } from "@lectern/core/change-requests/MergeConflict"
import { type Page, PageId } from "@lectern/core/content/Page"
import { Contents } from "@lectern/core/space-content/Contents"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { as, failure, outcome } from "../../workspace.js"

import { type Changes, edit, insert, markdownOf, page, paths, requests, rewrite, worlds } from "./world.js"

describe.each(everyStorage)("change requests that are merged, $name", (storage) => {
  const inWorld = worlds(storage)

  it("change nothing where the two sides conflict, until an update leaves markers that somebody resolves", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const { id } = yield* open()
        const at = { changeRequest: id }
        const one = yield* as(people.admin)(page(space, "one"))
        const theirs = yield* as(people.editor)(edit(space, rewrite(one, "# One\n\nof the request\n"), id))
        const ours = yield* as(people.admin)(edit(space, rewrite(one, "# One\n\nof main\n")))
        const merge = as(people.reviewer)(requests((service) => service.merge(space, id)))
        expect(yield* merge).toEqual({ revision: theirs, result: "conflicts" })
        const contents = yield* Contents
        expect(yield* as(people.reader)(contents.head(space))).toBe(ours)
        expect(yield* as(people.reader)(contents.head(space, at))).toBe(theirs)
        const pulled = yield* as(people.editor)(requests((service) => service.pull(space, id)))
        expect(pulled.result).toBe("conflicts")
        const marked = markdownOf(yield* as(people.reader)(page(space, "one", at))) ?? ""
        for (const part of ["<<<<<<< main", "of main", "=======", "of the request", ">>>>>>> change request"]) {
          expect(marked).toContain(part)
        }
        expect(yield* failure(merge)).toMatchObject({ _tag: "Conflict", message: expect.stringContaining("one") })
        yield* as(people.editor)(edit(space, rewrite(one, "# One\n\nof both\n"), id))
        expect(yield* merge).toMatchObject({ result: "merge" })
        expect(markdownOf(yield* as(people.reader)(page(space, "one")))).toBe("# One\n\nof both\n")
      })
    ))

  it("list their conflicts as data, which are resolved by taking a side or by writing the text", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const [one, two] = [yield* as(people.admin)(page(space, "one")), yield* as(people.admin)(page(space, "two"))]
        yield* as(people.admin)(edit(space, rewrite(one, "# One\n\nfirst\n\nlast\n")))
        const { id } = yield* open()
        const conflicts = as(people.reader)(requests((service) => service.conflicts(space, id)))
        const changes = (who: string): Changes => [
          ...rewrite(one, `# One\n\nfirst of ${who}\n\nlast\n`),
          { operation: "update_page", page: PageId.make(one.id), slug: `one-of-${who}` }
        ]
        yield* as(people.editor)(edit(space, [...changes("request"), ...rewrite(two, "# Two\n\nkept\n")], id))
        expect(yield* conflicts).toEqual([])
        yield* as(people.admin)(
          edit(space, [...changes("main"), { operation: "delete_page", page: PageId.make(two.id) }])
        )
        const found = yield* conflicts
        expect(found.map(({ item, kind }) => [item, kind])).toEqual([
          [one.id, "field"],
          [one.id, "block"],
          [two.id, "item"]
        ])
        expect(found[0]).toMatchObject({
          title: "One",
          where: "slug",
          base: "one",
          main: "one-of-main",
          request: "one-of-request"
        })
        expect(found[1]).toMatchObject({ base: "first", main: "first of main", request: "first of request" })
        const resolve = (input: object) =>
          as(people.editor)(requests((service) => service.resolve(space, id, input as ResolveConflicts)))
        expect(found[2]).toEqual({
          item: two.id,
          type: "page",
          title: "Two",
          path: "two",
          kind: "item",
          where: "item",
          base: { id: two.id, type: "document", title: "Two", path: "two" },
          request: { id: two.id, type: "document", title: "Two", path: "two" }
        })
        const both = { item: one.id, where: "slug", take: "main", text: "x" }
        expect(yield* outcome(resolve({ resolutions: [both] }))).toBe("Invalid")
        const unknown = { item: one.id, where: "block 7", take: "main" }
        expect(yield* outcome(resolve({ resolutions: [unknown] }))).toBe("NotFound")
        const first = { item: one.id, where: "slug", take: "main" }
        const tooMany = { item: one.id, where: "block 1", text: "[a](b.md) ".repeat(5_001) }
        expect(yield* failure(resolve({ resolutions: [first, tooMany] }))).toMatchObject({
          _tag: "Invalid",
          field: "resolutions.1.text"
        })
        const text = (item: string, where: string, given: string) =>
          resolve({ resolutions: [{ item, where, text: given }] })
        expect(yield* failure(text(one.id, "slug", "a/b"))).toMatchObject({ _tag: "Invalid", field: "slug" })
        expect(yield* failure(text(two.id, "item", "kept"))).toMatchObject({ _tag: "Invalid", field: "take" })
        expect(yield* conflicts).toEqual(found)
        const resolutions = found.map(({ item, kind, where }) => ({
          item,
          where,
          ...(kind === "block" ? { text: "first of both" } : { take: kind === "field" ? "main" : "request" })
        }))
        expect((yield* resolve({ resolutions })).result).toBe("update")
        expect(yield* conflicts).toEqual([])
        yield* as(people.reviewer)(requests((service) => service.merge(space, id)))
        expect([...(yield* as(people.reader)(paths(space)))].sort()).toEqual(["one-of-main", "two"])
        expect(markdownOf(yield* as(people.reader)(page(space, "one-of-main")))).toBe(
          "# One\n\nfirst of both\n\nlast\n"
        )
        expect(markdownOf(yield* as(people.reader)(page(space, "two")))).toBe("# Two\n\nkept\n")
      })
    ))

  it("bring together edits of different blocks and fields of one page", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const one = yield* as(people.admin)(page(space, "one"))
        yield* as(people.admin)(edit(space, rewrite(one, "---\nicon: gear\n---\n\n# One\n\nfirst\n\nlast\n")))
        const { id } = yield* open()
        const at = { changeRequest: id }
        yield* as(people.editor)(
          edit(
            space,
            [
              ...rewrite(one, "---\nicon: gear\n---\n\n# One\n\nfirst of the request\n\nlast\n"),
              { operation: "update_page", page: PageId.make(one.id), description: "Of the request", at: 1 }
            ],
            id
          )
        )
        yield* as(people.admin)(
          edit(space, [
            ...rewrite(one, "---\nicon: gear\n---\n\n# Uno\n\nfirst\n\nlast of main\n"),
            { operation: "update_page", page: PageId.make(one.id), icon: "bolt", slug: "uno" }
          ])
        )
        const pulled = yield* as(people.editor)(requests((service) => service.pull(space, id)))
        expect(pulled.result).toBe("update")
        const there = yield* as(people.reader)(page(space, "uno", at))
        expect(there).toMatchObject({ title: "Uno", icon: "bolt", description: "Of the request" })
        expect(markdownOf(there)).toMatch(/# Uno\n\nfirst of the request\n\nlast of main\n$/)
        yield* as(people.reviewer)(requests((service) => service.merge(space, id)))
        expect(yield* as(people.reader)(paths(space))).toEqual(["two", "uno"])
        expect(markdownOf(yield* as(people.reader)(page(space, "uno")))).toBe(markdownOf(there))
      })
    ))

  it("settle what neither side alone decides: main's deletions against the request's edits, and the other way round", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const [one, two] = [yield* as(people.admin)(page(space, "one")), yield* as(people.admin)(page(space, "two"))]
        const { id } = yield* open()
        yield* as(people.editor)(
          edit(
            space,
            [
              { operation: "insert_page", title: "Below", into: PageId.make(one.id) },
              { operation: "delete_page", page: PageId.make(two.id) }
            ],
            id
          )
        )
        yield* as(people.admin)(
          edit(space, [
            { operation: "delete_page", page: PageId.make(one.id) },
            { operation: "insert_page", title: "Inside", into: PageId.make(two.id) }
          ])
        )
        const merge = as(people.admin)(requests((service) => service.merge(space, id)))
        expect((yield* merge).result).toBe("conflicts")
        const pulled = yield* as(people.admin)(requests((service) => service.pull(space, id)))
        expect(pulled.result).toBe("conflicts")
        const contents = yield* Contents
        expect(yield* as(people.reader)(paths(space, { changeRequest: id }))).toEqual(["two", "below"])
        expect((yield* as(people.reader)(contents.pageByPath(space, "two/inside", { changeRequest: id }))).title).toBe(
          "Inside"
        )
        expect((yield* merge).result).toBe("conflicts")
        const below = yield* as(people.reader)(page(space, "below", { changeRequest: id }))
        const stay = (moved: Page): Changes => [{ operation: "update_page", page: PageId.make(moved.id), into: null }]
        yield* as(people.editor)(edit(space, stay(two), id))
        expect((yield* merge).result).toBe("conflicts")
        yield* as(people.editor)(edit(space, stay(below), id))
        expect((yield* merge).result).toBe("merge")
        expect(yield* as(people.reader)(paths(space))).toEqual(["two", "below"])
      })
    ))

  it("decide by a side what becomes of pages in a page that the other side deleted", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const two = yield* as(people.admin)(page(space, "two"))
        const into = PageId.make(two.id)
        const resolve = (id: ChangeRequestRef, take: "main" | "request") =>
          as(people.editor)(
            requests((service) => service.resolve(space, id, { resolutions: [{ item: into, where: "place", take }] }))
          )
        const [kept, gone] = [yield* open(), yield* open()]
        for (const { id } of [kept, gone]) {
          yield* as(people.editor)(edit(space, [{ operation: "delete_page", page: into }], id))
        }
        const inside: Changes = [
          { operation: "insert_page", title: "Inside", into, ref: "inside" },
          { operation: "insert_page", title: "Deep", into: PageId.make("./inside") }
        ]
        yield* as(people.admin)(edit(space, inside))
        expect((yield* resolve(kept.id, "main")).result).toBe("update")
        expect((yield* resolve(gone.id, "request")).result).toBe("update")
        expect(yield* as(people.reader)(paths(space, { changeRequest: kept.id }))).toEqual(["one", "two"])
        expect((yield* as(people.reader)(page(space, "two/inside/deep", { changeRequest: kept.id }))).title).toBe(
          "Deep"
        )
        expect(yield* as(people.reader)(paths(space, { changeRequest: gone.id }))).toEqual(["one", "inside"])
        expect((yield* as(people.reader)(page(space, "inside/deep", { changeRequest: gone.id }))).title).toBe("Deep")
        const merge = (id: ChangeRequestRef) => as(people.admin)(requests((service) => service.merge(space, id)))
        expect((yield* merge(kept.id)).result).toBe("merge")
        expect((yield* merge(gone.id)).result).toBe("merge")
        expect(yield* as(people.reader)(paths(space))).toEqual(["one", "inside"])
      })
    ))

  it("put both pages beside each other that were given one slug, and undo moves that make a circle", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const [one, two] = [yield* as(people.admin)(page(space, "one")), yield* as(people.admin)(page(space, "two"))]
        const move = (moved: Page, into: Page): Changes => [
          { operation: "update_page", page: PageId.make(moved.id), into: PageId.make(into.id) }
        ]
        const same = yield* open()
        yield* as(people.editor)(edit(space, insert("New", "# New\n\nof the request\n"), same.id))
        yield* as(people.admin)(edit(space, insert("New", "# New\n\nof main\n")))
        const merge = (id: ChangeRequestRef) => as(people.reviewer)(requests((service) => service.merge(space, id)))
        expect((yield* merge(same.id)).result).toBe("merge")
        expect(yield* as(people.reader)(paths(space))).toEqual(["one", "two", "new-2", "new"])
        expect(markdownOf(yield* as(people.reader)(page(space, "new-2")))).toContain("of the request")

        const circle = yield* open()
        yield* as(people.editor)(edit(space, move(one, two), circle.id))
        yield* as(people.admin)(edit(space, move(two, one)))
        expect((yield* merge(circle.id)).result).toBe("conflicts")
        const [conflict] = yield* as(people.reader)(requests((service) => service.conflicts(space, circle.id)))
        expect(conflict).toMatchObject({ item: one.id, kind: "place", main: "", request: two.id })
        yield* as(people.editor)(requests((service) => service.pull(space, circle.id)))
        expect((yield* merge(circle.id)).result).toBe("conflicts")
        yield* as(people.editor)(
          edit(space, [{ operation: "update_page", page: PageId.make(one.id), into: null }], circle.id)
        )
        expect((yield* merge(circle.id)).result).toBe("merge")
        expect((yield* as(people.reader)(page(space, "one/two"))).id).toBe(two.id)
      })
    ))

  it("undo the request's part of a circle, not main's, and lose nothing by deciding it", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const [one, two] = [yield* as(people.admin)(page(space, "one")), yield* as(people.admin)(page(space, "two"))]
        const into = (moved: Page, above: Page): Changes => [
          { operation: "update_page", page: PageId.make(moved.id), into: PageId.make(above.id) }
        ]
        const circles = [yield* open(), yield* open(), yield* open()]
        for (const { id } of circles) {
          yield* as(people.editor)(
            edit(space, [...rewrite(one, "# One\n\nedited\n"), ...rewrite(two, "# Two\n\nedited\n")], id)
          )
          yield* as(people.editor)(edit(space, into(two, one), id))
        }
        yield* as(people.admin)(edit(space, into(one, two)))
        for (const [index, { id }] of circles.entries()) {
          const conflicts = yield* as(people.reader)(requests((service) => service.conflicts(space, id)))
          expect(conflicts.map(({ item, kind }) => [item, kind])).toEqual([[two.id, "place"]])
          const resolutions = [{ item: two.id, where: "place", take: index === 1 ? "main" : "request" } as const]
          yield* as(people.editor)(
            requests((service) => (index === 0 ? service.pull(space, id) : service.resolve(space, id, { resolutions })))
          )
          const at = { changeRequest: id }
          for (const [path, found] of [
            ["two", two],
            ["two/one", one]
          ] as const) {
            const there = yield* as(people.reader)(page(space, path, at))
            expect([there.id, markdownOf(there)]).toEqual([found.id, `# ${found.title}\n\nedited\n`])
          }
        }
        const [first] = circles
        yield* as(people.admin)(requests((service) => service.merge(space, `${first?.number}` as ChangeRequestRef)))
        expect((yield* as(people.reader)(page(space, "two/one"))).id).toBe(one.id)
      })
    ))

  it("keep a field that stays while the key that stated it goes from the text, and write a text's field anew", () =>
    inWorld(({ space, people, open }) =>
      Effect.gen(function* () {
        const one = yield* as(people.admin)(page(space, "one"))
        const update = (change: object): Changes => [
          { operation: "update_page", page: PageId.make(one.id), ...change } as Changes[number]
        ]
        yield* as(people.admin)(edit(space, rewrite(one, "---\nicon: star\n---\n\n# One\n")))
        const moved = yield* open()
        yield* as(people.editor)(edit(space, update({ slug: "uno" }), moved.id))
        yield* as(people.admin)(edit(space, rewrite(one, "# One\n\nmore\n")))
        yield* as(people.admin)(edit(space, update({ icon: "star" })))
        const merge = (id: ChangeRequestRef) => as(people.reviewer)(requests((service) => service.merge(space, id)))
        expect((yield* merge(moved.id)).result).toBe("merge")
        expect(yield* as(people.reader)(page(space, "uno"))).toMatchObject({ icon: "star" })
        const late = yield* open()
        yield* as(people.editor)(edit(space, update({ icon: "gear" }), late.id))
        yield* as(people.admin)(edit(space, rewrite(one, "---\nicon: star\n---\n\n# One\n\nmore\n")))
        expect((yield* merge(late.id)).result).toBe("merge")
        const found = yield* as(people.reader)(page(space, "uno"))
        expect(found).toMatchObject({ icon: "gear" })
        expect(markdownOf(found)).toBe("---\nicon: gear\n---\n\n# One\n\nmore\n")
      })
    ))
})
