import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { FileId } from "../../../src/content/files/File.js"
import type { FileItem, ItemValue, PageItem, VariablesItem } from "../../../src/content/items/Item.js"
import { mergeItem, textsOf } from "../../../src/content/merge/MergeItems.js"
import { PageId } from "../../../src/content/pages/Page.js"
import { derive } from "../../../src/content/pages/PageMetadata.js"
import { edited, page, runs, shared, write } from "./pages.js"

const file: FileItem = {
  kind: "file",
  id: FileId.make("f"),
  name: "a.png",
  contentType: "image/png",
  size: 1,
  hash: "1",
  createdAt: page.createdAt
}
const variables = (values: Readonly<Record<string, string>>): VariablesItem => ({
  kind: "variables",
  id: "variables",
  values
})

const none = (): string => ""
const merge = (base: ItemValue | undefined, ours: ItemValue | undefined, theirs: ItemValue | undefined) => {
  const { conflicts, value } = mergeItem({ base, ours, theirs }, none)
  return { value, conflicts: conflicts.map(({ kind, where }) => `${kind} ${where}`) }
}
/** Both orders of two changes that do not conflict. */
const clean = (base: ItemValue | undefined, ours: ItemValue | undefined, theirs: ItemValue | undefined) => {
  const there = merge(base, ours, theirs)
  expect(there).toEqual(merge(base, theirs, ours))
  expect(there.conflicts).toEqual([])
  return there.value
}
const [P, Q] = [PageId.make("parent"), PageId.make("other")]

describe("an item", () => {
  it("that one side inserted, changed or deleted is as that side has it", () => {
    const changed = { ...page, icon: "star" }
    expect(clean(undefined, page, undefined)).toEqual(page)
    expect(clean(page, changed, page)).toEqual(changed)
    expect(clean(page, undefined, page)).toBeUndefined()
    expect(clean(page, undefined, undefined)).toBeUndefined()
    expect(clean(undefined, page, page)).toEqual(page)
  })

  it("that one side deleted and the other edited or moved is kept, as a conflict", () => {
    for (const edit of [{ title: "New" }, { parent: P }, { document: "x" }]) {
      const changed = { ...page, ...edit }
      expect(merge(page, undefined, changed)).toEqual({ value: changed, conflicts: ["item item"] })
      expect(merge(page, changed, undefined)).toEqual({ value: changed, conflicts: ["item item"] })
    }
    const sides = { base: page, ours: undefined, theirs: { ...page, title: "New" } }
    expect(mergeItem(sides, none, new Map([["item", "ours"]]))).toEqual({ value: undefined, conflicts: [] })
    expect(mergeItem(sides, none, new Map([["item", "theirs"]]))).toEqual({ value: sides.theirs, conflicts: [] })
  })

  it("that one side deleted goes, where the other only changed its order, or moved a page above it", () => {
    expect(clean(page, undefined, { ...page, position: "a5", path: "above/page" })).toBeUndefined()
  })
})

