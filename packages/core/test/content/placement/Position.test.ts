import { expect, it } from "@effect/vitest"
import { CollectionId } from "@lectern/core/collections/Collection"
import { type GapRebalancing, longestKey } from "@lectern/core/foundation/order-keys/GapRebalancing"
import { keyAtEnd, type Pointer, place, type Sibling } from "@lectern/core/ordering/Position"
import { SpaceId } from "@lectern/core/spaces/Space"
import { compareValues } from "@lectern/core/storage/Table"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"

const pointer = ({ type, id }: Pick<Sibling, "type" | "id">): Pointer =>
  type === "space" ? { type, space: SpaceId.make(id) } : { type, collection: CollectionId.make(id) }

const inOrder = (siblings: ReadonlyArray<Sibling>): ReadonlyArray<Sibling> =>
  siblings.toSorted((a, b) => compareValues(a.position, b.position))

const siblingsOf = (shown: ReadonlyArray<boolean>): ReadonlyArray<Sibling> => {
  const siblings: Array<Sibling> = []
  for (const [index, each] of shown.entries()) {
    const type = index % 3 === 2 ? "collection" : "space"
    siblings.push({ type, id: `${index}`, position: keyAtEnd(siblings), shown: each })
  }
  return siblings
}

/** Siblings, some of which got new keys. */
const rekey = (siblings: ReadonlyArray<Sibling>, { rekeyed }: GapRebalancing<Sibling>): ReadonlyArray<Sibling> => {
  const keys = new Map(rekeyed.map(({ sibling, position }) => [sibling.id, position]))
  return siblings.map((each) => ({ ...each, position: keys.get(each.id) ?? each.position }))
}

/** A walk of moves: which sibling goes where, counted among the ones that are shown. */
const moves = fc.array(fc.record({ moved: fc.nat(9), at: fc.nat(9), by: fc.constantFrom("before", "after", "both") }), {
  maxLength: 60
})

it("moves put things where an array would have them, and pass nothing that is hidden out of order", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 10 }), moves, (shown, steps) => {
      let siblings = siblingsOf(shown)
      for (const { moved, at, by } of steps) {
        const visible = siblings.filter((each) => each.shown)
        const thing = visible[moved % Math.max(visible.length, 1)]
        if (thing === undefined || visible.length < 2) return
        const others = visible.filter((each) => each !== thing)
        const target = at % (others.length + 1)
        const [before, after] = [others[target], others[target - 1]]
        const position = {
          ...(before !== undefined && (by !== "after" || after === undefined) && { before: pointer(before) }),
          ...(after !== undefined && (by !== "before" || before === undefined) && { after: pointer(after) })
        }
        const expected = others.toSpliced(target, 0, thing).map(({ id }) => id)
        const current = visible.map(({ id }) => id)
        const placement = place(siblings, thing, position)
        if (expected.join() === current.join()) {
          expect(placement.kind).toBe("unchanged")
          continue
        }
        if (placement.kind !== "placed") throw new Error(`not placed: ${placement.kind}`)
        const hidden = siblings.filter((each) => !each.shown).map(({ id }) => id)
        siblings = inOrder(
          rekey(siblings, placement).map((each) =>
            each.id === thing.id ? { ...each, position: placement.position } : each
          )
        )
        expect(siblings.filter((each) => each.shown).map(({ id }) => id)).toEqual(expected)
        expect(siblings.filter((each) => !each.shown).map(({ id }) => id)).toEqual(hidden)
        expect(new Set(siblings.map((each) => each.position)).size).toBe(siblings.length)
      }
    }),
    { numRuns: runs(100) }
  )
})

it("a thousand insertions into one gap keep their order", () => {
  let siblings = siblingsOf([true, true])
  const [first, last] = siblings
  for (let n = 2; n < 1000; n++) {
    const [left, right] = siblings as [Sibling, Sibling]
    const placement = place(siblings, { type: "space", id: `${n}` }, { after: pointer(left), before: pointer(right) })
    if (placement.kind !== "placed") throw new Error(placement.kind)
    expect(placement.position.length).toBeLessThanOrEqual(longestKey)
    siblings = rekey(siblings, placement).toSpliced(1, 0, {
      type: "space",
      id: `${n}`,
      position: placement.position,
      shown: true
    })
  }
  expect(siblings).toHaveLength(1000)
  expect([siblings[0]?.id, siblings.at(-1)?.id]).toEqual([first?.id, last?.id])
  expect(inOrder(siblings)).toEqual(siblings)
  expect(siblings.slice(1, -1).map(({ id }) => Number(id))).toEqual([...Array(998).keys()].map((n) => 999 - n))
})

const three = siblingsOf([true, false, true, true])
const [a, hidden, b, c] = three as [Sibling, Sibling, Sibling, Sibling]
const unknown = { type: "space", id: "unknown" } as const

it.each([
  ["the end, when it is there already", c, undefined, "unchanged"],
  ["before its neighbour", a, { before: pointer(b) }, "unchanged"],
  ["after its neighbour", c, { after: pointer(b) }, "unchanged"],
  ["before itself", b, { before: pointer(b) }, "unchanged"],
  ["into the gap where it is", b, { after: pointer(a), before: pointer(c) }, "unchanged"],
  ["into no gap", unknown, { after: pointer(a), before: pointer(c) }, "not-a-gap"],
  ["into a gap turned around", unknown, { after: pointer(b), before: pointer(a) }, "not-a-gap"],
  ["before what is not there", a, { before: pointer(unknown) }, "unknown"],
  ["after what is hidden", a, { after: pointer(hidden) }, "unknown"],
  ["before a space by the id of a collection", a, { before: { type: "space", space: SpaceId.make(b.id) } }, "unknown"],
  ["into a gap in which something is hidden", c, { after: pointer(a), before: pointer(b) }, "placed"]
] as const)("goes %s", (_, moved, position, expected) => {
  expect(place(three, moved, position).kind).toBe(expected)
})
