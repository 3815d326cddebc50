/** Random histories of main and two change requests: nothing that either side changed is lost without a decision. */

import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { MergeConflict } from "@lectern/core/change-requests/MergeConflict"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import { hasMarkers } from "@lectern/core/content/merge/Markers"
import { PageId } from "@lectern/core/content/Page"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { Books } from "./bookkeeping.js"
import { file, inLines, keyed, type LineName, type Lines, reusable, type Shape } from "./lines.js"

const numRuns = runs(20)
const timeout = 120_000 + 3_000 * numRuns

const line = fc.constantFrom<0 | 1 | "main">(0, 0, 1, "main", "main")
const which = fc.constantFrom<0 | 1>(0, 0, 1)
const number = fc.nat(5)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("set" as const),
      line,
      field: fc.constantFrom<"title" | "description" | "icon" | "slug" | "text">(
        "title",
        "description",
        "icon",
        "slug",
        "text"
      ),
      page: number,
      value: fc.nat(2)
    })
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("move" as const), line, page: number, target: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("insert" as const), line, target: number }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom<"delete" | "restore">("delete", "restore"), line, page: number })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("item" as const),
      line,
      item: fc.constantFrom<"variables" | "redirects" | "file" | "part">("variables", "redirects", "file", "part"),
      key: fc.constantFrom("a", "b"),
      value: fc.nat(3)
    })
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("pull" as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("resolve" as const), which, some: fc.nat(15), take: fc.nat(15) })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("merge" as const), which }) }
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

const pick = <A>(all: ReadonlyArray<A>, index: number): A | undefined => all[index % Math.max(all.length, 1)]

/** The pages of all lines in the order of their making. */
const pagesOf = (shape: Shape): ReadonlyArray<string> =>
  [...shape].flatMap(([id, it]) => (it.has("slug") ? [id] : [])).sort()

const named = (each: Step & { readonly do: "set" }, page: string): ContentChange => {
  const { field, value } = each
  const update = { operation: "update_page" as const, page: PageId.make(page) }
  switch (field) {
    case "title":
      return { ...update, title: `Title ${value}` }
    case "description":
      return { ...update, description: value === 0 ? null : `of ${value}` }
    case "icon":
      return { ...update, icon: value === 0 ? null : `star${value}` }
    case "slug":
      return { ...update, slug: `${page}-s${value}` }
    default:
      return { ...update, document: { markdown: `text ${value}` } }
  }
}

/** A step of an editor: its changes, and the parts that it names of each item. */
interface Editing {
  readonly run: Effect.Effect<void, unknown, Effect.Effect.Context<ReturnType<Lines["edit"]>>>
  readonly item?: string
  readonly names: ReadonlySet<string>
}

const editing = (
  lines: Lines,
  each: Step,
  shape: Shape,
  all: ReadonlyArray<string>,
  on: LineName
): Editing | undefined => {
  const page = "page" in each ? pick(all, each.page) : undefined
  const isThere = page !== undefined && shape.has(page)
  const apply = (change: ContentChange, names: ReadonlyArray<string>): Editing => ({
    run: lines.edit(change, on),
    ...(page !== undefined && { item: page }),
    names: new Set(names)
  })
  const into = "target" in each && each.target > 0 ? pick(all, each.target - 1) : undefined
  switch (each.do) {
    case "set": {
      if (!isThere) return undefined
      // A text is edited on one line only: every conflict in it has a place there.
      const owner = ["main", 0, 1][all.indexOf(page) % 3]
      const isOwn = each.field !== "text" || owner === each.line
      return isOwn ? apply(named(each, page), each.field === "text" ? [] : [each.field]) : undefined
    }
    case "move":
      if (!isThere || (into !== undefined && !shape.has(into))) return undefined
      return apply(
        { operation: "update_page", page: PageId.make(page), into: into === undefined ? null : PageId.make(into) },
        ["place"]
      )
    case "insert":
      if (into !== undefined && !shape.has(into)) return undefined
      return apply(
        {
          operation: "insert_page",
          title: `New ${all.length}`,
          document: { markdown: "new" },
          ...(into !== undefined && { into: PageId.make(into) })
        },
        []
      )
    case "delete":
      return isThere ? apply({ operation: "delete_page", page: PageId.make(page) }, []) : undefined
    case "restore":
      return page === undefined || isThere
        ? undefined
        : apply({ operation: "revert_page", page: PageId.make(page) }, [])
    case "item": {
      const { key, value } = each
      const put = (id: string, item: Parameters<Lines["put"]>[1]): Editing => ({
        run: lines.put(id, item, on),
        names: new Set()
      })
      if (each.item === "file") return put("file", value === 3 ? undefined : file("file", `${value}.txt`))
      if (each.item === "part") return put("part", value === 3 ? undefined : reusable("part", `Part ${value}`, ""))
      const { [key]: _, ...rest } = Object.fromEntries(shape.get(each.item) ?? []) as Record<string, string>
      return put(each.item, keyed(each.item, value === 3 ? rest : { ...rest, [key]: `${value}` }))
    }
    default:
      return undefined
  }
}