describe("fields", () => {
  it("merge one by one, layout and variables inside", () => {
    const base = { ...page, layout: { outline: false }, variables: { a: "1" } }
    const ours = { ...base, slug: "s", layout: { outline: false, title: false }, variables: { a: "1", b: "2" } }
    const theirs = { ...base, icon: "star", layout: { outline: true }, variables: {} }
    expect(clean(base, ours, theirs)).toEqual({
      ...page,
      slug: "s",
      icon: "star",
      layout: { outline: true, title: false },
      variables: { b: "2" }
    })
  })

  it("conflict where both sides changed one, differently", () => {
    const [ours, theirs] = [
      { ...page, icon: "a", hidden: true },
      { ...page, icon: "b", hidden: true }
    ]
    expect(merge(page, ours, theirs)).toEqual({ value: theirs, conflicts: ["field icon"] })
    const decide = (by: "ours" | { text: string }) =>
      mergeItem({ base: page, ours, theirs }, none, new Map([["icon", by]]))
    expect(decide("ours")).toEqual({ value: ours, conflicts: [] })
    expect(decide({ text: "c" })).toEqual({ value: { ...ours, icon: "c" }, conflicts: [] })
  })

  it("of variables merge key by key, whatever the keys", () => {
    const base = variables({ a: "1", b: "2" })
    const ours = variables({ a: "1", b: "3", constructor: "x" })
    const theirs = variables({ b: "2", c: "4" })
    expect(clean(base, ours, theirs)).toEqual(variables({ b: "3", constructor: "x", c: "4" }))
    expect(merge(base, ours, variables({ a: "1", b: "4" })).conflicts).toEqual(["field b"])
  })

  it("of a file: its name and its bytes apart, what belongs to the bytes with them", () => {
    const ours = { ...file, hash: "2", size: 2, contentType: "image/gif", dimensions: { width: 1, height: 1 } }
    expect(clean(file, ours, { ...file, name: "b.png" })).toEqual({ ...ours, name: "b.png" })
    const theirs = { ...file, hash: "3", size: 3 }
    expect(merge(file, ours, theirs)).toEqual({ value: theirs, conflicts: ["field hash"] })
    const { value } = mergeItem({ base: file, ours, theirs }, none, new Map([["hash", "ours"]]))
    expect(value).toEqual(ours)
  })
})

describe("places", () => {
  it("a move wins over a reorder, and the same move is one", () => {
    const moved = { ...page, parent: P, position: "b0", path: "parent/page" }
    expect(clean(page, moved, { ...page, position: "a9" })).toEqual(moved)
    expect(clean(page, moved, moved)).toEqual(moved)
  })

  it("moves to different pages conflict", () => {
    const [ours, theirs] = [
      { ...page, parent: P, path: "parent/page" },
      { ...page, parent: Q, path: "other/page" }
    ]
    expect(merge(page, ours, theirs)).toEqual({ value: theirs, conflicts: ["place place"] })
    const { conflicts, value } = mergeItem({ base: page, ours, theirs }, none, new Map([["place", "ours"]]))
    expect({ conflicts, value }).toEqual({ conflicts: [], value: ours })
  })

  it("of two orders below one page the later counts", () => {
    expect(clean(page, { ...page, position: "a3" }, { ...page, position: "a7" })).toMatchObject({ position: "a7" })
  })
})

