/** The parts of an undecided item that an edit decides, and the parts that it leaves. */
import { describe, expect, it } from "@effect/vitest"
import type { Undecided } from "@lectern/core/content/change-requests/Undecided"
import type { ItemValue, PageItem } from "@lectern/core/content/items/Item"
import { isValues, pathOf, placeOf, undecidedAfter } from "@lectern/core/content/merge/UndecidedParts"
import { PageId } from "@lectern/core/content/Page"
import { page as plain } from "./pages.js"

const page: PageItem = { ...plain, layout: { cover: true, title: true } }
const variables = (values: Readonly<Record<string, string>>): ItemValue => ({
  kind: "variables",
  id: "variables",
  values
})

const of = (...where: ReadonlyArray<string>) => ({ fields: where.map((each) => ({ where: each, base: 1, theirs: 2 })) })
const deleted = (where: "item" | "place") => ({ deletion: { by: "request", where, base: page } }) as const
const place = { place: { theirs: { parent: "", position: "a1" } } } as const
const parent = PageId.make("q")

type Change = { readonly before: ItemValue | undefined; readonly after: ItemValue | undefined }
const to = (after: Partial<PageItem>, before: PageItem = page): Change => ({ before, after: { ...before, ...after } })
const same: Change = { before: page, after: page }

const cases: ReadonlyArray<
  readonly [string, Undecided, ReadonlyArray<string>, Change | undefined, Undecided | undefined]
> = [
  ["deleting the item decides all", { ...of("title"), ...place }, [], { before: page, after: undefined }, undefined],
  ["keeping the item decides its deletion", { ...deleted("item"), ...place }, ["item"], undefined, place],
  ["a name that is set decides it, though its value stays", of("title", "slug"), ["title"], same, of("slug")],
  ["a value that changes decides it", of("title", "slug"), [], to({ title: "New" }), of("slug")],
  ["the last one decides all", of("title"), [], to({ title: "New" }), undefined],
  ["moving decides the place", { ...place, ...of("title") }, [], to({ parent }), of("title")],
  ["naming the place decides it", place, ["place"], same, undefined],
  ["moving keeps what is deleted for its place", deleted("place"), [], to({ parent }), undefined],
  ["moving does not keep what is deleted", { ...deleted("item"), ...place }, [], to({ parent }), deleted("item")],
  [
    "a part decides that part",
    of("layout.cover", "layout.title"),
    [],
    to({ layout: { cover: false, title: true } }),
    of("layout.title")
  ],
  [
    "the first part is a value that changes",
    of("layout.cover", "layout.title"),
    [],
    to({ layout: { cover: false } }, plain),
    of("layout.title")
  ],
  ["a slug that changes is decided", of("slug"), [], to({ slug: "other" }), undefined],
  ["a slug that goes on is decided", of("slug"), [], to({ slug: "pages" }), undefined],
  ["a slug that goes on with more than a number is decided", of("slug"), [], to({ slug: "page-2-x" }), undefined],
  ["another slug with a number is decided", of("slug"), [], to({ slug: "side-2" }), undefined],
  ["another field with a number is decided", of("title"), [], to({ title: "Page-2" }), undefined],
  ["the first slug is decided", of("slug"), [], { before: undefined, after: page }, undefined],
  [
    "a key with a dot is a key",
    of("a.b", "c"),
    [],
    { before: variables({ "a.b": "1", c: "2" }), after: variables({ "a.b": "3", c: "2" }) },
    of("c")
  ]
]

it.each(cases)("%s", (_, undecided, named, change, left) => {
  expect(undecidedAfter(undecided, new Set(named), change)).toEqual(left)
})

it.each<readonly [string, Undecided, Change | undefined]>([
  ["no change", { ...of("title"), ...place, ...deleted("item") }, undefined],
  [
    "a change of something else",
    { ...of("title"), ...place, ...deleted("place") },
    to({ description: "New", position: "a2" })
  ],
  ["a slug that gets a number", of("slug"), to({ slug: "page-2" })],
  ["a slug that gets numbers", of("slug"), to({ slug: "page-2-31" })]
])("%s decides nothing", (_, undecided, change) => {
  expect(undecidedAfter(undecided, new Set(), change)).toBe(undecided)
})

describe("parts", () => {
  it.each([
    ["title", ["title"]],
    ["layout", ["layout"]],
    ["layouts", ["layouts"]],
    ["layout.cover", ["layout", "cover"]],
    ["variables.a.b", ["variables", "a.b"]],
    ["title.cover", ["title.cover"]],
    [".layout", [".layout"]]
  ])("of a page: %s", (where, path) => {
    expect(pathOf(page, where)).toEqual(path)
  })

  it("of variables are their values", () => {
    expect(pathOf(variables({}), "layout.cover")).toEqual(["values", "layout.cover"])
  })

  it("are what objects have", () => {
    expect([null, undefined, "text", 1, {}, []].map(isValues)).toEqual([false, false, false, false, true, true])
  })

  it("of a place are only those of pages", () => {
    expect([placeOf(page), placeOf(variables({})), placeOf(undefined)]).toEqual([
      { parent: "", position: "a0" },
      undefined,
      undefined
    ])
  })
})