const decided = (conflicts: ReadonlyArray<MergeConflict>, some: number, take: number) =>
  conflicts.flatMap(({ item, where }, index) =>
    (some >> (index % 4)) % 2 === 0
      ? []
      : [{ item, where, take: (take >> (index % 4)) % 2 === 0 ? ("main" as const) : ("request" as const) }]
  )

interface Followed {
  readonly id: ChangeRequestId
  readonly books: Books
}

it("no merge and no update discards a change of either side, until somebody decides", { timeout }, () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), (steps) =>
      inLines((lines) =>
        Effect.gen(function* () {
          const { edit, put, shape, space } = lines
          const requests = yield* ChangeRequests
          for (const title of ["One", "Two", "Three", "Four"]) {
            yield* edit({ operation: "insert_page", title, document: { markdown: "text" } })
          }
          yield* put("variables", keyed("variables", { always: "there", a: "" }))
          yield* put("redirects", keyed("redirects", { always: "there" }))
          yield* put("file", file("file", "file.txt"))
          yield* put("part", reusable("part", "Part", ""))
          const open = Effect.gen(function* () {
            return { id: (yield* requests.create(space, {})).id, books: new Books(yield* shape()) }
          })
          const all: Record<0 | 1, Followed> = { 0: yield* open, 1: yield* open }
          const known = new Set<string>(pagesOf(yield* shape()))

          const listed = Effect.fnUntraced(function* ({ books, id }: Followed) {
            const conflicts = yield* requests.conflicts(space, id)
            expect((yield* requests.changes(space, id)).conflicts).toEqual(conflicts)
            books.expectListed(yield* shape(), conflicts)
            return conflicts
          })
          const merge = Effect.fnUntraced(function* ({ books, id }: Followed) {
            const conflicts = yield* listed({ books, id })
            const before = yield* shape()
            const request = yield* shape(id)
            const { result } = yield* requests.merge(space, id)
            expect(result).toBe(conflicts.length === 0 ? "merge" : "conflicts")
            const after = yield* shape()
            if (result === "conflicts") {
              expect([after, yield* shape(id)]).toEqual([before, request])
              return { books, id }
            }
            books.expectInMain(before, after)
            yield* requests.update(space, id, { status: "draft" })
            expect(yield* shape(id)).toEqual(after)
            return { id, books: new Books(after) }
          })
          const pull = Effect.fnUntraced(function* ({ books, id }: Followed) {
            const conflicts = yield* listed({ books, id })
            const { outdated } = yield* requests.get(space, id)
            const { result } = yield* requests.pull(space, id)
            expect(result).toBe(outdated && conflicts.length > 0 ? "conflicts" : "update")
            const stay = yield* requests.conflicts(space, id)
            // A page of the request stands where it can, which an update may change; its place is part of the request.
            const about = (each: ReadonlyArray<MergeConflict>): unknown =>
              JSON.parse(JSON.stringify(each, (key, value) => (key === "path" ? undefined : value)))
            expect(about(stay)).toEqual(about(conflicts))
            if (outdated) books.updated(yield* shape(), yield* shape(id), stay, undefined)
            yield* listed({ books, id })
          })
          const resolve = Effect.fnUntraced(function* ({ books, id }: Followed, some: number, take: number) {
            const resolutions = decided(yield* requests.conflicts(space, id), some, take)
            if (resolutions.length === 0) return
            yield* requests.resolve(space, id, { resolutions })
            const left = yield* requests.conflicts(space, id)
            books.updated(yield* shape(), yield* shape(id), left, new Set(resolutions.map(({ item }) => item)))
            yield* listed({ books, id })
          })

          for (const each of steps) {
            if ("which" in each) {
              const request = all[each.which]
              if (each.do === "pull") yield* pull(request)
              else if (each.do === "resolve") yield* resolve(request, each.some, each.take)
              else all[each.which] = yield* merge(request)
            } else {
              const on = each.line === "main" ? undefined : all[each.line].id
              const before = yield* shape(on)
              const change = editing(lines, each, before, [...known].sort(), on)
              if (change === undefined) continue
              const outcome = yield* Effect.either(change.run)
              if (outcome._tag === "Left") continue
              const after = yield* shape(on)
              for (const page of pagesOf(after)) known.add(page)
              if (each.line !== "main") all[each.line].books.edited(before, after, change.item, change.names)
            }
            // Both sides can restore a page with texts that differ, which is a conflict with a place.
            for (const request of [all[0], all[1]]) {
              for (const [, things] of yield* shape(request.id)) if (hasMarkers(String(things.get("text")))) return
              yield* listed(request)
            }
          }
        })
      )
    ),
    { numRuns }
  )
)