describe("texts", () => {
  const withTexts = (base: string, ours: string, theirs: string, changes: Partial<PageItem> = {}) => {
    const texts: Readonly<Record<string, string>> = { base, ours, theirs }
    const of = (document: string): PageItem => {
      const stated = derive(texts[document] ?? "") as Partial<PageItem>
      return { ...page, ...stated, document, ...(document === "ours" ? changes : {}) }
    }
    return {
      sides: { base: of("base"), ours: of("ours"), theirs: of("theirs") },
      markdown: (hash: string) => texts[hash] ?? ""
    }
  }

  it("name what they need, and give a text that neither side has", () => {
    const { markdown, sides } = withTexts("a\n\nb\n", "A\n\nb\n", "a\n\nB\n")
    expect(textsOf(sides)).toEqual(["base", "ours", "theirs"])
    const { body, conflicts } = mergeItem(sides, markdown)
    expect({ body, conflicts }).toEqual({ body: { text: "A\n\nB\n", withMarkers: "A\n\nB\n" }, conflicts: [] })
  })

  it("decide the fields they state, which conflict once", () => {
    const { markdown, sides } = withTexts("# A\n", "# B\n", "# C\n", { title: "B" })
    const { conflicts, value } = mergeItem({ ...sides, theirs: { ...sides.theirs, title: "C" } }, markdown)
    expect(conflicts.map(({ kind, where }) => `${kind} ${where}`)).toEqual(["block block 1"])
    expect(value).toMatchObject({ title: "C" })
    const front = withTexts("---\nicon: a\n---\nx", "---\nicon: a\ndescription: d\n---\nx", "---\nhidden: true\n---\nx")
    const { value: merged } = mergeItem(
      {
        base: { ...front.sides.base, icon: "a" },
        ours: { ...front.sides.ours, icon: "a", description: "d" },
        theirs: { ...front.sides.theirs, hidden: true }
      },
      front.markdown
    )
    expect(merged).toMatchObject({ description: "d", hidden: true })
    expect(merged).not.toHaveProperty("icon")
  })

  it("and fields agree, whichever side states what, and no field is lost to the other's text", () => {
    const front = (icon: string) => `---\nicon: ${icon}\n---\n\nx\n`
    const stated = (ours: string, theirs: string, base = "x\n") => withTexts(base, ours, theirs)
    const set = stated(front("a"), "x\n")
    const icon = { base: { ...set.sides.base, icon: "a" }, theirs: { ...set.sides.theirs, icon: "b" } }
    const merged = mergeItem({ ...set.sides, ...icon }, set.markdown)
    expect(merged).toMatchObject({ value: { icon: "b" }, body: { text: front("b") }, conflicts: [] })
    const gone = stated("x\n", front("a"), front("a"))
    const kept = mergeItem({ ...gone.sides, ours: { ...gone.sides.ours, icon: "a", slug: "s" } }, gone.markdown)
    expect(kept).toMatchObject({ value: { icon: "a", slug: "s", document: "ours" }, conflicts: [] })
    const titles = stated("---\ntitle: B\n---\n\n# A\n", "# C\n", "# A\n")
    expect(mergeItem(titles.sides, titles.markdown).conflicts).toMatchObject([{ kind: "field", where: "title" }])
    const decided = mergeItem(titles.sides, titles.markdown, new Map([["title", "theirs"]]))
    expect(decided).toMatchObject({ value: { title: "C" }, conflicts: [] })
    expect(derive(decided.body?.text ?? "").title).toBe("C")
  })

  it("of different edits of one page and its fields all survive", () => {
    fc.assert(
      fc.property(shared, ({ edits, owners, page: plan }) => {
        const version = (side: "ours" | "theirs") => write(edited(plan, edits, (index) => owners[index] === side))
        const { markdown, sides } = withTexts(write(plan), version("ours"), version("theirs"), { slug: "renamed" })
        const moved = { ...sides.theirs, parent: P }
        const { body, conflicts, value } = mergeItem({ ...sides, theirs: moved }, markdown)
        const both = write(edited(plan, edits, () => true))
        const text = body?.text ?? markdown(value?.kind === "page" ? (value.document ?? "") : "")
        expect({ text, conflicts }).toEqual({ text: both, conflicts: [] })
        expect(value).toMatchObject({ slug: "renamed", parent: P })
      }),
      runs
    )
  })
})

it("whatever the sides: one unchanged gives the other, equal ones that, and either order the same where nothing conflicts", () => {
  const icon = fc.constantFrom("a", "b", "c")
  const some = fc.option(
    fc
      .record({ parent: fc.constantFrom<PageItem["parent"]>("", P, Q), position: icon, slug: icon, icon, title: icon })
      .map((fields) => ({ ...page, ...fields })),
    { nil: undefined }
  )
  fc.assert(
    fc.property(some, some, some, (base, ours, theirs) => {
      expect(merge(base, base, theirs)).toEqual({ value: theirs, conflicts: [] })
      expect(merge(base, theirs, base)).toEqual({ value: theirs, conflicts: [] })
      expect(merge(base, ours, ours)).toEqual({ value: ours, conflicts: [] })
      const there = merge(base, ours, theirs)
      const back = merge(base, theirs, ours)
      expect(back.conflicts).toEqual(there.conflicts)
      if (there.conflicts.length === 0) expect(back.value).toEqual(there.value)
    }),
    runs
  )
})
