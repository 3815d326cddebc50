import { Model } from "@lectern/storage-testing/naive"
import { note } from "@lectern/storage-testing/tables"
import { describe, expect, it } from "vitest"

const model = (...ids: ReadonlyArray<string>) => {
  const model = new Model()
  for (const id of ids) model.insert(note(id), id)
  return model
}

const ids = (rows: ReturnType<Model["scan"]>) => rows.map((row) => row.columns.id)

describe("the model", () => {
  it("sorts text by code point and null first", () => {
    expect(ids(model("😀", "\uffff", "a", "", "b").scan({}))).toEqual(["", "a", "b", "\uffff", "😀"])
    const ordered = model("a")
    ordered.insert(note("b", { order: -1 }), "")
    ordered.insert(note("c", { order: 10 }), "")
    ordered.insert(note("d", { order: 9 }), "")
    expect(ids(ordered.scan({ index: "order" }))).toEqual(["a", "b", "d", "c"])
    expect(ids(ordered.scan({ index: "order", prefix: ["s"], lt: 9, reverse: true }))).toEqual(["b", "a"])
    expect(ids(ordered.scan({ index: "order", after: ["s", 9, null, "d"], limit: 1 }))).toEqual(["c"])
  })

  it("refuses what is taken and what is stale", () => {
    const taken = model("a")
    expect(taken.insert(note("a"), "")?.index).toBe("key")
    expect(taken.insert(note("b", { slug: "x" }), "")).toBeUndefined()
    expect(taken.update(note("a", { slug: "x" }), "", 1)).toMatchObject({ _tag: "Duplicate", index: "slug" })
    expect(taken.update(note("a"), "", 2)).toMatchObject({ _tag: "VersionMismatch" })
    expect(taken.update(note("a"), "", 1)).toBeUndefined()
    expect(taken.find(["s", "a"])?.version).toBe(2)
    expect([taken.delete(["s", "a"]), taken.delete(["s", "a"])]).toEqual([true, false])
  })

  it("goes back to what was saved", () => {
    const changed = model("a")
    changed.increment("n", 2)
    const saved = changed.save()
    changed.delete(["s", "a"])
    changed.increment("n", 5)
    changed.restore(saved)
    expect(ids(changed.scan({}))).toEqual(["a"])
    expect(changed.increment("n", 0)).toBe(2)
  })
})
